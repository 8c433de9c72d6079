// SQL on `candle_rollups`: the minute candles of a series that are here, as candles of every longer period.
import type Sqlite from 'better-sqlite3'
import type { CandlePeriod } from '../../../../src-preload/domain/markets/markets.ts'
import { aggregate, floorTo, mergeRows } from '../../worker/candle-aggregate.ts'
import type { AggregateRow, AnyRow, CandleRow, Merged } from '../../worker/candle-aggregate.ts'

const minuteMs = 60_000

/** Of which shorter period each one is made, the shorter before those that are made of it. */
const madeOf: readonly (readonly [period: CandlePeriod, part: CandlePeriod])[] = [
  [5, 1],
  [15, 5],
  [30, 15],
  [60, 30],
  [120, 60],
  [240, 120],
  [360, 120],
  [720, 240],
  [1440, 720],
  [4320, 1440],
  [10080, 1440],
]

const parentsOf = (part: CandlePeriod): CandlePeriod[] =>
  madeOf.flatMap(([period, of]) => (of === part ? [period] : []))

export const rollupsSql = `
  SELECT time_ms, open, high, low, close, volume, volume_rest FROM candle_rollups
  WHERE series_id = ? AND period_minutes = ? AND time_ms BETWEEN ? AND ? ORDER BY time_ms`

export function prepareCandleRollups(db: Sqlite.Database) {
  const select = db.prepare<[number, number, number, number], AggregateRow>(rollupsSql).raw()
  const selectMinutes = db
    .prepare<[number, number, number], CandleRow>(
      `SELECT time_ms, open, high, low, close, volume FROM candles
       WHERE series_id = ? AND time_ms BETWEEN ? AND ? ORDER BY time_ms`,
    )
    .raw()
  const put = db.prepare<[number, number, ...AggregateRow]>(`
    INSERT INTO candle_rollups (series_id, period_minutes, time_ms, open, high, low, close, volume, volume_rest)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (series_id, period_minutes, time_ms) DO UPDATE SET
      open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close,
      volume = excluded.volume, volume_rest = excluded.volume_rest`)
  const remove = db.prepare<[number, number, number, number]>(
    'DELETE FROM candle_rollups WHERE series_id = ? AND period_minutes = ? AND time_ms BETWEEN ? AND ?',
  )
  const list = (seriesId: number, period: CandlePeriod, fromMs: number, toMs: number): AggregateRow[] =>
    select.all(seriesId, period, fromMs, toMs)

  /** One row for each bucket of `periodMs` that holds one of `changed`, made of all of `rows` in it. */
  function makeRows(seriesId: number, { rows, changed }: Merged<AnyRow>, periodMs: number): AggregateRow[] {
    const made: AggregateRow[] = []
    let at = 0
    let lastMs = NaN
    for (const [timeMs] of changed) {
      const startMs = floorTo(timeMs, periodMs)
      if (startMs === lastMs) continue
      lastMs = startMs
      while ((rows[at]?.[0] ?? Infinity) < startMs) at += 1
      const from = at
      while ((rows[at]?.[0] ?? Infinity) < startMs + periodMs) at += 1
      const readVolumes = () =>
        selectMinutes.all(seriesId, startMs, startMs + periodMs - 1).map((row) => row[5])
      made.push(aggregate(rows, from, at, startMs, readVolumes))
    }
    return made
  }

  function climb(seriesId: number, part: CandlePeriod, written: Merged<AnyRow>): void {
    for (const period of parentsOf(part)) {
      const periodMs = period * minuteMs
      const made = makeRows(seriesId, written, periodMs)
      // What is here of the buckets that still longer periods are made of: the new rows' neighbors, and what they
      // replace.
      const edges = [periodMs, ...parentsOf(period).map((each) => each * minuteMs)]
      const firstMs = made[0]?.[0] ?? 0
      const lastMs = made.at(-1)?.[0] ?? 0
      const fromMs = Math.min(...edges.map((edgeMs) => floorTo(firstMs, edgeMs)))
      const toMs = Math.max(...edges.map((edgeMs) => floorTo(lastMs, edgeMs) + edgeMs - 1))
      const merged = mergeRows(list(seriesId, period, fromMs, toMs), made, () => true)
      for (const row of merged.changed) put.run(seriesId, period, ...row)
      if (merged.changed.length > 0) climb(seriesId, period, merged)
    }
  }

  return {
    /**
     * Makes the rows anew that are made of changed minutes.
     *
     * @param minutes - `rows` must hold every minute of each five minutes that one of `changed` lies in
     */
    update(seriesId: number, minutes: Merged<CandleRow>): void {
      if (minutes.changed.length > 0) climb(seriesId, 1, minutes)
    },
    /** Makes every row anew whose period touches the range: for whoever took minutes away. */
    remake(seriesId: number, fromMs: number, toMs: number): void {
      for (const [period, part] of madeOf) {
        const periodMs = period * minuteMs
        const firstMs = floorTo(fromMs, periodMs)
        const lastMs = floorTo(toMs, periodMs) + periodMs - 1
        remove.run(seriesId, period, firstMs, lastMs)
        const rows =
          part === 1 ? selectMinutes.all(seriesId, firstMs, lastMs) : list(seriesId, part, firstMs, lastMs)
        for (const row of makeRows(seriesId, { rows, changed: rows }, periodMs)) {
          put.run(seriesId, period, ...row)
        }
      }
    },
    /** Those that start within the range, ascending. */
    list,
  }
}
