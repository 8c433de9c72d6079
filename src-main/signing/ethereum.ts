// Owns: the wallet's side of signing: EIP-191 text signatures, addresses, reading a private key that a person typed.
// Must not: touch disk, network or electron, or let any part of a key into an error.
import { SigningKey } from 'ethers/crypto'
import { hashMessage } from 'ethers/hash'
import { computeAddress } from 'ethers/transaction'
import { AppError } from '../../src-preload/shared/errors.ts'
import { readPrivateKey } from '../../src-preload/shared/wallet-input.ts'

/**
 * Reads a private key that a person pasted: 64 hex digits of either case, with or without `0x`, white space around it.
 * Returns `0x` and 64 lowercase digits, a number in 1 .. n - 1 of secp256k1.
 * Errors: validation { field: 'ethereumPrivateKey', reason: PrivateKeyFault }, never any of the input.
 */
export function parseEthereumPrivateKey(input: string): string {
  const read = readPrivateKey(input)
  if (read.ok) return read.value
  throw new AppError('validation', { field: 'ethereumPrivateKey', reason: read.fault })
}

/** The checksummed (EIP-55) address of a private key as {@link parseEthereumPrivateKey} reads it. */
export function ethereumAddressOf(ethereumPrivateKey: string): string {
  return computeAddress(parseEthereumPrivateKey(ethereumPrivateKey))
}

/**
 * Signs a text the way wallets do (EIP-191 personal_sign): keccak-256 over 0x19, "Ethereum Signed Message:\n",
 * the decimal count of UTF-8 bytes, and those bytes; secp256k1, RFC 6979, low s.
 * The text is signed exactly as it is: not trimmed, not normalised, and never read as hex.
 * Returns `0x` and 130 lowercase digits: r, s, v with v 27 or 28. Source: service facts, A6.
 * Errors: validation for a bad key, or { field: 'text', reason: 'notUnicode' } where the text has a lone surrogate,
 * which has no UTF-8 form.
 */
export function signMessage(text: string, ethereumPrivateKey: string): string {
  const key = parseEthereumPrivateKey(ethereumPrivateKey)
  if (!text.isWellFormed()) throw new AppError('validation', { field: 'text', reason: 'notUnicode' })
  return new SigningKey(key).sign(hashMessage(text)).serialized
}
