// How fast answers become minute candles with their aggregates, beside plain inserts of the same rows.
import type Sqlite from 'better-sqlite3'
import type { Store } from '../../src-main/store/api/store-api.ts'
import { type Bench, median, type TimedRound } from './harness.ts'
import {
  candleMarket,
  type CandlePattern,
  candlePageSize,
  makeCandlePage,
  minuteAt,
  readCandlePage,
} from './store-candles.ts'
import { copyDatabase, openBenchStore, openTables, prepareInsert, readRows, type Row } from './store-files.ts'
import { benchNowMs } from './store-answers.ts'

/** Candles in a round. */
const chunk = 50_000
export const candleNetwork = 'bench'
const times = { asOfMs: benchNowMs, nowMs: benchNowMs, settledMs: benchNowMs }

interface Page {
  readonly bytes: Buffer
  readonly fromMs: number
  readonly toMs: number
}

function makePages(pattern: CandlePattern, from: number, end: number): Page[] {
  return Array.from({ length: Math.ceil((end - from) / candlePageSize) }, (_, page) => {
    const first = from + page * candlePageSize
    const last = Math.min(end, first + candlePageSize)
    const bytes = makeCandlePage(pattern, first, last)
    return { bytes, fromMs: minuteAt(last - 1), toMs: minuteAt(first) }
  })
}

/** Candles as they are read backwards: each page is checked while the one before it is being stored. */
async function ingest(store: Store, market: string, pages: readonly Page[]): Promise<void> {
  let storing: Promise<unknown> = Promise.resolve()
  for (const { bytes, fromMs, toMs } of pages) {
    const candles = await readCandlePage(bytes)
    await storing
    const covers = { fromMs, toMs, reachesStart: false }
    storing = store.putCandles(candleNetwork, market, 1, candles, covers, times)
  }
  await storing
}

/** The floor: candles and aggregates that are ready, one plain insert each, pages in transactions of their own. */
function openFloor(file: string, stored: Sqlite.Database) {
  const db = openTables(file)
  const series = 'SELECT id FROM candle_series WHERE market = ? AND period_minutes = 1'
  const seriesId = Number(stored.prepare(series).pluck().get(candleMarket))
  const [own] = readRows(stored, 'candle_series', 'WHERE id = ?', [seriesId])
  if (own === undefined) throw new Error('ingest-candles: no series')
  prepareInsert(db, 'candle_series')(own)
  const insertCandle = prepareInsert(db, 'candles')
  const insertRollup = prepareInsert(db, 'candle_rollups')
  const within = 'WHERE series_id = ? AND time_ms BETWEEN ? AND ? ORDER BY time_ms'
  const ofPeriod = 'WHERE series_id = ? AND period_minutes = ? AND time_ms BETWEEN ? AND ? ORDER BY time_ms'

  return {
    /** Takes over what the store put last; answers how long the inserts took, in milliseconds. */
    insert(pages: readonly Page[]): number {
      const periods = stored
        .prepare<[number], number>('SELECT DISTINCT period_minutes FROM candle_rollups WHERE series_id = ?')
        .pluck()
        .all(seriesId)
      const ready = pages.map(({ fromMs, toMs }) => ({
        candles: readRows(stored, 'candles', within, [seriesId, fromMs, toMs]),
        rollups: periods.flatMap((period): Row[] =>
          readRows(stored, 'candle_rollups', ofPeriod, [seriesId, period, fromMs, toMs]),
        ),
      }))
      const startedAt = performance.now()
      for (const { candles, rollups } of ready) {
        db.transaction(() => {
          for (const row of candles) insertCandle(row)
          for (const row of rollups) insertRollup(row)
        }).immediate()
      }
      return performance.now() - startedAt
    },
    count: (table: string) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
    close: () => db.close(),
  }
}

export interface CandleIngestOptions {
  readonly pattern: CandlePattern
  /** Of the database that grows. */
  readonly file: string
  readonly floorFile: string
  /** Copies of the file that are to be made when it has so many candles; ascending, the last is how many it gets. */
  readonly copies: readonly { readonly count: number; readonly file: string }[]
}

/** Puts candles into a new store, and, where `bench` is given, into the same tables without it, in turns. */
export async function ingestCandles(bench: Bench | null, options: CandleIngestOptions): Promise<void> {
  const { pattern, file, copies } = options
  const count = copies.at(-1)?.count ?? 0
  const store = await openBenchStore(file)
  if (bench !== null) await ingest(store, 'warm', makePages(pattern, 0, chunk))
  const stored = openTables(file)
  let floor: ReturnType<typeof openFloor> | null = null
  const rounds: TimedRound[] = []
  for (let from = 0; from < count; from += chunk) {
    const pages = makePages(pattern, from, Math.min(count, from + chunk))
    const startedAt = performance.now()
    await ingest(store, candleMarket, pages)
    const oursMs = performance.now() - startedAt
    if (bench !== null) {
      floor ??= openFloor(options.floorFile, stored)
      rounds.push({ oursMs, referenceMs: floor.insert(pages) })
    }
    const held = Math.min(count, from + chunk)
    for (const copy of copies) if (copy.count === held) copyDatabase(file, copy.file)
  }
  if (bench !== null && floor !== null) {
    if (floor.count('candles') !== count) throw new Error('ingest-candles: the floor missed candles')
    bench.judgeRates({ figure: 'ingest-candles', count: chunk, rounds, leastTimes: 0.6 })
    bench.printGrowth(
      'ingest-candles',
      copies.map(({ count: size }) => {
        const near = rounds.slice(Math.max(0, size / chunk - 5), size / chunk)
        return { size, ms: median(near.map(({ oursMs }) => oursMs)) / chunk }
      }),
    )
    floor.close()
  }
  stored.close()
  await store.close()
}
