// Owns: `npm run soak -- NAME [--times N]`: the long run of a test of which `npm test` runs a short sample.
// Must not: have tests of its own; what fails here fails there too, only more rarely.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from './build.ts'
import { root } from './paths.ts'
import { missingFiles, soaks } from './soaks.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string' } },
})
const soak = soaks[positionals[0] ?? '']
const times = Number(values.times ?? soak?.times ?? 10)
if (soak === undefined || !Number.isInteger(times) || times < 1) {
  const list = Object.entries(soaks).map(([name, { what }]) => `  ${name.padEnd(16)}${what}\n`)
  process.stderr.write(
    `Usage: npm run soak -- NAME [--times N]   N times as long as in npm test; mostly 10 unless told\n${list.join('')}`,
  )
  process.exit(2)
}

const missing = missingFiles(soak)
if (missing.length > 0) {
  process.stderr.write(`This soak names what is not here: ${missing.join(', ')}\n`)
  process.exit(2)
}

const env = { ...process.env, STARKDESK_SOAK_TIMES: String(times) }
// A fault that is found once in hours is not tried away.
const command =
  soak.tool === 'vitest'
    ? ['vitest/vitest.mjs', 'run', '--testTimeout=0', '--retry=0', ...soak.args]
    : ['playwright/cli.js', 'test', '--project=e2e', '--timeout=0', '--retries=0', ...soak.args]
if (soak.tool === 'playwright' && !build()) process.exit(1)
const [tool = '', ...args] = command
const { status } = spawnSync(process.execPath, [join(root, 'node_modules', tool), ...args], {
  cwd: root,
  env,
  stdio: 'inherit',
})
process.exit(status ?? 1)
