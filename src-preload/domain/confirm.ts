// Owns: the rules of the confirmation window that both sides follow. Must not: word anything, or see a secret.

/**
 * For so long after the window was shown or gained focus, clicks and keys in it do nothing but decline: whoever was typing or
 * clicking elsewhere did not mean this window, and a no harms nobody. Main sees to it; the page shows it.
 */
export const deafMs = 700

/**
 * A window that asks for the password to unlock listens at once: whoever pressed Unlock types on, and the right password is
 * nothing that somebody types without meaning it.
 */
export function listensAtOnce(request: { readonly kind: string; readonly task?: string }): boolean {
  return request.kind === 'appPassword' && request.task === 'unlock'
}

/** How many words of a new phrase are asked back. */
export const wordsAskedBack = 3

/** Shortest password of an exported file, in Unicode characters after NFKC. */
export const shortestFilePassword = 8

/** Longest word that a person can choose to tell the window from an imitation, in UTF-16 units. */
export const longestWindowWord = 40

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
