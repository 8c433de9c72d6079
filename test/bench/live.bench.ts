// `npm run bench -- live [--small] [--only rest|busy]`: the processor that all processes of the app take at rest on each view, with
// streams on and the practice exchange in another process; then frames, message to pixel and heap of the Trade view under 500 changes
// of the book and 50 trades a second. `--small`: within a minute. Linux only: it reads /proc.
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { build } from '../../scripts/build.ts'
import { root } from '../../scripts/paths.ts'
import { practiceDefaults } from '../../src-main/practice/defaults.ts'
import { Frame, type ViewName } from '../e2e/pages/frame.ts'
import { Onboarding } from '../e2e/pages/onboarding.ts'
import { startExchange } from '../e2e/support/exchange.ts'
import { Bench, readWish } from './harness.ts'
import { openBarePage } from './live/bare-page.ts'
import { startBusyExchange } from './live/busy-exchange.ts'
import { measureBusyWindow } from './live/busy-window.ts'
import { launch, readyWithinMs } from './startup/start-app.ts'
import { makeFolder } from './store-files.ts'

/** Percent of one core. Trade comes last: what is left of the first reading has ended by then. */
const goals: Readonly<Partial<Record<ViewName, number>>> = {
  Orders: 2,
  Portfolio: 2,
  Transfers: 2,
  Trade: 5,
}

/** Clock ticks a second in /proc (proc_pid_stat(5)); 100 on every Linux that Electron runs on. */
const TICKS_PER_SECOND = 100

const MARKED_MARKET = 'ethusdc'

const { isSmall, only } = readWish()
if (only !== null && only !== 'rest' && only !== 'busy')
  throw new Error('--only takes rest or busy, the two parts of this bench')
/** Longest wait for the history of the account. */
const historySeconds = isSmall ? 15 : 180
/** Between two pages of it nothing is shown for a moment. */
const quietSeconds = isSmall ? 2 : 8
const settleMs = isSmall ? 2_000 : 60_000
const measureMs = isSmall ? 3_000 : 60_000
const busyMs = isSmall ? 6_000 : 120_000
/** Quiet and busy take turns. */
const busyTurns = isSmall ? 2 : 8

interface ProcessLine {
  readonly parent: number
  /** What Chromium calls the process: renderer, gpu-process, utility; main for the first. */
  readonly kind: string
  /** Seconds of user and system time. */
  readonly seconds: number
}

/** Null for a process that has ended meanwhile. */
function readProcess(pid: string): ProcessLine | null {
  try {
    // The name stands in brackets and may have spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    const ticks = Number(fields[11]) + Number(fields[12])
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    const kind = /--type=([\w-]+)/.exec(command)?.[1] ?? 'main'
    return { parent: Number(fields[1]), kind, seconds: ticks / TICKS_PER_SECOND }
  } catch {
    return null
  }
}

/** What a process and all that it started have computed, by process. */
function readTree(rootPid: number): Map<number, ProcessLine> {
  const all = new Map<number, ProcessLine>()
  for (const name of readdirSync('/proc')) {
    const line = /^\d+$/.test(name) ? readProcess(name) : null
    if (line !== null) all.set(Number(name), line)
  }
  const isOwn = (pid: number): boolean => {
    for (let at = pid; at > 1; at = all.get(at)?.parent ?? 0) if (at === rootPid) return true
    return false
  }
  return new Map([...all].filter(([pid]) => isOwn(pid)))
}

/** Percent of a core by kind of process. */
async function measure(rootPid: number): Promise<Map<string, number>> {
  const before = readTree(rootPid)
  const startedAt = performance.now()
  await sleep(measureMs)
  const tookSeconds = (performance.now() - startedAt) / 1_000
  const percent = new Map<string, number>()
  for (const [pid, { kind, seconds }] of readTree(rootPid)) {
    const share = ((seconds - (before.get(pid)?.seconds ?? 0)) / tookSeconds) * 100
    percent.set(kind, (percent.get(kind) ?? 0) + share)
  }
  return percent
}

const bench = new Bench('live', 'cpu')
if (process.platform !== 'linux') {
  process.stderr.write('This reads /proc, which only Linux has.\n')
  process.exit(1)
}
if (!build()) process.exit(1)
// The past of the markets is read for as long as there is any: that is no rest.
process.env['STARKDESK_MARKET_HISTORY'] = 'asked'
process.env['STARKDESK_TRADE_LAYOUT'] = 'charts'
const exchange = await startExchange([
  '--port',
  '0',
  '--seed',
  '7',
  '--orders',
  String(practiceDefaults.orders),
])
const busyExchange = await startBusyExchange(exchange.baseUrl, MARKED_MARKET)
const app = await launch({
  name: 'live',
  appFolder: root,
  dataFolder: makeFolder(),
  practiceUrl: busyExchange.baseUrl,
  isWalled: true,
  isShown: () => true,
  key: 'F6',
  hasAnswered: () => true,
})
try {
  const page = await app.firstWindow({ timeout: readyWithinMs })
  page.setDefaultTimeout(readyWithinMs)
  await new Onboarding(page).practise.click()
  const frame = new Frame(page)
  const pid = app.process().pid ?? 0
  const history = page.getByTestId('history-sync')
  for (let [left, quiet] = [historySeconds, 0]; left > 0 && quiet < quietSeconds; left -= 1) {
    quiet = (await history.innerText()) === '' ? quiet + 1 : 0
    await sleep(1_000)
  }
  for (const [view, goal] of only === 'busy' ? [] : Object.entries(goals)) {
    await frame.go(view as ViewName)
    await sleep(settleMs)
    const line = await frame.connection.innerText()
    const shares = await measure(pid)
    const percent = [...shares.values()].reduce((sum, share) => sum + share, 0)
    const each = [...shares].map(([kind, share]) => `${kind} ${share.toFixed(1)}`).join(', ')
    const state = [line, await history.innerText()].filter((text) => text !== '').join('; ')
    bench.tell(
      `rest-${view.toLowerCase()}`,
      `${percent.toFixed(1)}% of a core, goal ${String(goal)}% (${each}; ${state})`,
    )
  }
  if (only !== 'rest') {
    await frame.go('Trade')
    await page.getByTitle('Layout: chart, book and ticket').click()
    await page.getByTitle('Order book', { exact: true }).click()
    const line = page.locator('[data-side="bids"]').first()
    await line.waitFor({ timeout: readyWithinMs })
    const bare = await openBarePage(busyExchange.baseUrl, MARKED_MARKET)
    try {
      await measureBusyWindow(bench, page, busyExchange, bare, busyMs, busyTurns)
    } finally {
      await bare.close()
    }
  }
} finally {
  await app.close()
  busyExchange.stop()
  await exchange.stop()
}
bench.finish()
