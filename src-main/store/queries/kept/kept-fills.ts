// SQL that drops cached fills, and says of which orders they are wanted.
import type Sqlite from 'better-sqlite3'
import { type KindDropper, allRows, collectOld, preparePieceEnd } from './kept-pieces.ts'
import { endedFacetsSql } from './kept-orders.ts'

interface OwnerRow {
  id: number
  /** Null where the order is gone. */
  createdAtMs: number | null
  facetId: number | null
}

/** By rising number: the service numbers orders as they are made, so the old ones come first. */
export const fetchedOrdersSql = `
  SELECT f.order_id AS id, o.created_at_ms AS createdAtMs, o.facet_id AS facetId
  FROM order_trade_fetches AS f LEFT JOIN orders AS o ON o.account_key = f.account_key AND o.id = f.order_id
  WHERE f.account_key = ? ORDER BY f.order_id`
export const wantingOrdersSql = `
  SELECT id, created_at_ms AS createdAtMs, facet_id AS facetId FROM orders
  WHERE account_key = ? AND fills_wanted = 1 ORDER BY id`
export const wantFetchedSql = `
  UPDATE orders SET fills_wanted = 1 WHERE account_key = ? AND fills_wanted = 0 AND trades_count > 0
    AND id IN (SELECT order_id FROM order_trade_fetches WHERE account_key = ? AND order_id <= ?)`
export const wantBetweenSql = `
  UPDATE orders SET fills_wanted = 1
  WHERE account_key = ? AND created_at_ms >= ? AND created_at_ms <= ? AND fills_wanted = 0 AND trades_count > 0
    AND NOT EXISTS (SELECT 1 FROM order_trade_fetches AS f WHERE f.account_key = orders.account_key
      AND f.order_id = orders.id AND f.order_updated_at_ms >= orders.updated_at_ms)`
export const wantPieceEndSql = `
  SELECT max(at) AS lastAt, count(*) AS count FROM (
    SELECT created_at_ms AS at FROM orders WHERE account_key = ? AND created_at_ms >= ? ORDER BY created_at_ms LIMIT ?)`

export function prepareKeptFills(db: Sqlite.Database): KindDropper {
  const listAccounts = db.prepare<[], { key: number }>('SELECT key FROM accounts')
  const listEndedFacets = db.prepare<[], { id: number }>(endedFacetsSql)
  const fetched = db.prepare<[number], OwnerRow>(fetchedOrdersSql)
  const wanting = db.prepare<[number], OwnerRow>(wantingOrdersSql)
  const endOfTrades = preparePieceEnd(db, 'order_trades', 'account_key', 'order_id')
  const endOfFetches = preparePieceEnd(db, 'order_trade_fetches', 'account_key', 'order_id')
  const dropTrades = db.prepare<[number, number]>(
    'DELETE FROM order_trades WHERE account_key = ? AND order_id = ?',
  )
  const dropFetch = db.prepare<[number, number]>(
    'DELETE FROM order_trade_fetches WHERE account_key = ? AND order_id = ?',
  )
  const dropTradesThrough = db.prepare<[number, number]>(
    'DELETE FROM order_trades WHERE account_key = ? AND order_id <= ?',
  )
  const dropFetchesThrough = db.prepare<[number, number]>(
    'DELETE FROM order_trade_fetches WHERE account_key = ? AND order_id <= ?',
  )
  const dropPaged = db.prepare<[number, number]>(
    'DELETE FROM paged_fills WHERE account_key = ? AND order_id = ?',
  )
  const dropAllPaged = db.prepare<[]>('DELETE FROM paged_fills')
  const dropConflicts = db.prepare<[]>('DELETE FROM fill_conflicts')
  // Fills that are wanted again may be on pages that were read before.
  const forgetPages = db.prepare<[]>('DELETE FROM fill_pages')
  const giveUp = db.prepare<[number, number]>(
    'UPDATE orders SET fills_wanted = 0 WHERE account_key = ? AND id = ? AND fills_wanted = 1',
  )
  const wantFetched = db.prepare<[number, number, number]>(wantFetchedSql)
  const wantBetween = db.prepare<[number, number, number]>(wantBetweenSql)
  const wantPieceEnd = db.prepare<[number, number, number], { lastAt: number | null; count: number }>(
    wantPieceEndSql,
  )

  return {
    dropBefore(beforeMs, most) {
      const ended = new Set(listEndedFacets.all().map(({ id }) => id))
      const judge = ({ createdAtMs, facetId }: OwnerRow) => {
        if (createdAtMs === null || facetId === null) return 'drop'
        if (createdAtMs >= beforeMs) return 'newer'
        return ended.has(facetId) ? 'drop' : 'keep'
      }
      let rows = 0
      let looked = 0
      for (const { key } of listAccounts.all()) {
        // The connection runs nothing else while rows are read one by one: first which, then their end.
        for (const select of [fetched, wanting]) {
          for (const id of collectOld(select.iterate(key), most - looked, judge)) {
            rows += dropTrades.run(key, id).changes
            dropFetch.run(key, id)
            dropPaged.run(key, id)
            giveUp.run(key, id)
            looked += 1
            if (looked >= most || rows >= most) return { rows, hasMore: true }
          }
        }
      }
      return { rows, hasMore: false }
    },

    dropAll(most) {
      forgetPages.run()
      dropAllPaged.run()
      dropConflicts.run()
      let rows = 0
      for (const { key } of listAccounts.all()) {
        const endId = Math.min(endOfTrades(key, most), endOfFetches(key, most))
        wantFetched.run(key, key, endId)
        dropFetchesThrough.run(key, endId)
        rows += dropTradesThrough.run(key, endId).changes
        if (endId < allRows || rows >= most) return { rows, hasMore: true }
      }
      return { rows, hasMore: false }
    },

    wantAgain(fromMs, most) {
      forgetPages.run()
      const accounts = listAccounts.all()
      const ends = accounts.map(({ key }) => {
        const end = wantPieceEnd.get(key, fromMs, most)
        return end === undefined || end.lastAt === null || end.count < most ? allRows : end.lastAt
      })
      const endMs = Math.min(allRows, ...ends)
      for (const { key } of accounts) wantBetween.run(key, fromMs, endMs)
      return endMs < allRows ? endMs + 1 : null
    },
  }
}
