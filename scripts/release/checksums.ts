// Writes the signed text of a release: the SHA-256 of every file in a folder, with version, channel and date, and the release
// notes beside it.
import { createHash } from 'node:crypto'
import { createReadStream, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { formatRelease, notesName, signatureName, sumsName } from '../../src-main/updates/signed-text.ts'
import { channelOf } from '../../src-main/updates/version.ts'
import { root } from '../paths.ts'

/** electron-builder's debug output, which is not part of a release. */
const notReleased: ReadonlySet<string> = new Set([
  sumsName,
  signatureName,
  'builder-debug.yml',
  'builder-effective-config.yaml',
])

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/**
 * The changelog section of a version, without its heading. A beta without a section gets the unreleased one.
 * @throws Error if there is none: every release has notes
 */
export function notesOf(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1)
  const find = (name: string): string | undefined => sections.find((text) => text.startsWith(`[${name}]`))
  const section = find(version) ?? (channelOf(version) === 'beta' ? find('Unreleased') : undefined)
  const text = section?.slice(section.indexOf('\n') + 1).trim() ?? ''
  if (text === '') throw new Error(`CHANGELOG.md has nothing about ${version}`)
  // Links are defined at the end of the file.
  return `${text.replace(/\n\[[^\]\n]+\]: \S+(?=\n|$)/g, '').trimEnd()}\n`
}

export interface ReleaseOptions {
  readonly folder: string
  readonly version: string
  readonly dateMs: number
  readonly notes: string
}

/** Writes the notes and the text into the folder, and returns the text. */
export async function writeChecksums({ folder, version, dateMs, notes }: ReleaseOptions): Promise<string> {
  writeFileSync(join(folder, notesName), notes)
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !notReleased.has(entry.name))
    .map(({ name }) => name)
  const files = new Map<string, string>()
  for (const name of names) files.set(name, await hashOf(join(folder, name)))
  const text = formatRelease({ version, channel: channelOf(version), dateMs, files })
  writeFileSync(join(folder, sumsName), text)
  return text
}

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  if (typeof manifest !== 'object' || manifest === null || !('version' in manifest))
    throw new Error('package.json has no version')
  return String(manifest.version)
}

if (import.meta.main) {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { version: { type: 'string' } },
  })
  const [folder] = positionals
  if (folder === undefined) {
    process.stderr.write('Usage: node scripts/release/checksums.ts FOLDER [--version X.Y.Z]\n')
    process.exit(2)
  }
  const version = values.version ?? readVersion()
  const notes = notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version)
  process.stdout.write(await writeChecksums({ folder, version, dateMs: Date.now(), notes }))
}
