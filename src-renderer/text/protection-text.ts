// Text about where a private key is stored, and why the keychain is unavailable.
import type { KeyProtection } from '../../src-preload/contract/accounts/accounts.ts'
import type { KeychainFault } from '../../src-preload/domain/accounts/keychain.ts'

const faultSentences: Readonly<Record<KeychainFault, string>> = {
  notInstalled: 'Starkdesk’s keychain component is not installed.',
  noService: 'This computer runs no keychain service.',
  noCollection: 'This computer’s keychain service has no keyring.',
  locked: 'The system keychain stayed locked.',
  noAnswer: 'The system keychain did not answer; a prompt may be open behind another window.',
  mismatch: 'The system keychain returned a wrong value, so it is not used for keys.',
  failed: 'The system keychain denied access.',
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
      return 'The key is stored in your system keychain and never shown again.'
    case 'vault':
      return 'The key is stored in the encrypted key file, opened by your app password, and never shown again.'
    case 'memory':
      return `${withReason(
        'The key stays in memory only. Enter it again after a restart.',
        reason,
      )} An app password would keep it in an encrypted key file: Settings, Security.`
    case 'untouched':
      return 'The key is stored in your system keychain; without one it stays in memory for this session only.'
  }
}

/** After a key was accepted: where it is stored. */
export function describeProtectionAfter({ kind, reason }: KeyProtection): string {
  switch (kind) {
    case 'keychain':
      return 'Its key is in your system keychain.'
    case 'vault':
      return 'Its key is in the encrypted key file, opened by your app password.'
    case 'memory':
      return `${withReason('Its key is in memory only and is gone when Starkdesk quits.', reason)} An app password would keep it.`
    case 'untouched':
      return 'Its key has not been stored.'
  }
}
