// SQL that reads fills in the order of time and counts the orders of a range, in pieces.
import type Sqlite from 'better-sqlite3'
import { add, compare, parseExact, zero } from '../../../src-preload/domain/numbers/exact-decimal.ts'
import { orderSides, splitMarket } from '../../../src-preload/domain/markets/markets.ts'
import type { FillPlace } from '../api/order-pages.ts'
import type { LackingOrder, ResultMethods, TimedFill } from '../api/result-rows.ts'
import { createDecimalSum, type DecimalSum } from '../worker/exact-sums.ts'
import type { AccountKeys } from './accounts.ts'
import { flowOfFill } from './fill-flows.ts'
import type { OrderFacets } from './orders/order-facets.ts'
import { readWord } from './orders/words.ts'

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
const sideOfOrder = `(SELECT f.side FROM orders AS o JOIN order_facets AS f ON f.id = o.facet_id
      WHERE o.account_key = t.account_key AND o.id = t.order_id)`
const byTime = `
  WHERE t.account_key = ? AND ifnull(t.market, t.order_market) = ?
    AND ifnull(t.created_at_ms, t.order_at_ms) BETWEEN ? AND ?
    AND (ifnull(t.created_at_ms, t.order_at_ms), t.order_id, t.position) > (?, ?, ?)
  ORDER BY ifnull(t.created_at_ms, t.order_at_ms), t.order_id, t.position LIMIT ?`
const fillFields = `
  ifnull(t.created_at_ms, t.order_at_ms) AS atMs, t.order_id AS orderId, t.position, t.id, t.price, t.amount, t.total,
    t.fee_currency AS feeCurrency, t.fee_amount AS feeAmount, ifnull(t.side, ${sideOfOrder}) AS side`
export const fillsByTimeSql = `SELECT ${fillFields} FROM order_trades AS t ${byTime}`

/** By orders_by_time alone, which has all that it takes. */
export const createdOrdersSql = `
  SELECT facet_id AS facetId, count(*) AS orders FROM orders INDEXED BY orders_by_time
  WHERE account_key = ? AND created_at_ms >= ? AND created_at_ms < ? GROUP BY facet_id`

/**
 * Wanting is said at the order; of one whose fills were dropped because they are not kept, only that they are not here. The amounts of the
 * fills here, apart by spaces, are null where there are none.
 */
const lackingFields = `
  id, facet_id AS facetId, created_at_ms AS createdMs, updated_at_ms AS updatedMs, fills_wanted AS isWanted,
  trades_count > 0 AND (fills_wanted = 1 OR NOT EXISTS (SELECT 1 FROM order_trade_fetches AS f
    WHERE f.account_key = orders.account_key AND f.order_id = orders.id)) AS isLacking,
  executed_volume AS filled,
  CASE WHEN executed_volume GLOB '*[1-9]*' THEN (SELECT group_concat(t.amount, ' ') FROM order_trades AS t
    WHERE t.account_key = orders.account_key AND t.order_id = orders.id) END AS amounts`
/** How far a piece of orders goes, by rising number before `id`. */
export const lackingPieceSql = `
  SELECT min(id) AS firstId, max(updated_at_ms) AS latestMs, count(*) AS orders
  FROM (SELECT id, updated_at_ms FROM orders WHERE account_key = ? AND id < ? ORDER BY id DESC LIMIT ?)`
/** Of a piece only what may lack fills: most orders have one fill, whose amount is the very text that they have filled. */
export const lackingOrdersSql = `
  SELECT * FROM (SELECT ${lackingFields} FROM orders WHERE account_key = ? AND id >= ? AND id < ?)
  WHERE isLacking OR (filled GLOB '*[1-9]*' AND amounts IS NOT filled) ORDER BY id DESC`
/** Of the orders that have changed since: those are few, and found by orders_by_change. */
export const lackingChangedSql = `
  SELECT ${lackingFields} FROM orders INDEXED BY orders_by_change
  WHERE account_key = ? AND updated_at_ms > ?`
/** Those whose fills are still to be fetched, however old they are. */
export const lackingWantedSql = `
  SELECT ${lackingFields} FROM orders INDEXED BY orders_wanting_fills WHERE account_key = ? AND fills_wanted = 1`

/** Fills after a time, until another one included. */
export const countFillsSql = `
  SELECT count(*) AS fills FROM order_trades AS t
  WHERE t.account_key = ? AND ifnull(t.market, t.order_market) = ?
    AND ifnull(t.created_at_ms, t.order_at_ms) > ? AND ifnull(t.created_at_ms, t.order_at_ms) <= ?`

/** Another text after each change of orders, fills, the sync of orders and listed readings. */
export const ledgerVersionSql = `
  SELECT format('%d %d %d %s %d %s',
    (SELECT ifnull(sum(changes_count), 0) FROM order_facets WHERE account_key = @accountKey),
    ifnull((SELECT dropped_count FROM order_changes WHERE account_key = @accountKey), 0),
    ifnull((SELECT fills_count FROM order_changes WHERE account_key = @accountKey), 0),
    ifnull((SELECT stretches || kept_from_ms FROM order_sync WHERE account_key = @accountKey), ''),
    ifnull((SELECT max(id) FROM pnl_snapshots WHERE account_key = @accountKey), 0),
    ifnull((SELECT listed_moment_ms FROM pnl_snapshots WHERE account_key = @accountKey ORDER BY id DESC LIMIT 1), '')
  ) AS version`

interface FillRow extends FillPlace, Omit<TimedFill, 'side'> {
  readonly side: string | null
}

interface LackingRow {
  readonly id: number
  readonly facetId: number
  readonly createdMs: number
  readonly updatedMs: number
  readonly isWanted: number
  readonly isLacking: number
  readonly filled: string
  readonly amounts: string | null
}

interface PieceRow {
  readonly firstId: number | null
  readonly latestMs: number | null
  readonly orders: number
}

/** The fills here come to less than the order has filled. Most orders have one fill, whose amount is the very text. */
function isShort({ filled, amounts }: LackingRow): boolean {
  if (filled === amounts) return false
  const here = (amounts ?? '')
    .split(' ')
    .reduce((sum, text) => (text === '' ? sum : add(sum, parseExact(text))), zero)
  return compare(parseExact(filled), here) > 0
}

const beforeAll: FillPlace = { atMs: -1, orderId: -1, position: -1 }

export function prepareReportRows(db: Sqlite.Database, keys: AccountKeys, facets: OrderFacets) {
  const selectMarkets = db.prepare<[{ accountKey: number }], { market: string }>(fillMarketsSql)
  const selectFills = db.prepare<[number, string, number, number, number, number, number, number], FillRow>(
    fillsByTimeSql,
  )
  const countFills = db.prepare<[number, string, number, number], { fills: number }>(countFillsSql)
  const selectVersion = db.prepare<[{ accountKey: number }], { version: string }>(ledgerVersionSql)
  const selectCreated = db.prepare<[number, number, number], { facetId: number; orders: number }>(
    createdOrdersSql,
  )
  const selectPiece = db.prepare<[number, number, number], PieceRow>(lackingPieceSql)
  const selectLacking = db.prepare<[number, number, number], LackingRow>(lackingOrdersSql)
  const selectChanged = db.prepare<[number, number], LackingRow>(lackingChangedSql)
  const selectWanted = db.prepare<[number], LackingRow>(lackingWantedSql)

  const readFill = ({ side, position: _, ...row }: FillRow): TimedFill[] =>
    side === null ? [] : [{ ...row, side: readWord(db, orderSides, side, 'order_trades.side') }]

  const placeOf = (row: FillRow | undefined): FillPlace | null =>
    row ? { atMs: row.atMs, orderId: row.orderId, position: row.position } : null

  function readLacking(rows: readonly LackingRow[]) {
    const wordsOf = facets.reader()
    return {
      orders: rows.flatMap((row): LackingOrder[] => {
        const { id, facetId, createdMs, updatedMs, isWanted, isLacking } = row
        if (isLacking === 0 && !isShort(row)) return []
        const kind = isLacking === 0 ? 'short' : isWanted === 1 ? 'wanted' : 'dropped'
        return [{ id, createdMs, updatedMs, market: wordsOf(facetId).market, kind }]
      }),
      latestMs: rows.reduce((latest, { updatedMs }) => Math.max(latest, updatedMs), 0),
    }
  }

  return {
    listFillMarkets(accountId) {
      const accountKey = keys.find(accountId)
      return accountKey === null ? [] : selectMarkets.all({ accountKey }).map(({ market }) => market)
    },

    readFillsByTime(accountId, market, after, toMs, limit) {
      const accountKey = keys.find(accountId)
      if (accountKey === null) return { fills: [], skipped: 0, next: null }
      const { atMs, orderId, position } = after ?? beforeAll
      const rows = selectFills.all(accountKey, market, atMs, toMs - 1, atMs, orderId, position, limit)
      const last = rows.length < limit ? undefined : rows.at(-1)
      const fills = rows.flatMap(readFill)
      return {
        fills,
        skipped: rows.length - fills.length,
        next: placeOf(last),
      }
    },

    countCreatedOrders(accountId, { fromMs, toMs }) {
      const counts = { created: 0, filled: 0, cancelled: 0 }
      const accountKey = keys.find(accountId)
      if (accountKey === null) return counts
      const stateOf = facets.reader()
      for (const { facetId, orders } of selectCreated.all(accountKey, fromMs, toMs)) {
        const { state } = stateOf(facetId)
        counts.created += orders
        if (state === 'done') counts.filled += orders
        if (state === 'cancel') counts.cancelled += orders
      }
      return counts
    },

    listLackingOrders(accountId, belowId, limit) {
      const accountKey = keys.find(accountId)
      if (accountKey === null) return { orders: [], belowId: null, latestMs: 0 }
      const endId = belowId ?? Number.MAX_SAFE_INTEGER
      const piece = selectPiece.get(accountKey, endId, limit)
      if (piece === undefined || piece.firstId === null) return { orders: [], belowId: null, latestMs: 0 }
      const { orders } = readLacking(selectLacking.all(accountKey, piece.firstId, endId))
      return { orders, latestMs: piece.latestMs ?? 0, belowId: piece.orders < limit ? null : piece.firstId }
    },

    listChangedLackingOrders(accountId, updatedAfterMs) {
      const accountKey = keys.find(accountId)
      if (accountKey === null) return { orders: [], lookedIds: [], latestMs: 0 }
      const changed = selectChanged.all(accountKey, updatedAfterMs)
      const rows = new Map([...changed, ...selectWanted.all(accountKey)].map((row) => [row.id, row]))
      return { ...readLacking([...rows.values()]), lookedIds: changed.map(({ id }) => id) }
    },

    sumFlows(accountId, market, after, untilMs, limit) {
      const accountKey = keys.find(accountId)
      if (accountKey === null) return { flows: {}, next: null }
      const units = splitMarket(market)
      const { atMs, orderId, position } = after ?? beforeAll
      const rows = selectFills.all(accountKey, market, atMs, untilMs, atMs, orderId, position, limit)
      const flows = new Map<string, DecimalSum>()
      const flow = (currency: string, amount: string, isIn: boolean): void => {
        const sum = flows.get(currency) ?? createDecimalSum()
        flows.set(currency, sum)
        sum.addText(amount, isIn)
      }
      for (const row of rows) flowOfFill(row, units, flow)
      const last = rows.length < limit ? undefined : rows.at(-1)
      return {
        flows: Object.fromEntries([...flows].map(([currency, sum]) => [currency, sum.read()])),
        next: placeOf(last),
      }
    },

    countFillsBetween(accountId, afterMs, untilMs) {
      const accountKey = keys.find(accountId)
      if (accountKey === null) return 0
      return selectMarkets
        .all({ accountKey })
        .reduce(
          (sum, { market }) => sum + (countFills.get(accountKey, market, afterMs, untilMs)?.fills ?? 0),
          0,
        )
    },

    getLedgerVersion(accountId) {
      const accountKey = keys.find(accountId)
      return accountKey === null ? '' : (selectVersion.get({ accountKey })?.version ?? '')
    },
  } satisfies Partial<ResultMethods>
}
