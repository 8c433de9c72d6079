// Records which installed packages a build takes code, styles or fonts from, for their licenses.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { z } from 'zod'
import { outFolder } from '../paths.ts'

/** One file per build, each a JSON list of package folders. */
const notesFolder = join(outFolder, 'package', 'shipped')

/**
 * The package folder of a file, relative to the project, with forward slashes; null if in no package. The innermost one
 * counts, since a package may contain another version.
 */
export function findPackageFolder(file: string): string | null {
  const path = file.replaceAll('\\', '/')
  const start = path.indexOf('node_modules/')
  const last = path.lastIndexOf('node_modules/')
  if (start < 0) return null
  const name = /^(?:@[^/]+\/[^/?]+|[^@/.?][^/?]*)/.exec(path.slice(last + 'node_modules/'.length))?.[0]
  return name === undefined ? null : `${path.slice(start, last)}node_modules/${name}`
}

const notesFile = (build: string): string => join(notesFolder, `${build}.json`)

/** Records the packages of every module read, used or not, and of every copied file, such as a font. */
export function noteShippedPackages(build: 'main' | 'preload' | 'renderer'): Plugin {
  // A build may have several bundles, one per entry.
  const folders = new Set<string>()
  return {
    name: `starkdesk:shipped-packages:${build}`,
    apply: 'build',
    generateBundle(_options, bundle) {
      const files = [...this.getModuleIds()]
      for (const output of Object.values(bundle)) {
        if (output.type === 'asset') files.push(...output.originalFileNames)
      }
      for (const file of files) {
        const folder = findPackageFolder(file)
        if (folder !== null) folders.add(folder)
      }
      mkdirSync(notesFolder, { recursive: true })
      writeFileSync(notesFile(build), JSON.stringify([...folders].sort()))
    },
  }
}

/**
 * Folders of all packages used by the last build, relative to the project.
 * @throws Error when a build left no record
 */
export function readShippedPackages(): readonly string[] {
  const builds = ['main', 'preload', 'renderer'].map((build) =>
    z.array(z.string()).parse(JSON.parse(readFileSync(notesFile(build), 'utf8'))),
  )
  return [...new Set(builds.flat())].sort()
}
