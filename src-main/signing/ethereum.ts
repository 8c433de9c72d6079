// Owns: the wallet's side of signing: EIP-191 text signatures and who made one, addresses, reading what a person typed.
// Must not: touch disk, network or electron, or let any part of a key into an error.
import { getAddress } from 'ethers/address'
import { Signature, SigningKey } from 'ethers/crypto'
import { hashMessage } from 'ethers/hash'
import { computeAddress, recoverAddress } from 'ethers/transaction'
import { AppError } from '../../src-preload/domain/errors.ts'
import { readEthereumAddress, readPrivateKey } from '../../src-preload/domain/wallet-input.ts'

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
 * Reads an Ethereum address that a person pasted. Digits of one case carry no checksum; of both cases, theirs must be right
 * (EIP-55): it catches typing errors. Returns it checksummed.
 * Errors: validation { field: 'ethereumAddress', reason: EthereumAddressFault }.
 */
export function parseEthereumAddress(input: string): string {
  const read = readEthereumAddress(input)
  if (!read.ok) throw new AppError('validation', { field: 'ethereumAddress', reason: read.fault })
  try {
    return getAddress(read.value)
  } catch {
    // The form is right, so what the library complains of is the checksum.
    throw new AppError('validation', { field: 'ethereumAddress', reason: 'wrongChecksum' })
  }
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

/** Who signed, and the signature in the one form that is passed on. */
export interface RecoveredSigner {
  /** Checksummed (EIP-55). */
  readonly ethereumAddress: string
  /** `0x` and 130 lowercase digits: r, s, v with v 27 or 28, as {@link signMessage} returns it. */
  readonly signature: string
}

/**
 * Tells whose EIP-191 signature of a text this is. Takes what wallets print: 65 bytes in hex of either case, white space
 * around it, v as 27 and 28 or as 0 and 1, s in either half of its range (EIP-2), which is turned into the lower one.
 * Errors: validation { field: 'signature', reason }: notHex; wrongLength; otherWallet for 65 bytes that are no wallet's
 * signature.
 */
export function recoverSigner(text: string, signature: string): RecoveredSigner {
  const refuse = (reason: 'notHex' | 'wrongLength' | 'otherWallet'): AppError =>
    new AppError('validation', { field: 'signature', reason })
  const typed = signature.trim()
  if (!/^0x[0-9a-f]*$/i.test(typed)) throw refuse('notHex')
  if (typed.length !== 132) throw refuse('wrongLength')
  const lastByte = Number.parseInt(typed.slice(-2), 16)
  if (![0, 1, 27, 28].includes(lastByte)) throw refuse('otherWallet')
  try {
    const canonical = Signature.from(`0x${typed.slice(2).toLowerCase()}`).getCanonical()
    return {
      ethereumAddress: recoverAddress(hashMessage(text), canonical),
      signature: canonical.serialized,
    }
  } catch {
    // r or s out of range, or no point of the curve.
    throw refuse('otherWallet')
  }
}
