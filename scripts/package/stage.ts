// Stages the archive's content: bundles, native modules, a reduced package.json, licenses, commit. Includes only files named
// here.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { appFolder, root } from '../paths.ts'
import { formatLicenses, licenseEntry, licensesFile } from './licenses.ts'
import { nativeModules, readNativeManifest, stageNativeModules } from './native.ts'
import { type Arch, type Platform, stageFolder } from './places.ts'

const rootManifest = z.object({
  name: z.string(),
  productName: z.string(),
  version: z.string(),
  description: z.string(),
  license: z.string(),
  author: z.string(),
})

/** The app's fields in the project's package.json. */
export function readRootManifest(): z.infer<typeof rootManifest> {
  return rootManifest.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
}

/** The licenses as text, also placed beside the program. */
export const licensesText = join(stageFolder, '..', 'LICENSES.txt')

/** The archive's package.json: what the runtime reads, the author, and only the dependencies that are not bundled. */
function makeManifest(repository: string | null): Readonly<Record<string, unknown>> {
  return {
    ...readRootManifest(),
    ...(repository === null ? {} : { homepage: `https://github.com/${repository}` }),
    // The name by which Linux desktops match windows to the app.
    desktopName: 'starkdesk.desktop',
    type: 'module',
    main: 'main/index.js',
    dependencies: Object.fromEntries(
      nativeModules.map((module) => [module, readNativeManifest(module).version]),
    ),
  }
}

function git(...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

/** The abbreviated commit of the sources; null if they are modified or not in a repository. */
function readCommit(): string | null {
  return git('status', '--porcelain') === '' ? git('rev-parse', '--short=12', 'HEAD') : null
}

export interface StagePlan {
  readonly platform: Platform
  /** Architectures whose binaries are included. */
  readonly arches: readonly Arch[]
  /** `owner/name` on GitHub; null for none. */
  readonly repository: string | null
}

/**
 * Recreates the folder from the last build.
 * @throws Error when the build is incomplete, or a native module is missing
 */
export function stageApp({ platform, arches, repository }: StagePlan): void {
  rmSync(stageFolder, { recursive: true, force: true })
  mkdirSync(stageFolder, { recursive: true })
  for (const part of ['main', 'preload', 'renderer', 'licenses.json']) {
    cpSync(join(appFolder, part), join(stageFolder, part), { recursive: true })
  }
  writeFileSync(join(stageFolder, 'package.json'), `${JSON.stringify(makeManifest(repository), null, 2)}\n`)
  const commit = readCommit()
  if (commit !== null) writeFileSync(join(stageFolder, 'build.json'), `${JSON.stringify({ commit })}\n`)
  stageNativeModules(join(stageFolder, 'node_modules'), platform, arches)
  const licenses = z.array(licenseEntry).parse(JSON.parse(readFileSync(licensesFile, 'utf8')))
  writeFileSync(licensesText, formatLicenses(licenses))
}
