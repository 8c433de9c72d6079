// Remembers which accounts have secrets in the OS keychain. Holds no secrets.

/**
 * Remembers across sessions for which accounts the OS keychain was written to. This distinguishes "no keychain here today"
 * from "the keychain has nothing of this account".
 */
export interface KeychainLedger {
  /** True from the first secret of the account that is stored in the keychain until all of them are removed. */
  mayHold(account: string): Promise<boolean>
  /** Every account of which the keychain may hold a secret, including accounts that the app no longer has. */
  list(): Promise<readonly string[]>
  /** Recorded before the keychain is written to: a crash in between leaves one note too many, never one too few. */
  noteStored(account: string): Promise<void>
  /** Records that the keychain holds nothing of the account any more. */
  noteRemoved(account: string): Promise<void>
}
