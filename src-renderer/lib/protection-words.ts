// Owns: the sentences about where a private key is kept. Must not: decide it; main does.
import type { KeyProtection } from '../../src-preload/contract/accounts.ts'

const withReason = (sentence: string, reason: string | null): string =>
  reason === null || reason === '' ? sentence : `${sentence} ${reason}`

/** Before a key is entered: where it will lie. */
export function describeProtectionBefore(protection: KeyProtection): string {
  switch (protection.kind) {
    case 'keychain':
      return 'The key is kept in the keychain of your operating system. It is never written to a file of Starkdesk and never shown again.'
    case 'memory':
      return withReason(
        'The key is kept in memory only and is gone when Starkdesk quits; you will enter it again next time.',
        protection.reason,
      )
    case 'untouched':
      return withReason(
        'The key goes to the keychain of your operating system where there is one. Without one it stays in memory for this session only, and Starkdesk tells you.',
        protection.reason,
      )
  }
}

/** After a key was accepted: where it lies now. */
export function describeProtectionAfter(protection: KeyProtection): string {
  switch (protection.kind) {
    case 'keychain':
      return 'Its key is in the keychain of your operating system.'
    case 'memory':
      return withReason('Its key is in memory only and is gone when Starkdesk quits.', protection.reason)
    case 'untouched':
      return withReason('Its key has not been stored.', protection.reason)
  }
}
