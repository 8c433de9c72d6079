// An order that a user placed, and its row in the file.
import { AppError } from '../../../src-preload/domain/errors.ts'
import { findMarket, type PracticeMarket } from '../markets/markets.ts'
import type { Fill } from '../orders/order-views.ts'
import { feeRates } from './funds.ts'
import type { EngineOrder } from './market-engine.ts'
import type { OrderRow, TradeRow } from './trading-file.ts'

export interface UserOrder extends EngineOrder {
  readonly uuid: string
  readonly market: PracticeMarket
  /** The user asked to cancel it, and that has not been done yet. */
  isCancelAsked: boolean
}

export const isOpen = ({ state }: EngineOrder): boolean => state === 'pending' || state === 'wait'

/** The market of a row. Errors: databaseCorrupt. */
export function marketOf(symbol: string): PracticeMarket {
  const market = findMarket(symbol)
  if (market === undefined) throw new AppError('databaseCorrupt', { reason: `unknown market ${symbol}` })
  return market
}

export function toRow(order: UserOrder): OrderRow {
  return {
    id: order.id,
    uuid: order.uuid,
    account: order.account,
    market: order.market.symbol,
    type: order.type,
    side: order.side,
    price: order.price,
    stop_price: order.stopPrice,
    origin_units: order.originUnits,
    remaining: order.remaining,
    state: order.state,
    is_triggered: order.isTriggered ? 1 : 0,
    is_cancel_asked: order.isCancelAsked ? 1 : 0,
    cancel_reason: order.cancelReason,
    created_ms: order.createdMs,
    updated_ms: order.updatedMs,
  }
}

export function fromRow(row: OrderRow): UserOrder {
  return {
    id: row.id,
    uuid: row.uuid,
    account: row.account,
    market: marketOf(row.market),
    type: row.type,
    side: row.side,
    price: row.price,
    stopPrice: row.stop_price,
    originUnits: row.origin_units,
    remaining: row.remaining,
    state: row.state,
    isTriggered: row.is_triggered === 1,
    isCancelAsked: row.is_cancel_asked === 1,
    cancelReason: row.cancel_reason,
    createdMs: row.created_ms,
    updatedMs: row.updated_ms,
  }
}

/** An order's side of one of its trades. */
export function fillOf(order: UserOrder, trade: TradeRow): Fill {
  return {
    id: trade.id,
    orderId: order.id,
    market: order.market,
    side: order.side,
    timeMs: trade.time_ms,
    price: trade.price,
    units: trade.units,
    takerType: trade.taker_side,
    rate: trade.taker_order === order.id ? feeRates.taker : feeRates.maker,
  }
}
