// Owns: SQL that writes and reads single rows of `orders`. Must not: list or page (order-list.ts does).
import type Sqlite from 'better-sqlite3'
import type { Order } from '../../../src-preload/contract/entities.ts'
import type { OrderFacets, OrderWords } from './order-facets.ts'

type OrderRow = Omit<Order, 'side' | 'type' | 'state' | 'market'> & { facetId: number }
type Value = string | number | null

export interface OrderRows {
  /** True when the row is new or was changed. A version older than the cached one changes nothing. */
  put(accountKey: number, facetId: number, order: Order): boolean
  /** Reads rows by id, in the order of `orderIds`; ids that are not here are left out. */
  get(accountKey: number, orderIds: readonly number[]): Order[]
}

/** The columns that may differ between two versions of an order, and where their values come from. */
const changeable: readonly [column: string, read: (order: Order, facetId: number) => Value][] = [
  ['facet_id', (_order, facetId) => facetId],
  ['created_at_ms', (order) => order.createdAtMs],
  ['updated_at_ms', (order) => order.updatedAtMs],
  ['uuid', (order) => order.uuid],
  ['price', (order) => order.price],
  ['stop_price', (order) => order.stopPrice],
  ['average_price', (order) => order.averagePrice],
  ['origin_volume', (order) => order.originVolume],
  ['remaining_volume', (order) => order.remainingVolume],
  ['executed_volume', (order) => order.executedVolume],
  ['maker_fee', (order) => order.makerFee],
  ['taker_fee', (order) => order.takerFee],
  ['trades_count', (order) => order.tradesCount],
  ['cancel_reason', (order) => order.cancelReason],
]

const columns = changeable.map(([column]) => column)

// Numbered by place, not by name: binding 16 names takes longer than the insert itself.
const upsertSql = `
  INSERT INTO orders (account_key, id, ${columns.join(', ')}) VALUES (?, ?, ${columns.map(() => '?').join(', ')})
  ON CONFLICT (account_key, id) DO UPDATE SET
    ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}
  WHERE excluded.updated_at_ms >= orders.updated_at_ms
    AND (${columns.map((column) => `orders.${column} IS NOT excluded.${column}`).join(' OR ')})`

// Not joined with order_facets: SQLite plans a join with parameters anew on every run, which takes ten times the read.
export const selectOrderSql = `
  SELECT id, facet_id AS facetId, uuid, price, stop_price AS stopPrice, average_price AS averagePrice,
    created_at_ms AS createdAtMs, updated_at_ms AS updatedAtMs, origin_volume AS originVolume,
    remaining_volume AS remainingVolume, executed_volume AS executedVolume, maker_fee AS makerFee,
    taker_fee AS takerFee, trades_count AS tradesCount, cancel_reason AS cancelReason
  FROM orders WHERE account_key = ? AND id = ?`

export function prepareOrderRows(db: Sqlite.Database, facets: OrderFacets): OrderRows {
  const upsert = db.prepare<[accountKey: number, id: number, ...Value[]]>(upsertSql)
  const select = db.prepare<[accountKey: number, id: number], OrderRow>(selectOrderSql)
  return {
    put: (accountKey, facetId, order) =>
      upsert.run(accountKey, order.id, ...changeable.map(([, read]) => read(order, facetId))).changes > 0,
    get(accountKey, orderIds) {
      const readWords = facets.reader()
      return orderIds.flatMap((orderId) => {
        const row = select.get(accountKey, orderId)
        return row ? [toOrder(row, readWords(row.facetId))] : []
      })
    },
  }
}

function toOrder({ facetId: _facetId, ...row }: OrderRow, words: OrderWords): Order {
  return { ...row, ...words }
}
