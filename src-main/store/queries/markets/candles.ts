// SQL on `candles`, and the calls of the store that write them and read the newest.
import type Sqlite from 'better-sqlite3'
import { readRows, toColumns, type CandleRow } from '../../worker/candle-aggregate.ts'
import { clampToFinished, type CoveredRange } from '../../api/coverage.ts'
import { inTransaction } from '../../worker/pragmas.ts'
import { isLaterState } from '../../worker/streamed-candle.ts'
import type { StoreMethods } from '../../api/store-api.ts'
import { prepareCandleCoverage } from './candle-coverage.ts'
import { prepareCandleRuns } from './candle-runs.ts'
import { prepareCandleSeries } from './candle-series.ts'

const minuteMs = 60_000
/** Candles further apart than so many periods are written as two runs: what lies between them is not read. */
const runGap = 60

export const newestCandlesSql = `
  SELECT time_ms, open, high, low, close, volume FROM candles
  WHERE series_id = ? AND time_ms <= ? ORDER BY time_ms DESC LIMIT ?`

export const candleBeforeSql =
  'SELECT time_ms FROM candles WHERE series_id = ? AND time_ms < ? ORDER BY time_ms DESC LIMIT 1'

export function prepareCandles(
  db: Sqlite.Database,
): Pick<StoreMethods, 'putCandles' | 'getCandles' | 'getCandleCoverage'> {
  const series = prepareCandleSeries(db)
  const coverage = prepareCandleCoverage(db)
  const putRun = prepareCandleRuns(db)
  const newest = db.prepare<[number, number, number], CandleRow>(newestCandlesSql).raw()
  const anyBefore = db.prepare<[number, number], number>(candleBeforeSql).pluck()

  return {
    putCandles: (network, market, period, candles, covers, times) =>
      inTransaction(db, () => {
        const periodMs = period * minuteMs
        const rows = readRows(candles)
        const before = series.findEnd(network, market, period)?.tail ?? null
        const known = series.touch(network, market, period, times)
        // Streams may have told of the end after this answer was asked for.
        const toldAtMs = before !== null && before.asOfMs <= times.nowMs ? before.asOfMs : -Infinity
        const open = rows.find((row) => !isFinal(row))
        const settled = open ? coverage.listWithin(known.id, open[0], rows.at(-1)?.[0] ?? open[0]) : []
        let changedFromMs: number | null = null
        for (const run of splitRuns(rows, runGap * periodMs)) {
          const firstMs = putRun(known.id, period, run, mayReplace)
          changedFromMs ??= firstMs
        }
        const finished = covers && clampToFinished(covers, periodMs, times.settledMs)
        if (open && known.isNewest) {
          // What lies between the last that is finished and the first that is open was told to be empty.
          const tailFromMs = Math.min(open[0], finished ? finished.toMs + periodMs : open[0])
          series.noteTail(known.id, tailFromMs, Math.max(times.asOfMs, toldAtMs))
        }
        if (finished) coverage.add(known.id, finished, periodMs)
        return { changedFromMs }

        function isFinal([timeMs]: CandleRow): boolean {
          return timeMs + periodMs <= times.settledMs
        }
        /** One that may still change is never put over a settled or a later told one. */
        function mayReplace(row: CandleRow, stored: CandleRow): boolean {
          if (isFinal(row)) return true
          if (toldAtMs > times.asOfMs && isLaterState(stored, row)) return false
          return known.isNewest && !settled.some((range) => range.fromMs <= row[0] && row[0] <= range.toMs)
        }
      }),

    getCandles(network, market, period, endMs, limit) {
      const known = series.find(network, market, period)
      if (!known) return { candles: toColumns([]), reachesStart: false, asOfMs: null }
      const rows = newest.all(known.id, endMs ?? Number.MAX_SAFE_INTEGER, limit).reverse()
      const firstMs = rows[0]?.[0] ?? null
      const start = coverage.findStart(known.id)
      return {
        candles: toColumns(rows),
        reachesStart: start !== null && isStart(start, firstMs, endMs, known.id),
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
    return firstMs === null || anyBefore.get(seriesId, firstMs) === undefined
  }
}

/** Ascending rows in parts whose rows are at most `gapMs` apart. */
function splitRuns(rows: readonly CandleRow[], gapMs: number): (readonly CandleRow[])[] {
  const runs: (readonly CandleRow[])[] = []
  let from = 0
  for (let at = 1; at <= rows.length; at += 1) {
    const gap = (rows[at]?.[0] ?? Infinity) - (rows[at - 1]?.[0] ?? 0)
    if (gap <= gapMs) continue
    runs.push(rows.slice(from, at))
    from = at
  }
  return runs
}
