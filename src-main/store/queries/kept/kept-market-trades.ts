// SQL that drops cached public trades, with what is known of their ranges.
import type Sqlite from 'better-sqlite3'
import { type KindDropper, allRows, preparePieceEnd } from './kept-pieces.ts'

export const dropOldTradesSql = `
  DELETE FROM market_trades WHERE feed_id = ? AND id IN (
    SELECT id FROM market_trades WHERE feed_id = ? AND created_at_ms < ? ORDER BY created_at_ms, id LIMIT ?)`

export function prepareKeptMarketTrades(db: Sqlite.Database): KindDropper {
  const listFeeds = db.prepare<[], { id: number }>('SELECT id FROM trade_feeds')
  const dropOld = db.prepare<[number, number, number, number]>(dropOldTradesSql)
  const findEnd = preparePieceEnd(db, 'market_trades', 'feed_id', 'id')
  const dropThrough = db.prepare<[number, number]>('DELETE FROM market_trades WHERE feed_id = ? AND id <= ?')
  const dropRanges = db.prepare<[number, number]>(
    'DELETE FROM trade_coverage WHERE feed_id = ? AND to_ms < ?',
  )
  // Ranges never overlap, so one at most begins before and ends after.
  const cutRange = db.prepare<[number, number, number]>(
    'UPDATE trade_coverage SET from_ms = ?, reaches_start = 0 WHERE feed_id = ? AND from_ms < ?',
  )
  const dropFeed = db.prepare<[number]>('DELETE FROM trade_feeds WHERE id = ?')

  return {
    dropBefore(beforeMs, most) {
      let rows = 0
      for (const { id } of listFeeds.all()) {
        dropRanges.run(id, beforeMs)
        cutRange.run(beforeMs, id, beforeMs)
        rows += dropOld.run(id, id, beforeMs, most - rows).changes
        if (rows >= most) return { rows, hasMore: true }
      }
      return { rows, hasMore: false }
    },

    dropAll(most) {
      let rows = 0
      for (const { id } of listFeeds.all()) {
        dropRanges.run(id, allRows)
        const endId = findEnd(id, most)
        rows += dropThrough.run(id, endId).changes
        if (endId < allRows) return { rows, hasMore: true }
        dropFeed.run(id)
        if (rows >= most) return { rows, hasMore: true }
      }
      return { rows, hasMore: false }
    },
  }
}
