// Random histories of a market as a service tells them, put into a real store page by page and noted start by start.
import fc from 'fast-check'
import { onTestFinished } from 'vitest'
import type Sqlite from 'better-sqlite3'
import type { CandlePeriod } from '../../../src-preload/domain/markets/markets.ts'
import type { CandleColumns } from '../../../src-preload/contract/orders/entities.ts'
import { openDatabase } from '../../../src-main/store/worker/database.ts'
import { dataFile } from '../../../src-main/store/files/data-file.ts'
import type { StoreMethods } from '../../../src-main/store/api/store-api.ts'
import { prepareStoreMethods } from '../../../src-main/store/worker/store-methods.ts'
import { combine, minuteMs } from './candle-oracle.ts'
import type { KnownSeries, Row } from './candle-oracle.ts'
import { makeFile } from './support.ts'

/** The service may still change what ended less than this ago. */
export const settleMs = 2 * minuteMs

/** One answer of the service: candles of a period, of so many starts, ending so many before the newest. */
export interface Page {
  readonly period: CandlePeriod
  readonly back: number
  readonly count: number
  /** Time that goes by before it, in steps of a third of a minute. */
  readonly waits: number
}

export interface History {
  /** Where the market begins, in minutes. */
  readonly bornAt: number
  readonly volumes: readonly number[]
  /** Of ten minutes, about so many have no candle. */
  readonly holes: number
  readonly pages: readonly Page[]
}

const volume = fc.oneof(
  fc.integer({ min: 0, max: 1e9 }).map((units) => units / 1e8),
  fc.double({ min: 0, max: 1e12, noNaN: true }),
  fc.constantFrom(0, 1e-10, 0.1, 5e-324, 2 ** 53 - 1, 1e200),
)

const page: fc.Arbitrary<Page> = fc
  .tuple(
    fc.constantFrom(1, 1, 1, 1, 5, 15, 60, 120, 240, 360, 720, 1440, 4320, 10080),
    fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 400 })),
    fc.integer({ min: 1, max: 300 }),
    fc.integer({ min: 0, max: 60 }),
  )
  // A page of long periods is as long in time as one of minutes.
  .map(([period, back, count, waits]) => ({
    period: period,
    back: Math.floor(back / Math.sqrt(period)),
    count: Math.ceil(count / Math.sqrt(period)),
    waits,
  }))

export const history: fc.Arbitrary<History> = fc.record({
  bornAt: fc.integer({ min: 10_000, max: 10_700 }),
  volumes: fc.array(volume, { minLength: 1, maxLength: 7 }),
  holes: fc.constantFrom(0, 1, 5),
  pages: fc.array(page, { minLength: 1, maxLength: 14 }),
})

/** Where every history begins to be told: 11,000 minutes after the epoch. */
export const firstMs = 11_000 * minuteMs

export function openStoreMethods(): { db: Sqlite.Database; store: StoreMethods } {
  const db = openDatabase(makeFile(), dataFile, 0)
  onTestFinished(() => {
    db.close()
  })
  return { db, store: prepareStoreMethods(db) }
}

/**
 * A service that tells a history, a store that keeps what it told, and notes of the same.
 *
 * @param beginsMs - where it begins to be told
 */
export function tell(store: StoreMethods, market: string, told: History, beginsMs = firstMs) {
  const known = new Map<CandlePeriod, KnownSeries>()
  let nowMs = beginsMs
  const settled = () => nowMs - settleMs

  /** Any number, but always the same. */
  const mix = (a: number, b: number) =>
    Math.abs(Math.imul(a + 17, 2_654_435_761) ^ Math.imul(b + 5, 40_503)) >>> 0

  /**
   * What the service says of a start now: null where it has no candle. What may still change has another price each
   * time.
   */
  function candleAt(period: CandlePeriod, timeMs: number): Row | null {
    const endMs = timeMs + period * minuteMs
    if (timeMs > nowMs || endMs <= told.bornAt * minuteMs) return null
    const number = mix(timeMs / minuteMs, period)
    if (period === 1 && number % 10 < told.holes) return null
    const version = endMs <= settled() ? 0 : (nowMs - beginsMs) / 1_000
    const price = 100 + (number % 1000) / 7 + version
    const size = told.volumes[number % told.volumes.length] ?? 0
    return [timeMs, price, price + (number % 13) / 3, price - (number % 11) / 3, price + 0.1, size]
  }

  function put({ period, back, count, waits }: Page): void {
    nowMs += waits * 20_000
    const periodMs = period * minuteMs
    const toMs = Math.floor(nowMs / periodMs) * periodMs - back * periodMs
    const fromMs = Math.max(0, toMs - (count - 1) * periodMs)
    if (toMs < fromMs) return
    const rows: Row[] = []
    for (let at = fromMs; at <= toMs; at += periodMs) {
      const row = candleAt(period, at)
      if (row) rows.push(row)
    }
    const reachesStart = fromMs + periodMs <= told.bornAt * minuteMs
    const times = { asOfMs: nowMs, nowMs, settledMs: settled() }
    store.putCandles('n', market, period, toColumns(rows), { fromMs, toMs, reachesStart }, times)

    let series = known.get(period)
    if (!series) {
      series = { period, rows: new Map(), covered: new Set(), startMs: null, tail: null }
      known.set(period, series)
    }
    // Time goes on, so nothing that is told now is older than what is here.
    for (const row of rows) series.rows.set(row[0], row)
    const isOpen = (timeMs: number) => timeMs + periodMs > settled()
    const open = rows.find(([timeMs]) => isOpen(timeMs))
    let firstOpenMs = fromMs
    while (!isOpen(firstOpenMs)) firstOpenMs += periodMs
    // An answer of starts that were all open tells no more than its candles.
    if (open) series.tail = { fromMs: firstOpenMs === fromMs ? open[0] : firstOpenMs, asOfMs: nowMs }
    for (let at = fromMs; at <= toMs && !isOpen(at); at += periodMs) {
      series.covered.add(at)
      if (reachesStart) series.startMs = Math.min(series.startMs ?? Infinity, fromMs)
    }
  }

  return {
    put,
    known: () => [...known.values()],
    nowMs: () => nowMs,
    settledMs: settled,
  }
}

/** What the aggregates of a series of minutes must be. */
export function expectedRollups(minutes: Iterable<Row>, period: number): Row[] {
  const buckets = new Map<number, Row[]>()
  for (const row of [...minutes].sort((a, b) => a[0] - b[0])) {
    const start = Math.floor(row[0] / minuteMs / period) * period * minuteMs
    const bucket = buckets.get(start)
    if (bucket) bucket.push(row)
    else buckets.set(start, [row])
  }
  return [...buckets].map(([start, rows]) => combine(rows, start))
}

export function toColumns(rows: readonly Row[]): CandleColumns {
  const column = (at: 0 | 1 | 2 | 3 | 4 | 5) => Float64Array.from(rows, (row) => row[at])
  return {
    timesMs: column(0),
    open: column(1),
    high: column(2),
    low: column(3),
    close: column(4),
    volume: column(5),
  }
}
