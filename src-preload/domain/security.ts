// Owns: the rules of the app password that both sides check. Must not: word a fault, or see a password.

/** Shortest password, in Unicode characters after NFKC. */
export const shortestAppPassword = 8
/** Longest password as it crosses the border, in UTF-16 units; what is hashed ends at 1024 bytes of UTF-8. */
export const longestAppPassword = 1024
