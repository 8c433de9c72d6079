// Owns: the reasons why the OS keychain cannot be used. Must not: word them; the renderer does.

export const keychainFaults = [
  /** The keychain module is not there: an optional part that could not be built. */
  'notInstalled',
  /** The system runs no keychain: no Secret Service, no D-Bus session. */
  'noService',
  /** The keychain service is there and has no keyring to write to. */
  'noCollection',
  /** It stayed locked: the prompt was dismissed, refused, or could not be shown. */
  'locked',
  /** It did not answer in time; perhaps a prompt waits somewhere. */
  'noAnswer',
  /** It gave back something else than was written. */
  'mismatch',
  /** It refused for another reason. */
  'failed',
] as const
export type KeychainFault = (typeof keychainFaults)[number]
