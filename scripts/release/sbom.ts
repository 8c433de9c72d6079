// Creates the bill of materials of a release in CycloneDX: exactly what ships, without development tools.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { licenseEntry, licensesFile } from '../package/licenses.ts'
import { root } from '../paths.ts'

const component = z.looseObject({
  'bom-ref': z.string(),
  name: z.string(),
  version: z.string().optional(),
  group: z.string().optional(),
})
const bill = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  metadata: z.looseObject({ component }),
  components: z.array(component),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()).optional() })),
})
export type Bill = z.infer<typeof bill>

export interface Shipped {
  readonly name: string
  readonly version: string
  readonly license: string
}

const nameOf = ({ group, name }: z.infer<typeof component>): string =>
  group === undefined ? name : `${group}/${name}`

/**
 * Reduces a bill of all installed packages to those that ship, and adds shipped works that are not npm packages.
 * @param all - npm's own bill
 * @throws Error when npm does not know a package that ships
 */
export function reduceBill(all: unknown, shipped: readonly Shipped[]): Bill {
  const full = bill.parse(all)
  const own = full.metadata.component
  const appName = own['bom-ref'].replace(/@[^@]*$/, '')
  const wanted = new Set(shipped.map(({ name, version }) => `${name} ${version}`))
  const components = full.components.filter((entry) => wanted.has(`${nameOf(entry)} ${entry.version ?? ''}`))
  const known = new Set(components.map((entry) => `${nameOf(entry)} ${entry.version ?? ''}`))
  // Names with a space or a capital are not npm names: SQLite, Chromium, the app itself.
  const others = shipped.filter(
    ({ name, version }) => !known.has(`${name} ${version}`) && name.toLowerCase() !== appName,
  )
  const missing = others.filter(({ name }) => /^(?:@[a-z0-9-]+\/)?[a-z0-9._-]+$/.test(name))
  if (missing.length > 0) {
    throw new Error(`npm's bill lacks what ships: ${missing.map(({ name }) => name).join(', ')}`)
  }
  const added = others.map(({ name, version, license }) => ({
    type: 'library',
    'bom-ref': `${name}@${version}`,
    name,
    version,
    licenses: [{ license: { name: license } }],
  }))
  const refs = new Set([own['bom-ref'], ...[...components, ...added].map((entry) => entry['bom-ref'])])
  const dependencies = full.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map((entry) => ({ ...entry, dependsOn: (entry.dependsOn ?? []).filter((ref) => refs.has(ref)) }))
  return {
    ...full,
    // npm uses the folder's name for the app.
    metadata: { ...full.metadata, component: { ...own, name: appName, type: 'application' } },
    // A bundled package is required, even if npm lists it as a development tool.
    components: [...components.map((entry) => ({ ...entry, scope: 'required' })), ...added],
    dependencies,
  }
}

/** The bill of the last build. @throws Error when npm creates none, or it does not match the build */
export function makeBill(): Bill {
  const npm = spawnSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    // npm is a shell script there.
    shell: process.platform === 'win32',
  })
  if (npm.status !== 0) throw new Error(`npm sbom failed: ${npm.stderr.trim() || String(npm.error)}`)
  const shipped = z.array(licenseEntry).parse(JSON.parse(readFileSync(licensesFile, 'utf8')))
  return reduceBill(JSON.parse(npm.stdout), shipped)
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(makeBill(), null, 1)}\n`)
