// Owns: BIP-32 key derivation over secp256k1, private and public. Must not: know phrases, touch disk, network or
// electron, or let any part of a key into an error. (ethers' own HDNodeWallet would bring its whole provider code along.)
import { computeHmac, SigningKey } from 'ethers/crypto'
import { AppError } from '../../src-preload/domain/errors.ts'

/** Order of secp256k1 (SEC 2, section 2.4.1). */
const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
/** First index of the hardened half. Source: BIP-32, "Extended keys". */
export const hardened = 0x80000000

/** A private key with the chain code that its children come from. Both are `0x` and 64 lowercase digits. */
export interface HdKey {
  readonly privateKey: string
  readonly chainCode: string
}

/** The public half: it makes the public keys of children that are not hardened, and no private key ever. */
export interface HdPublicKey {
  /** Compressed point, `0x` and 66 digits. */
  readonly publicKey: string
  readonly chainCode: string
}

interface Split {
  readonly left: string
  readonly right: string
}

function hmacSha512(key: Uint8Array | string, data: Uint8Array | string): Split {
  const digest = computeHmac('sha512', key, data)
  return { left: digest.slice(0, 66), right: `0x${digest.slice(66)}` }
}

function formatKey(value: bigint): string {
  return `0x${value.toString(16).padStart(64, '0')}`
}

/** BIP-32 skips such keys; nobody has ever seen one (1 in 2^127). */
function assertKey(value: bigint): void {
  if (value === 0n || value >= curveOrder) throw new AppError('internal', { what: 'derive a wallet key' })
}

function indexDigits(index: number): string {
  if (!Number.isInteger(index) || index < 0 || index >= 2 * hardened) {
    throw new AppError('validation', { field: 'index', reason: 'outOfRange' })
  }
  return index.toString(16).padStart(8, '0')
}

/** The master key of a seed of 16 to 64 bytes. Source: BIP-32, "Master key generation". */
export function masterKeyOf(seed: Uint8Array | string): HdKey {
  const { left, right } = hmacSha512(new TextEncoder().encode('Bitcoin seed'), seed)
  assertKey(BigInt(left))
  return { privateKey: left, chainCode: right }
}

/** The child of a private key; an index from {@link hardened} on makes a hardened one. Source: BIP-32, CKDpriv. */
export function deriveChild(parent: HdKey, index: number): HdKey {
  const digits = indexDigits(index)
  const data =
    index >= hardened
      ? `0x00${parent.privateKey.slice(2)}${digits}`
      : `${publicHalfOf(parent).publicKey}${digits}`
  const { left, right } = hmacSha512(parent.chainCode, data)
  assertKey(BigInt(left))
  const key = (BigInt(left) + BigInt(parent.privateKey)) % curveOrder
  assertKey(key)
  return { privateKey: formatKey(key), chainCode: right }
}

/** Follows a path of indices down from a key. */
export function derivePath(from: HdKey, path: readonly number[]): HdKey {
  return path.reduce(deriveChild, from)
}

/** What may be kept where only addresses are wanted. Source: BIP-32, function N. */
export function publicHalfOf({ privateKey, chainCode }: HdKey): HdPublicKey {
  return { publicKey: SigningKey.computePublicKey(privateKey, true), chainCode }
}

/**
 * The uncompressed public key of a child that is not hardened, without making its private key. Source: BIP-32, CKDpub.
 * Returns `0x04` and 128 digits. Errors: validation { field: 'index' } for a hardened index.
 */
export function derivePublicChild(parent: HdPublicKey, index: number): string {
  const digits = indexDigits(index)
  if (index >= hardened) throw new AppError('validation', { field: 'index', reason: 'outOfRange' })
  const { left } = hmacSha512(parent.chainCode, `${parent.publicKey}${digits}`)
  assertKey(BigInt(left))
  const offset = SigningKey.computePublicKey(left, true)
  return SigningKey.addPoints(offset, parent.publicKey, false)
}
