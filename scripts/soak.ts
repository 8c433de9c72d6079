// `npm run soak -- NAME [--times N]`: long runs of tests that `npm test` runs briefly; no name lists them.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from './build.ts'
import { printNames, printUnknown } from './name-list.ts'
import { root } from './paths.ts'
import { missingFiles, type Soak, soaks } from './soaks.ts'

const everything = 'all'
/** Time share of each soak in `all`; one that has random cases is repeated with new seeds until then. */
const shareMs = 4 * 60_000
/** Factor in `all`, so that one run ends within or soon after its share on two cores. */
const timesInAll = 5
const names = {
  ...Object.fromEntries(Object.entries(soaks).map(([name, { what }]) => [name, what])),
  [everything]: 'each of these for four minutes or once, within two and a half hours',
}
const usage = `npm run soak -- NAME [--times N]

Runs a test N times as long as npm test does, or one that npm test has not; N is 10 unless the line says otherwise.

${printNames(names)}`

function refuse(reason: string): never {
  process.stderr.write(reason)
  process.exit(1)
}

function readArgs() {
  try {
    return parseArgs({
      // Ignore the second `--` that some npm versions pass on.
      args: process.argv.slice(2).filter((arg) => arg !== '--'),
      allowPositionals: true,
      options: { times: { type: 'string' }, help: { type: 'boolean', short: 'h', default: false } },
    })
  } catch (error) {
    return refuse(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}

function hasPassed(soak: Soak, times: number): boolean {
  const missing = missingFiles(soak)
  if (missing.length > 0) refuse(`This soak names what is not here: ${missing.join(', ')}\n`)
  const command =
    soak.tool === 'vitest'
      ? ['vitest/vitest.mjs', 'run', '--testTimeout=0', ...soak.args]
      : ['playwright/cli.js', 'test', '--timeout=0', ...soak.args]
  if (soak.tool === 'playwright' && !build()) return false
  const [tool = '', ...args] = command
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules', tool), ...args], {
    cwd: root,
    env: { ...process.env, STARKDESK_SOAK_TIMES: String(times) },
    stdio: 'inherit',
  })
  return status === 0
}

/** Names of failed soaks; a failed one is not repeated. */
function runAll(times: number): string[] {
  return Object.entries(soaks).flatMap(([name, soak]) => {
    const startedAt = performance.now()
    do {
      process.stdout.write(`\n== ${name}: ${soak.what}\n`)
      if (!hasPassed(soak, times)) return [name]
    } while (soak.times !== 1 && performance.now() - startedAt < shareMs)
    return []
  })
}

const { values, positionals } = readArgs()
const [name] = positionals
if (values.help || name === undefined) {
  process.stdout.write(usage)
  process.exit(0)
}
if (!Object.hasOwn(names, name)) refuse(printUnknown('soak', name, names))
if (values.times !== undefined && !/^[1-9]\d{0,8}$/.test(values.times))
  refuse(`--times needs a whole number from 1, not "${values.times}".\n`)
const soak = soaks[name]
if (soak === undefined) {
  const failed = runAll(Number(values.times ?? timesInAll))
  if (failed.length > 0) refuse(`\nThese soaks failed: ${failed.join(', ')}\n`)
} else if (!hasPassed(soak, Number(values.times ?? soak.times ?? 10))) process.exit(1)
