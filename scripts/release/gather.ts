// Verifies that the release files are those that the build jobs made, by a digest over each system's files. Files without a
// digest are refused.
//
//   node scripts/release/gather.ts FROM TO     FROM has a folder release-SYSTEM for each system
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Folder names, each with the variable that holds its digest. */
const systems = { linux: 'DIGEST_LINUX', macos: 'DIGEST_MACOS', windows: 'DIGEST_WINDOWS' } as const

/**
 * SHA-256 over the names and hashes of all files in a folder.
 * @throws Error when it contains anything but files
 */
export function digestFolder(folder: string): string {
  const lines = readdirSync(folder, { withFileTypes: true }).map((entry) => {
    if (!entry.isFile()) throw new Error(`${entry.name} in ${folder} is no file`)
    const hash = createHash('sha256')
      .update(readFileSync(join(folder, entry.name)))
      .digest('hex')
    return `${hash} ${entry.name}\n`
  })
  return createHash('sha256').update(lines.sort().join('')).digest('hex')
}

/**
 * Copies the files of all systems into one folder.
 * @throws Error when a system's files do not match its digest, or two files have one name
 */
export function gather(from: string, to: string, env: Readonly<Record<string, string | undefined>>): void {
  mkdirSync(to, { recursive: true })
  for (const [system, variable] of Object.entries(systems)) {
    const folder = join(from, `release-${system}`)
    if (!existsSync(folder)) throw new Error(`There are no files for ${system}.`)
    const expected = env[variable] ?? ''
    if (!/^[0-9a-f]{64}$/.test(expected)) throw new Error(`${variable} is no digest.`)
    if (digestFolder(folder) !== expected)
      throw new Error(`The files for ${system} are not those that were built.`)
    for (const name of readdirSync(folder)) {
      if (existsSync(join(to, name))) throw new Error(`${name} was built twice.`)
      copyFileSync(join(folder, name), join(to, name))
    }
  }
}

if (import.meta.main) {
  const [from, to] = process.argv.slice(2)
  if (from === undefined || to === undefined) {
    process.stderr.write('Usage: node scripts/release/gather.ts FROM TO\n')
    process.exit(2)
  }
  gather(from, to, process.env)
  process.stdout.write(`${readdirSync(to).join('\n')}\n`)
}
