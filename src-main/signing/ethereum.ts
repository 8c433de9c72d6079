// The wallet side of signing: EIP-191 text signatures, signer recovery, addresses, and parsing of typed keys and addresses.
// Pure. No part of a key is ever put into an error.
import { getAddress } from 'ethers/address'
import { Signature, SigningKey } from 'ethers/crypto'
import { hashMessage } from 'ethers/hash'
import { computeAddress, recoverAddress } from 'ethers/transaction'
import { AppError } from '../../src-preload/domain/errors.ts'
import { readEthereumAddress, readPrivateKey } from '../../src-preload/domain/accounts/wallet-input.ts'

/**
 * Reads a private key that the user pasted: 64 hex digits of either case, with or without `0x`, surrounding white space
 * allowed.
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
 * Reads an Ethereum address that the user pasted and returns it checksummed. Digits of one case carry no checksum; digits of
 * both cases must have the right one (EIP-55), which catches typing errors.
 * Errors: validation { field: 'ethereumAddress', reason: EthereumAddressFault }.
 */
export function parseEthereumAddress(input: string): string {
  const read = readEthereumAddress(input)
  if (!read.ok) throw new AppError('validation', { field: 'ethereumAddress', reason: read.fault })
  try {
    return getAddress(read.value)
  } catch {
    // The form is right, so the library can only reject the checksum.
    throw new AppError('validation', { field: 'ethereumAddress', reason: 'wrongChecksum' })
  }
}

/**
 * Signs a text as wallets do (EIP-191 personal_sign): keccak-256 over 0x19, "Ethereum Signed Message:\n", the decimal count
 * of UTF-8 bytes, and those bytes; secp256k1, RFC 6979, low s.
 * The text is signed exactly as given: not trimmed, not normalized, and never read as hex.
 * Returns `0x` and 130 lowercase digits: r, s, v with v 27 or 28. Source: service facts, A6.
 * Errors: validation for a bad key, or { field: 'text', reason: 'notUnicode' } if the text has a lone surrogate, which has no
 * UTF-8 form.
 */
export function signMessage(text: string, ethereumPrivateKey: string): string {
  const key = parseEthereumPrivateKey(ethereumPrivateKey)
  if (!text.isWellFormed()) throw new AppError('validation', { field: 'text', reason: 'notUnicode' })
  return new SigningKey(key).sign(hashMessage(text)).serialized
}

/** The signer, and the signature in canonical form. */
export interface RecoveredSigner {
  /** Checksummed (EIP-55). */
  readonly ethereumAddress: string
  /** `0x` and 130 lowercase digits: r, s, v with v 27 or 28, as {@link signMessage} returns it. */
  readonly signature: string
}

/**
 * Recovers the signer of an EIP-191 text signature. Accepts what wallets print: 65 bytes in hex of either case, surrounding
 * white space, v as 27 and 28 or as 0 and 1, s in either half of its range (EIP-2); an upper-half s is converted to the lower
 * half.
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
    // r or s is out of range, or no curve point matches.
    throw refuse('otherWallet')
  }
}
