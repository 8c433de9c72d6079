// Builds the three bundles when their sources have changed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeLicenses } from './package/licenses.ts'
import { appFolder, outFolder, pseudoFolder, root } from './paths.ts'

const sources = [
  'src-main',
  'src-preload',
  'src-renderer',
  'resources/texts',
  'scripts/texts',
  'wuchale.config.ts',
  'electron.vite.config.ts',
  'scripts/ascii-sources.ts',
  'scripts/first-view.ts',
  'scripts/package/licenses.ts',
  'scripts/package/shipped-modules.ts',
  'svelte.config.js',
  'package-lock.json',
]

/** Files that a build must produce; the app needs all of them. */
const outputs = [
  'main/index.js',
  'main/store-worker.js',
  'main/care-worker.js',
  'main/answer-worker.js',
  'main/practice-worker.js',
  'preload/index.cjs',
  'preload/confirm.cjs',
  'renderer/index.html',
  'renderer/confirm/index.html',
]

/** Excludes what the bundler's text plugin leaves in resources/texts/. */
const isSource = (name: string): boolean => name !== '.wuchale' && name !== 'data.js'

/** Names, sizes and times of all sources: cheap, and different after every edit. */
function fingerprint(): string {
  const hash = createHash('sha256')
  const visit = (path: string): void => {
    const stat = statSync(path)
    if (stat.isDirectory())
      for (const name of readdirSync(path).sort().filter(isSource)) visit(join(path, name))
    else hash.update(`${path}\0${stat.size}\0${stat.mtimeMs}\n`)
  }
  for (const source of sources) visit(join(root, source))
  return hash.digest('hex')
}

/** `pseudo`: the app for the test of the pseudo-language. */
export type Build = 'app' | 'pseudo'

const folders: Readonly<Record<Build, string>> = { app: appFolder, pseudo: pseudoFolder }

const stampFile = (what: Build): string =>
  join(outFolder, what === 'app' ? 'build-stamp' : `build-stamp-${what}`)

/** True when the bundles of a build are up to date. */
export function isBuilt(what: Build = 'app'): boolean {
  const whole = what === 'app' ? [...outputs, 'licenses.json'] : outputs
  const isThere = whole.every((file) => existsSync(join(folders[what], file)))
  const stamp = stampFile(what)
  return isThere && existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()
}

/** Lets the runtime open the folder as an app. */
function writePackage(): void {
  const own: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  writeFileSync(
    join(pseudoFolder, 'package.json'),
    JSON.stringify({ ...(own as object), main: 'main/index.js' }),
  )
}

/** Builds the bundles if they are outdated; true on success. */
export function build(what: Build = 'app'): boolean {
  if (isBuilt(what)) return true
  const wanted = fingerprint()
  const cli = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')
  const result = spawnSync(process.execPath, [cli, 'build', '--logLevel', 'warn'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, STARKDESK_PSEUDO: what === 'pseudo' ? '1' : '0' },
  })
  if (result.status !== 0) {
    process.stderr.write(`${result.stdout}\n${result.stderr}\nThe build failed; its output stands above.\n`)
    return false
  }
  mkdirSync(outFolder, { recursive: true })
  if (what === 'app') writeLicenses()
  else writePackage()
  writeFileSync(stampFile(what), wanted)
  return true
}

if (import.meta.main) process.exit(build() ? 0 : 1)
