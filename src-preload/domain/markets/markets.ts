// The terms of the trading interface that main and the page share.
// Source of every list: the service interface, "Resources and their fields" and "Endpoints".

export const orderSides = ['buy', 'sell'] as const
export type OrderSide = (typeof orderSides)[number]

export const oppositeOf = (side: OrderSide): OrderSide => (side === 'buy' ? 'sell' : 'buy')

export const orderTypes = ['limit', 'market', 'stop_limit', 'limit_maker'] as const
export type OrderType = (typeof orderTypes)[number]

export const orderStates = ['pending', 'wait', 'done', 'cancel'] as const
export type OrderState = (typeof orderStates)[number]

/** The states of an order that can still be filled. */
export const openOrderStates = ['wait', 'pending'] as const satisfies readonly OrderState[]

const knownTypes: ReadonlySet<string> = new Set(orderTypes)
const knownStates: ReadonlySet<string> = new Set(orderStates)

/** False for a word that the interface does not list, which the service may write all the same. */
export const isOrderType = (word: string): word is OrderType => knownTypes.has(word)
export const isOrderState = (word: string): word is OrderState => knownStates.has(word)

/** Candle periods in minutes, as GET /sapi/v1/market/kline/ allows them. */
export const candlePeriods = [1, 5, 15, 30, 60, 120, 240, 360, 720, 1440, 4320, 10080] as const
export type CandlePeriod = (typeof candlePeriods)[number]
/** Favorites in the toolbar of a chart before the user has chosen others. */
export const usualPeriods: readonly CandlePeriod[] = [1, 5, 15, 60, 240, 1440]

/** The exact cancel_reason texts of the interface. The service may add others, which are shown unchanged. */
export const cancelReasons = [
  'Order cancelled by user',
  'Slippage greater than 30%. Order cancelled to prevent loss of funds',
  'Order cancellation was initiated by system',
  'Something went wrong, order was cancelled to prevent loss of funds',
  'Order cancelled because it was matched as a taker order',
] as const

/** Quote currencies seen on the service, longest first so that splitting is unambiguous. */
const knownQuotes = ['usdc', 'usdt', 'btc', 'eth'] as const

/** Base and quote currency of a market, both lowercase. */
export interface MarketUnits {
  readonly base: string
  readonly quote: string
}

/**
 * Splits a market symbol such as `ethusdc` into base and quote currency, both lowercase.
 * The interface gives symbols without a separator, so the split goes by known quote currencies; null where none matches.
 */
export function splitMarket(market: string): MarketUnits | null {
  for (const quote of knownQuotes) {
    if (market.length > quote.length && market.endsWith(quote)) {
      return { base: market.slice(0, -quote.length), quote }
    }
  }
  return null
}

/** Markets that a chart can be compared with: more lines could not be told apart. */
export const maxCompared = 4
