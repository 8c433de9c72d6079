// Owns: SQL that reads fills in the order of time and counts the orders of a range, in pieces. Must not: add up amounts.
import type Sqlite from 'better-sqlite3'
import { orderSides } from '../../../src-preload/shared/markets.ts'
import type { FillPlace } from '../order-pages.ts'
import type { RangeOrders, ResultMethods, TimedFill } from '../result-rows.ts'
import type { AccountKeys } from './accounts.ts'
import type { OrderFacets } from './order-facets.ts'
import { readWord } from './words.ts'

/** From one market to the next: as many steps as there are markets, however many fills. */
export const fillMarketsSql = `
  WITH RECURSIVE found (market) AS (
    SELECT (SELECT ifnull(market, order_market) FROM order_trades
      WHERE account_key = @accountKey AND ifnull(market, order_market) > '' ORDER BY ifnull(market, order_market) LIMIT 1)
    UNION ALL
    SELECT (SELECT ifnull(t.market, t.order_market) FROM order_trades AS t
      WHERE t.account_key = @accountKey AND ifnull(t.market, t.order_market) > found.market
      ORDER BY ifnull(t.market, t.order_market) LIMIT 1)
    FROM found WHERE found.market IS NOT NULL
  )
  SELECT market FROM found WHERE market IS NOT NULL`

/** order_trades_by_time, read from its end. The plain limits are what it is searched by: SQLite does not by a row of expressions. */
export const fillsByTimeSql = `
  SELECT ifnull(t.created_at_ms, t.order_at_ms) AS atMs, t.order_id AS orderId, t.position, t.price, t.amount, t.total,
    t.fee_currency AS feeCurrency, t.fee_amount AS feeAmount, ifnull(t.side, f.side) AS side, o.fills_wanted AS isWanting
  FROM order_trades AS t
  LEFT JOIN orders AS o ON o.account_key = t.account_key AND o.id = t.order_id
  LEFT JOIN order_facets AS f ON f.id = o.facet_id
  WHERE t.account_key = ? AND ifnull(t.market, t.order_market) = ?
    AND ifnull(t.created_at_ms, t.order_at_ms) BETWEEN ? AND ?
    AND (ifnull(t.created_at_ms, t.order_at_ms), t.order_id, t.position) > (?, ?, ?)
  ORDER BY ifnull(t.created_at_ms, t.order_at_ms), t.order_id, t.position LIMIT ?`

/**
 * Wanting is said at the order; of one whose fills were dropped because they are not kept, only that they are not here.
 * @param period - 0: created before the range, 1: within it, 2: after
 */
export const rangeOrdersSql = `
  SELECT facet_id AS facetId, period, count(*) AS orders, sum(is_lacking) AS lacking, min(id) AS leastId FROM (
    SELECT id, facet_id, (created_at_ms >= ?) + (created_at_ms >= ?) AS period,
      trades_count > 0 AND (fills_wanted = 1 OR NOT EXISTS (SELECT 1 FROM order_trade_fetches AS f
        WHERE f.account_key = orders.account_key AND f.order_id = orders.id)) AS is_lacking
    FROM orders WHERE account_key = ? AND id < ? ORDER BY id DESC LIMIT ?
  ) GROUP BY facet_id, period`

interface FillRow extends FillPlace, Omit<TimedFill, 'side'> {
  readonly side: string | null
  readonly isWanting: number | null
}

interface CountRow {
  readonly facetId: number
  readonly period: number
  readonly orders: number
  readonly lacking: number
  readonly leastId: number
}

type Counts = { -readonly [Name in keyof RangeOrders]: number }

const beforeAll: FillPlace = { atMs: -1, orderId: -1, position: -1 }

export function prepareReportRows(
  db: Sqlite.Database,
  keys: AccountKeys,
  facets: OrderFacets,
): Pick<ResultMethods, 'listFillMarkets' | 'readFillsByTime' | 'countRangeOrders'> {
  const selectMarkets = db.prepare<[{ accountKey: number }], { market: string }>(fillMarketsSql)
  const selectFills = db.prepare<[number, string, number, number, number, number, number, number], FillRow>(
    fillsByTimeSql,
  )
  const selectCounts = db.prepare<[number, number, number, number, number], CountRow>(rangeOrdersSql)

  const readFill = ({ side, isWanting, atMs, ...row }: FillRow): TimedFill[] => {
    if (side === null || isWanting === 1) return []
    const { price, amount, total, feeCurrency, feeAmount } = row
    const word = readWord(db, orderSides, side, 'order_trades.side')
    return [{ side: word, atMs, price, amount, total, feeCurrency, feeAmount }]
  }

  return {
    listFillMarkets(accountId) {
      const accountKey = keys.find(accountId)
      return accountKey === null ? [] : selectMarkets.all({ accountKey }).map(({ market }) => market)
    },

    readFillsByTime(accountId, market, after, toMs, limit) {
      const accountKey = keys.find(accountId)
      if (accountKey === null) return { fills: [], next: null }
      const { atMs, orderId, position } = after ?? beforeAll
      const rows = selectFills.all(accountKey, market, atMs, toMs - 1, atMs, orderId, position, limit)
      const last = rows.length < limit ? undefined : rows.at(-1)
      return {
        fills: rows.flatMap(readFill),
        next: last ? { atMs: last.atMs, orderId: last.orderId, position: last.position } : null,
      }
    },

    countRangeOrders(accountId, { fromMs, toMs }, belowId, limit) {
      const counts: Counts = { created: 0, filled: 0, cancelled: 0, withoutFills: 0, earlierWithoutFills: 0 }
      const accountKey = keys.find(accountId)
      if (accountKey === null) return { counts, belowId: null }
      const rows = selectCounts.all(fromMs, toMs, accountKey, belowId ?? Number.MAX_SAFE_INTEGER, limit)
      const stateOf = facets.reader()
      let read = 0
      let leastId = Infinity
      for (const row of rows) {
        read += row.orders
        leastId = Math.min(leastId, row.leastId)
        if (row.period === 0) counts.earlierWithoutFills += row.lacking
        if (row.period !== 1) continue
        const { state } = stateOf(row.facetId)
        counts.created += row.orders
        counts.withoutFills += row.lacking
        if (state === 'done') counts.filled += row.orders
        if (state === 'cancel') counts.cancelled += row.orders
      }
      return { counts, belowId: read < limit ? null : leastId }
    },
  }
}
