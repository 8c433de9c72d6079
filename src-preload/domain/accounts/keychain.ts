// The reasons why the OS keychain cannot be used. The renderer holds the wording.

export const keychainFaults = [
  /** The optional keychain module is missing or could not be built. */
  'notInstalled',
  /** The system has no keychain: no Secret Service, no D-Bus session. */
  'noService',
  /** The keychain service runs but has no keyring to write to. */
  'noCollection',
  /** It stayed locked: the prompt was dismissed, refused, or could not be shown. */
  'locked',
  /** It did not answer in time; a prompt may be open somewhere. */
  'noAnswer',
  /** It returned something other than what was written. */
  'mismatch',
  /** It refused for another reason. */
  'failed',
] as const
export type KeychainFault = (typeof keychainFaults)[number]
