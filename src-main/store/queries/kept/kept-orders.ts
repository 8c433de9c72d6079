// SQL that drops cached orders with their fills.
import type Sqlite from 'better-sqlite3'
import { type KindDropper, allRows, collectOld, preparePieceEnd } from './kept-pieces.ts'

/** Neighbors in time are neighbors on the disk; which of them have ended, is asked of the row. */
export const oldOrdersSql = `
  SELECT id, facet_id AS facetId FROM orders WHERE account_key = ? AND created_at_ms < ? ORDER BY created_at_ms, id`

/** Facets are few: combinations of words. Of ended orders, that is: the service does not change these any more. */
export const endedFacetsSql = `SELECT id FROM order_facets WHERE state IN ('done', 'cancel')`

const tables = [
  ['order_trades', 'order_id'],
  ['order_trade_fetches', 'order_id'],
  ['paged_fills', 'order_id'],
  ['fill_conflicts', 'order_id'],
  ['orders', 'id'],
] as const

export function prepareKeptOrders(db: Sqlite.Database): KindDropper {
  const listAccounts = db.prepare<[], { key: number }>('SELECT key FROM accounts')
  const listEndedFacets = db.prepare<[], { id: number }>(endedFacetsSql)
  const listOld = db.prepare<[number, number], { id: number; facetId: number }>(oldOrdersSql)
  const parts = tables.map(([table, column]) => ({
    findEnd: preparePieceEnd(db, table, 'account_key', column),
    // The others are no rows that anybody has seen.
    isCounted: table === 'order_trades' || table === 'orders',
    dropOne: db.prepare<[number, number]>(`DELETE FROM ${table} WHERE account_key = ? AND ${column} = ?`),
    dropThrough: db.prepare<[number, number]>(
      `DELETE FROM ${table} WHERE account_key = ? AND ${column} <= ?`,
    ),
  }))
  // One that an order had is of no use; the list of markets is made of those with orders alone.
  const dropEmptyFacets = db.prepare<[]>('DELETE FROM order_facets WHERE orders_count = 0')
  // With the rows that it speaks of: whoever reads history must know what is left out of it.
  const noteKeptFrom = db.prepare<[number, number]>(
    'UPDATE order_sync SET kept_from_ms = ? WHERE kept_from_ms < ?',
  )
  const forgetSync = db.prepare<[]>('DELETE FROM order_sync')
  const forgetRefusals = db.prepare<[]>('DELETE FROM order_refusals')
  const forgetPages = db.prepare<[]>('DELETE FROM fill_pages')

  /** Deletes from all tables, children first; answers how many rows somebody may miss. */
  const drop = (by: 'dropOne' | 'dropThrough', accountKey: number, id: number): number => {
    let rows = 0
    for (const part of parts) {
      const { changes } = part[by].run(accountKey, id)
      if (part.isCounted) rows += changes
    }
    return rows
  }

  return {
    dropBefore(beforeMs, most) {
      noteKeptFrom.run(beforeMs, beforeMs)
      const ended = new Set(listEndedFacets.all().map(({ id }) => id))
      const judge = ({ facetId }: { facetId: number }) => (ended.has(facetId) ? 'drop' : 'keep')
      let rows = 0
      for (const { key } of listAccounts.all()) {
        for (const id of collectOld(listOld.iterate(key, beforeMs), most - rows, judge)) {
          rows += drop('dropOne', key, id)
          if (rows >= most) return { rows, hasMore: true }
        }
      }
      dropEmptyFacets.run()
      return { rows, hasMore: false }
    },

    dropAll(most) {
      // First of all: a history that is said to be read would never be read again.
      forgetSync.run()
      forgetRefusals.run()
      forgetPages.run()
      let rows = 0
      for (const { key } of listAccounts.all()) {
        const endId = Math.min(...parts.map(({ findEnd }) => findEnd(key, most)))
        rows += drop('dropThrough', key, endId)
        if (endId < allRows || rows >= most) return { rows, hasMore: true }
      }
      dropEmptyFacets.run()
      return { rows, hasMore: false }
    },
  }
}
