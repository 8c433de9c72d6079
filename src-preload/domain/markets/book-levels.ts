// Adds up the orders of a book by price. Pure; every sum is exact.
import type { BookLevel, BookOrder, OrderBook } from '../../contract/trading/trading-entities.ts'
import { add, compare, type Exact, exactText, parseExact } from '../numbers/exact-decimal.ts'

/** A book by price: the best level of each side first. */
export interface BookLevels {
  /** Ascending. */
  readonly asks: BookLevel[]
  /** Descending. */
  readonly bids: BookLevel[]
}

/** One level per price, ascending. Orders without a price are of no level, and an empty level is none. */
function levelsOf(orders: readonly BookOrder[]): BookLevel[] {
  const levels = new Map<string, { readonly price: Exact; volume: Exact }>()
  for (const { price: text, remainingVolume } of orders) {
    if (text === null) continue
    const price = parseExact(text)
    // 1.5 and 1.50 are one price.
    const name = exactText(price)
    const volume = parseExact(remainingVolume)
    const level = levels.get(name)
    if (level === undefined) levels.set(name, { price, volume })
    else level.volume = add(level.volume, volume)
  }
  return [...levels.values()]
    .filter(({ volume }) => volume.units > 0n)
    .sort((one, other) => compare(one.price, other.price))
    .map(({ price, volume }) => ({ price: exactText(price), volume: exactText(volume) }))
}

/**
 * The levels of a book. Prices in the quote currency and volumes in the base currency, as canonical decimal text without
 * trailing zeros.
 */
export function bookLevelsOf({ asks, bids }: Pick<OrderBook, 'asks' | 'bids'>): BookLevels {
  return { asks: levelsOf(asks), bids: levelsOf(bids).reverse() }
}
