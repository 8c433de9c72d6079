// Signs the text of a release and verifies signatures against known keys.
//
// Ed25519 (RFC 8032) by node:crypto: available in Node and in Electron's BoringSSL, constant-time and reviewed, and adds no
// trusted code. A prefix prevents signatures made for other purposes from being valid here.
import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../../src-preload/domain/errors.ts'
import type { ReleaseKey } from './release-keys.ts'
import { signatureName } from './signed-text.ts'

export const maxSignatureBytes = 8 * 1024

const prefix = Buffer.from('starkdesk release checksums 1\0', 'ascii')
/** SubjectPublicKeyInfo header of an Ed25519 key, before its 32 bytes (RFC 8410, section 4). */
const spkiHead = Buffer.from('302a300506032b6570032100', 'hex')

const signatureFile = z.strictObject({
  format: z.literal('starkdesk-signature-1'),
  signatures: z
    .array(
      z.strictObject({
        keyId: z.string().regex(/^[0-9a-f]{16}$/),
        /** 64 bytes. */
        signature: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
      }),
    )
    .min(1)
    .max(4),
})

/** Key ID derived from the public key: the first 16 hex digits of its SHA-256. */
export function keyIdOf(publicKey: Uint8Array): string {
  return createHash('sha256').update(publicKey).digest('hex').slice(0, 16)
}

/**
 * The 32-byte public key of a private key.
 * @throws RangeError for a key of another type
 */
export function publicHalf(privateKey: KeyObject): Buffer {
  if (privateKey.asymmetricKeyType !== 'ed25519') throw new RangeError('not an Ed25519 key')
  return createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).subarray(spkiHead.length)
}

/** The signature file over the bytes of a release's text, by one or more keys. */
export function signBytes(bytes: Uint8Array, privateKeys: readonly KeyObject[]): string {
  const signatures = privateKeys.map((privateKey) => ({
    keyId: keyIdOf(publicHalf(privateKey)),
    signature: sign(null, Buffer.concat([prefix, bytes]), privateKey).toString('base64'),
  }))
  return `${JSON.stringify({ format: 'starkdesk-signature-1', signatures }, null, 2)}\n`
}

const refused = (reason: string): AppError => new AppError('updateRefused', { reason, file: signatureName })

function readSignatures(text: string) {
  try {
    return signatureFile.parse(JSON.parse(text)).signatures
  } catch (error) {
    throw new AppError('updateRefused', { reason: 'malformed', file: signatureName }, error)
  }
}

/**
 * Returns the listed key that signed exactly these bytes. Errors: updateRefused with reason `malformed`, `unknownKey` (signed
 * by no listed key), `retiredKey` (only by retired keys) or `badSignature` (by a listed key, over other bytes). One valid
 * signature is enough, but an invalid one beside it is refused.
 */
export function verifyBytes(
  bytes: Uint8Array,
  signatureText: string,
  keys: readonly ReleaseKey[],
): ReleaseKey {
  let signer: ReleaseKey | null = null
  let isRetired = false
  for (const { keyId, signature } of readSignatures(signatureText)) {
    const key = keys.find(({ id }) => id === keyId)
    if (key === undefined) continue
    if (key.isRetired) {
      isRetired = true
      continue
    }
    const publicKey = createPublicKey({
      key: Buffer.concat([spkiHead, Buffer.from(key.publicKey, 'base64')]),
      format: 'der',
      type: 'spki',
    })
    if (!verify(null, Buffer.concat([prefix, bytes]), publicKey, Buffer.from(signature, 'base64')))
      throw refused('badSignature')
    signer ??= key
  }
  if (signer === null) throw refused(isRetired ? 'retiredKey' : 'unknownKey')
  return signer
}
