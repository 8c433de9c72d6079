// Reads a market's current prices by REST: best bid, best ask and last trade, each as the exchange has it now.
import type { OrderPrices } from '../../src-preload/contract/trading/confirm-order.ts'
import type { BookOrder } from '../../src-preload/contract/trading/trading-entities.ts'
import type { ExchangeClient } from '../exchange/client.ts'
import type { CallTimes } from '../exchange/endpoint.ts'
import { compareDecimals } from '../../src-preload/domain/numbers/exact-decimal.ts'

const turn = { urgency: 'asked', lane: 'trading' } as const

/** Orders per side: the first may be a market order, which has no price. */
const BOOK_ORDERS = 5

/** The price that is ahead of the others of its side. */
function best(orders: readonly BookOrder[], isAhead: (a: string, b: string) => boolean): string | null {
  return orders.reduce<string | null>((first, { price }) => {
    if (price === null) return first
    return first === null || isAhead(price, first) ? price : first
  }, null)
}

/**
 * Null where the market has no such price. Errors: those of every read.
 * @param onExchangeMs - receives how long the exchange took
 */
export async function readOrderPrices(
  client: Pick<ExchangeClient, 'getOrderBook' | 'listMarketTrades'>,
  market: string,
  signal: AbortSignal,
  onExchangeMs: (durationMs: number) => void,
): Promise<OrderPrices> {
  let exchangeMs = 0
  const onAnswer = ({ durationMs }: CallTimes): void => {
    // Both are read at once.
    exchangeMs = Math.max(exchangeMs, durationMs)
  }
  const options = { ...turn, signal, onAnswer }
  const [book, trades] = await Promise.all([
    client.getOrderBook({ market, asksLimit: BOOK_ORDERS, bidsLimit: BOOK_ORDERS }, options),
    client.listMarketTrades({ market, limit: 1 }, options),
  ])
  onExchangeMs(exchangeMs)
  return {
    bestBid: best(book.bids, (a, b) => compareDecimals(a, b) > 0),
    bestAsk: best(book.asks, (a, b) => compareDecimals(a, b) < 0),
    last: trades.rows[0]?.price ?? null,
    candle: null,
  }
}
