// Schemas of what trading adds to the entities: tickers, the order book, balances, own trades, coins. exchange/endpoints
// converts from the exchange's format. Source: the service facts, part B.
import { z } from 'zod'
import { decimalText, epochMs, marketSymbol, orderSide, orderTrade } from '../orders/entities.ts'

/** The last 24 hours of one market (facts, B1). Null: the exchange gave no such figure. */
export const ticker = z.strictObject({
  market: marketSymbol,
  /** When the exchange computed it. */
  atMs: epochMs.nullable(),
  last: decimalText,
  open: decimalText.nullable(),
  high: decimalText.nullable(),
  low: decimalText.nullable(),
  averagePrice: decimalText.nullable(),
  /** In percent: `-1.25` for a fall of 1.25 %. */
  changePercent: decimalText.nullable(),
  /** In the base currency. */
  volume: decimalText.nullable(),
  /** In the quote currency. */
  amount: decimalText.nullable(),
})
export type Ticker = z.infer<typeof ticker>

/** One order of anybody in the book (facts, B2). The book consists of orders, not of price levels. */
export const bookOrder = z.strictObject({
  id: z.int().min(0),
  side: orderSide,
  /** null for a market order */
  price: decimalText.nullable(),
  /** In the base currency. */
  remainingVolume: decimalText,
})
export type BookOrder = z.infer<typeof bookOrder>

/** The orders of a market's book, in the order in which the exchange lists them. */
export const orderBook = z.strictObject({
  market: marketSymbol,
  asks: z.array(bookOrder),
  bids: z.array(bookOrder),
})
export type OrderBook = z.infer<typeof orderBook>

/** All that is for sale or wanted at one price. */
export const bookLevel = z.strictObject({ price: decimalText, volume: decimalText })
export type BookLevel = z.infer<typeof bookLevel>

/** What the account has of one currency (facts, B3). Whether `balance` includes `locked` is not documented. */
export const balance = z.strictObject({
  /** Lowercase code. */
  currency: z.string(),
  balance: decimalText,
  /** Held by open orders. */
  locked: decimalText,
})
export type Balance = z.infer<typeof balance>

/** One fill of an order of the account (facts, B8): an order's trade of which order, market, side and time are known. */
export const ownTrade = orderTrade.extend({
  orderId: z.int().min(0),
  market: marketSymbol,
  side: orderSide,
  createdAtMs: epochMs,
})
export type OwnTrade = z.infer<typeof ownTrade>

const places = z.int().min(0).nullable()

/** A currency of the exchange (facts, B12). Null: the exchange gave no such figure. */
export const coin = z.strictObject({
  /** Lowercase code, as in markets and balances. */
  symbol: z.string(),
  name: z.string().nullable(),
  /** Decimals of its amounts: on the exchange, on its own chain, and in orders. */
  decimals: places,
  chainDecimals: places,
  tradeDecimals: places,
  /** Volumes of one order. */
  minOrder: decimalText.nullable(),
  maxOrder: decimalText.nullable(),
})
export type Coin = z.infer<typeof coin>
