// Owns: noting which installed packages a build takes code, styles or fonts from, for their licences.
// Must not: change what is built.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { z } from 'zod'
import { outFolder } from '../paths.ts'

/** One file per build, each a list of package folders as JSON. */
const notesFolder = join(outFolder, 'package', 'shipped')

/**
 * The folder of the package that a file belongs to, relative to the project, with forward slashes; null for a file that is
 * in no package. The innermost one counts: a package may bring another version along.
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

/** Notes the packages of every module that was read, used or not, and of every file that was copied, such as a font. */
export function noteShippedPackages(build: 'main' | 'preload' | 'renderer'): Plugin {
  // A build may consist of several bundles, one per entry.
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
 * Folders of all packages that the last build took something from, relative to the project.
 * @throws Error when a build has left no note
 */
export function readShippedPackages(): readonly string[] {
  const builds = ['main', 'preload', 'renderer'].map((build) =>
    z.array(z.string()).parse(JSON.parse(readFileSync(notesFile(build), 'utf8'))),
  )
  return [...new Set(builds.flat())].sort()
}
