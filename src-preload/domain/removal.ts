// Owns: the words that a person types before everything is removed. Must not: be a secret.

/** Typed as it stands, in any case. */
export const removalWords = 'remove everything'

/** Whether what was typed are the words. */
export function isRemovalTyped(typed: string): boolean {
  return typed.trim().toLowerCase() === removalWords
}
