// Owns: SQL of the orders whose fills are not here. Must not: fetch, or decide what comes next.
import type Sqlite from 'better-sqlite3'
import type { FillProgress, HistoryMethods, OrderWantingFills } from '../history-rows.ts'
import type { AccountKeys } from './accounts.ts'

/**
 * The index holds nothing but what is wanted. It is named because SQLite takes the primary key for as good, and would
 * read a million rows that are not wanted to find out that none is.
 */
export const ordersWantingFillsSql = `
  SELECT id, created_at_ms AS createdAtMs, updated_at_ms AS updatedAtMs FROM orders
  INDEXED BY orders_wanting_fills WHERE account_key = ? AND fills_wanted = 1 AND id < ? ORDER BY id DESC LIMIT ?`

export function prepareHistory(
  db: Sqlite.Database,
  keys: AccountKeys,
): Pick<HistoryMethods, 'listOrdersWantingFills' | 'getFillProgress'> {
  const list = db.prepare<[number, number, number], OrderWantingFills>(ordersWantingFillsSql)
  // One row per combination of market, side, type and state, kept by the triggers on `orders`.
  const count = db.prepare<[number], FillProgress>(`
    SELECT ifnull(sum(filled_count), 0) AS orders, ifnull(sum(wanting_count), 0) AS wanted
    FROM order_facets WHERE account_key = ?`)

  return {
    listOrdersWantingFills(accountId, belowId, limit) {
      const accountKey = keys.find(accountId)
      return accountKey === null ? [] : list.all(accountKey, belowId ?? Number.MAX_SAFE_INTEGER, limit)
    },
    getFillProgress(accountId) {
      const accountKey = keys.find(accountId)
      const nothing = { orders: 0, wanted: 0 }
      return accountKey === null ? nothing : (count.get(accountKey) ?? nothing)
    },
  }
}
