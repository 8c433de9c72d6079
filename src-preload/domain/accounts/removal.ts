// The phrase that the user types to confirm the removal of everything.

/** Compared without regard to case. */
export const removalPhrase = 'remove everything'

/** True if the typed text is the phrase. */
export function isRemovalTyped(typed: string): boolean {
  return typed.trim().toLowerCase() === removalPhrase
}
