// A user's order as the exchange returns it: the fields of the seeded ones, from its row and its trades.
import { formatDecimal } from '../decimals.ts'
import { formatOffsetTime } from '../iso-time.ts'
import {
  averagePrice,
  feePlaces,
  type ListedOrder,
  type OrderFields,
  type SingleOrder,
  itemOf,
} from '../orders/order-views.ts'
import { feeRates } from './funds.ts'
import type { TradeRow } from './trading-file.ts'
import { fillOf, type UserOrder } from './user-order.ts'

/** An order and its trades, oldest first. */
export interface TracedOrder {
  readonly order: UserOrder
  readonly trades: readonly TradeRow[]
}

/** The fields that every answer about an order has. */
export function orderFields({ order, trades }: TracedOrder): OrderFields {
  const { market } = order
  const volume = (units: number): string => formatDecimal(BigInt(units), market.volumeDecimals)
  return {
    id: order.id,
    uuid: order.uuid,
    side: order.side,
    ord_type: order.type,
    price: order.type === 'market' ? null : formatDecimal(BigInt(order.price), market.priceDecimals),
    avg_price: averagePrice(market, trades),
    state: order.state,
    market: market.symbol,
    created_at: formatOffsetTime(order.createdMs),
    updated_at: formatOffsetTime(order.updatedMs),
    origin_volume: volume(order.originUnits),
    remaining_volume: volume(order.remaining),
    executed_volume: volume(order.originUnits - order.remaining),
    maker_fee: formatDecimal(feeRates.maker, feePlaces),
    taker_fee: formatDecimal(feeRates.taker, feePlaces),
    trades_count: trades.length,
  }
}

/** As List orders and the cancel answer have it. */
export function listedUserOrder(traced: TracedOrder): ListedOrder {
  const { stopPrice, market, cancelReason } = traced.order
  return {
    ...orderFields(traced),
    stop_price: stopPrice === null ? null : formatDecimal(BigInt(stopPrice), market.priceDecimals),
    cancel_reason: cancelReason,
  }
}

/** As Get order has it. */
export function singleUserOrder(traced: TracedOrder): SingleOrder {
  return { ...orderFields(traced), trades: traced.trades.map((trade) => itemOf(fillOf(traced.order, trade))) }
}
