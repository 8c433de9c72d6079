// Text about where a private key is stored, and why the keychain is unavailable.
import type { KeyProtection } from '../../src-preload/contract/accounts.ts'
import type { KeychainFault } from '../../src-preload/domain/keychain.ts'

const faultSentences: Readonly<Record<KeychainFault, string>> = {
  notInstalled: 'The part of Starkdesk that speaks to the system keychain is not installed.',
  noService: 'This computer runs no keychain service.',
  noCollection: 'The keychain service of this computer has no keyring to write to.',
  locked: 'The system keychain stayed locked.',
  noAnswer: 'The system keychain did not answer; a prompt may be waiting behind another window.',
  mismatch: 'The system keychain gave back something else than was written, so it is not trusted with a key.',
  failed: 'The system keychain refused.',
}

function isKeychainFault(text: string): text is KeychainFault {
  return Object.hasOwn(faultSentences, text)
}

/** Why the keychain is unavailable, as a sentence; null for an unknown reason. */
export function describeKeychainFault(reason: string): string | null {
  return isKeychainFault(reason) ? faultSentences[reason] : null
}

function withReason(sentence: string, reason: KeychainFault | null): string {
  return reason === null ? sentence : `${sentence} ${faultSentences[reason]}`
}

/** Before a key is entered: where it will be stored. */
export function describeProtectionBefore({ kind, reason }: KeyProtection): string {
  switch (kind) {
    case 'keychain':
      return 'The key is kept in the keychain of your operating system. It is never written to a file of Starkdesk and never shown again.'
    case 'vault':
      return 'The key is kept in the encrypted key file, which your app password opens. It is never shown again.'
    case 'memory':
      return `${withReason(
        'The key is kept in memory only and is gone when Starkdesk quits; you will enter it again next time.',
        reason,
      )} An app password would keep it in an encrypted key file: Settings, Security.`
    case 'untouched':
      return 'The key goes to the keychain of your operating system where there is one. Without one it stays in memory for this session only, and Starkdesk tells you.'
  }
}

/** After a key was accepted: where it is stored. */
export function describeProtectionAfter({ kind, reason }: KeyProtection): string {
  switch (kind) {
    case 'keychain':
      return 'Its key is in the keychain of your operating system.'
    case 'vault':
      return 'Its key is in the encrypted key file, which your app password opens.'
    case 'memory':
      return `${withReason('Its key is in memory only and is gone when Starkdesk quits.', reason)} An app password would keep it.`
    case 'untouched':
      return 'Its key has not been stored.'
  }
}
