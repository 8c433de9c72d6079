// `npm run bench -- portfolio [--rounds N] [--small]`: how long the equity curve takes the first time, from what is kept and
// after a new fill, beside one plain pass over the raw rows; and how that grows to a million fills.
import { join } from 'node:path'
import { openZone } from '../../src-preload/domain/locale/zone.ts'
import type { LedgerAccount } from '../../src-main/portfolio/results/ledger/account-ledger.ts'
import { createAccountEquity, type Present } from '../../src-main/portfolio/equity/account-equity.ts'
import { readLastPrices } from '../../src-main/portfolio/results/prices/last-price.ts'
import type { Store } from '../../src-main/store/api/store-api.ts'
import { openJournalHere } from '../fixtures/journal-here.ts'
import { Bench, median, readWish } from './harness.ts'
import { createPortfolioFile } from './portfolio-data.ts'
import { network } from './report-data.ts'
import { account, makeFolder, openBenchStore, openTables } from './store-files.ts'

const FIRST_LIMIT_MS = 3_000
const KEPT_LIMIT_MS = 300
const DAY_MS = 86_400_000
/** The fills of the hour that the newest reading is in, and a new one. */
const MAX_WALKED = 61

const bench = new Bench('portfolio', 'wall', 5)

type RawRow = [atMs: number, market: string, side: string, amount: string, total: string, fee: string]

/** One plain pass, in doubles: the balances at the end of each day. */
function passOnce(file: string): number {
  const db = openTables(file)
  const rows = db
    .prepare<[], RawRow>(
      'SELECT created_at_ms, market, side, amount, total, fee_amount FROM order_trades ORDER BY created_at_ms, id',
    )
    .raw()
  const balances: Record<string, number> = {}
  const days = new Map<number, Record<string, number>>()
  for (const [atMs, market, side, amount, total, fee] of rows.iterate()) {
    const [base, quote] = [market.slice(0, -4), market.slice(-4)]
    const [sign, into] = side === 'buy' ? [1, base] : [-1, quote]
    balances[base] = (balances[base] ?? 0) + sign * Number(amount)
    balances[quote] = (balances[quote] ?? 0) - sign * Number(total)
    balances[into] = (balances[into] ?? 0) - Number(fee)
    const day = Math.floor(atMs / DAY_MS)
    if (!days.has(day)) days.set(day, { ...balances })
  }
  db.close()
  return days.size
}

/** The store, with how many fills were read from it. */
function countFills(store: Store) {
  const walked = { fills: 0 }
  const counting: Pick<Store, 'sumFlowsByStep'> = {
    async sumFlowsByStep(...args) {
      const piece = await store.sumFlowsByStep(...args)
      for (const { fills } of piece.steps) walked.fills += fills
      return piece
    },
  }
  const counted: Store = new Proxy(store, {
    get: (from, name): unknown => Reflect.get(name in counting ? counting : from, name) as unknown,
  })
  return { counted, walked }
}

interface Run {
  readonly ms: number
  readonly cpuMs: number
}

async function timeRun(run: () => Promise<unknown>): Promise<Run> {
  const startedAt = performance.now()
  const before = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(before)
  return { ms: performance.now() - startedAt, cpuMs: (user + system) / 1_000 }
}

interface Times {
  readonly size: number
  readonly first: number
  readonly kept: number
  readonly newFill: number
}

async function benchSize(size: number, isJudged: boolean): Promise<Times> {
  const path = join(makeFolder(), `${String(size)}.sqlite`)
  const file = createPortfolioFile(path, size)
  const store = await openBenchStore(path)
  const { counted, walked } = countFills(store)
  const journal = openJournalHere()
  const ownerNow = (): LedgerAccount => ({
    ...{ accountId: account.id, network, address: account.ethereumAddress, zone: openZone('UTC') },
    ...{ signal: new AbortController().signal, nowMs: file.nowMs() },
  })
  const present = async (): Promise<Present> => ({
    ...{ entries: file.balances(), asOfMs: file.nowMs(), prices: await readLastPrices(store, network) },
  })
  const readAll = async (equity: ReturnType<typeof createAccountEquity>) => {
    const answer = await equity.curve(
      ownerNow(),
      { fromMs: 0, toMs: file.nowMs(), most: 400, benchmarks: ['btc', 'eth'] },
      await present(),
    )
    if (answer.questions.length > 0 || answer.points.some(({ value }) => value === null))
      throw new Error(`not whole: ${JSON.stringify(answer.questions)}`)
    return answer
  }

  const firsts: Run[] = []
  const references: number[] = []
  for (let round = 0; round < (isJudged ? bench.rounds : 1); round += 1) {
    const startedAt = performance.now()
    passOnce(path)
    references.push(performance.now() - startedAt)
    firsts.push(await timeRun(() => readAll(createAccountEquity(counted, journal))))
  }
  const referenceMs = median(references)
  const judge = (figure: string, runs: readonly Run[], limitMs: number | null): number => {
    const oursMs = median(runs.map(({ ms }) => ms))
    const cpuMs = median(runs.map((run) => run.cpuMs))
    const limit = isJudged ? limitMs : null
    bench.judgeLimit({ figure: `${figure}-${String(size)}`, oursMs, cpuMs, referenceMs, limitMs: limit })
    return oursMs
  }
  const first = judge('first', firsts, FIRST_LIMIT_MS)

  const equity = createAccountEquity(counted, journal)
  const before = await readAll(equity)
  const again: Run[] = []
  walked.fills = 0
  for (let round = 0; round < bench.rounds; round += 1) again.push(await timeRun(() => readAll(equity)))
  const kept = judge('kept', again, KEPT_LIMIT_MS)
  bench.judgeAmounts({
    ...{ figure: `walked-kept-${String(size)}`, ours: walked.fills / bench.rounds, reference: MAX_WALKED },
    ...{ unit: 'fills', mostTimes: isJudged ? 1 : null },
  })

  const news: Run[] = []
  walked.fills = 0
  for (let round = 0; round < bench.rounds; round += 1) {
    file.addFill()
    news.push(await timeRun(() => readAll(equity)))
  }
  // What it may not do is to read the others again: counting them is all.
  const newFill = judge('new-fill', news, null)
  bench.judgeAmounts({
    ...{
      figure: `walked-new-fill-${String(size)}`,
      ours: walked.fills / bench.rounds,
      reference: MAX_WALKED,
    },
    ...{ unit: 'fills', mostTimes: isJudged ? 1 : null },
  })
  const [after, anew] = [await readAll(equity), await readAll(createAccountEquity(counted, journal))]
  if (JSON.stringify(after) !== JSON.stringify(anew)) throw new Error('kept and read anew differ')
  bench.tell(`points-${String(size)}`, `${String(before.points.length)} points`)
  file.close()
  await store.close()
  file.remove()
  return { size, first, kept, newFill }
}

const { isSmall } = readWish()
const sizes = isSmall ? [1_000, 10_000] : [10_000, 100_000, 1_000_000]
const measured: Times[] = []
for (const size of sizes) measured.push(await benchSize(size, !isSmall && size === sizes.at(-1)))
for (const figure of ['first', 'kept', 'newFill'] as const) {
  bench.printGrowth(
    figure === 'newFill' ? 'new-fill' : figure,
    measured.map((times) => ({ size: times.size, ms: times[figure] })),
  )
}
bench.finish()
