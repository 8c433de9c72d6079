// SQL on `trade_coverage`.
import type Sqlite from 'better-sqlite3'
import { type CoveredRange, isTouching, mergeRanges } from '../../api/coverage.ts'

interface RangeRow {
  fromMs: number
  toMs: number
  reachesStart: number
}

export const tradeRangesSql = `
  SELECT from_ms AS fromMs, to_ms AS toMs, reaches_start AS reachesStart
  FROM trade_coverage WHERE feed_id = ? ORDER BY from_ms`

/** Times are epoch milliseconds, so two ranges touch when one begins a millisecond after the other's end. */
const STEP_MS = 1

export function prepareTradeCoverage(db: Sqlite.Database) {
  const select = db.prepare<[number], RangeRow>(tradeRangesSql)
  const remove = db.prepare<[number, number]>('DELETE FROM trade_coverage WHERE feed_id = ? AND from_ms = ?')
  const insert = db.prepare<[number, number, number, number]>(
    'INSERT INTO trade_coverage (feed_id, from_ms, to_ms, reaches_start) VALUES (?, ?, ?, ?)',
  )
  const disprove = db.prepare<[number, number]>(
    'UPDATE trade_coverage SET reaches_start = 0 WHERE feed_id = ? AND from_ms > ? AND reaches_start = 1',
  )
  const list = (feedId: number): CoveredRange[] =>
    select.all(feedId).map((row) => ({ ...row, reachesStart: row.reachesStart === 1 }))

  return {
    add(feedId: number, range: CoveredRange): void {
      // Those that are here do not touch each other, so what touches the new range is all that can merge.
      const touching = list(feedId).filter((each) => isTouching(each, range, STEP_MS))
      for (const { fromMs } of touching) remove.run(feedId, fromMs)
      const merged = mergeRanges(range, touching)
      insert.run(feedId, merged.fromMs, merged.toMs, merged.reachesStart ? 1 : 0)
    },
    /** Ascending. */
    list,
    /** There is a trade of that time: whatever said that the service has none before a later one was wrong. */
    disproveStart(feedId: number, tradeMs: number): void {
      disprove.run(feedId, tradeMs)
    },
  }
}
