// Owns: `npm run soak -- NAME [--times N]`: the long run of a test of which `npm test` runs a short sample; no name lists them.
// Must not: have tests of its own; what fails here fails there too, only more rarely.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from './build.ts'
import { printNames, printUnknown } from './name-list.ts'
import { root } from './paths.ts'
import { missingFiles, soaks } from './soaks.ts'

const names = Object.fromEntries(Object.entries(soaks).map(([name, { what }]) => [name, what]))
const usage = `npm run soak -- NAME [--times N]

Runs a test N times as long as npm test does; N is 10 unless the line says otherwise.

${printNames(names)}`

function refuse(reason: string): never {
  process.stderr.write(reason)
  process.exit(1)
}

function readArgs() {
  try {
    return parseArgs({
      // A second `--`, which some versions of npm hand on, says nothing.
      args: process.argv.slice(2).filter((arg) => arg !== '--'),
      allowPositionals: true,
      options: { times: { type: 'string' }, help: { type: 'boolean', short: 'h', default: false } },
    })
  } catch (error) {
    return refuse(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}

const { values, positionals } = readArgs()
const [name] = positionals
if (values.help || name === undefined) {
  process.stdout.write(usage)
  process.exit(0)
}
const soak = Object.hasOwn(soaks, name) ? soaks[name] : undefined
if (soak === undefined) refuse(printUnknown('soak', name, names))
if (values.times !== undefined && !/^[1-9]\d{0,8}$/.test(values.times))
  refuse(`--times needs a whole number from 1, not "${values.times}".\n`)
const times = Number(values.times ?? soak.times ?? 10)
const missing = missingFiles(soak)
if (missing.length > 0) refuse(`This soak names what is not here: ${missing.join(', ')}\n`)

const env = { ...process.env, STARKDESK_SOAK_TIMES: String(times) }
// A fault that is found once in hours is not tried away.
const command =
  soak.tool === 'vitest'
    ? ['vitest/vitest.mjs', 'run', '--testTimeout=0', '--retry=0', ...soak.args]
    : ['playwright/cli.js', 'test', '--project=e2e', '--timeout=0', ...soak.args]
if (soak.tool === 'playwright' && !build()) process.exit(1)
const [tool = '', ...args] = command
const { status } = spawnSync(process.execPath, [join(root, 'node_modules', tool), ...args], {
  cwd: root,
  env,
  stdio: 'inherit',
})
process.exit(status ?? 1)
