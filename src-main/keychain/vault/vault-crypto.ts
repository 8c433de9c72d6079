// Derives keys from passwords, and seals and opens the content of a vault. Leaves no key or plain bytes behind unwiped.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { fixedBytes } from './fixed-bytes.ts'
import { decodeEntries, encodeEntries, type VaultEntries } from './vault-content.ts'
import {
  encodeHeader,
  maxVaultBytes,
  nonceLength,
  type PasswordHeader,
  saltLength,
  type ScryptParameters,
  tagLength,
  type VaultParts,
  vaultDamaged,
} from './vault-format.ts'

/** The key of a password. The receiver wipes `encryptionKey`. */
export interface VaultKey {
  readonly encryptionKey: Buffer
  readonly header: PasswordHeader
}

const cipherName = 'aes-256-gcm'
const blockLength = 16
const keyLength = 32
const checkLabel = 'Starkdesk vault 1: password check'

function runScrypt(password: Buffer, salt: Buffer, { log2N, r, p }: ScryptParameters): Promise<Buffer> {
  const N = 2 ** log2N
  // The working memory (128 * N * r), the blocks (128 * r * p), and room for OpenSSL's own.
  const maxmem = 128 * N * r + 128 * r * p + 1024 * 1024
  return new Promise((resolve, reject) => {
    scrypt(password, salt, 2 * keyLength, { N, r, p, maxmem }, (error, derived) => {
      if (error === null) resolve(derived)
      else reject(new AppError('internal', { what: 'derive the key of the vault' }, error))
    })
  })
}

/**
 * Derives the key of a password off the main thread, in about 0.3 s at the current cost. The first half of scrypt's 64 bytes
 * encrypts; the second half makes the check value and is wiped here.
 * @param password - wiped by the caller
 */
export async function deriveKey(password: Buffer, cost: ScryptParameters, salt: Buffer): Promise<VaultKey> {
  const derived = await runScrypt(password, salt, cost)
  const checkKey = derived.subarray(keyLength)
  const check = createHmac('sha256', checkKey).update(checkLabel).update(salt).digest()
  checkKey.fill(0)
  return { encryptionKey: derived.subarray(0, keyLength), header: { scrypt: cost, salt, check } }
}

/** {@link deriveKey} with a fresh salt, for a new password. */
export function deriveNewKey(password: Buffer, cost: ScryptParameters): Promise<VaultKey> {
  return deriveKey(password, cost, randomBytes(saltLength))
}

/** True if the key's password is the one that the header was made with; constant time. */
export function isSameCheck(one: PasswordHeader, other: PasswordHeader): boolean {
  return timingSafeEqual(one.check, other.check)
}

/**
 * Returns the bytes of a vault file with this content and authenticated header (AES-256-GCM, a new random nonce).
 * Errors: validation { field: 'vault', reason: 'full' } if it would exceed the maximum size of a vault.
 */
export function sealVault(key: VaultKey, entries: VaultEntries): Buffer {
  const plain = encodeEntries(entries)
  try {
    const nonce = randomBytes(nonceLength)
    const header = encodeHeader({ ...key.header, nonce, contentLength: plain.length + tagLength })
    if (header.length + plain.length + tagLength > maxVaultBytes) {
      throw new AppError('validation', { field: 'vault', reason: 'full' })
    }
    const cipher = createCipheriv(cipherName, key.encryptionKey, nonce, { authTagLength: tagLength })
    cipher.setAAD(header)
    const encrypted = [cipher.update(plain), cipher.final()]
    return Buffer.concat([header, ...encrypted, cipher.getAuthTag()])
  } finally {
    plain.fill(0)
  }
}

/** The content of a vault. Errors: vaultDamaged { reason: 'content' } if it was not sealed with this key. */
export function openSealed(key: VaultKey, { header, headerBytes, content }: VaultParts): VaultEntries {
  const decipher = createDecipheriv(cipherName, key.encryptionKey, header.nonce, { authTagLength: tagLength })
  decipher.setAAD(headerBytes)
  decipher.setAuthTag(content.subarray(content.length - tagLength))
  const encrypted = content.subarray(0, content.length - tagLength)
  const plain = fixedBytes(encrypted.length)
  try {
    // Node decrypts into its own memory, copies that, and frees it unwiped. Each block reuses the memory of the one before,
    // so at most one block is left behind.
    for (let at = 0; at < encrypted.length; at += blockLength) {
      const block = decipher.update(encrypted.subarray(at, at + blockLength))
      block.copy(plain, at)
      block.fill(0)
    }
    try {
      decipher.final()
    } catch {
      // The content is not trusted until the tag is compared.
      throw vaultDamaged('content')
    }
    return decodeEntries(plain)
  } finally {
    plain.fill(0)
  }
}
