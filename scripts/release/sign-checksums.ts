// Owns: signing the text of a release with the keys in the environment, and checking the signature as the app will.
// Must not: print a private key, or pretend to have signed.
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { productionKeys, type ReleaseKey } from '../../src-main/updates/release-keys.ts'
import { keyIdOf, publicHalf, signBytes, verifyBytes } from '../../src-main/updates/signature.ts'
import { parseRelease, signatureName, sumsName } from '../../src-main/updates/signed-text.ts'

/** The present key, and while keys change the next one: PKCS #8 in PEM. */
const variables = ['STARKDESK_RELEASE_KEY', 'STARKDESK_RELEASE_KEY_NEXT'] as const

/** The message of a parser may quote what it could not read. */
function readKey(name: string, pem: string): KeyObject {
  try {
    return createPrivateKey(pem)
  } catch {
    throw new Error(`${name} is not a private key in PEM form`)
  }
}

/** The keys that the environment has. GitHub makes empty variables of secrets that are not there. */
export function readKeys(env: Readonly<Record<string, string | undefined>>): KeyObject[] {
  return variables.flatMap((name) => {
    const pem = env[name]?.trim() ?? ''
    return pem === '' ? [] : [readKey(name, pem)]
  })
}

/**
 * Signs `SHA256SUMS` in a folder, and answers the ids of the keys.
 * @param known - the keys that this version of the app takes releases from
 * @throws Error where the app would not take the release: then no signature is left behind
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
