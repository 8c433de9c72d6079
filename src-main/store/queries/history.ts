// SQL of the orders whose fills are here, and of those whose are not.
import type Sqlite from 'better-sqlite3'
import type { FillProgress, HistoryMethods, OrderWantingFills } from '../api/history-rows.ts'
import type { AccountKeys } from './accounts.ts'

/**
 * The index holds nothing but what is wanted. It is named because SQLite takes the primary key for as good, and would
 * read a million rows that are not wanted to find out that none is.
 */
export const ordersWantingFillsSql = `
  SELECT id, created_at_ms AS createdAtMs, updated_at_ms AS updatedAtMs FROM orders
  INDEXED BY orders_wanting_fills WHERE account_key = ? AND fills_wanted = 1 AND id < ? ORDER BY id DESC LIMIT ?`

/** Orders that have fills, all of which are here. Joined in this order: the fetches are few, and sorted as is asked for. */
const fetchedSql = `
  FROM order_trade_fetches AS f CROSS JOIN orders AS o ON o.account_key = f.account_key AND o.id = f.order_id
  WHERE f.account_key = ? AND o.trades_count > 0 AND o.fills_wanted = 0`

type Reach = 'listOrdersWantingFills' | 'getFillProgress' | 'countOrdersWithFills' | 'getFillsFromMs'

export function prepareHistory(db: Sqlite.Database, keys: AccountKeys): Pick<HistoryMethods, Reach> {
  const list = db.prepare<[number, number, number], OrderWantingFills>(ordersWantingFillsSql)
  // One row per combination of market, side, type and state, kept by the triggers on `orders`.
  const count = db.prepare<[number], FillProgress>(`
    SELECT ifnull(sum(filled_count), 0) AS orders, ifnull(sum(wanting_count), 0) AS wanted
    FROM order_facets WHERE account_key = ?`)
  const countFetched = db.prepare<[number], number>(`SELECT count(*) ${fetchedSql}`).pluck()
  const newestFetched = db
    .prepare<[number], number>(`SELECT f.order_id ${fetchedSql} ORDER BY f.order_id DESC LIMIT 1`)
    .pluck()
  const oldestFetchedAbove = db
    .prepare<[number, number], number>(
      `SELECT o.created_at_ms ${fetchedSql} AND f.order_id > ? ORDER BY f.order_id LIMIT 1`,
    )
    .pluck()

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
    countOrdersWithFills(accountId) {
      const accountKey = keys.find(accountId)
      return accountKey === null ? 0 : (countFetched.get(accountKey) ?? 0)
    },
    getFillsFromMs(accountId) {
      const accountKey = keys.find(accountId)
      const newestId = accountKey === null ? undefined : newestFetched.get(accountKey)
      if (accountKey === null || newestId === undefined) return null
      const [gap] = list.all(accountKey, newestId, 1)
      return oldestFetchedAbove.get(accountKey, gap?.id ?? 0) ?? null
    },
  }
}
