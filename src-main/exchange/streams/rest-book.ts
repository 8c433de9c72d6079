// Makes the base of an approximate book from the single orders that REST lists. Pure.
// Source: service facts, B2: an answer has at most as many orders a side as were asked for, the best first.
import { add, exactText, parseExact } from '../../../src-preload/domain/exact.ts'
import type { BookLevel } from './book-messages.ts'
import type { BookContent } from './book-sides.ts'

/** What is read of an order in the book. Decimals are canonical text. */
export interface RestingOrder {
  /** Null for a market order, which rests nowhere. */
  readonly price: string | null
  readonly remainingVolume: string
}

interface Side {
  readonly levels: readonly BookLevel[]
  readonly unknownFrom: string | null
}

/** A price as a key: `1.50` and `1.5` are the same. */
const keyOf = (price: string): string => exactText(parseExact(price))

function sideOf(orders: readonly RestingOrder[], limit: number): Side {
  const sums = new Map<string, BookLevel>()
  for (const { price, remainingVolume } of orders) {
    if (price === null) continue
    const key = keyOf(price)
    const before = sums.get(key)
    const amount =
      before === undefined
        ? remainingVolume
        : exactText(add(parseExact(before.amount), parseExact(remainingVolume)))
    sums.set(key, { price: before?.price ?? price, amount })
  }
  const levels = [...sums.values()]
  if (orders.length < limit) return { levels, unknownFrom: null }
  // More orders may rest at the last price, so its amount is not known either.
  return { levels: levels.slice(0, -1), unknownFrom: levels.at(-1)?.price ?? null }
}

/**
 * @param orders - each side as listed, the best price first
 * @param limit - how many orders a side were asked for
 */
export function restBookOf(
  orders: { readonly asks: readonly RestingOrder[]; readonly bids: readonly RestingOrder[] },
  limit: number,
): BookContent {
  const asks = sideOf(orders.asks, limit)
  const bids = sideOf(orders.bids, limit)
  return {
    asks: asks.levels,
    bids: bids.levels,
    unknownFrom: { asks: asks.unknownFrom, bids: bids.unknownFrom },
  }
}
