// Owns: SQL on `candles`, and the candle calls of the store. Must not: aggregate or fill gaps.
import type Sqlite from 'better-sqlite3'
import type { CandleColumns } from '../../../src-preload/contract/entities.ts'
import { AppError } from '../../../src-preload/shared/errors.ts'
import { clampToFinished } from '../coverage.ts'
import type { CoveredRange } from '../coverage.ts'
import { inTransaction } from '../pragmas.ts'
import type { StoreMethods } from '../store-api.ts'
import { prepareCandleCoverage } from './candle-coverage.ts'
import { prepareCandleSeries } from './candle-series.ts'

type CandleRow = [timeMs: number, open: number, high: number, low: number, close: number, volume: number]

const minuteMs = 60_000

export const newestCandlesSql = `
  SELECT time_ms, open, high, low, close, volume FROM candles
  WHERE series_id = ? AND time_ms <= ? ORDER BY time_ms DESC LIMIT ?`

export function prepareCandles(
  db: Sqlite.Database,
): Pick<StoreMethods, 'putCandles' | 'getCandles' | 'getCandleCoverage'> {
  const series = prepareCandleSeries(db)
  const coverage = prepareCandleCoverage(db)
  const upsert = db.prepare<[number, ...CandleRow]>(`
    INSERT INTO candles (series_id, time_ms, open, high, low, close, volume) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (series_id, time_ms) DO UPDATE SET
      open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close, volume = excluded.volume
    WHERE open <> excluded.open OR high <> excluded.high OR low <> excluded.low OR close <> excluded.close
      OR volume <> excluded.volume`)
  const insertNew = db.prepare<[number, ...CandleRow]>(`
    INSERT INTO candles (series_id, time_ms, open, high, low, close, volume) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (series_id, time_ms) DO NOTHING`)
  const newest = db.prepare<[number, number, number], CandleRow>(newestCandlesSql).raw()
  const anyBefore = db.prepare<[number, number], { timeMs: number }>(
    'SELECT time_ms AS timeMs FROM candles WHERE series_id = ? AND time_ms < ? ORDER BY time_ms DESC LIMIT 1',
  )

  return {
    putCandles: (network, market, period, candles, covers, times) =>
      inTransaction(db, () => {
        const periodMs = period * minuteMs
        const rows = readRows(candles)
        const known = series.touch(network, market, period, times)
        const settled = coverage.list(known.id)
        const isSettled = (timeMs: number) =>
          settled.some((range) => range.fromMs <= timeMs && timeMs <= range.toMs)
        let changedFromMs: number | null = null
        for (const row of rows) {
          const [timeMs] = row
          const isFinal = timeMs + periodMs <= times.settledMs
          // One that may still change is never put over a settled or a later told one.
          const mayReplace = isFinal || (known.isNewest && !isSettled(timeMs))
          const { changes } = (mayReplace ? upsert : insertNew).run(known.id, ...row)
          if (changes > 0 && timeMs < (changedFromMs ?? Infinity)) changedFromMs = timeMs
        }
        const finished = covers && clampToFinished(covers, periodMs, times.settledMs)
        if (finished) coverage.add(known.id, finished, periodMs)
        return { changedFromMs }
      }),

    getCandles(network, market, period, endMs, limit) {
      const known = series.find(network, market, period)
      if (!known) return { candles: toColumns([]), reachesStart: false, asOfMs: null }
      const rows = newest.all(known.id, endMs ?? Number.MAX_SAFE_INTEGER, limit)
      const firstMs = rows.at(-1)?.[0] ?? null
      const start = coverage.list(known.id).find((range) => range.reachesStart)
      return {
        candles: toColumns(rows),
        reachesStart: start !== undefined && isStart(start, firstMs, endMs, known.id),
        asOfMs: known.asOfMs,
      }
    },

    getCandleCoverage(network, market, period) {
      const known = series.find(network, market, period)
      return known ? coverage.list(known.id) : []
    },
  }

  /** Whether the service is known to have nothing before the answer's first candle (or, without one, before its end). */
  function isStart(
    start: CoveredRange,
    firstMs: number | null,
    endMs: number | null,
    seriesId: number,
  ): boolean {
    const edgeMs = firstMs ?? endMs
    if (edgeMs === null || edgeMs > start.toMs) return false
    return firstMs === null || !anyBefore.get(seriesId, firstMs)
  }
}

/** Candles as rows; `validation` when the columns differ in length. */
function readRows({ timesMs, open, high, low, close, volume }: CandleColumns): CandleRow[] {
  const count = timesMs.length
  if ([open, high, low, close, volume].some((column) => column.length !== count)) {
    throw new AppError('validation', { field: 'candles', reason: 'columns differ in length' })
  }
  return Array.from(timesMs, (timeMs, at) => [
    timeMs,
    open[at] ?? NaN,
    high[at] ?? NaN,
    low[at] ?? NaN,
    close[at] ?? NaN,
    volume[at] ?? NaN,
  ])
}

/** Rows that come newest first as columns, oldest first. */
function toColumns(rows: readonly CandleRow[]): CandleColumns {
  const count = rows.length
  const columns = {
    timesMs: new Float64Array(count),
    open: new Float64Array(count),
    high: new Float64Array(count),
    low: new Float64Array(count),
    close: new Float64Array(count),
    volume: new Float64Array(count),
  }
  for (const [at, [timeMs, open, high, low, close, volume]] of rows.entries()) {
    const to = count - 1 - at
    columns.timesMs[to] = timeMs
    columns.open[to] = open
    columns.high[to] = high
    columns.low[to] = low
    columns.close[to] = close
    columns.volume[to] = volume
  }
  return columns
}
