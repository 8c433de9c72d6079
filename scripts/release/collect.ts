// Collects the release files of this machine's package (installers, indexes, bill of materials) and outputs their digest for
// gather.ts.
// Fails if an installer is missing.
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type Platform, releaseFolder, thisPlatform } from '../package/places.ts'
import { outFolder, root } from '../paths.ts'
import { digestFolder } from './gather.ts'
import { makeBill } from './sbom.ts'

export const releaseFilesFolder = join(outFolder, 'release-files')

/** Required files of each system, by suffix. */
const expected: Readonly<Record<Platform, readonly RegExp[]>> = {
  darwin: [/\.dmg$/, /\.zip$/, /-mac\.yml$/],
  win32: [/\.exe$/, /^(?:latest|beta)\.yml$/],
  linux: [/\.AppImage$/, /\.deb$/, /\.rpm$/, /-linux\.yml$/],
}

/** System names in release.yml. */
const systemNames: Readonly<Record<Platform, string>> = { darwin: 'macos', win32: 'windows', linux: 'linux' }

const released = /\.(?:dmg|zip|exe|AppImage|deb|rpm|blockmap)$|^(?:latest|beta)(?:-mac|-linux)?\.yml$/

/**
 * Selects the release files among packaging's output.
 * @throws Error when a required one is missing
 */
export function chooseReleaseFiles(names: readonly string[], platform: Platform): readonly string[] {
  const chosen = names.filter((name) => released.test(name)).sort()
  const missing = expected[platform].filter((pattern) => !chosen.some((name) => pattern.test(name)))
  if (missing.length > 0)
    throw new Error(`packaging left no file such as ${missing.map(String).join(' and ')}`)
  return chosen
}

if (import.meta.main) {
  const platform = thisPlatform()
  const names = readdirSync(releaseFolder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
  const chosen = chooseReleaseFiles(names, platform)
  rmSync(releaseFilesFolder, { recursive: true, force: true })
  mkdirSync(releaseFilesFolder, { recursive: true })
  for (const name of chosen) copyFileSync(join(releaseFolder, name), join(releaseFilesFolder, name))
  // The same packages ship on every system, so one bill is enough.
  if (platform === 'linux') {
    const { version } = z
      .object({ version: z.string() })
      .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
    const name = `Starkdesk-${version}.cdx.json`
    writeFileSync(join(releaseFilesFolder, name), `${JSON.stringify(makeBill(), null, 1)}\n`)
  }
  process.stdout.write(`${readdirSync(releaseFilesFolder).join('\n')}\n`)
  const output = process.env['GITHUB_OUTPUT']
  if (output !== undefined)
    appendFileSync(output, `${systemNames[platform]}=${digestFolder(releaseFilesFolder)}\n`)
}
