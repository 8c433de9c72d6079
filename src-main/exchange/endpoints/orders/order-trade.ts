// A fill as the service writes it: in its order (undocumented there, facts A9), and in the list of own trades (facts, B8).
import { z } from 'zod'
import { marketSymbol, type OrderTrade } from '../../../../src-preload/contract/orders/entities.ts'
import type { OwnTrade } from '../../../../src-preload/contract/trading/trading-entities.ts'
import { orderSides } from '../../../../src-preload/domain/markets/markets.ts'
import { maxLength } from '../../answers/answer-sizes.ts'
import { absentAsNull, unreadAsNull, wireDecimal, wireId, wireText, wireTime } from '../wire.ts'

/** Keys of a fill whose JSON numbers are money. */
export const tradeDecimals = ['price', 'amount', 'total', 'fee', 'fee_amount'] as const

const wireTrade = z.object({
  id: wireId,
  order_id: absentAsNull(wireId),
  market: absentAsNull(marketSymbol),
  side: absentAsNull(z.enum(orderSides)),
  taker_type: unreadAsNull(z.enum(orderSides)),
  price: wireDecimal,
  amount: wireDecimal,
  total: absentAsNull(wireDecimal),
  fee_currency: absentAsNull(wireText(maxLength.currency)),
  fee: absentAsNull(wireDecimal),
  fee_amount: absentAsNull(wireDecimal),
  created_at: absentAsNull(wireTime),
})

function toTrade(trade: z.infer<typeof wireTrade>): OrderTrade {
  return {
    id: trade.id,
    orderId: trade.order_id,
    market: trade.market,
    side: trade.side,
    takerType: trade.taker_type,
    price: trade.price,
    amount: trade.amount,
    total: trade.total,
    feeCurrency: trade.fee_currency,
    feeRate: trade.fee,
    feeAmount: trade.fee_amount,
    createdAtMs: trade.created_at,
  }
}

/** A fill in its order, which says what the fill leaves out. */
export const wireOrderTrade = wireTrade.transform(toTrade)

/** A fill by itself: without its order, market, side or time it is none. */
export const wireOwnTrade = wireTrade
  .extend({ order_id: wireId, market: marketSymbol, side: z.enum(orderSides), created_at: wireTime })
  .transform((trade): OwnTrade => ({
    ...toTrade(trade),
    orderId: trade.order_id,
    market: trade.market,
    side: trade.side,
    createdAtMs: trade.created_at,
  }))
