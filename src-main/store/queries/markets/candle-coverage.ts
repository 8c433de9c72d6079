// SQL on `candle_coverage`.
import type Sqlite from 'better-sqlite3'
import { isTouching, mergeRanges, type CoveredRange } from '../../api/coverage.ts'

interface RangeRow {
  fromMs: number
  toMs: number
  reachesStart: number
}

const columns = 'from_ms AS fromMs, to_ms AS toMs, reaches_start AS reachesStart'

export const coverageBeforeSql = `
  SELECT ${columns} FROM candle_coverage WHERE series_id = ? AND from_ms < ? ORDER BY from_ms DESC LIMIT 1`

export const coverageWithinSql = `
  SELECT ${columns} FROM candle_coverage WHERE series_id = ? AND from_ms BETWEEN ? AND ? ORDER BY from_ms`

export const coverageStartSql = `
  SELECT ${columns} FROM candle_coverage WHERE series_id = ? AND reaches_start = 1 ORDER BY from_ms LIMIT 1`

export function prepareCandleCoverage(db: Sqlite.Database) {
  const select = db.prepare<[number], RangeRow>(
    `SELECT ${columns} FROM candle_coverage WHERE series_id = ? ORDER BY from_ms`,
  )
  const selectBefore = db.prepare<[number, number], RangeRow>(coverageBeforeSql)
  const selectWithin = db.prepare<[number, number, number], RangeRow>(coverageWithinSql)
  const selectStart = db.prepare<[number], RangeRow>(coverageStartSql)
  const remove = db.prepare<[number, number]>(
    'DELETE FROM candle_coverage WHERE series_id = ? AND from_ms = ?',
  )
  const insert = db.prepare<[number, number, number, number]>(
    'INSERT INTO candle_coverage (series_id, from_ms, to_ms, reaches_start) VALUES (?, ?, ?, ?)',
  )
  const read = (row: RangeRow): CoveredRange => ({ ...row, reachesStart: row.reachesStart === 1 })
  function listWithin(seriesId: number, fromMs: number, toMs: number): CoveredRange[] {
    const rows = selectWithin.all(seriesId, fromMs, toMs)
    // Ranges do not overlap: of those that begin before, only the last can reach into the stretch.
    const before = selectBefore.get(seriesId, fromMs)
    return (before && before.toMs >= fromMs ? [before, ...rows] : rows).map(read)
  }

  return {
    add(seriesId: number, range: CoveredRange, periodMs: number): void {
      // Those that are here do not touch each other, so what touches the new range is all that can merge.
      const touching = listWithin(seriesId, range.fromMs - periodMs, range.toMs + periodMs).filter((each) =>
        isTouching(each, range, periodMs),
      )
      const merged = mergeRanges(range, touching)
      const [only] = touching
      if (only && touching.length === 1 && isSame(only, merged)) return
      for (const { fromMs } of touching) remove.run(seriesId, fromMs)
      insert.run(seriesId, merged.fromMs, merged.toMs, merged.reachesStart ? 1 : 0)
    },
    /** All of a series, ascending. */
    list: (seriesId: number): CoveredRange[] => select.all(seriesId).map(read),
    /** Those that hold a time from `fromMs` to `toMs`, ascending; what else the series covers is not read. */
    listWithin,
    /** The range before which the service has no candle; null where none is known. */
    findStart(seriesId: number): CoveredRange | null {
      const row = selectStart.get(seriesId)
      return row ? read(row) : null
    },
  }
}

function isSame(a: CoveredRange, b: CoveredRange): boolean {
  return a.fromMs === b.fromMs && a.toMs === b.toMs && a.reachesStart === b.reachesStart
}
