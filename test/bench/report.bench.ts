// Owns: `npm run bench -- report [--rounds N] [--small]`: how long a report takes at first, for another period, and after a new fill.
// Must not: make up data (report-data.ts does).
import { join } from 'node:path'
import { openZone } from '../../src-preload/shared/zone.ts'
import { createAccountLedger, type LedgerAccount } from '../../src-main/services/results/account-ledger.ts'
import { longestStall, median, readWish } from './harness.ts'
import { createFillWriter, startMs } from './report-data.ts'
import { account, makeFolder, openBenchStore, openTables } from './store-files.ts'

const FIRST_GOAL_MS = 1_000
const PERIOD_GOAL_MS = 100
const STALL_GOAL_MS = 50
const ROUNDS = 5

const verdict = { hasMissed: false }
function tell(figure: string, oursMs: number, referenceMs: number, goalMs: number | null): void {
  const isMet = goalMs === null || oursMs < goalMs
  if (!isMet) verdict.hasMissed = true
  process.stdout.write(
    `bench report ${figure} ours=${oursMs.toFixed(1)}ms reference=${referenceMs.toFixed(1)}ms ` +
      `ratio=${(oursMs / referenceMs).toFixed(2)} goal=${goalMs === null ? 'none' : `${String(goalMs)}ms`} ` +
      `${goalMs === null ? 'measured' : isMet ? 'met' : 'missed'}\n`,
  )
}

async function timeMs(run: () => unknown): Promise<number> {
  const startedAt = performance.now()
  await run()
  return performance.now() - startedAt
}

const accountOf = (nowMs: number): LedgerAccount => ({
  accountId: account.id,
  network: 'practice',
  address: account.ethereumAddress,
  zone: openZone('UTC'),
  signal: new AbortController().signal,
  nowMs,
})

/** The least that a report of all fills has to do: read every fill in the order of time. */
function readAll(file: string): number {
  const db = openTables(file)
  const rows = db
    .prepare(
      'SELECT created_at_ms, side, price, amount, total, fee_amount FROM order_trades ORDER BY created_at_ms, id',
    )
    .raw()
    .all()
  db.close()
  return rows.length
}

async function benchSize(fills: number, isJudged: boolean): Promise<void> {
  const file = join(makeFolder(), `${String(fills)}.sqlite`)
  const writer = createFillWriter(file)
  writer.write(fills)
  const store = await openBenchStore(file)
  const now = accountOf(startMs + fills * 70_000)
  const all = { fromMs: 0, toMs: Date.UTC(2030, 0, 1) }
  const goal = (ms: number): number | null => (isJudged ? ms : null)

  const firsts: number[] = []
  const references: number[] = []
  const stalls: number[] = []
  for (let round = 0; round < (isJudged ? ROUNDS : 1); round += 1) {
    references.push(await timeMs(() => readAll(file)))
    const fresh = createAccountLedger(store)
    let first = 0
    const stall = await longestStall(async () => {
      first = await timeMs(() => fresh.report(now, all))
    })
    firsts.push(first)
    stalls.push(stall.cpu)
  }
  tell(`first-${String(fills)}`, median(firsts), median(references), goal(FIRST_GOAL_MS))
  tell(`stall-${String(fills)}`, median(stalls), median(references), goal(STALL_GOAL_MS))

  const ledger = createAccountLedger(store)
  const whole = await ledger.report(now, all)
  if (whole.sum.realized.state !== 'known') throw new Error(`not known: ${JSON.stringify(whole.books)}`)
  const periods: number[] = []
  for (let month = 0; month < 10; month += 1) {
    const range = { fromMs: Date.UTC(2024, month, 1), toMs: Date.UTC(2024, month + 1, 1) }
    periods.push(await timeMs(() => ledger.report(now, range)))
  }
  tell(`period-${String(fills)}`, median(periods), median(references), goal(PERIOD_GOAL_MS))

  const afters: number[] = []
  for (let round = 0; round < 5; round += 1) {
    writer.write(1)
    afters.push(await timeMs(() => ledger.report(now, all)))
  }
  tell(`new-fill-${String(fills)}`, median(afters), median(firsts), goal(PERIOD_GOAL_MS))
  writer.close()
  await store.close()
}

const { isSmall } = readWish()
await benchSize(isSmall ? 1_000 : 10_000, false)
await benchSize(isSmall ? 10_000 : 100_000, !isSmall)
if (!isSmall) await benchSize(1_000_000, false)
process.exitCode = verdict.hasMissed ? 1 : 0
