// Makes the base of an approximate book from the single orders that REST lists. Pure.
// Source: service facts, B2: an answer has at most as many orders a side as were asked for, the best first.
import type { OrderBook } from '../../../../src-preload/contract/trading/trading-entities.ts'
import { bookLevelsOf } from '../../../../src-preload/domain/markets/book-levels.ts'
import type { BookContent } from './book-sides.ts'

/** Orders a side that are asked for: the most that the service gives (facts, A3). */
export const BOOK_ORDERS = 200

/**
 * @param orders - each side as listed, the best price first
 * @param limit - a side with so many orders may have more of them; 0 where orders are missing of which nothing is known
 */
export function restBookOf(orders: Pick<OrderBook, 'asks' | 'bids'>, limit: number): BookContent {
  const levels = bookLevelsOf(orders)
  const sideOf = (side: 'asks' | 'bids') => {
    const known = levels[side].map(({ price, volume }) => ({ price, amount: volume }))
    // More orders may rest at the last price, so its amount is not known either.
    const last = orders[side].length < limit ? undefined : known.pop()
    return { known, unknownFrom: last?.price ?? null }
  }
  const asks = sideOf('asks')
  const bids = sideOf('bids')
  return {
    asks: asks.known,
    bids: bids.known,
    unknownFrom: { asks: asks.unknownFrom, bids: bids.unknownFrom },
  }
}
