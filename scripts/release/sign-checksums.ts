// Signs the text of a release with the keys in the environment, and verifies the signature as the app will. Never prints a
// private key.
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { productionKeys, type ReleaseKey } from '../../src-main/updates/release-keys.ts'
import { keyIdOf, publicHalf, signBytes, verifyBytes } from '../../src-main/updates/signature.ts'
import { parseRelease, signatureName, sumsName } from '../../src-main/updates/signed-text.ts'

/** The current key and, during a rotation, the next one: PKCS #8 in PEM. */
const variables = ['STARKDESK_RELEASE_KEY', 'STARKDESK_RELEASE_KEY_NEXT'] as const

/** The parser's message may quote its input, so it is not shown. */
function readKey(name: string, pem: string): KeyObject {
  try {
    return createPrivateKey(pem)
  } catch {
    throw new Error(`${name} is not a private key in PEM form`)
  }
}

/** The keys in the environment. GitHub sets missing secrets to empty variables. */
export function readKeys(env: Readonly<Record<string, string | undefined>>): KeyObject[] {
  return variables.flatMap((name) => {
    const pem = env[name]?.trim() ?? ''
    return pem === '' ? [] : [readKey(name, pem)]
  })
}

/**
 * Signs `SHA256SUMS` in a folder and returns the key IDs.
 * @param known - the keys that this version of the app accepts
 * @throws Error if the app would not accept the release; no signature is left behind
 */
export function signRelease(
  folder: string,
  keys: readonly KeyObject[],
  known: readonly ReleaseKey[],
): readonly string[] {
  const bytes = readFileSync(join(folder, sumsName))
  const { dateMs } = parseRelease(bytes.toString('utf8'))
  const ids = keys.map((key) => keyIdOf(publicHalf(key)))
  for (const id of ids) {
    const key = known.find((one) => one.id === id)
    if (key === undefined)
      throw new Error(`The key ${id} is not in src-main/updates/release-keys.ts: no app knows it`)
    if (key.isRetired) throw new Error(`The key ${id} is retired`)
    if (dateMs < Date.parse(key.notBefore))
      throw new Error(`The key ${id} is not in use before ${key.notBefore}`)
  }
  const text = signBytes(bytes, keys)
  verifyBytes(bytes, text, known)
  writeFileSync(join(folder, signatureName), text)
  return ids
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  if (folder === undefined) {
    process.stderr.write('Usage: node scripts/release/sign-checksums.ts FOLDER\n')
    process.exit(2)
  }
  const keys = readKeys(process.env)
  if (keys.length === 0) {
    const sentence = `NOT SIGNED: ${variables[0]} is not set. No installation takes this release as an update.`
    process.stderr.write(`${process.env['GITHUB_ACTIONS'] === 'true' ? '::warning::' : ''}${sentence}\n`)
  } else {
    const ids = signRelease(folder, keys, productionKeys)
    process.stdout.write(`Signed ${sumsName} with ${ids.join(' and ')}.\n`)
  }
}
