// `npm run bench -- memory [--small] [--only FIGURE]`: the memory of main and of the page at rest, beside an empty window on the same
// runtime: with 2,500 orders and the exchange in another process, with the practice exchange in main, and with a million orders and
// a chart. Resident memory, files that are shared with others included. `--small`: after half a minute. Linux only.
import { setTimeout as sleep } from 'node:timers/promises'
import type { ElectronApplication } from 'playwright'
import { build } from '../../scripts/build.ts'
import { root } from '../../scripts/paths.ts'
import { practiceDefaults } from '../../src-main/practice/defaults.ts'
import { Frame } from '../e2e/pages/frame.ts'
import { Onboarding } from '../e2e/pages/onboarding.ts'
import { startExchange } from '../e2e/support/exchange.ts'
import { Bench, readWish } from './harness.ts'
import { type Memory, readMemory } from './memory/read-memory.ts'
import { readThreads, type ThreadHeap } from './memory/read-threads.ts'
import { emptyWindow, launch, ourApp, readyWithinMs, type Startable } from './startup/start-app.ts'
import { makeFolder } from './store-files.ts'

const REST_GOAL_MB = 200
const MILLION_GOAL_MB = 300
const PRACTICE_GOAL_MB = 80
const PAGE_GOAL_MB = 121

const { isSmall, only } = readWish()
/** V8 gives back memory some seconds after the last work, and the thread of answers ends. */
const restMs = isSmall ? 30_000 : 60_000
/** Longest wait for the history of a practice account. */
const historySeconds = isSmall ? 15 : 180
const bench = new Bench('memory', 'wall')
if (process.platform !== 'linux') {
  process.stderr.write('This reads /proc, which only Linux has.\n')
  process.exit(1)
}
if (!build()) process.exit(1)
process.env['STARKDESK_MARKET_HISTORY'] = 'asked'

interface Measured extends Memory {
  readonly threads: readonly ThreadHeap[]
}

async function measure(
  startable: Startable,
  prepare: (app: ElectronApplication) => Promise<void>,
): Promise<Measured> {
  const app = await launch(startable)
  try {
    await prepare(app)
    await sleep(restMs)
    // Looking at the threads takes memory of its own, and comes after.
    const memory = readMemory(app.process().pid ?? 0)
    return { ...memory, threads: await readThreads(app) }
  } finally {
    await app.close()
  }
}

async function practise(app: ElectronApplication): Promise<void> {
  const page = await app.firstWindow({ timeout: readyWithinMs })
  page.setDefaultTimeout(readyWithinMs)
  await new Onboarding(page).practise.click()
  await new Frame(page).go('Orders')
  const history = page.getByTestId('history-sync')
  for (let [left, quiet] = [historySeconds, 0]; left > 0 && quiet < 5; left -= 1) {
    quiet = (await history.innerText()) === '' ? quiet + 1 : 0
    await sleep(1_000)
  }
}

async function showChart(app: ElectronApplication): Promise<void> {
  const page = await app.firstWindow({ timeout: readyWithinMs })
  page.setDefaultTimeout(readyWithinMs)
  await new Frame(page).go('Trade')
}

const withOrders = (practiceUrl: string | null): Startable => ({
  name: 'orders',
  appFolder: root,
  dataFolder: makeFolder(),
  practiceUrl,
  isWalled: true,
  isShown: () => true,
  key: 'F6',
  hasAnswered: () => true,
})

const empty = await measure(emptyWindow(makeFolder()), async (app) => {
  await app.firstWindow({ timeout: readyWithinMs })
})

function judge(figure: string, memory: Measured, goalMb: number): void {
  bench.judgeLimitedAmount({
    figure: `main-${figure}`,
    ours: memory.main.residentMb,
    reference: empty.main.residentMb,
    unit: 'MB',
    limit: goalMb,
  })
  bench.judgeLimitedAmount({
    figure: `page-${figure}`,
    ours: memory.pageMb,
    reference: empty.pageMb,
    unit: 'MB',
    limit: PAGE_GOAL_MB,
  })
  const { filesMb, largest } = memory.main
  for (const { name, totalMb, usedMb } of memory.threads)
    bench.tell(`heap-${figure}`, `${name}: ${totalMb.toFixed(1)}MB, of which ${usedMb.toFixed(1)}MB are used`)
  bench.tell(`main-${figure}`, `of which ${filesMb.toFixed(0)}MB are files; else ${largest.join(', ')}`)
}

bench.tell(
  'main-empty',
  `${empty.main.residentMb.toFixed(0)}MB, of which ${empty.main.filesMb.toFixed(0)}MB are files`,
)
const exchange = await startExchange([
  '--port',
  '0',
  '--seed',
  '7',
  '--orders',
  String(practiceDefaults.orders),
])
try {
  if (only === null || only === 'rest' || only === 'practice') {
    const rest = await measure(withOrders(exchange.baseUrl), practise)
    judge('2500-orders', rest, REST_GOAL_MB)
    const practice = await measure(withOrders(null), practise)
    bench.judgeLimitedAmount({
      figure: 'practice-exchange',
      ours: practice.main.residentMb - rest.main.residentMb,
      reference: empty.main.residentMb,
      unit: 'MB',
      limit: PRACTICE_GOAL_MB,
    })
  }
  if (only === null || only === 'million') {
    const orders = isSmall ? 10_000 : 1_000_000
    judge(`${String(orders)}-orders`, await measure(await ourApp(orders), showChart), MILLION_GOAL_MB)
  }
} finally {
  await exchange.stop()
}
bench.finish()
