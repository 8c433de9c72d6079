// Owns: the rules of the confirmation window that both sides follow. Must not: word anything, or see a secret.

/**
 * For so long after the window was shown or gained focus, clicks and keys in it do nothing but decline: whoever was typing or
 * clicking elsewhere did not mean this window, and a no harms nobody. Main sees to it; the page shows it.
 */
export const deafMs = 700

/** How many words of a new phrase are asked back. */
export const wordsAskedBack = 3

/** Shortest password of an exported file, in Unicode characters after NFKC. */
export const shortestFilePassword = 8

/** Why an answer of the window is not taken; the window stays open. */
export type AnswerFault =
  /** It came before the window listens. */
  | 'tooEarly'
  /** Another answer is still being looked at. */
  | 'busy'
  /** It is none that this question has. */
  | 'notAsked'
  /** A warning about the recipient was not acknowledged. */
  | 'unacknowledged'

/** Why a pair of passwords for a file cannot be taken. */
export type FilePasswordFault = 'tooShort' | 'tooLong' | 'notText' | 'notEqual'
