// Owns: building the three bundles when their sources changed. Must not: build twice what is the same.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeLicences } from './package/licences.ts'
import { appFolder, outFolder, root } from './paths.ts'

const sources = [
  'src-main',
  'src-preload',
  'src-renderer',
  'electron.vite.config.ts',
  'scripts/package/licences.ts',
  'scripts/package/shipped-modules.ts',
  'svelte.config.js',
  'package-lock.json',
]

/** What a build leaves under out/app; without any one of these the app does not work. */
const outputs = [
  'main/index.js',
  'main/store-worker.js',
  'main/care-worker.js',
  'main/practice-worker.js',
  'preload/index.cjs',
  'preload/confirm.cjs',
  'renderer/index.html',
  'renderer/confirm/index.html',
  'licences.json',
]

/** Names, sizes and times of all sources: cheap, and different after every edit. */
function fingerprint(): string {
  const hash = createHash('sha256')
  const visit = (path: string): void => {
    const stat = statSync(path)
    if (stat.isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name))
    else hash.update(`${path}\0${stat.size}\0${stat.mtimeMs}\n`)
  }
  for (const source of sources) visit(join(root, source))
  return hash.digest('hex')
}

const stampFile = join(outFolder, 'build-stamp')

/** True when the bundles under out/app are those of the present sources. */
export function isBuilt(): boolean {
  const isThere = outputs.every((file) => existsSync(join(appFolder, file)))
  return isThere && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === fingerprint()
}

/** True when the bundles under out/app are those of the present sources, made now if need be. */
export function build(): boolean {
  if (isBuilt()) return true
  const wanted = fingerprint()
  const cli = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')
  const result = spawnSync(process.execPath, [cli, 'build', '--logLevel', 'warn'], {
    cwd: root,
    encoding: 'utf8',
  })
  if (result.status !== 0) {
    process.stderr.write(`${result.stdout}\n${result.stderr}\nThe build failed; its output stands above.\n`)
    return false
  }
  writeLicences()
  mkdirSync(outFolder, { recursive: true })
  writeFileSync(stampFile, wanted)
  return true
}

if (import.meta.main) process.exit(build() ? 0 : 1)
