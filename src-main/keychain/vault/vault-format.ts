// The layout of a vault file: header fields, limits and damage checks. Pure: bytes in, bytes out. No number of the file is
// trusted before it is checked.
import { createHash, timingSafeEqual } from 'node:crypto'
import { AppError } from '../../../src-preload/domain/errors.ts'

/** Cost of scrypt (RFC 7914): N = 2^log2N, block size r, parallelization p. Memory is 128 * N * r bytes. */
export interface ScryptParameters {
  readonly log2N: number
  readonly r: number
  readonly p: number
}

/** N = 2^17, r = 8, p = 1: OWASP Password Storage Cheat Sheet, section scrypt. Takes 128 MiB. */
export const currentScrypt: ScryptParameters = { log2N: 17, r: 8, p: 1 }

/** Limits of the cost in a file: higher ones would let a hostile file use up the computer's memory or time. */
export const scryptBounds = {
  minLog2N: 10,
  maxLog2N: 22,
  maxR: 64,
  maxP: 4,
  maxMemoryBytes: 512 * 1024 * 1024,
}

/** The header fields that depend on the password; unchanged until the password or the cost changes. */
export interface PasswordHeader {
  readonly scrypt: ScryptParameters
  /** 32 random bytes. */
  readonly salt: Buffer
  /** 32 bytes that only the right password produces. */
  readonly check: Buffer
}

export interface VaultHeader extends PasswordHeader {
  /** 12 random bytes, new with every write. */
  readonly nonce: Buffer
  /** Length of the encrypted content, its tag included. */
  readonly contentLength: number
}

export interface VaultParts {
  readonly header: VaultHeader
  /** All bytes of the header; authenticated together with the content. */
  readonly headerBytes: Buffer
  readonly content: Buffer
}

/** Why a vault counts as damaged. */
export type VaultDamage = 'notVault' | 'truncated' | 'header' | 'parameters' | 'length' | 'content'

/** The file version that this app writes; higher ones are databaseTooNew. */
export const vaultVersion = 1
/** Bytes of the scrypt salt. */
export const saltLength = 32
/** Bytes of the password check value. */
export const checkLength = 32
/** Bytes of the AES-GCM nonce. */
export const nonceLength = 12
/** Bytes of the AES-GCM tag. */
export const tagLength = 16

/** Maximum size of a vault: 50 accounts need about a hundredth of it. */
export const maxVaultBytes = 4 * 1024 * 1024

const magic = Buffer.from('SDESKVLT', 'latin1')
const kdfScrypt = 1
const cipherAes256Gcm = 1

// Numbers are big-endian. Magic, version, header length and the SHA-256 at the header's end keep their positions in every
// future version: this distinguishes a flipped bit in the version from a file of a newer app.
const offset = {
  version: 8,
  headerLength: 10,
  kdf: 12,
  cipher: 13,
  log2N: 14,
  reserved: 15,
  r: 16,
  p: 18,
  salt: 20,
  check: 20 + saltLength,
  nonce: 20 + saltLength + checkLength,
  contentLength: 20 + saltLength + checkLength + nonceLength,
}
const checksumLength = 32
/** Bytes of the whole header, checksum included. */
export const headerLength = offset.contentLength + 4 + checksumLength

export function vaultDamaged(reason: VaultDamage): AppError {
  return new AppError('vaultDamaged', { reason })
}

function checksumOf(headerBytes: Buffer): Buffer {
  return createHash('sha256')
    .update(headerBytes.subarray(0, headerBytes.length - checksumLength))
    .digest()
}

/** True for a cost within the app's limits. */
export function isAcceptableScrypt({ log2N, r, p }: ScryptParameters): boolean {
  const { minLog2N, maxLog2N, maxR, maxP, maxMemoryBytes } = scryptBounds
  if (log2N < minLog2N || log2N > maxLog2N || r < 1 || r > maxR || p < 1 || p > maxP) return false
  // RFC 7914, section 2: N is less than 2^(128 * r / 8).
  return log2N < 16 * r && 128 * 2 ** log2N * r <= maxMemoryBytes
}

/** True if guessing is cheaper, in memory or in work, than with `than`. */
export function isWeakerScrypt(one: ScryptParameters, than: ScryptParameters): boolean {
  const memory = ({ log2N, r }: ScryptParameters): number => 2 ** log2N * r
  return memory(one) < memory(than) || memory(one) * one.p < memory(than) * than.p
}

/** The header as bytes, checksum included. */
export function encodeHeader(header: VaultHeader): Buffer {
  const bytes = Buffer.alloc(headerLength)
  magic.copy(bytes, 0)
  bytes.writeUInt16BE(vaultVersion, offset.version)
  bytes.writeUInt16BE(headerLength, offset.headerLength)
  bytes.writeUInt8(kdfScrypt, offset.kdf)
  bytes.writeUInt8(cipherAes256Gcm, offset.cipher)
  bytes.writeUInt8(header.scrypt.log2N, offset.log2N)
  bytes.writeUInt16BE(header.scrypt.r, offset.r)
  bytes.writeUInt16BE(header.scrypt.p, offset.p)
  header.salt.copy(bytes, offset.salt)
  header.check.copy(bytes, offset.check)
  header.nonce.copy(bytes, offset.nonce)
  bytes.writeUInt32BE(header.contentLength, offset.contentLength)
  checksumOf(bytes).copy(bytes, headerLength - checksumLength)
  return bytes
}

/**
 * Parses a vault file without a password. Errors: vaultDamaged { reason: VaultDamage } if its bytes have changed since they
 * were written, databaseTooNew { found, supported } if a newer version wrote them.
 */
export function decodeVault(bytes: Buffer): VaultParts {
  if (!bytes.subarray(0, magic.length).equals(magic.subarray(0, bytes.length))) throw vaultDamaged('notVault')
  if (bytes.length < offset.headerLength + 2) throw vaultDamaged('truncated')
  const claimedLength = bytes.readUInt16BE(offset.headerLength)
  if (claimedLength < offset.headerLength + 2 + checksumLength) throw vaultDamaged('header')
  if (bytes.length < claimedLength) throw vaultDamaged('truncated')
  const headerBytes = bytes.subarray(0, claimedLength)
  const checksum = headerBytes.subarray(claimedLength - checksumLength)
  if (!timingSafeEqual(checksum, checksumOf(headerBytes))) throw vaultDamaged('header')

  const found = bytes.readUInt16BE(offset.version)
  if (found > vaultVersion) throw new AppError('databaseTooNew', { found, supported: vaultVersion })
  if (found !== vaultVersion || claimedLength !== headerLength) throw vaultDamaged('header')
  const isKnown = bytes[offset.kdf] === kdfScrypt && bytes[offset.cipher] === cipherAes256Gcm
  const scrypt = {
    log2N: bytes.readUInt8(offset.log2N),
    r: bytes.readUInt16BE(offset.r),
    p: bytes.readUInt16BE(offset.p),
  }
  if (!isKnown || bytes[offset.reserved] !== 0 || !isAcceptableScrypt(scrypt))
    throw vaultDamaged('parameters')

  const contentLength = bytes.readUInt32BE(offset.contentLength)
  const content = bytes.subarray(headerLength)
  if (content.length < contentLength) throw vaultDamaged('truncated')
  if (content.length > contentLength || contentLength < tagLength) throw vaultDamaged('length')
  const part = (start: number, length: number): Buffer => bytes.subarray(start, start + length)
  return {
    header: {
      scrypt,
      salt: part(offset.salt, saltLength),
      check: part(offset.check, checkLength),
      nonce: part(offset.nonce, nonceLength),
      contentLength,
    },
    headerBytes,
    content,
  }
}
