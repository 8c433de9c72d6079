// SQL on single orders' rows of `order_trades` and `order_trade_fetches`, for whoever writes fills.
import type Sqlite from 'better-sqlite3'
import type { Order, OrderTrade } from '../../../../src-preload/contract/orders/entities.ts'
import { orderSides } from '../../../../src-preload/domain/markets/markets.ts'
import type { OrderRows } from './order-rows.ts'
import { readWord } from './words.ts'

interface TradeRow extends Omit<OrderTrade, 'side' | 'takerType'> {
  side: string | null
  takerType: string | null
}

type Value = string | number | null

export function prepareOrderFills(db: Sqlite.Database, rows: OrderRows) {
  // Answers a row only where the fetch is not older than the one that is here.
  const putFetch = db.prepare<[number, number, number], { orderUpdatedAtMs: number }>(`
    INSERT INTO order_trade_fetches (account_key, order_id, order_updated_at_ms) VALUES (?, ?, ?)
    ON CONFLICT (account_key, order_id) DO UPDATE SET order_updated_at_ms = excluded.order_updated_at_ms
      WHERE excluded.order_updated_at_ms >= order_trade_fetches.order_updated_at_ms
    RETURNING order_updated_at_ms AS orderUpdatedAtMs`)
  const getFetch = db
    .prepare<[number, number], number>(
      'SELECT order_updated_at_ms FROM order_trade_fetches WHERE account_key = ? AND order_id = ?',
    )
    .pluck()
  const count = db
    .prepare<[number, number], number>(
      'SELECT count(*) FROM order_trades WHERE account_key = ? AND order_id = ?',
    )
    .pluck()
  const remove = db.prepare<[number, number]>(
    'DELETE FROM order_trades WHERE account_key = ? AND order_id = ?',
  )
  // Numbered by place: binding 17 names takes longer than the insert itself.
  const insert = db.prepare<Value[]>(`
    INSERT INTO order_trades (account_key, order_id, position, id, told_order_id, market, side, taker_type, price,
      amount, total, fee_currency, fee_rate, fee_amount, created_at_ms, order_market, order_at_ms)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const select = db.prepare<[number, number], TradeRow>(`
    SELECT id, told_order_id AS orderId, market, side, taker_type AS takerType, price, amount, total,
      fee_currency AS feeCurrency, fee_rate AS feeRate, fee_amount AS feeAmount, created_at_ms AS createdAtMs
    FROM order_trades WHERE account_key = ? AND order_id = ? ORDER BY position`)

  const readSide = (value: string | null, column: string) =>
    value === null ? null : readWord(db, orderSides, value, column)
  const versionOf = (accountKey: number, orderId: number): number | null =>
    getFetch.get(accountKey, orderId) ?? null

  return {
    /** In the service's order; empty where none are here. */
    list: (accountKey: number, orderId: number): OrderTrade[] =>
      select.all(accountKey, orderId).map((row) => ({
        ...row,
        side: readSide(row.side, 'order_trades.side'),
        takerType: readSide(row.takerType, 'order_trades.taker_type'),
      })),
    /** Of which version of the order its fills are here; null where they never were. */
    versionOf,
    /** Replaces the fills of an order, unless these are of an older version or fewer of the same one. */
    put(
      accountKey: number,
      { id, market, updatedAtMs }: Pick<Order, 'id' | 'market' | 'updatedAtMs'>,
      trades: readonly OrderTrade[],
    ): void {
      const before = versionOf(accountKey, id)
      // An order never loses a fill: of two answers of one time, the one with fewer is the older.
      if (before === updatedAtMs && trades.length < Number(count.get(accountKey, id))) return
      if (!putFetch.get(accountKey, id, updatedAtMs)) return
      if (before !== null) remove.run(accountKey, id)
      for (const [position, trade] of trades.entries()) {
        insert.run(
          accountKey,
          id,
          position,
          trade.id,
          trade.orderId,
          trade.market,
          trade.side,
          trade.takerType,
          trade.price,
          trade.amount,
          trade.total,
          trade.feeCurrency,
          trade.feeRate,
          trade.feeAmount,
          trade.createdAtMs,
          // The order's, where the fill's own was not told.
          trade.market === null ? market : null,
          trade.createdAtMs === null ? updatedAtMs : null,
        )
      }
      rows.noteFills(accountKey, id, updatedAtMs, trades.length)
    },
  }
}

export type OrderFills = ReturnType<typeof prepareOrderFills>
