// Parses the text of a keystore file, version 3, and judges the cost of opening it. Derives and decrypts nothing, and puts no
// part of the file into an error.
import { z } from 'zod'
import { AppError } from '../../src-preload/domain/errors.ts'

/** Why a file cannot be opened. The renderer holds the wording. */
export type KeystoreFault =
  | 'tooLarge'
  | 'notJson'
  | 'notKeystore'
  | 'unsupportedVersion'
  | 'unsupportedKdf'
  | 'unsupportedCipher'
  | 'tooCostly'
  | 'notAKey'
  | 'addressMismatch'

/** scrypt's CPU and memory cost n (a power of two), block size r and parallelisation p. */
export interface ScryptCost {
  readonly n: number
  readonly r: number
  readonly p: number
}

/** A parsed keystore file, not decrypted. */
export interface Keystore {
  /** 40 lowercase digits, or null if the file has none. Not secret, and not verified before decryption. */
  readonly address: string | null
  readonly kdf:
    | { readonly name: 'scrypt'; readonly salt: Uint8Array; readonly cost: ScryptCost }
    | { readonly name: 'pbkdf2'; readonly salt: Uint8Array; readonly iterations: number }
  readonly iv: Uint8Array
  readonly ciphertext: Uint8Array
  /** 64 lowercase digits. */
  readonly mac: string
}

/** In UTF-8. Real files have about 500 bytes. */
export const maxKeystoreBytes = 64 * 1024
/** 128 * n * r bytes: twice the need of geth's standard files. */
const maxScryptMemory = 512 * 1024 * 1024
/** n * r * p: twice geth's standard (n = 2^18, r = 8, p = 1), which takes about a second. */
const maxScryptWork = 2 ** 22
/** If n breaks RFC 7914's rule (keystore.ts), scrypt runs in JavaScript: the limit is what web3.py's files need. */
const maxSlowScryptN = 2 ** 18
/** 128 * r * p bytes are memory too. */
const maxScryptBlocks = 1024
/** A few seconds; files in the wild have 10 240 to 1 000 000. */
const maxPbkdf2Iterations = 5_000_000

/** RFC 7914, section 2, requires n < 2^(16 * r), and OpenSSL computes nothing else. */
export function isBeyondRfc7914({ n, r }: Pick<ScryptCost, 'n' | 'r'>): boolean {
  return Math.log2(n) >= 16 * r
}

/** The validation error of field `keystore`. */
export function keystoreFault(reason: KeystoreFault): AppError {
  return new AppError('validation', { field: 'keystore', reason })
}

const bytes = (min: number, max: number) =>
  z
    .string()
    .regex(/^(?:0x)?(?:[0-9a-f]{2})*$/i)
    .transform((text) => Uint8Array.from(Buffer.from(text.replace(/^0x/i, ''), 'hex')))
    .refine((value) => value.length >= min && value.length <= max)
const count = z.int().positive()
/** Writers may request more bytes; only the first 32 are used, and the length does not change them. */
const dklen = z.int().min(32).max(1024)
const name = z.string().transform((text) => text.toLowerCase())

const outline = z.object({
  version: z.unknown().optional(),
  address: z.unknown().optional(),
  crypto: z.record(z.string(), z.unknown()),
})
const cryptoPart = z.object({
  cipher: name,
  cipherparams: z.object({ iv: bytes(16, 16) }),
  // Some old writers dropped leading zero bytes of the key (geth's vectors have such files).
  ciphertext: bytes(1, 32),
  mac: bytes(32, 32),
})
const scryptPart = z.object({ n: count, r: count, p: count, dklen, salt: bytes(1, 1024) })
const pbkdf2Part = z.object({ c: count, prf: name, dklen, salt: bytes(1, 1024) })
const addressPart = z
  .string()
  .regex(/^(?:0x)?[0-9a-f]{40}$/i)
  .transform((text) => text.replace(/^0x/i, '').toLowerCase())

/** Writers use different cases for names ("Crypto"): all become lowercase, three levels deep. */
function lowerNames(value: unknown, depth = 3): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth === 0) return value
  const entries = Object.entries(value).map(([key, item]) => [key.toLowerCase(), lowerNames(item, depth - 1)])
  const names = new Set(entries.map(([key]) => key))
  // Duplicate names are refused: a reader that takes the other one opens another wallet.
  if (names.size !== entries.length) throw keystoreFault('notKeystore')
  return Object.fromEntries(entries) as unknown
}

function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value)
  if (!result.success) throw keystoreFault('notKeystore')
  return result.data
}

function parseJson(text: string): unknown {
  if (text.length > maxKeystoreBytes || Buffer.byteLength(text) > maxKeystoreBytes) {
    throw keystoreFault('tooLarge')
  }
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    // The parser's message quotes the file.
    throw keystoreFault('notJson')
  }
}

function parseKdf(kdf: unknown, params: unknown): Keystore['kdf'] {
  switch (read(name, kdf)) {
    case 'scrypt': {
      const { n, r, p, salt } = read(scryptPart, params)
      if (n < 2 || !Number.isInteger(Math.log2(n))) throw keystoreFault('notKeystore')
      const isCostly = 128 * n * r > maxScryptMemory || n * r * p > maxScryptWork || r * p > maxScryptBlocks
      const isSlow = isBeyondRfc7914({ n, r }) && n > maxSlowScryptN
      if (isCostly || isSlow) throw keystoreFault('tooCostly')
      return { name: 'scrypt', salt, cost: { n, r, p } }
    }
    case 'pbkdf2': {
      const { c, prf, salt } = read(pbkdf2Part, params)
      if (prf !== 'hmac-sha256') throw keystoreFault('unsupportedKdf')
      if (c > maxPbkdf2Iterations) throw keystoreFault('tooCostly')
      return { name: 'pbkdf2', salt, iterations: c }
    }
    default:
      throw keystoreFault('unsupportedKdf')
  }
}

/**
 * Parses a keystore file without opening it. Cheap, so that a bad file is reported before the user types a password.
 * Errors: validation { field: 'keystore', reason: KeystoreFault }, one of tooLarge, notJson, notKeystore, unsupportedVersion,
 * unsupportedKdf, unsupportedCipher, tooCostly.
 */
export function parseKeystore(text: string): Keystore {
  const { version, address, crypto } = read(outline, lowerNames(parseJson(text)))
  if (version === undefined) throw keystoreFault('notKeystore')
  if (version !== 3 && version !== '3') throw keystoreFault('unsupportedVersion')
  const kdf = parseKdf(crypto['kdf'], crypto['kdfparams'])
  if (read(name, crypto['cipher']) !== 'aes-128-ctr') throw keystoreFault('unsupportedCipher')
  const { cipherparams, ciphertext, mac } = read(cryptoPart, crypto)
  const isNamed = address !== undefined && address !== null && address !== ''
  return {
    address: isNamed ? read(addressPart, address) : null,
    kdf,
    iv: cipherparams.iv,
    ciphertext,
    mac: Buffer.from(mac).toString('hex'),
  }
}
