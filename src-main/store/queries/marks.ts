// SQL that finds what an account's orders did on a market, newest first.
import type Sqlite from 'better-sqlite3'
import type { ChartMark } from '../../../src-preload/contract/markets/charts.ts'
import type { Order } from '../../../src-preload/contract/orders/entities.ts'
import type { OrderFilter } from '../../../src-preload/contract/orders/orders.ts'
import { orderSides } from '../../../src-preload/domain/markets/markets.ts'
import type { ChartStoreMethods, MarksQuery, StoredMarks } from '../api/chart-rows.ts'
import { anyOrder, newestFirst } from '../api/order-filter.ts'
import { inReadTransaction } from '../worker/pragmas.ts'
import type { AccountKeys } from './accounts.ts'
import type { OrderList } from './orders/order-list.ts'
import type { OrderRows } from './orders/order-rows.ts'
import { readWord } from './orders/words.ts'

/** The last condition is the index's own, so that SQLite can use it. */
export const listCancelledSql = `
  SELECT updated_at_ms AS atMs, id FROM orders INDEXED BY orders_left_by_change
  WHERE account_key = @accountKey AND updated_at_ms BETWEEN @fromMs AND @toMs AND remaining_volume GLOB '*[1-9]*'
    AND facet_id IN (
      SELECT id FROM order_facets WHERE account_key = @accountKey AND market = @market AND state = 'cancel')
  ORDER BY updated_at_ms DESC, id DESC LIMIT @limit`
/** order_trades_by_time has all of it. */
export const listFillsSql = `
  SELECT ifnull(created_at_ms, order_at_ms) AS atMs, order_id AS orderId, position FROM order_trades
  WHERE account_key = ? AND ifnull(market, order_market) = ? AND ifnull(created_at_ms, order_at_ms) BETWEEN ? AND ?
  ORDER BY ifnull(created_at_ms, order_at_ms) DESC, order_id DESC, position DESC LIMIT ?`
export const selectFillSql = `
  SELECT id AS tradeId, side, price, amount FROM order_trades
  WHERE account_key = ? AND order_id = ? AND position = ?`

interface FillKey {
  atMs: number
  orderId: number
  position: number
}

interface FillRow {
  tradeId: number
  side: string | null
  price: string
  amount: string
}

/** A mark that is not read yet. At one time an order is placed, filled and cancelled in this order. */
interface Found extends FillKey {
  readonly kind: ChartMark['kind']
}

const ranks: Readonly<Record<ChartMark['kind'], number>> = { placed: 0, fill: 1, cancelled: 2 }

function compareFound(a: Found, b: Found): number {
  return a.atMs - b.atMs || a.orderId - b.orderId || ranks[a.kind] - ranks[b.kind] || a.position - b.position
}

const isOpen = ({ state }: Pick<Order, 'state'>): boolean => state === 'pending' || state === 'wait'

export function prepareMarks(
  db: Sqlite.Database,
  keys: AccountKeys,
  rows: OrderRows,
  list: OrderList,
): Pick<ChartStoreMethods, 'listMarks'> {
  const selectCancelled = db.prepare<
    [{ accountKey: number; market: string; fromMs: number; toMs: number; limit: number }],
    { atMs: number; id: number }
  >(listCancelledSql)
  const fillsOf = db.prepare<[number, string, number, number, number], FillKey>(listFillsSql)
  const selectFill = db.prepare<[number, number, number], FillRow>(selectFillSql)

  function findPlaced(accountKey: number, filter: Partial<OrderFilter>, limit: number): Found[] {
    const ask = list.describe(accountKey, { ...anyOrder, ...filter })
    return list.page(ask, newestFirst, 0, limit, null).map(({ key, id }) => ({
      kind: 'placed',
      atMs: Number(key),
      orderId: id,
      position: 0,
    }))
  }

  function findCancelled(accountKey: number, { market, fromMs, toMs }: MarksQuery, limit: number): Found[] {
    return selectCancelled
      .all({ accountKey, market, fromMs, toMs, limit })
      .map(({ atMs, id }) => ({ kind: 'cancelled', atMs, orderId: id, position: 0 }))
  }

  function findFills(accountKey: number, { market, fromMs, toMs }: MarksQuery, limit: number): Found[] {
    return fillsOf.all(accountKey, market, fromMs, toMs, limit).map((key) => ({ kind: 'fill', ...key }))
  }

  /** What is to be marked, oldest first. */
  function find(accountKey: number, query: MarksQuery): { found: Found[]; isCut: boolean } {
    const { market, fromMs, toMs, most } = query
    // One more than asked for tells whether there are more.
    const limit = most + 1
    const open = findPlaced(accountKey, { markets: [market], states: ['pending', 'wait'] }, limit)
    const openIds = new Set(open.map(({ orderId }) => orderId))
    const placed = findPlaced(accountKey, { markets: [market], fromMs, toMs: toMs + 1 }, limit)
    const others = [
      ...placed.filter(({ orderId }) => !openIds.has(orderId)),
      ...findFills(accountKey, query, limit),
      ...findCancelled(accountKey, query, limit),
    ]
    const shownOpen = open.slice(0, most)
    const room = most - shownOpen.length
    const newest = others.sort((a, b) => compareFound(b, a)).slice(0, room)
    return {
      found: [...shownOpen, ...newest].sort(compareFound),
      isCut: open.length > most || others.length > room,
    }
  }

  function readFill(accountKey: number, key: Found, order: Order | undefined): ChartMark[] {
    const row = selectFill.get(accountKey, key.orderId, key.position)
    const word = row?.side ?? null
    const side = word === null ? order?.side : readWord(db, orderSides, word, 'order_trades.side')
    // A fill of which neither it nor its order tells the side.
    if (row === undefined || side === undefined) return []
    const { tradeId, price, amount } = row
    return [{ kind: 'fill', orderId: key.orderId, tradeId, side, atMs: key.atMs, price, amount }]
  }

  function readMark(accountKey: number, key: Found, order: Order | undefined): ChartMark[] {
    if (key.kind === 'fill') return readFill(accountKey, key, order)
    if (order === undefined) return []
    const { side, price, stopPrice, type, state } = order
    const base = { orderId: key.orderId, side, atMs: key.atMs, price }
    if (key.kind === 'placed') {
      const placed = { amount: order.originVolume, type, stopPrice, state, isOpen: isOpen(order) }
      return [{ kind: key.kind, ...base, ...placed }]
    }
    return [{ kind: key.kind, ...base, amount: order.remainingVolume, reason: order.cancelReason }]
  }

  return {
    listMarks(accountId, query): StoredMarks {
      const accountKey = keys.find(accountId)
      if (accountKey === null) return { marks: [], isCut: false }
      return inReadTransaction(db, () => {
        const { found, isCut } = find(accountKey, query)
        const ids = [...new Set(found.map(({ orderId }) => orderId))]
        const orders = new Map(rows.get(accountKey, ids).map((order) => [order.id, order]))
        const marks = found.flatMap((key) => readMark(accountKey, key, orders.get(key.orderId)))
        return { marks, isCut }
      })
    },
  }
}
