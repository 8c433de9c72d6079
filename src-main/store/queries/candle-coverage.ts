// Owns: SQL on `candle_coverage`. Must not: leave two ranges that touch.
import type Sqlite from 'better-sqlite3'
import { isTouching, mergeRanges } from '../coverage.ts'
import type { CoveredRange } from '../coverage.ts'

export interface CandleCoverageRows {
  add(seriesId: number, range: CoveredRange, periodMs: number): void
  /** Ascending. */
  list(seriesId: number): CoveredRange[]
}

interface RangeRow {
  fromMs: number
  toMs: number
  reachesStart: number
}

export function prepareCandleCoverage(db: Sqlite.Database): CandleCoverageRows {
  const select = db.prepare<[number], RangeRow>(`
    SELECT from_ms AS fromMs, to_ms AS toMs, reaches_start AS reachesStart
    FROM candle_coverage WHERE series_id = ? ORDER BY from_ms`)
  const remove = db.prepare<[number, number]>(
    'DELETE FROM candle_coverage WHERE series_id = ? AND from_ms = ?',
  )
  const insert = db.prepare<[number, number, number, number]>(
    'INSERT INTO candle_coverage (series_id, from_ms, to_ms, reaches_start) VALUES (?, ?, ?, ?)',
  )
  const list = (seriesId: number): CoveredRange[] =>
    select.all(seriesId).map((row) => ({ ...row, reachesStart: row.reachesStart === 1 }))

  return {
    add(seriesId, range, periodMs) {
      // Those that are here do not touch each other, so what touches the new range is all that can merge.
      const touching = list(seriesId).filter((each) => isTouching(each, range, periodMs))
      for (const { fromMs } of touching) remove.run(seriesId, fromMs)
      const merged = mergeRanges(range, touching)
      insert.run(seriesId, merged.fromMs, merged.toMs, merged.reachesStart ? 1 : 0)
    },
    list,
  }
}
