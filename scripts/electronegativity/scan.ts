// Runs the scanner once over a folder, in its own process:  node scan.ts FOLDER REPORT ELECTRON-VERSION
// Offline, so that results are reproducible.
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { relative, sep } from 'node:path'
import { z } from 'zod'
import type { ScanReport } from './report.ts'

const [folder, reportFile, electronVersion] = process.argv.slice(2)
if (!folder || !reportFile || !electronVersion)
  throw new Error('usage: scan.ts FOLDER REPORT ELECTRON-VERSION')

/** The result of a run (its README, "Programmatically"). */
const result = z.object({
  globalChecks: z.number(),
  atomicChecks: z.number(),
  errors: z.array(z.object({ file: z.string(), message: z.string() })),
  issues: z.array(
    z.object({
      file: z.string(),
      id: z.string(),
      location: z.object({ line: z.number() }),
      description: z.string(),
    }),
  ),
})

const require = createRequire(import.meta.url)

// The scanner requests translations and Electron's releases from servers, and if it cannot reach them it fails long after its
// work. It can run without them, so those requests fail immediately.
const gotFile = require.resolve('got')
const offline = (): Promise<never> => Promise.reject(new Error('the scan runs without a network'))
require('got')
const got = require.cache[gotFile]
if (!got) throw new Error('the scanner has another HTTP client than it had')
got.exports = Object.assign(offline, { default: offline, head: offline })

const scanner: unknown = require('@doyensec/electronegativity')
const { default: run } = z
  .object({
    default: z.custom<(options: object) => Promise<unknown>>((value) => typeof value === 'function'),
  })
  .parse(typeof scanner === 'function' ? { default: scanner } : scanner)

const { globalChecks, atomicChecks, errors, issues } = result.parse(
  await run({ input: folder, electronVersionOverride: electronVersion }),
)
const nameOf = (file: string): string => (file === 'N/A' ? file : relative(folder, file).split(sep).join('/'))
const report: ScanReport = {
  checks: globalChecks + atomicChecks,
  unread: errors.map(({ file, message }) => ({ file: nameOf(file), message })),
  findings: issues.map(({ id, file, location, description }) => ({
    check: id,
    file: nameOf(file),
    line: location.line,
    description,
  })),
}
writeFileSync(reportFile, JSON.stringify(report, null, 2))
