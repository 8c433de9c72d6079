// Text for an invalid address, L2 key, signature or passphrase. Never repeats the input.
import type { EthereumAddressFault } from '../../src-preload/domain/accounts/wallet-input.ts'

function lookUp(table: Readonly<Record<string, string>>, reason: string, otherwise: string): string {
  return Object.hasOwn(table, reason) ? (table[reason] ?? otherwise) : otherwise
}

const addressReasons: Readonly<Record<EthereumAddressFault | 'otherWallet', string>> = {
  empty: 'Enter the wallet’s address.',
  notAddress: 'Enter 0x and exactly 40 hexadecimal digits.',
  wrongChecksum: 'The address’s checksum fails, so a digit may be wrong. Copy it again.',
  otherWallet: 'This is another wallet. To use it too, add it as an account.',
}

/** Wallet address errors by broken rule. */
export function describeAddress(reason: string): string {
  return lookUp(addressReasons, reason, 'This is not a valid Ethereum address.')
}

const starkKeyReasons: Readonly<Record<string, string>> = {
  empty: 'Enter the L2 private key.',
  notHex: 'Use only the digits 0 to 9 and the letters a to f, with or without 0x.',
  wrongLength:
    'Enter at most 64 hexadecimal digits; nearly all keys have 60 or more, so part of it may be missing.',
  outOfRange: 'This number is out of range for an L2 private key.',
  looksLikeAddress: 'This is an Ethereum address, not an L2 private key.',
  looksLikeEthereumKey: 'This is an Ethereum private key, not an L2 key. Choose “Private key” above.',
  looksLikePhrase: 'This is a seed phrase. Choose “Seed phrase” above to use it.',
}

/** L2 private key errors by broken rule. */
export function describeStarkKey(reason: string): string {
  return lookUp(starkKeyReasons, reason, 'This is not an L2 private key.')
}

const signatureReasons: Readonly<Record<string, string>> = {
  empty: 'Enter the signature.',
  notHex: 'Enter 0x and then only the digits 0 to 9 and the letters a to f.',
  wrongLength: 'Enter 0x and exactly 130 hexadecimal digits. Part of the signature may be missing.',
  otherWallet:
    'This signature is from another wallet or for another text. Sign exactly the text above with this account’s wallet.',
}

/** External signature errors by broken rule. */
export function describeSignature(reason: string): string {
  return lookUp(signatureReasons, reason, 'This signature is invalid.')
}

const passphraseReasons: Readonly<Record<string, string>> = {
  tooLong: 'Use at most 256 characters.',
  notUnicode: 'The passphrase contains an invalid character. Type it again.',
}

/** Passphrase errors by broken rule. */
export function describePassphrase(reason: string): string {
  return lookUp(passphraseReasons, reason, 'This passphrase is invalid.')
}
