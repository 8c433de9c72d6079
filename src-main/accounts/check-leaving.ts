// Whether the account in use may be left.

/** Called right before the account in use is left, or signed out. Errors: those for which it stays as it is. */
export type CheckLeaving = () => void
