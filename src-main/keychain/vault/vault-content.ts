// Encodes and decodes the secrets of a vault for its encrypted part. Secrets stay bytes until they are requested.
import { AppError } from '../../../src-preload/domain/errors.ts'
import type { SecretName } from '../secret-store.ts'
import { fixedBytes } from './fixed-bytes.ts'
import { vaultDamaged } from './vault-format.ts'

/**
 * Secrets by `name/account`, each in its own Buffer that is wiped on removal. Names that this version does not know are kept:
 * a newer version wrote them.
 */
export type VaultEntries = ReadonlyMap<string, Buffer>

/** Far above any secret of the app: keys have 64 digits, tokens some thousand characters. */
export const maxSecretBytes = 64 * 1024
const maxKeyBytes = 1024

/** `name/account`. Errors: validation { field: 'account', reason: 'notAnId' } for an invalid or too long account id. */
export function entryKey(account: string, name: SecretName): string {
  const key = `${name}/${account}`
  if (!account.isWellFormed() || Buffer.byteLength(key) > maxKeyBytes) {
    throw new AppError('validation', { field: 'account', reason: 'notAnId' })
  }
  return key
}

/** Names have no slash, so everything after the first one is the account. */
export function accountOf(key: string): string {
  return key.slice(key.indexOf('/') + 1)
}

export function nameOf(key: string): string {
  return key.slice(0, key.indexOf('/'))
}

/**
 * Encodes as UTF-8 in its own Buffer, so that wiping it wipes everything.
 * Errors: validation { field: 'secret', reason: 'notText' | 'tooLong' }.
 */
export function secretToBytes(secret: string): Buffer {
  // A lone surrogate would be read back as another character.
  if (!secret.isWellFormed()) throw new AppError('validation', { field: 'secret', reason: 'notText' })
  const length = Buffer.byteLength(secret)
  if (length > maxSecretBytes) throw new AppError('validation', { field: 'secret', reason: 'tooLong' })
  const bytes = fixedBytes(length)
  bytes.write(secret, 'utf8')
  return bytes
}

/** Wipes every secret of `entries` that is not also in `kept`. */
export function wipeEntries(entries: VaultEntries, kept: VaultEntries = new Map()): void {
  const still = new Set(kept.values())
  for (const secret of entries.values()) if (!still.has(secret)) secret.fill(0)
}

/** A count, then per entry: length (2 bytes) and text of its key, length (4 bytes) and bytes of the secret. */
export function encodeEntries(entries: VaultEntries): Buffer {
  let length = 4
  for (const [key, secret] of entries) length += 2 + Buffer.byteLength(key) + 4 + secret.length
  const bytes = fixedBytes(length)
  let at = bytes.writeUInt32BE(entries.size, 0)
  for (const [key, secret] of entries) {
    at = bytes.writeUInt16BE(Buffer.byteLength(key), at)
    at += bytes.write(key, at, 'utf8')
    at = bytes.writeUInt32BE(secret.length, at)
    at += secret.copy(bytes, at)
  }
  return bytes
}

/** Copies the secrets out of `bytes`, which the caller wipes. Errors: vaultDamaged { reason: 'content' }. */
export function decodeEntries(bytes: Buffer): VaultEntries {
  const entries = new Map<string, Buffer>()
  let at = 0
  const take = (length: number): Buffer => {
    if (length > bytes.length - at) throw vaultDamaged('content')
    at += length
    return bytes.subarray(at - length, at)
  }
  try {
    const count = take(4).readUInt32BE()
    for (let index = 0; index < count; index += 1) {
      const key = take(take(2).readUInt16BE()).toString('utf8')
      const secret = take(take(4).readUInt32BE())
      if (entries.has(key)) throw vaultDamaged('content')
      const own = fixedBytes(secret.length)
      secret.copy(own)
      entries.set(key, own)
    }
    if (at !== bytes.length) throw vaultDamaged('content')
    return entries
  } catch (error) {
    wipeEntries(entries)
    throw error
  }
}
