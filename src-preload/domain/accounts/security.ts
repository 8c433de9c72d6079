// The length rules of the app password that main and the page check.

/** Minimum password length, in Unicode characters after NFKC. */
export const minAppPasswordLength = 8
/** Maximum password length across the border, in UTF-16 units; the hashed bytes are limited to 1024 bytes of UTF-8. */
export const maxAppPasswordLength = 1024
