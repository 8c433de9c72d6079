// The rules of the confirmation window that main and the window share. Holds no wording and no secrets.

/**
 * For this long after the window is shown or focused, it accepts no clicks and keys except those that decline: the user may
 * have been typing or clicking elsewhere. Main enforces it; the page displays it.
 */
export const inputDelayMs = 700

/**
 * True for a request whose window accepts input at once: the app password that unlocks. The user keeps typing after pressing
 * Unlock, and nobody types the right password by accident.
 */
export function acceptsInputAtOnce(request: { readonly kind: string; readonly task?: string }): boolean {
  return request.kind === 'appPassword' && request.task === 'unlock'
}

/** Number of words of a new phrase that the backup check asks for. */
export const backupCheckWordCount = 3

/** Minimum password length of an exported file, in Unicode characters after NFKC. */
export const minFilePasswordLength = 8

/** Maximum length of the user's anti-phishing word for this window, in UTF-16 units. */
export const maxAntiPhishingWordLength = 40

/** Why the window rejects an answer; the window stays open. */
export type AnswerFault =
  /** It came before the window accepts input. */
  | 'tooEarly'
  /** Another answer is still being checked. */
  | 'busy'
  /** The question has no such answer. */
  | 'notAsked'
  /** A warning about the recipient was not acknowledged. */
  | 'unacknowledged'

/** Why a pair of passwords for a file is rejected. */
export type FilePasswordFault = 'tooShort' | 'tooLong' | 'notText' | 'notEqual'
