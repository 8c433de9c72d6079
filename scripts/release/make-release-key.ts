// Creates a release signing key: the private half in a file that only its owner can read, the public half printed as the
// app's list entry. Never prints the private half or overwrites a file.
import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import type { ReleaseKey } from '../../src-main/updates/release-keys.ts'
import { keyIdOf, publicHalf } from '../../src-main/updates/signature.ts'

export interface MadeKey {
  /** PKCS #8 in PEM form. */
  readonly privatePem: string
  readonly entry: ReleaseKey
}

/** @param nowMs - the first day of use */
export function makeReleaseKey(nowMs: number): MadeKey {
  const { privateKey } = generateKeyPairSync('ed25519')
  const raw = publicHalf(privateKey)
  return {
    privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    entry: {
      id: keyIdOf(raw),
      publicKey: raw.toString('base64'),
      notBefore: new Date(nowMs).toISOString().slice(0, 10),
      isRetired: false,
    },
  }
}

if (import.meta.main) {
  const [file] = process.argv.slice(2)
  if (file === undefined) {
    process.stderr.write('Usage: node scripts/release/make-release-key.ts FILE\n')
    process.exit(2)
  }
  const { privatePem, entry } = makeReleaseKey(Date.now())
  writeFileSync(file, privatePem, { mode: 0o600, flag: 'wx' })
  const { id, publicKey, notBefore } = entry
  process.stdout.write(
    [
      `The private half is in ${file}, for its owner alone. Keep a copy offline; put its text into the secret`,
      'STARKDESK_RELEASE_KEY of the release workflow, and nowhere else. The public half, for',
      'src-main/updates/release-keys.ts:',
      '',
      `  { id: '${id}', publicKey: '${publicKey}', notBefore: '${notBefore}', isRetired: false },`,
      '',
    ].join('\n'),
  )
}
