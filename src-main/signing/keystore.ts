// Opens and creates Ethereum keystore files, version 3 (Web3 Secret Storage). Pure. Judges the cost before each key
// derivation and never puts a secret into an error.
import { scryptAsync } from '@noble/hashes/scrypt.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { AppError } from '../../src-preload/domain/errors.ts'
import { ethereumAddressOf, parseEthereumPrivateKey } from './ethereum.ts'
import {
  isBeyondRfc7914,
  keystoreFault,
  parseKeystore,
  type Keystore,
  type ScryptCost,
} from './keystore-format.ts'

/** scrypt (RFC 7914) off the main thread. Injected, because Node's own is ten times faster than any in JavaScript. */
export type Scrypt = (
  password: Uint8Array,
  salt: Uint8Array,
  cost: ScryptCost,
  length: number,
) => Promise<Uint8Array>

export interface OpenedKeystore {
  /** `0x` and 64 lowercase digits. */
  readonly ethereumPrivateKey: string
  /** Checksummed (EIP-55). */
  readonly address: string
}

/** The injected functions that create a keystore file. */
export interface KeystoreEncryptionOptions {
  readonly scrypt: Scrypt
  /** Bytes from a cryptographic source. */
  readonly randomBytes: (length: number) => Uint8Array
  /** For tests only: a cost below {@link exportCost} makes a weak file. */
  readonly cost?: ScryptCost
}

/** Source: OWASP Password Storage Cheat Sheet, section scrypt; also the default of ethers. Takes 128 MiB. */
export const exportCost: ScryptCost = { n: 2 ** 17, r: 8, p: 1 }
const derivedLength = 32

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
/** WebCrypto needs bytes that own their memory. */
const ownBytes = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(bytes)

/**
 * The specification's own example and the files of web3.py (n = 2^18, r = 1) use costs that OpenSSL refuses: those run in
 * JavaScript, in slices that leave the thread free.
 */
function runScrypt(password: Uint8Array, salt: Uint8Array, cost: ScryptCost, scrypt: Scrypt) {
  if (!isBeyondRfc7914(cost)) return scrypt(password, salt, cost, derivedLength)
  return scryptAsync(password, salt, { N: cost.n, r: cost.r, p: cost.p, dkLen: derivedLength })
}

async function deriveKey(kdf: Keystore['kdf'], password: string, scrypt: Scrypt): Promise<Uint8Array> {
  const bytes = new TextEncoder().encode(password)
  try {
    if (kdf.name === 'scrypt') return await runScrypt(bytes, kdf.salt, kdf.cost, scrypt)
    const key = await crypto.subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveBits'])
    const how = { name: 'PBKDF2', hash: 'SHA-256', salt: ownBytes(kdf.salt), iterations: kdf.iterations }
    return new Uint8Array(await crypto.subtle.deriveBits(how, key, 8 * derivedLength))
  } finally {
    bytes.fill(0)
  }
}

/** AES-128-CTR; the same in both directions. */
async function runCipher(derived: Uint8Array, iv: Uint8Array, input: Uint8Array): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey('raw', ownBytes(derived.subarray(0, 16)), 'AES-CTR', false, [
    'encrypt',
  ])
  const how = { name: 'AES-CTR', counter: ownBytes(iv), length: 128 }
  return new Uint8Array(await crypto.subtle.encrypt(how, key, ownBytes(input)))
}

/** keccak-256 over the second half of the derived key and the ciphertext, 64 digits. Source: Web3 Secret Storage. */
function macOf(derived: Uint8Array, ciphertext: Uint8Array): string {
  const mac = keccak_256(Buffer.concat([derived.subarray(16, 32), ciphertext]))
  return Buffer.from(mac).toString('hex')
}

/**
 * The spellings of a password that a file may use. geth takes the bytes as typed, ethers the NFKC form; they differ for
 * passwords that are not ASCII.
 */
function spellingsOf(password: string): string[] {
  return [...new Set([password, password.normalize('NFKC')])]
}

async function unlock(keystore: Keystore, password: string, scrypt: Scrypt): Promise<Uint8Array> {
  for (const spelling of spellingsOf(password)) {
    const derived = await deriveKey(keystore.kdf, spelling, scrypt)
    if (macOf(derived, keystore.ciphertext) === keystore.mac) return derived
    derived.fill(0)
  }
  throw new AppError('validation', { field: 'password', reason: 'wrongPassword' })
}

/**
 * Opens a keystore file (scrypt or PBKDF2, aes-128-ctr).
 * Errors: validation { field: 'keystore', reason: KeystoreFault } from {@link parseKeystore} before any work is done, or
 * 'addressMismatch' (the file names another address) and 'notAKey' after it; validation { field: 'password', reason:
 * 'wrongPassword' }, also for damaged secret parts, which cannot be distinguished.
 */
export async function decryptKeystore(
  text: string,
  password: string,
  scrypt: Scrypt,
): Promise<OpenedKeystore> {
  const keystore = parseKeystore(text)
  const derived = await unlock(keystore, password, scrypt)
  const plain = await runCipher(derived, keystore.iv, keystore.ciphertext)
  derived.fill(0)
  const digits = hexOf(plain).padStart(64, '0')
  plain.fill(0)
  if (digits.length !== 64) throw keystoreFault('notAKey')
  let ethereumPrivateKey: string
  try {
    ethereumPrivateKey = parseEthereumPrivateKey(digits)
  } catch {
    // The password is right, but the number is no valid key: zero, or not below the curve's order.
    throw keystoreFault('notAKey')
  }
  const address = ethereumAddressOf(ethereumPrivateKey)
  if (keystore.address !== null && keystore.address !== address.slice(2).toLowerCase()) {
    throw keystoreFault('addressMismatch')
  }
  return { ethereumPrivateKey, address }
}

/** A random (version 4) UUID. Source: RFC 9562, section 5.4. */
function formatUuid(random: Uint8Array): string {
  const bytes = Buffer.from(random)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return hexOf(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/**
 * Creates the keystore file of a private key as geth writes it (one JSON object, lowercase hex without prefix). The password
 * is used in its NFKC form, which is almost always what a keyboard gives.
 * Errors: validation for a bad key; validation { field: 'password', reason: 'empty' | 'notUnicode' }.
 */
export async function encryptKeystore(
  ethereumPrivateKey: string,
  password: string,
  { scrypt, randomBytes, cost = exportCost }: KeystoreEncryptionOptions,
): Promise<string> {
  const privateKey = parseEthereumPrivateKey(ethereumPrivateKey)
  if (password === '') throw new AppError('validation', { field: 'password', reason: 'empty' })
  if (!password.isWellFormed()) {
    throw new AppError('validation', { field: 'password', reason: 'notUnicode' })
  }
  const salt = randomBytes(32)
  const iv = randomBytes(16)
  const derived = await deriveKey({ name: 'scrypt', salt, cost }, password.normalize('NFKC'), scrypt)
  const plain = Buffer.from(privateKey.slice(2), 'hex')
  const ciphertext = await runCipher(derived, iv, plain)
  plain.fill(0)
  const mac = macOf(derived, ciphertext)
  derived.fill(0)
  return JSON.stringify({
    address: ethereumAddressOf(privateKey).slice(2).toLowerCase(),
    crypto: {
      cipher: 'aes-128-ctr',
      ciphertext: hexOf(ciphertext),
      cipherparams: { iv: hexOf(iv) },
      kdf: 'scrypt',
      kdfparams: { dklen: derivedLength, n: cost.n, p: cost.p, r: cost.r, salt: hexOf(salt) },
      mac,
    },
    id: formatUuid(randomBytes(16)),
    version: 3,
  })
}

/** The file name that geth uses: UTC--2026-11-20T12-00-00.000000000Z--address. */
export function keystoreFileName(address: string, timeMs: number): string {
  const time = new Date(timeMs).toISOString().replaceAll(':', '-').replace('Z', '000000Z')
  return `UTC--${time}--${address.slice(2).toLowerCase()}`
}
