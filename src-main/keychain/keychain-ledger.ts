// Owns: the face of the note of which accounts have secrets in the OS keychain. Must not: know any secret.

/**
 * Remembers across sessions for which accounts the OS keychain was written to, so that "there is no keychain here today"
 * can be told from "there is nothing of this account in it".
 */
export interface KeychainLedger {
  /** True from the first secret of the account that went to the keychain until all of them were removed. */
  mayHold(account: string): Promise<boolean>
  /** Every account of which the keychain may hold something; also one that is not among the app's accounts any more. */
  list(): Promise<readonly string[]>
  /** Noted before the keychain is written to, so that an end in between leaves a note too many, never one too few. */
  noteKept(account: string): Promise<void>
  /** The keychain holds nothing of the account any more. */
  noteRemoved(account: string): Promise<void>
}
