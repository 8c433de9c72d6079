// What the secure window shows about an order before it is signed. Main fills each field from its own records.
import { z } from 'zod'
import { networkKinds } from '../accounts/accounts.ts'
import { feeLiquidities } from '../../domain/orders/order-fee.ts'
import { decimalText, epochMs, marketSymbol, orderSide, orderType } from '../orders/entities.ts'

/** Prices that the exchange told when the question was made; null for one that the market does not have. */
export const orderPrices = z.strictObject({
  bestBid: decimalText.nullable(),
  bestAsk: decimalText.nullable(),
  last: decimalText.nullable(),
  /** Where the newest candle of a minute ends, if it is streamed. */
  candle: decimalText.nullable(),
})
export type OrderPrices = z.infer<typeof orderPrices>

/**
 * `marketOrder`: its price is the book's, down to the exchange's slippage limit. `noPrice`: there is no current price to
 * compare with. `outOfBand`: the limit is worse than the market by more than the band. `farTrigger`: the trigger is far from
 * the last price. `unknownOrder`: an earlier order in this market was sent without an answer, and may be in the book.
 * `noBalances`: the account's balances could not be read, so that what the signature takes is not found by them.
 */
export const orderWarnings = [
  'marketOrder',
  'noPrice',
  'outOfBand',
  'farTrigger',
  'unknownOrder',
  'noBalances',
] as const
export type OrderWarning = (typeof orderWarnings)[number]

/**
 * Why the trading session that runs does not cover an order. `markets` to `openOrders`: one of its limits. `band`: the price is too
 * much worse than the market. `trigger`: the trigger is too far away. `noPrice`: no fresh price. `unknownOrder`, `noBalances`: as the warnings.
 * `loosenedStop`: a stop would be moved so that it protects less.
 */
export const outsideReasons = [
  'markets',
  'largestOrder',
  'largestSum',
  'signatures',
  'ordersPerMinute',
  'openOrders',
  'band',
  'trigger',
  'noPrice',
  'unknownOrder',
  'noBalances',
  'loosenedStop',
] as const
export const outsideSession = z.strictObject({
  limit: z.enum(outsideReasons),
  /** The limit, and what is left of it: an amount in `quote`, a count or a percentage; empty where it has none. */
  allowed: z.string().max(130),
  left: z.string().max(130),
  quote: marketSymbol,
})
export type OutsideSession = z.infer<typeof outsideSession>

/** An open order that is canceled before another one is placed instead, as the exchange has it. */
const replacedOrder = z.strictObject({
  orderId: z.int().min(0),
  /** What is left of it to fill. */
  amount: decimalText,
  price: decimalText.nullable(),
  stopPrice: decimalText.nullable(),
})
export type ReplacedOrder = z.infer<typeof replacedOrder>

/** What the exchange is expected to keep of what is received, if the order fills wholly. */
export const estimatedFee = z.strictObject({
  /** A rate, not percent. */
  rate: decimalText,
  liquidity: z.enum(feeLiquidities),
  /** The fee, and what is received after it: base currency of a buy, quote currency of a sell. */
  amount: decimalText,
  received: decimalText,
})
export type EstimatedFee = z.infer<typeof estimatedFee>

/** Confirms placing an order. Answer: approveOrder. */
export const orderQuestion = z.strictObject({
  kind: z.literal('order'),
  accountLabel: z.string(),
  network: z.enum(networkKinds),
  /** Host (and port) of the exchange. */
  host: z.string().min(1),
  senderAddress: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
  market: marketSymbol,
  side: orderSide,
  type: orderType,
  /** Canonical decimal texts, exactly what is sent. */
  amount: decimalText,
  price: decimalText.nullable(),
  stopPrice: decimalText.nullable(),
  prices: orderPrices,
  pricesAtMs: epochMs,
  /** Distance of the price from the market, or a stop's from its trigger, on the side that loses, in percent; negative where it is better, null if unknown. */
  lossPercent: decimalText.nullable(),
  /** The most that a buy costs or the least that a sell brings, before fees, in the quote currency; null if unknown. */
  worstCase: decimalText.nullable(),
  /** By the account's own rates; null where they are unknown, or what is received is. */
  fee: estimatedFee.nullable(),
  /** Each must be acknowledged in the window. */
  warnings: z.array(z.enum(orderWarnings)),
  /** Null where no session runs. */
  outside: outsideSession.nullable(),
  /** The order that this one moves; null for a new one. */
  replaces: replacedOrder.nullable(),
})
export type OrderQuestion = z.infer<typeof orderQuestion>
