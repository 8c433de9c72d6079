// SQL that writes and reads single rows of `orders`.
import type Sqlite from 'better-sqlite3'
import type { Order } from '../../../../src-preload/contract/orders/entities.ts'
import { decimalKey } from '../../worker/decimal-key.ts'
import { uuidKey } from './order-conditions.ts'
import type { OrderFacets, OrderWords } from './order-facets.ts'

type OrderRow = Omit<Order, 'side' | 'type' | 'state' | 'market'> & { facetId: number }
type Value = string | number | null

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

/** What follows from the others. */
const derived: readonly [column: string, read: (order: Order) => string][] = [
  ['price_key', (order) => decimalKey(order.price)],
  ['volume_key', (order) => decimalKey(order.originVolume)],
  ['uuid_key', (order) => uuidKey(order.uuid)],
]

const columns = changeable.map(([column]) => column)
const written = [...columns, ...derived.map(([column]) => column)]

const isOpenSql = (table: string): string =>
  `EXISTS (SELECT 1 FROM order_facets WHERE id = ${table}.facet_id AND state IN ('pending', 'wait'))`

// Times are whole seconds: of two versions of the same one, that which has ended is the newer, in whichever order they come.
// Numbered by place, not by name: binding 16 names takes longer than the insert itself. What was not there before the
// change has no fills here; a change that is no new version and no new fill (a list tells the cancel reason) wants no
// more than before.
const upsertSql = `
  INSERT INTO orders (account_key, id, ${written.join(', ')}, fills_wanted)
  VALUES (?, ?, ${written.map(() => '?').join(', ')}, ?)
  ON CONFLICT (account_key, id) DO UPDATE SET
    ${written.map((column) => `${column} = excluded.${column}`).join(', ')},
    fills_wanted = excluded.trades_count > 0 AND (orders.fills_wanted
      OR excluded.updated_at_ms > orders.updated_at_ms OR excluded.trades_count <> orders.trades_count)
  WHERE (excluded.updated_at_ms, excluded.trades_count) >= (orders.updated_at_ms, orders.trades_count)
    AND (${columns.map((column) => `orders.${column} IS NOT excluded.${column}`).join(' OR ')})
    AND NOT ((excluded.updated_at_ms, excluded.trades_count) = (orders.updated_at_ms, orders.trades_count)
      AND ${isOpenSql('excluded')} AND NOT ${isOpenSql('orders')})`

// Not joined with order_facets: SQLite plans a join with parameters anew on every run, which takes ten times the read.
export const selectOrderSql = `
  SELECT id, facet_id AS facetId, uuid, price, stop_price AS stopPrice, average_price AS averagePrice,
    created_at_ms AS createdAtMs, updated_at_ms AS updatedAtMs, origin_volume AS originVolume,
    remaining_volume AS remainingVolume, executed_volume AS executedVolume, maker_fee AS makerFee,
    taker_fee AS takerFee, trades_count AS tradesCount, cancel_reason AS cancelReason
  FROM orders WHERE account_key = ? AND id = ?`

export function prepareOrderRows(db: Sqlite.Database, facets: OrderFacets) {
  const upsert = db.prepare<[accountKey: number, id: number, ...Value[]]>(upsertSql)
  const select = db.prepare<[accountKey: number, id: number], OrderRow>(selectOrderSql)
  const haveFills = db.prepare<[accountKey: number, id: number, updatedAtMs: number, fills: number]>(`
    UPDATE orders SET fills_wanted = 0
    WHERE account_key = ? AND id = ? AND updated_at_ms <= ? AND trades_count <= ? AND fills_wanted = 1`)
  return {
    /**
     * True when the row is new or was changed. A version older than the cached one changes nothing: of two versions of one
     * time, the one with fewer fills is the older.
     */
    put(accountKey: number, facetId: number, order: Order): boolean {
      const values = changeable.map(([, read]) => read(order, facetId))
      const keys = derived.map(([, read]) => read(order))
      return upsert.run(accountKey, order.id, ...values, ...keys, order.tradesCount > 0 ? 1 : 0).changes > 0
    },
    /** So many fills of the order as it was changed last at `updatedAtMs` are here now: all, unless it has more of them. */
    noteFills(accountKey: number, orderId: number, updatedAtMs: number, fills: number): void {
      haveFills.run(accountKey, orderId, updatedAtMs, fills)
    },
    /** Reads rows by id, in the order of `orderIds`; ids that are not here are left out. */
    get(accountKey: number, orderIds: readonly number[]): Order[] {
      const readWords = facets.reader()
      return orderIds.flatMap((orderId) => {
        const row = select.get(accountKey, orderId)
        return row ? [toOrder(row, readWords(row.facetId))] : []
      })
    },
  }
}

export type OrderRows = ReturnType<typeof prepareOrderRows>

// Each by its name: the binding makes rows that are slow to copy, and copying 100 of them took longer than reading
// them.
function toOrder(row: OrderRow, { market, side, type, state }: OrderWords): Order {
  return {
    id: row.id,
    uuid: row.uuid,
    side,
    type,
    price: row.price,
    stopPrice: row.stopPrice,
    averagePrice: row.averagePrice,
    state,
    market,
    createdAtMs: row.createdAtMs,
    updatedAtMs: row.updatedAtMs,
    originVolume: row.originVolume,
    remainingVolume: row.remainingVolume,
    executedVolume: row.executedVolume,
    makerFee: row.makerFee,
    takerFee: row.takerFee,
    tradesCount: row.tradesCount,
    cancelReason: row.cancelReason,
  }
}
