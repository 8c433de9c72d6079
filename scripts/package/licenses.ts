// Lists the licenses of everything that ships in out/app/licenses.json, for the About page and the package.
// Fails if a license is unknown, missing, or requires more than being shown.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { appFolder, root } from '../paths.ts'
import { nativeModules } from './native.ts'
import { readShippedPackages } from './shipped-modules.ts'

export const licenseEntry = z.strictObject({
  name: z.string().min(1),
  version: z.string().min(1),
  /** SPDX identifier. */
  license: z.string().min(1),
  text: z.string().min(1),
})
export type LicenseEntry = z.infer<typeof licenseEntry>

export const licensesFile = join(appFolder, 'licenses.json')

/** Licenses that require only their text. Another one needs a human decision, and fails the build until then. */
export const acceptedLicenses: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'OFL-1.1',
])

const packageManifest = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string().optional(),
  author: z.union([z.string(), z.object({ name: z.string() })]).optional(),
})
const licenseFile = /^(?:licen[cs]e|copying|copyright|notice)/i

/** Packages with MIT in their manifest but no license text, and their copyright holder; each was reviewed. */
const withoutText = new Map<string, 'author of the manifest' | { readonly holder: string }>([
  ['lazy-val', 'author of the manifest'],
  // The license of their shared repository, github.com/wuchalejs/wuchale, which the packages do not include.
  ['wuchale', { holder: '2025 Kidus Adugna' }],
  ['@wuchale/svelte', { holder: '2025 Kidus Adugna' }],
])

/** The text of our own MIT license, with another copyright holder. */
function wordMit(holder: string): string {
  const own = readFileSync(join(root, 'LICENSE'), 'utf8').trim()
  return own.replace(/^Copyright .*$/m, `Copyright (c) ${holder}`)
}

/** Empty if the package is not among those allowed to omit it. */
function wordMissing(name: string, license: string | undefined, author: string | undefined): string {
  const known = withoutText.get(name)
  if (known === undefined || license !== 'MIT') return ''
  const holder = known === 'author of the manifest' ? author : known.holder
  return holder ? wordMit(holder) : ''
}

/** Beside the manifest, and in a separate folder for third-party code in the package. */
function listLicenseFiles(folder: string): readonly string[] {
  const found = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => licenseFile.test(name))
  return found
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [path]
    })
    .sort()
}

/** For the few packages whose manifest does not name it: detected from the text. */
function recogniseLicense(text: string): string | null {
  return /^\s*(?:The )?MIT License\b/i.test(text) ? 'MIT' : null
}

/**
 * The license of an installed package.
 * @param folder - absolute
 * @throws Error if it has no accepted license
 */
export function readLicense(folder: string): LicenseEntry {
  const {
    name,
    version,
    license: declared,
    author,
  } = packageManifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  const files = listLicenseFiles(folder)
  const given = files.map((file) => readFileSync(file, 'utf8').trim()).join('\n\n')
  const authorName = typeof author === 'object' ? author.name : author
  const text = given === '' ? wordMissing(name, declared, authorName) : given
  if (text === '') throw new Error(`${name} ships, but has no file with the text of its license`)
  const license = declared ?? recogniseLicense(text)
  if (license === null) throw new Error(`${name} ships, but does not say what its license is`)
  if (!acceptedLicenses.has(license)) {
    throw new Error(`${name} ships under ${license}, which is not among the accepted licenses (licenses.ts)`)
  }
  return { name, version, license, text }
}

/** Headers compiled into the binaries of native modules, invisible to the bundler. */
function findCompiledIn(): readonly string[] {
  return nativeModules.map((module) => {
    const own = join(root, 'node_modules', module, 'node_modules', 'node-addon-api')
    return existsSync(own) ? own : join(root, 'node_modules', 'node-addon-api')
  })
}

/** Shipped works that are not installed packages. */
function listOthers(): readonly LicenseEntry[] {
  const own = packageManifest.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  const sqlite = readFileSync(
    join(root, 'node_modules', 'better-sqlite3', 'deps', 'sqlite3', 'sqlite3.h'),
    'utf8',
  )
  return [
    {
      name: 'Starkdesk',
      version: own.version,
      license: 'MIT',
      text: readFileSync(join(root, 'LICENSE'), 'utf8').trim(),
    },
    {
      name: 'SQLite',
      version: /#define SQLITE_VERSION\s+"([^"]+)"/.exec(sqlite)?.[1] ?? '',
      license: 'Public domain',
      text: 'The author of SQLite disclaims copyright to its source code. See https://sqlite.org/copyright.html',
    },
    {
      name: 'Chromium, Node.js and what else is in Electron',
      version: readLicense(join(root, 'node_modules', 'electron')).version,
      license: 'BSD-3-Clause and others',
      text: 'Their licenses are in the file LICENSES.chromium.html, which lies beside the program (macOS: among the resources of the app).',
    },
  ]
}

/** The licenses of everything in the last build, by name. @throws Error when one is missing or not accepted */
export function collectLicenses(): readonly LicenseEntry[] {
  const folders = [
    ...readShippedPackages().map((folder) => join(root, folder)),
    ...nativeModules.map((module) => join(root, 'node_modules', module)),
    ...findCompiledIn(),
    join(root, 'node_modules', 'electron'),
  ]
  const found = new Map<string, LicenseEntry>()
  for (const entry of [...listOthers(), ...folders.map(readLicense)]) {
    found.set(`${entry.name} ${entry.version}`, licenseEntry.parse(entry))
  }
  const order = new Intl.Collator('en')
  return [...found.values()].sort(
    (a, b) => order.compare(a.name, b.name) || order.compare(a.version, b.version),
  )
}

/** Writes the list beside the bundles. @throws Error when a license is missing or not accepted */
export function writeLicenses(): void {
  writeFileSync(licensesFile, `${JSON.stringify(collectLicenses(), null, 1)}\n`)
}

/** The same as readable text, for the file in the package. */
export function formatLicenses(entries: readonly LicenseEntry[]): string {
  return entries
    .map(({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text}\n`)
    .join(`\n${'-'.repeat(80)}\n\n`)
}
