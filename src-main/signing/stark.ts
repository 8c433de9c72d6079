// The service's L2 key (its own derivation, not StarkWare's) and StarkEx signatures over its message hashes. Pure. No part of
// a key is ever put into an error; callers decide what may be signed.
import { Point, getStarkKey, grindKey, sign } from '@scure/starknet'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { AppError } from '../../src-preload/domain/errors.ts'
import { signMessage } from './ethereum.ts'
import { formatHex, isHex, parseHex, parseKeyHex } from './hex.ts'

/** The service's deployments that have their own L2 key texts. */
export type L2Network = 'mainnet' | 'testnet'
/** The service's names over time: tanX, formerly Brine. */
export type L2Era = 'tanx' | 'brine'

/**
 * The texts whose wallet signature is the seed of the L2 key, per network and era of the service's name.
 * An account keeps the key of the text that it registered with: compare with the profile's stark_key.
 * Source: service facts, A7 (exact: ASCII apostrophe, nothing after the last character).
 */
export const l2KeyTexts = {
  mainnet: {
    tanx: 'Get started with TanX. Make sure the origin is https://trade.tanx.fi',
    brine: 'Get started with Brine. Make sure the origin is https://trade.brine.fi',
  },
  testnet: {
    tanx: "Click sign to verify you're a human - TanX Finance",
    brine: "Click sign to verify you're a human - Brine.finance",
  },
} as const satisfies Record<L2Network, Record<L2Era, string>>

/** Both are `0x` and lowercase hex without padding; the public key is the x coordinate of the curve point. */
export interface StarkKeyPair {
  readonly privateKey: string
  readonly publicKey: string
}

/** `0x` and lowercase hex without padding, as the service expects them in `signature`. */
export interface StarkSignature {
  readonly r: string
  readonly s: string
}

/** Order of the STARK curve's generator. Source: service facts, A7. */
const starkOrder = 0x0800000000000010ffffffffffffffffb781126dcae7b2321e66a241adc64d2fn
/** Upper bound of hashes, r and the inverse of s: 2^251. Source: service facts, A8. */
const starkLimit = 2n ** 251n

function fault(field: string, reason: string): AppError {
  return new AppError('validation', { field, reason })
}

/** Inverse modulo the prime order, by the extended Euclidean algorithm. `value` is public (s of a signature). */
function invertModOrder(value: bigint): bigint {
  let [previous, current] = [starkOrder, value]
  let [previousFactor, factor] = [0n, 1n]
  while (current !== 0n) {
    const quotient = previous / current
    ;[previous, current] = [current, previous - quotient * current]
    ;[previousFactor, factor] = [factor, previousFactor - quotient * factor]
  }
  return ((previousFactor % starkOrder) + starkOrder) % starkOrder
}

function parseHash(msgHash: string): bigint {
  const hash = parseHex(msgHash, 'msgHash')
  if (hash >= starkLimit) throw fault('msgHash', 'outOfRange')
  return hash
}

/** The private key as 64 padded digits, which the library reads unambiguously. */
function parsePrivateKey(starkPrivateKey: string): string {
  const key = parseKeyHex(starkPrivateKey, 'starkPrivateKey')
  if (key === 0n || key >= starkOrder) throw fault('starkPrivateKey', 'outOfRange')
  return key.toString(16).padStart(64, '0')
}

/** The last key that was asked for: the root in this prime field takes longer than all the rest of a check. */
let lastKey: { readonly x: bigint; readonly point: InstanceType<typeof Point> } | null = null

/** One of the two points with the given x; a Stark key does not tell which one. */
function pointOf(starkPublicKey: string): InstanceType<typeof Point> {
  const x = parseKeyHex(starkPublicKey, 'starkPublicKey')
  if (lastKey?.x === x) return lastKey.point
  try {
    const point = Point.fromHex(`02${x.toString(16).padStart(64, '0')}`)
    lastKey = { x, point }
    return point
  } catch {
    throw fault('starkPublicKey', 'notOnCurve')
  }
}

/** The public key (x coordinate, `0x`, unpadded) of a Stark private key. Errors: validation. */
export function starkPublicKeyOf(starkPrivateKey: string): string {
  return getStarkKey(parsePrivateKey(starkPrivateKey))
}

/**
 * Derives the L2 key pair by the service's own steps: the whole 65-byte wallet signature over `text` (one of
 * {@link l2KeyTexts}) as one number in decimal digits, keccak-256 of those ASCII digits, leading zero bytes kept,
 * then SHA-256 grinding. Source: service facts, A7. StarkWare's and dYdX's derivations give other keys.
 * Errors: validation for a bad Ethereum key or text, without any of the key.
 */
export function deriveStarkKeyPair(ethereumPrivateKey: string, text: string): StarkKeyPair {
  const walletSignature = signMessage(text, ethereumPrivateKey)
  const decimal = BigInt(walletSignature).toString(10)
  // Bytes, not hex: the library reads hex text as a number and would drop a leading zero byte.
  const seed = keccak_256(Buffer.from(decimal, 'ascii'))
  const privateKey = formatHex(BigInt(`0x${grindKey(seed)}`))
  return { privateKey, publicKey: starkPublicKeyOf(privateKey) }
}

/**
 * Signs a message hash of the service (`0x`, value below 2^251; not hashed again) with a Stark private key.
 * Deterministic (RFC 6979); the same bytes as the service's JavaScript connector. Source: service facts, A8.
 * Errors: validation { field: 'msgHash' | 'starkPrivateKey', reason: 'notHex' | 'outOfRange' }.
 */
export function signMsgHash(msgHash: string, starkPrivateKey: string): StarkSignature {
  const hash = parseHash(msgHash)
  const key = parsePrivateKey(starkPrivateKey)
  const { r, s } = sign(formatHex(hash), key)
  return { r: formatHex(r), s: formatHex(s) }
}

/**
 * True if a signature is valid for a hash and a Stark public key (x coordinate; either point with it is accepted).
 * A signature that is malformed or out of range (1 <= r < 2^251, 1 <= s < n, s^-1 mod n < 2^251) is not valid.
 * Errors: validation for a bad hash, or a public key that is no x coordinate of the curve.
 */
export function verifyMsgHash(msgHash: string, signature: StarkSignature, starkPublicKey: string): boolean {
  const hash = parseHash(msgHash)
  const key = pointOf(starkPublicKey)
  if (!isHex(signature.r) || !isHex(signature.s)) return false
  const r = parseHex(signature.r, 'r')
  const s = parseHex(signature.s, 's')
  if (r === 0n || r >= starkLimit || s === 0n || s >= starkOrder) return false
  const w = invertModOrder(s)
  if (w >= starkLimit) return false
  const fromHash = Point.BASE.multiplyUnsafe((hash * w) % starkOrder)
  const fromKey = key.multiplyUnsafe((r * w) % starkOrder)
  // The key's point is known only up to its sign, and so is the sum. Both candidates count (StarkEx does the same).
  return [fromHash.add(fromKey), fromHash.subtract(fromKey)].some((point) => point.toAffine().x === r)
}

/** Why a text is not an L2 private key. The renderer holds the wording. */
export type StarkPrivateKeyFault =
  | 'empty'
  | 'notHex'
  | 'wrongLength'
  | 'outOfRange'
  | 'looksLikeAddress'
  | 'looksLikeEthereumKey'
  | 'looksLikePhrase'

/** Shorter keys occur by chance once in 2^60, so part of the pasted text is missing. */
const minTypedKeyLength = 48

/**
 * Reads an L2 private key that the user pasted: hex digits of either case, with or without `0x`, padded or not, surrounding
 * white space allowed. Returns `0x` and lowercase hex without padding, a number in 1 .. n - 1 of the STARK curve.
 * Errors: validation { field: 'starkPrivateKey', reason: StarkPrivateKeyFault }, never any of the input.
 */
export function parseStarkPrivateKey(input: string): string {
  const refuse = (reason: StarkPrivateKeyFault): AppError => fault('starkPrivateKey', reason)
  const text = input.trim()
  if (text === '') throw refuse('empty')
  if (/^\p{L}+(?:\s+\p{L}+){11,23}$/u.test(text)) throw refuse('looksLikePhrase')
  const digits = text.replace(/^0x/i, '')
  if (!/^[0-9a-f]*$/i.test(digits)) throw refuse('notHex')
  if (digits.length === 40) throw refuse('looksLikeAddress')
  if (digits.length > 64 || digits.length < minTypedKeyLength) throw refuse('wrongLength')
  const key = BigInt(`0x${digits}`)
  if (key === 0n) throw refuse('outOfRange')
  // A wallet key has all 64 digits, and 31 of 32 wallet keys are beyond the STARK curve's order.
  if (key >= starkOrder) throw refuse(digits.length === 64 ? 'looksLikeEthereumKey' : 'outOfRange')
  return formatHex(key)
}

/** True if a public key equals the profile's key as a number, in any spelling. Errors: validation. */
export function isProfileStarkKey(publicKey: string, profileStarkKey: string): boolean {
  return parseKeyHex(publicKey, 'starkPublicKey') === parseKeyHex(profileStarkKey, 'profileStarkKey')
}

export interface FoundL2Key extends StarkKeyPair {
  /** The era of the text that the key was derived from. */
  readonly era: L2Era
}

/**
 * Finds the L2 key that an account is registered with: derives the key of each of the network's texts, the newer era first,
 * and returns the one whose public key is the profile's `stark_key`. Returns null if none matches: nothing may be signed with
 * this wallet then. Source: service facts, A7.
 * Errors: validation { field: 'profileStarkKey', reason: 'notHex' } for a profile without a valid key; a bad wallet key.
 */
export function findL2Key(
  ethereumPrivateKey: string,
  network: L2Network,
  profileStarkKey: string,
): FoundL2Key | null {
  const wanted = parseKeyHex(profileStarkKey, 'profileStarkKey')
  for (const era of ['tanx', 'brine'] as const satisfies readonly L2Era[]) {
    const pair = deriveStarkKeyPair(ethereumPrivateKey, l2KeyTexts[network][era])
    if (BigInt(pair.publicKey) === wanted) return { era, ...pair }
  }
  return null
}
