// Text for an invalid seed phrase, phrase address or keystore file. Never repeats the input.
import type { ErrorData } from '../../src-preload/domain/errors.ts'

const phraseReasons: Readonly<Record<string, string>> = {
  empty: 'Enter the seed phrase.',
  tooLong: 'This is too long: a seed phrase has 12, 15, 18, 21 or 24 words.',
  wrongChecksum: 'The phrase’s checksum fails: a word may be wrong, or two words may be swapped.',
}

/** Seed phrase errors by broken rule. */
export function describeSeedPhrase(reason: string, data: ErrorData): string {
  const { position, count } = data
  if (reason === 'unknownWord' && typeof position === 'number') {
    return `Word ${String(position)} is not in the English word list. Check its spelling.`
  }
  if (reason === 'wrongCount' && typeof count === 'number') {
    return `A seed phrase has 12, 15, 18, 21 or 24 words; this one has ${String(count)}.`
  }
  return phraseReasons[reason] ?? 'This seed phrase is invalid.'
}

/** Phrase address errors by broken rule. */
export function describePhraseAddress(reason: string): string {
  return reason === 'otherWallet'
    ? 'This is not this account’s address. Choose that one, or add this wallet as an account.'
    : 'Choose an address.'
}

const keystoreReasons: Readonly<Record<string, string>> = {
  missing: 'Choose a keystore file.',
  unreadable: 'The file could not be read. Choose it again.',
  tooLarge: 'This file is too large for a keystore file (limit 64 kB).',
  notJson: 'This is not a keystore file: it is not JSON.',
  notKeystore: 'This is not a keystore file, or it is incomplete.',
  unsupportedVersion: 'Only keystore version 3 is supported.',
  unsupportedKdf:
    'This file’s key derivation is not supported. Supported: scrypt and PBKDF2 with HMAC-SHA-256.',
  unsupportedCipher: 'This file’s cipher is not supported. Supported: AES-128-CTR.',
  tooCostly:
    'Opening this file would need more memory or time than any wallet asks for, so it was not opened.',
  notAKey: 'The password is right, but the file contains no Ethereum private key.',
  addressMismatch: 'The file’s address doesn’t match its key, so it was not used.',
  otherWallet: 'This file belongs to another wallet. To use that wallet too, add it as an account.',
}

/** Keystore file errors by broken rule. */
export function describeKeystore(reason: string): string {
  return keystoreReasons[reason] ?? 'This keystore file is invalid.'
}
