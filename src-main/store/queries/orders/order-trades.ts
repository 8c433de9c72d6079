// SQL on `order_trades` and `order_trade_fetches`.
import type Sqlite from 'better-sqlite3'
import type { OrderTrade } from '../../../../src-preload/contract/entities.ts'
import { orderSides } from '../../../../src-preload/domain/markets.ts'
import { inTransaction } from '../../worker/pragmas.ts'
import type { StoreMethods } from '../../api/store-api.ts'
import type { AccountKeys } from '../accounts.ts'
import type { OrderFacets } from './order-facets.ts'
import type { OrderRows } from './order-rows.ts'
import { readWord } from './words.ts'

interface TradeRow extends Omit<OrderTrade, 'side' | 'takerType'> {
  side: string | null
  takerType: string | null
}

interface TradeValues extends TradeRow {
  accountKey: number
  ownerId: number
  position: number
  /** The order's, where the fill's own was not told. */
  orderMarket: string | null
  orderAtMs: number | null
}

export function prepareOrderTrades(
  db: Sqlite.Database,
  keys: AccountKeys,
  facets: OrderFacets,
  rows: OrderRows,
): Pick<StoreMethods, 'getOrderTrades' | 'putOrderTrades'> {
  // Answers a row only where the fetch is not older than the one that is here.
  const putFetch = db.prepare<[number, number, number], { orderUpdatedAtMs: number }>(`
    INSERT INTO order_trade_fetches (account_key, order_id, order_updated_at_ms) VALUES (?, ?, ?)
    ON CONFLICT (account_key, order_id) DO UPDATE SET order_updated_at_ms = excluded.order_updated_at_ms
      WHERE excluded.order_updated_at_ms >= order_trade_fetches.order_updated_at_ms
    RETURNING order_updated_at_ms AS orderUpdatedAtMs`)
  const getFetch = db.prepare<[number, number], { orderUpdatedAtMs: number }>(`
    SELECT order_updated_at_ms AS orderUpdatedAtMs FROM order_trade_fetches
    WHERE account_key = ? AND order_id = ?`)
  const count = db
    .prepare<[number, number], number>(
      'SELECT count(*) FROM order_trades WHERE account_key = ? AND order_id = ?',
    )
    .pluck()
  const remove = db.prepare<[number, number]>(
    'DELETE FROM order_trades WHERE account_key = ? AND order_id = ?',
  )
  const insert = db.prepare<[TradeValues]>(`
    INSERT INTO order_trades (account_key, order_id, position, id, told_order_id, market, side, taker_type, price,
      amount, total, fee_currency, fee_rate, fee_amount, created_at_ms, order_market, order_at_ms)
    VALUES (@accountKey, @ownerId, @position, @id, @orderId, @market, @side, @takerType, @price,
      @amount, @total, @feeCurrency, @feeRate, @feeAmount, @createdAtMs, @orderMarket, @orderAtMs)`)
  const select = db.prepare<[number, number], TradeRow>(`
    SELECT id, told_order_id AS orderId, market, side, taker_type AS takerType, price, amount, total,
      fee_currency AS feeCurrency, fee_rate AS feeRate, fee_amount AS feeAmount, created_at_ms AS createdAtMs
    FROM order_trades WHERE account_key = ? AND order_id = ? ORDER BY position`)

  const readSide = (value: string | null, column: string) =>
    value === null ? null : readWord(db, orderSides, value, column)

  return {
    putOrderTrades: (accountId, order, trades) => {
      inTransaction(db, () => {
        const accountKey = keys.require(accountId)
        // Only lists carry the cancel reason (interface: Order), and an order does not lose the one it had.
        const cancelReason = order.cancelReason ?? rows.get(accountKey, [order.id])[0]?.cancelReason ?? null
        const explained = { ...order, cancelReason }
        rows.put(accountKey, facets.resolver(accountKey)(explained), explained)
        // An order never loses a fill: of two answers of one time, the one with fewer is the older.
        const isOlder =
          getFetch.get(accountKey, order.id)?.orderUpdatedAtMs === order.updatedAtMs &&
          trades.length < Number(count.get(accountKey, order.id))
        if (isOlder || !putFetch.get(accountKey, order.id, order.updatedAtMs)) return
        remove.run(accountKey, order.id)
        for (const [position, trade] of trades.entries()) {
          const orderMarket = trade.market === null ? order.market : null
          const orderAtMs = trade.createdAtMs === null ? order.updatedAtMs : null
          insert.run({ ...trade, accountKey, ownerId: order.id, position, orderMarket, orderAtMs })
        }
        rows.noteFills(accountKey, order.id, order.updatedAtMs, trades.length)
      })
    },
    getOrderTrades(accountId, orderId) {
      const accountKey = keys.find(accountId)
      const fetched = accountKey === null ? undefined : getFetch.get(accountKey, orderId)
      if (accountKey === null || !fetched) return null
      const trades = select.all(accountKey, orderId).map((row) => ({
        ...row,
        side: readSide(row.side, 'order_trades.side'),
        takerType: readSide(row.takerType, 'order_trades.taker_type'),
      }))
      return { trades, ...fetched }
    },
  }
}
