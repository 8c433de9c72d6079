// Text for an invalid seed phrase, phrase address or keystore file. Never repeats the input.
import type { ErrorData } from '../../src-preload/domain/errors.ts'

const phraseReasons: Readonly<Record<string, string>> = {
  empty: 'The seed phrase is missing.',
  tooLong: 'This is longer than any seed phrase: one has 12, 15, 18, 21 or 24 words.',
  wrongChecksum:
    'These words do not belong together: the last one carries a check, and it fails. A word may be wrong, or two may be in the wrong order.',
}

/** Seed phrase errors by broken rule. */
export function describeSeedPhrase(reason: string, data: ErrorData): string {
  const { position, count } = data
  if (reason === 'unknownWord' && typeof position === 'number') {
    return `Word ${String(position)} is not in the English list of seed phrase words. Check its spelling.`
  }
  if (reason === 'wrongCount' && typeof count === 'number') {
    return `A seed phrase has 12, 15, 18, 21 or 24 words; this one has ${String(count)}.`
  }
  return phraseReasons[reason] ?? 'This seed phrase cannot be used.'
}

/** Phrase address errors by broken rule. */
export function describePhraseAddress(reason: string): string {
  return reason === 'otherWallet'
    ? 'This is another address than that of this account. Choose that one, or add this wallet as an account.'
    : 'Choose the address to connect.'
}

const keystoreReasons: Readonly<Record<string, string>> = {
  missing: 'The keystore file is missing.',
  unreadable: 'The file could not be read. Choose it again.',
  tooLarge: 'This file is larger than any keystore file: 64 kB is the limit.',
  notJson: 'This is not a keystore file: its text is not JSON.',
  notKeystore: 'This is not a keystore file, or part of it is missing.',
  unsupportedVersion: 'This keystore file is of another version than 3, which Starkdesk cannot open.',
  unsupportedKdf:
    'This keystore file turns its password into a key in a way that Starkdesk does not know. It knows scrypt and PBKDF2 with HMAC-SHA-256.',
  unsupportedCipher:
    'This keystore file uses a cipher that Starkdesk does not know. It knows AES-128 in counter mode.',
  tooCostly:
    'Opening this file would take more memory or time than any wallet asks for, so it was not tried.',
  notAKey: 'The password is right, but the file holds no Ethereum private key.',
  addressMismatch: 'The file names another address than that of the key in it, so it was not used.',
  otherWallet:
    'This file is of another wallet than that of this account. To use that wallet too, add it as an account.',
}

/** Keystore file errors by broken rule. */
export function describeKeystore(reason: string): string {
  return keystoreReasons[reason] ?? 'This keystore file cannot be used.'
}
