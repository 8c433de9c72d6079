// Writes candles of one series among those that are here, and keeps the longer periods made of minutes in step.
import type Sqlite from 'better-sqlite3'
import { floorTo, mergeRows, type CandleRow } from '../../worker/candle-aggregate.ts'
import { prepareCandleRollups } from './candle-rollups.ts'

const minuteMs = 60_000
/** The shortest period that is made of minutes. */
const firstRollupMs = 5 * minuteMs

export const candlesWithinSql = `
  SELECT time_ms, open, high, low, close, volume FROM candles
  WHERE series_id = ? AND time_ms BETWEEN ? AND ? ORDER BY time_ms`

/**
 * Writes what is new or may replace what is here; answers the start of the first that was written.
 *
 * @param run - ascending; all that is stored between its ends is read
 */
export type PutRun = (
  seriesId: number,
  period: number,
  run: readonly CandleRow[],
  mayReplace: (row: CandleRow, before: CandleRow) => boolean,
) => number | null

export function prepareCandleRuns(db: Sqlite.Database): PutRun {
  const rollups = prepareCandleRollups(db)
  const put = db.prepare<[number, ...CandleRow]>(`
    INSERT INTO candles (series_id, time_ms, open, high, low, close, volume) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (series_id, time_ms) DO UPDATE SET
      open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close, volume = excluded.volume`)
  const within = db.prepare<[number, number, number], CandleRow>(candlesWithinSql).raw()

  return (seriesId, period, run, mayReplace) => {
    const firstMs = run[0]?.[0] ?? 0
    const lastMs = run.at(-1)?.[0] ?? 0
    const stored =
      period === 1
        ? within.all(
            seriesId,
            floorTo(firstMs, firstRollupMs),
            floorTo(lastMs, firstRollupMs) + firstRollupMs - 1,
          )
        : within.all(seriesId, firstMs, lastMs)
    const merged = mergeRows(stored, run, mayReplace)
    for (const row of merged.changed) put.run(seriesId, ...row)
    if (period === 1) rollups.update(seriesId, merged)
    return merged.changed[0]?.[0] ?? null
  }
}
