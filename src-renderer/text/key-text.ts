// Text for an invalid address, L2 key, signature or passphrase. Never repeats the input.
import type { EthereumAddressFault } from '../../src-preload/domain/wallet-input.ts'

function lookUp(table: Readonly<Record<string, string>>, reason: string, otherwise: string): string {
  return Object.hasOwn(table, reason) ? (table[reason] ?? otherwise) : otherwise
}

const addressReasons: Readonly<Record<EthereumAddressFault | 'otherWallet', string>> = {
  empty: 'The address of the wallet is missing.',
  notAddress: 'An Ethereum address has 0x and exactly 40 hexadecimal digits.',
  wrongChecksum:
    'The capitals in this address carry a check, and it fails: a digit may be wrong. Copy the address again.',
  otherWallet:
    'This is another wallet than that of this account. To use that wallet too, add it as an account.',
}

/** Wallet address errors by broken rule. */
export function describeAddress(reason: string): string {
  return lookUp(addressReasons, reason, 'This is not an Ethereum address that can be used.')
}

const starkKeyReasons: Readonly<Record<string, string>> = {
  empty: 'The L2 private key is missing.',
  notHex: 'An L2 private key has only the digits 0 to 9 and the letters a to f, with or without 0x in front.',
  wrongLength:
    'An L2 private key has at most 64 hexadecimal digits, and nearly always 60 or more. Part of it may be missing.',
  outOfRange: 'This number is outside the range of L2 private keys, so it cannot be one.',
  looksLikeAddress: 'This is an Ethereum address, which is public. The L2 private key is longer.',
  looksLikeEthereumKey:
    'This is the private key of an Ethereum wallet, not an L2 key. Choose “Private key” above to use it.',
  looksLikePhrase: 'This is a seed phrase. Choose “Seed phrase” above to use it.',
}

/** L2 private key errors by broken rule. */
export function describeStarkKey(reason: string): string {
  return lookUp(starkKeyReasons, reason, 'This is not an L2 private key.')
}

const signatureReasons: Readonly<Record<string, string>> = {
  empty: 'The signature is missing.',
  notHex: 'A signature has 0x and then only the digits 0 to 9 and the letters a to f.',
  wrongLength: 'A signature has 0x and exactly 130 hexadecimal digits. Part of it may be missing.',
  otherWallet:
    'This signature was made by another wallet, or over another text. Sign exactly the text above with the wallet of this account.',
}

/** External signature errors by broken rule. */
export function describeSignature(reason: string): string {
  return lookUp(signatureReasons, reason, 'This signature cannot be used.')
}

const passphraseReasons: Readonly<Record<string, string>> = {
  tooLong: 'The passphrase can have 256 characters at most.',
  notUnicode: 'The passphrase contains a broken character. Type it again.',
}

/** Passphrase errors by broken rule. */
export function describePassphrase(reason: string): string {
  return lookUp(passphraseReasons, reason, 'This passphrase cannot be used.')
}
