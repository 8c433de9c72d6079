// `npm run bench -- report [--rounds N] [--small]`: how long a report takes at first, for another period or market, and after a
// new fill; how many fills are walked for it, how long it keeps the main thread, and how all that grows to a million fills.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openZone } from '../../src-preload/domain/locale/zone.ts'
import {
  createAccountLedger,
  type LedgerAccount,
} from '../../src-main/portfolio/results/ledger/account-ledger.ts'
import type { Store } from '../../src-main/store/api/store-api.ts'
import { Bench, longestStall, median, readWish, type Stall } from './harness.ts'
import { createFillWriter, network, startMs } from './report-data.ts'
import { account, makeFolder, openBenchStore, openTables } from './store-files.ts'
import { openJournalHere } from '../fixtures/journal-here.ts'

const FIRST_LIMIT_MS = 1_000
const CHANGE_LIMIT_MS = 100
const STALL_LIMIT_MS = 50
const MONTHS = 12

const bench = new Bench('report', 'wall', 9)

const accountOf = (nowMs: number): LedgerAccount => ({
  accountId: account.id,
  network,
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

/** The store, with how many fills were read from it, and how often it was asked to walk through those of a market by itself. */
function countFills(store: Store) {
  const walked = { fills: 0, flows: 0 }
  const counting: Pick<Store, 'readFillsByTime' | 'sumFlows'> = {
    async readFillsByTime(...args) {
      const piece = await store.readFillsByTime(...args)
      walked.fills += piece.fills.length
      return piece
    },
    sumFlows(...args) {
      walked.flows += 1
      return store.sumFlows(...args)
    },
  }
  const counted: Store = new Proxy(store, {
    get: (from, name): unknown => Reflect.get(name in counting ? counting : from, name) as unknown,
  })
  return { counted, walked }
}

/** One run: how long it took, what it kept the main thread from, and the same of a sleep as long. */
interface Run {
  readonly ms: number
  /** Of all threads. */
  readonly cpuMs: number
  readonly stall: Stall
  readonly idle: Stall
}

async function timeRun(run: () => Promise<unknown>): Promise<Run> {
  let [ms, cpuMs] = [0, 0]
  const stall = await longestStall(async () => {
    const startedAt = performance.now()
    const cpuBefore = process.cpuUsage()
    await run()
    ms = performance.now() - startedAt
    const { user, system } = process.cpuUsage(cpuBefore)
    cpuMs = (user + system) / 1000
  })
  return { ms, cpuMs, stall, idle: await longestStall(() => sleep(ms)) }
}

const worstOf = (stalls: readonly Stall[]): Stall => ({
  cpu: Math.max(...stalls.map(({ cpu }) => cpu)),
  wall: Math.max(...stalls.map(({ wall }) => wall)),
})

interface Times {
  readonly size: number
  readonly firstMs: number
  readonly periodMs: number
  readonly marketMs: number
  readonly newFillMs: number
}

async function benchSize(size: number, isJudged: boolean): Promise<Times> {
  const file = join(makeFolder(), `${String(size)}.sqlite`)
  const writer = createFillWriter(file)
  writer.write(size)
  const store = await openBenchStore(file)
  const now = accountOf(startMs + size * 70_000)
  const all = { fromMs: 0, toMs: Date.UTC(2030, 0, 1) }
  const limit = (ms: number): number | null => (isJudged ? ms : null)
  const rounds = isJudged ? bench.rounds : 1
  const named = (figure: string): string => `${figure}-${String(size)}`

  /** The longest stall of all rounds counts, and not that of an ordinary one. */
  const judgeStall = (figure: string, runs: readonly Run[]): void => {
    const [ours, idle] = [worstOf(runs.map(({ stall }) => stall)), worstOf(runs.map((run) => run.idle))]
    if (isJudged) bench.judgeStalls(named(`stall-${figure}`), [ours], [idle], STALL_LIMIT_MS)
    else
      bench.tell(
        named(`stall-${figure}`),
        `ours=${ours.wall.toFixed(1)}ms reference=${idle.wall.toFixed(1)}ms cpu=${ours.cpu.toFixed(1)}ms measured`,
      )
  }
  /** The slowest choice counts, by the median of its rounds. */
  const judgeTime = (
    figure: string,
    choices: readonly (readonly Run[])[],
    referenceMs: number,
    limitMs: number,
  ): number => {
    const [slowest = { oursMs: NaN, cpuMs: NaN }] = choices
      .map((runs) => ({
        oursMs: median(runs.map(({ ms }) => ms)),
        cpuMs: median(runs.map((run) => run.cpuMs)),
      }))
      .sort((a, b) => b.oursMs - a.oursMs)
    bench.judgeLimit({ figure: named(figure), ...slowest, referenceMs, limitMs: limit(limitMs) })
    return slowest.oursMs
  }

  const { counted, walked } = countFills(store)
  const forget = (): void => {
    walked.fills = walked.flows = 0
  }
  /** A walk in the store counts as one through all fills. */
  const walkedFills = (): number => walked.fills + walked.flows * size
  const firsts: Run[] = []
  const references: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now()
    readAll(file)
    references.push(performance.now() - startedAt)
    const fresh = createAccountLedger(counted, openJournalHere())
    forget()
    firsts.push(await timeRun(() => fresh.report(now, all)))
  }
  const readMs = median(references)
  const firstMs = judgeTime('first', [firsts], readMs, FIRST_LIMIT_MS)
  judgeStall('first', firsts)
  bench.tell(
    named('walked-first'),
    `${String(walked.fills)} fills read, ${String(walked.flows)} sums in the store`,
  )

  const ledger = createAccountLedger(counted, openJournalHere())
  const whole = await ledger.report(now, all)
  if (whole.sum.realized.state !== 'known' || whole.trades !== size)
    throw new Error(`not known: ${JSON.stringify([whole.trades, whole.sum, whole.books])}`)

  const repeat = async (run: () => Promise<unknown>): Promise<Run[]> => {
    const runs: Run[] = []
    for (let round = 0; round < rounds; round += 1) runs.push(await timeRun(run))
    return runs
  }
  forget()
  const periods: Run[][] = []
  for (let month = 0; month < MONTHS; month += 1) {
    const range = { fromMs: Date.UTC(2024, month, 1), toMs: Date.UTC(2024, month + 1, 1) }
    periods.push(await repeat(() => ledger.report(now, range)))
  }
  const periodMs = judgeTime('period', periods, readMs, CHANGE_LIMIT_MS)
  judgeStall('period', periods.flat())

  // A report has all of its markets: another one is at worst the same report, asked for again.
  const markets: Run[][] = []
  for (const { market } of whole.markets) {
    markets.push(
      await repeat(async () => {
        const { markets: found } = await ledger.report(now, all)
        if (!found.some((one) => one.market === market)) throw new Error(`no ${market}`)
      }),
    )
  }
  const marketMs = judgeTime('market', markets, readMs, CHANGE_LIMIT_MS)
  judgeStall('market', markets.flat())
  bench.judgeAmounts({
    ...{ figure: named('walked-change'), ours: walkedFills(), reference: size, unit: 'fills' },
    mostTimes: isJudged ? 0 : null,
  })

  const afters: Run[] = []
  let walkedAfter = 0
  for (let round = 0; round < rounds; round += 1) {
    writer.write(1)
    forget()
    afters.push(await timeRun(() => ledger.report(now, all)))
    walkedAfter = Math.max(walkedAfter, walkedFills())
  }
  const { sum, trades } = await ledger.report(now, all)
  if (sum.realized.state !== 'known' || trades !== size + rounds)
    throw new Error(`not known after ${String(rounds)} fills: ${JSON.stringify([trades, sum])}`)
  const newFillMs = judgeTime('new-fill', [afters], firstMs, CHANGE_LIMIT_MS)
  judgeStall('new-fill', afters)
  // One new fill: one is read, and no more.
  bench.judgeAmounts({
    ...{ figure: named('walked-new-fill'), ours: walkedAfter, reference: 1, unit: 'fills' },
    mostTimes: isJudged ? 1 : null,
  })
  writer.close()
  await store.close()
  writer.remove()
  return { size, firstMs, periodMs, marketMs, newFillMs }
}

const { isSmall } = readWish()
const sizes = isSmall ? [1_000, 10_000] : [10_000, 100_000, 1_000_000]
const judgedSize = isSmall ? null : 100_000
const measured: Times[] = []
for (const size of sizes) measured.push(await benchSize(size, size === judgedSize))
for (const figure of ['first', 'period', 'market', 'newFill'] as const) {
  bench.printGrowth(
    figure === 'newFill' ? 'new-fill' : figure,
    measured.map((times) => ({ size: times.size, ms: times[`${figure}Ms`] })),
  )
}
bench.finish()
