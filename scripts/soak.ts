// Owns: `npm run soak -- NAME [--times N]`: the long run of a test of which `npm test` runs a short sample; no name lists them.
// Must not: have tests of its own; what fails here fails there too, only more rarely.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from './build.ts'
import { printNames, printUnknown } from './name-list.ts'
import { root } from './paths.ts'

interface Soak {
  readonly what: string
  readonly tool: 'vitest' | 'playwright'
  readonly args: readonly string[]
  /** How many times as long as in npm test it is, unless told; 10 where nothing stands here. */
  readonly times?: number
}

const soaks: Readonly<Record<string, Soak>> = {
  'vault-kills': {
    what: 'SIGKILL while the password vault writes',
    tool: 'vitest',
    args: ['test/unit/keychain/vault/kill.test.ts'],
  },
  'secret-moves': {
    what: 'SIGKILL while secrets move between keychain and vault',
    tool: 'vitest',
    args: ['test/unit/keychain/places-kill.test.ts'],
  },
  payloads: {
    what: 'answers of the service with one field damaged',
    tool: 'vitest',
    args: ['test/unit/exchange/endpoints/payload-properties.test.ts'],
  },
  'journal-kills': {
    what: 'SIGKILL while the journal of transfers is written',
    tool: 'vitest',
    args: ['test/unit/store/transfers-kill.test.ts'],
  },
  'transfer-kills': {
    what: 'SIGKILL while a transfer is made, before the practice exchange',
    tool: 'vitest',
    args: ['test/unit/services/transfers/kill.test.ts'],
  },
  'transfer-model': {
    what: 'random histories of transfers with crashes and a faulty line; 600 unless told',
    tool: 'vitest',
    args: ['test/unit/services/transfers/model.test.ts'],
  },
  'kept-kinds': {
    what: 'random rows dropped by kind and age, against a count by hand',
    tool: 'vitest',
    args: ['test/unit/store/kept-kinds.test.ts'],
  },
  'sync-kills': {
    what: 'SIGKILL at random moments of a running sync; 4 kills times N: --times 50 makes 200',
    tool: 'vitest',
    args: ['test/unit/services/sync/kills.test.ts'],
  },
  'sync-faults': {
    what: 'a sync through random faults of the line, against one without',
    tool: 'vitest',
    args: ['test/unit/services/sync/faults.test.ts'],
  },
  'sync-properties': {
    what: 'random histories of every sync: no row missing, doubled or old; 100 each times N, 20,000 unless told',
    tool: 'vitest',
    args: ['test/unit/services/sync/properties'],
    times: 200,
  },
  'chart-day': {
    what: 'a chart that is open with live updates; 2 minutes times N, eight hours unless told',
    tool: 'vitest',
    args: ['test/unit/renderer/page/chart-day.test.ts'],
    times: 240,
  },
  sums: {
    what: 'totals of random orders and fills against exact fractions; 20,000 times N, 100,000 unless told',
    tool: 'vitest',
    args: ['test/unit/store/order-sums.test.ts'],
    times: 5,
  },
  'candle-figures': {
    what: 'random pieces of candles against an oracle: nothing broken told as whole; 8 times N, 1,600 unless told',
    tool: 'vitest',
    args: ['test/figures/candles.test.ts'],
    times: 200,
  },
  figures: {
    what: 'every figure by the oracle, and by the product against it: 250 to 100,000 orders in turn, N seeds',
    tool: 'vitest',
    args: [
      'test/figures/practice.test.ts',
      'test/figures/product.test.ts',
      'test/figures/made.test.ts',
      'test/figures/interleaved.test.ts',
      'test/figures/properties.test.ts',
    ],
  },
  'export-rows': {
    what: 'every order in an exported file, once; 20,000 times N, 100,000 unless told',
    tool: 'vitest',
    args: ['test/unit/services/exports/export-life.test.ts'],
    times: 5,
  },
  'practice-orders': {
    what: 'the history of the practice exchange; 100,000 orders times N, a million unless told',
    tool: 'vitest',
    args: ['test/unit/practice/order-history.test.ts'],
  },
  'practice-fuzz': {
    what: 'random requests to the practice exchange',
    tool: 'vitest',
    args: ['test/contract/practice/protocol.test.ts'],
  },
  'border-fuzz': {
    what: 'random calls from the page',
    tool: 'playwright',
    args: ['specs/closed-doors', '-g', 'random calls'],
  },
}

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
