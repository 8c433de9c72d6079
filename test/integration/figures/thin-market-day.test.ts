// A market with few trades has the oracle's 24 hours, or none where it cannot be known.
import { describe, expect, onTestFinished, test } from 'vitest'
import { createMarkets } from '../../../src-main/markets/markets.ts'
import type { MarketSummary } from '../../../src-preload/contract/markets/markets.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { type ScriptedAnswer, startScriptedServer } from '../../fixtures/scripted-server.ts'
import { movableClock } from '../../fixtures/test-client.ts'
import { inUse, makeFeed, makeStore } from '../world.ts'
import { computeMarketDay } from '../../figures/market-day.ts'
import { Rational } from '../../figures/rational.ts'
import type { RawCandle, RawRows } from '../../figures/raw-rows.ts'
import { randomFrom } from '../../../scripts/random.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE
const market = 'ethusdc'
const startMs = Date.parse('2026-11-20T12:03:22Z')
const LEAPS = 8
const times = Number(process.env['STARKDESK_SOAK_TIMES'] ?? 1)
const first = Number(process.env['SEED'] ?? 1)

interface Trade {
  readonly timeMs: number
  /** In hundredths. */
  readonly price: number
  /** In thousandths. */
  readonly amount: number
}

/** Trades until a day after the start, one in `everyMinutes` on average. */
function tradesOf(random: () => number, fromMs: number, everyMinutes: number): Trade[] {
  const trades: Trade[] = []
  for (
    let timeMs = fromMs;
    timeMs < startMs + DAY;
    timeMs += 2_000 * Math.ceil(random() * everyMinutes * 60)
  ) {
    trades.push({
      timeMs,
      price: 1_000 + Math.floor(random() * 400),
      amount: 1 + Math.floor(random() * 5_000),
    })
  }
  return trades
}

type Row = [second: number, open: number, max: number, min: number, last: number, volume: number]

/** Candles of a period as an exchange has them that leaves out periods without a trade. */
function candlesOf(trades: readonly Trade[], periodMs: number): Row[] {
  const groups = new Map<number, Trade[]>()
  for (const trade of trades) {
    const timeMs = Math.floor(trade.timeMs / periodMs) * periodMs
    groups.set(timeMs, [...(groups.get(timeMs) ?? []), trade])
  }
  return [...groups].map(([timeMs, group]) => {
    const prices = group.map(({ price }) => price / 100)
    return [
      timeMs / 1_000,
      prices[0] ?? 0,
      Math.max(...prices),
      Math.min(...prices),
      prices.at(-1) ?? 0,
      group.reduce((sum, { amount }) => sum + amount, 0) / 1_000,
    ]
  })
}

const readRow = ([second, open, high, low, close, volume]: Row): RawCandle => {
  const exact = (value: number): Rational => Rational.parse(String(value))
  return {
    startMs: second * 1_000,
    open: exact(open),
    high: exact(high),
    low: exact(low),
    close: exact(close),
    volume: exact(volume),
  }
}

/** What the oracle needs of raw rows. */
function rowsAt(trades: readonly Trade[], nowMs: number): RawRows {
  const minutes = candlesOf(trades, MINUTE).map(readRow)
  return {
    address: '',
    nowMs,
    markets: [market],
    orders: [],
    pnl: { momentMs: nowMs, rows: new Map() },
    earlierPnl: [],
    transfers: [],
    entered: [],
    candles: new Map([[market, minutes]]),
    lastTrades: new Map(),
    sinceMs: null,
  }
}

const exactText = (value: number | null): string | null =>
  value === null ? null : Rational.parse(String(value)).toDecimal()

/** One answer of the list with the raw rows of that moment. `isSettled`: all that one answer may leave open was asked for. */
interface Seen {
  readonly line: MarketSummary
  readonly rows: RawRows
  readonly isSettled: boolean
}

/** Follows the market through a day in leaps. `limit`: candles that the exchange gives at most, of a range the oldest. */
async function follow({ seed, everyMinutes, ageMs, limit, rounds: perLeap }: Run): Promise<Seen[]> {
  const random = randomFrom(seed * 0x9e3779b1)
  const all = tradesOf(random, startMs - ageMs, everyMinutes)
  const clock = movableClock(startMs)
  const soFar = (): Trade[] => all.filter(({ timeMs }) => timeMs <= clock.now())
  const server = await startScriptedServer(({ query }): ScriptedAnswer => {
    const [fromSecond, toSecond] = [Number(query['start_time']), Number(query['end_time'])]
    const rows = candlesOf(soFar(), Number(query['period']) * MINUTE)
    const payload = rows.filter(([second]) => second >= fromSecond && second <= toSecond)
    return {
      json: {
        status: 'success',
        message: '',
        payload: payload.slice(0, Math.min(limit, Number(query['limit']))),
      },
      headers: { date: new Date(clock.now()).toUTCString() },
    }
  })
  onTestFinished(() => server.stop())
  const store = await makeStore()
  const { feed, session, told } = makeFeed(store, server.baseUrl, clock, [market])
  await store.putMarkets(session.network, [market])
  const markets = createMarkets({ store, clock, emit: told.emit, current: inUse(session, { feed }) })
  const seen: Seen[] = []
  let rounds = 0
  for (let leap = 0; leap < LEAPS; leap += 1) {
    for (let round = 0; round < perLeap; round += 1) {
      if (leap + round > 0) feed.trigger()
      rounds += 1
      await eventually(() => expect(told.count('markets:listChanged')).toBeGreaterThanOrEqual(rounds))
      const [line] = (await markets.list()).markets
      const isSettled = round === perLeap - 1
      if (line !== undefined) seen.push({ line, rows: rowsAt(soFar(), clock.now()), isSettled })
    }
    clock.moveTo(clock.now() + Math.ceil(random() * 180) * MINUTE)
  }
  return seen
}

interface Run {
  readonly seed: number
  readonly everyMinutes: number
  readonly ageMs: number
  readonly limit: number
  /** Rounds of the list at each moment: what an answer leaves open is asked for in the next. */
  readonly rounds: number
}

const kinds = [
  { name: 'a trade in 20 minutes', everyMinutes: 20, ageMs: 30 * DAY, limit: 1_000, rounds: 3 },
  { name: 'a trade in 5 hours', everyMinutes: 300, ageMs: 30 * DAY, limit: 1_000, rounds: 3 },
  { name: 'a trade in 2 days', everyMinutes: 2_880, ageMs: 30 * DAY, limit: 1_000, rounds: 3 },
  { name: 'a market of 3 days', everyMinutes: 60, ageMs: 3 * DAY, limit: 1_000, rounds: 3 },
  { name: 'a market of 8 hours', everyMinutes: 10, ageMs: DAY / 3, limit: 1_000, rounds: 3 },
  { name: 'an exchange that gives 50 candles', everyMinutes: 20, ageMs: 30 * DAY, limit: 50, rounds: 5 },
]
const runs = Array.from({ length: times > 1 ? times : 2 }, (_, at) => first + at).flatMap((seed) =>
  kinds.map((kind) => ({ seed, ...kind })),
)

describe('a market with few trades, of an exchange that leaves out candles without one', () => {
  test.each(runs)('seed $seed, $name', async (run) => {
    const seen = await follow(run)
    expect(seen).toHaveLength(LEAPS * run.rounds)
    for (const { line, rows, isSettled } of seen) {
      const day = computeMarketDay(rows, market)
      if (day === null) throw new Error('the oracle has no price')
      const theirs = {
        reference: day.reference?.toDecimal() ?? null,
        high: day.high?.toDecimal() ?? null,
        low: day.low?.toDecimal() ?? null,
        volume: day.volume.toDecimal(),
      }
      const ours = {
        reference: exactText(line.reference),
        high: exactText(line.high),
        low: exactText(line.low),
        volume: exactText(line.volume),
      }
      if (isSettled)
        expect({ last: exactText(line.last), ...ours }).toEqual({
          last: day.lastPrice.toDecimal(),
          ...theirs,
        })
      // While not everything is here, a figure is right or it is not shown.
      else if (line.volume === null)
        expect(ours).toEqual({ reference: null, high: null, low: null, volume: null })
      else expect(ours).toEqual({ ...theirs, reference: line.reference === null ? null : theirs.reference })
    }
  })
})
