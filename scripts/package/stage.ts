// Owns: the folder that the archive is made of: the bundles, the native modules, a package.json of its own, the licences, and
// from which commit it was made.
// Must not: take a file along that is not named here.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { appFolder, root } from '../paths.ts'
import { formatLicences, licenceEntry, licencesFile } from './licences.ts'
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

/** What the project's own package.json says of the app. */
export function readRootManifest(): z.infer<typeof rootManifest> {
  return rootManifest.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
}

/** The licences as text, which lie beside the program too. */
export const licencesText = join(stageFolder, '..', 'LICENCES.txt')

/** The package.json in the archive: what the runtime reads and who made it; of the dependencies only what is not bundled. */
function makeManifest(repository: string | null): Readonly<Record<string, unknown>> {
  return {
    ...readRootManifest(),
    ...(repository === null ? {} : { homepage: `https://github.com/${repository}` }),
    // The name by which Linux' desktops find the app of a window.
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

/** The head of the commit that the sources are; null where they are no commit: edited, or not in a repository. */
function readCommit(): string | null {
  return git('status', '--porcelain') === '' ? git('rev-parse', '--short=12', 'HEAD') : null
}

export interface StagePlan {
  readonly platform: Platform
  /** Those whose binaries are in it. */
  readonly arches: readonly Arch[]
  /** `owner/name` on GitHub; null where there is none. */
  readonly repository: string | null
}

/**
 * Makes the folder anew from the last build.
 * @throws Error when there is no whole build, or a native module is missing
 */
export function stageApp({ platform, arches, repository }: StagePlan): void {
  rmSync(stageFolder, { recursive: true, force: true })
  mkdirSync(stageFolder, { recursive: true })
  for (const part of ['main', 'preload', 'renderer', 'licences.json']) {
    cpSync(join(appFolder, part), join(stageFolder, part), { recursive: true })
  }
  writeFileSync(join(stageFolder, 'package.json'), `${JSON.stringify(makeManifest(repository), null, 2)}\n`)
  const commit = readCommit()
  if (commit !== null) writeFileSync(join(stageFolder, 'build.json'), `${JSON.stringify({ commit })}\n`)
  stageNativeModules(join(stageFolder, 'node_modules'), platform, arches)
  const licences = z.array(licenceEntry).parse(JSON.parse(readFileSync(licencesFile, 'utf8')))
  writeFileSync(licencesText, formatLicences(licences))
}
