// SQL that drops cached candles, with their aggregates and what is known of their ranges.
import type Sqlite from 'better-sqlite3'
import { prepareCandleRollups } from '../markets/candle-rollups.ts'
import { type KindDropper, allRows, preparePieceEnd } from './kept-pieces.ts'

const minuteMs = 60_000

/** Series are few: one per market and period. An hour is the shortest of the coarse. */
const seriesSql = {
  fine: 'SELECT id, period_minutes AS period FROM candle_series WHERE period_minutes < 60',
  coarse: 'SELECT id, period_minutes AS period FROM candle_series WHERE period_minutes >= 60',
} as const

interface Series {
  id: number
  period: number
}

export const firstCandleSql =
  'SELECT time_ms AS timeMs FROM candles WHERE series_id = ? AND time_ms > ? ORDER BY time_ms LIMIT 1'
export const cutCandlesSql = 'DELETE FROM candles WHERE series_id = ? AND time_ms < ?'

export function prepareKeptCandles(db: Sqlite.Database, size: keyof typeof seriesSql): KindDropper {
  const listSeries = db.prepare<[], Series>(seriesSql[size])
  const rollups = prepareCandleRollups(db)
  const findEnd = preparePieceEnd(db, 'candles', 'series_id', 'time_ms')
  const firstAfter = db.prepare<[number, number], { timeMs: number }>(firstCandleSql)
  const cutCandles = db.prepare<[number, number]>(cutCandlesSql)
  const dropRanges = db.prepare<[number, number]>(
    'DELETE FROM candle_coverage WHERE series_id = ? AND to_ms < ?',
  )
  // Ranges never overlap, so one at most begins before and ends after.
  const cutRange = db.prepare<[number, number, number]>(
    'UPDATE candle_coverage SET from_ms = ?, reaches_start = 0 WHERE series_id = ? AND from_ms < ?',
  )
  const cutTail = db.prepare<[number, number, number]>(
    'UPDATE candle_series SET tail_from_ms = ? WHERE id = ? AND tail_from_ms < ?',
  )
  // Children before the series they refer to.
  const dropOfSeries = ['candle_rollups', 'candle_coverage'].map((table) =>
    db.prepare<[number]>(`DELETE FROM ${table} WHERE series_id = ?`),
  )
  const dropSeries = db.prepare<[number]>('DELETE FROM candle_series WHERE id = ?')

  /** Drops what starts before `fromMs`, which is a start or lies where none is; answers how many candles that were. */
  const cut = ({ id, period }: Series, fromMs: number): number => {
    dropRanges.run(id, fromMs)
    cutRange.run(fromMs, id, fromMs)
    cutTail.run(fromMs, id, fromMs)
    const first = firstAfter.get(id, -1)
    if (first === undefined || first.timeMs >= fromMs) return 0
    const { changes } = cutCandles.run(id, fromMs)
    // Only minutes are aggregated.
    if (period === 1) rollups.remake(id, first.timeMs, fromMs - 1)
    return changes
  }

  const dropRest = ({ id }: Series): number => {
    for (const statement of dropOfSeries) statement.run(id)
    const { changes } = cutCandles.run(id, allRows)
    dropSeries.run(id)
    return changes
  }

  /**
   * The first start that stays: of the candle that has not ended by `beforeMs`. The service's own where it is here,
   * since nobody knows how it aligns its periods; counted from the epoch where it is not.
   */
  const firstKept = ({ id, period }: Series, beforeMs: number): number => {
    const periodMs = period * minuteMs
    const aligned = Math.floor(beforeMs / periodMs) * periodMs
    return Math.min(aligned, firstAfter.get(id, beforeMs - periodMs)?.timeMs ?? aligned)
  }

  return {
    dropBefore(beforeMs, most) {
      let rows = 0
      for (const series of listSeries.all()) {
        const keptMs = firstKept(series, beforeMs)
        const pieceMs = findEnd(series.id, most - rows) + series.period * minuteMs
        rows += cut(series, Math.min(pieceMs, keptMs))
        if (pieceMs < keptMs || rows >= most) return { rows, hasMore: true }
      }
      return { rows, hasMore: false }
    },

    dropAll(most) {
      let rows = 0
      for (const series of listSeries.all()) {
        const endMs = findEnd(series.id, most)
        if (endMs < allRows) {
          rows += cut(series, endMs + series.period * minuteMs)
          return { rows, hasMore: true }
        }
        rows += dropRest(series)
        if (rows >= most) return { rows, hasMore: true }
      }
      return { rows, hasMore: false }
    },
  }
}
