// Both sides of an order book together: their levels, what is known of them, and whether they cross. Pure.
import { compareDecimals } from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import { BookLevels } from './book-levels.ts'
import type { BookChange, BookLevel, BookSide } from './book-messages.ts'

/** Levels of both sides, and where they end to be known. */
export interface BookContent {
  readonly asks: readonly BookLevel[]
  readonly bids: readonly BookLevel[]
  /** Levels at this price and beyond are unknown; null where the whole side is known. */
  readonly unknownFrom: Readonly<Record<BookSide, string | null>>
}

/** Fewer known levels of a side that was cut off are too few to go on with. */
const MIN_KNOWN = 50

export class BookSides {
  readonly #asks = new BookLevels('asks')
  readonly #bids = new BookLevels('bids')

  clear(): void {
    this.#asks.clear()
    this.#bids.clear()
  }

  /** @param content - levels in any order */
  replace({ asks, bids, unknownFrom }: BookContent): void {
    this.#asks.replace(asks, unknownFrom.asks)
    this.#bids.replace(bids, unknownFrom.bids)
  }

  set({ side, price, amount }: BookChange): void {
    if (side === 'asks') this.#asks.set(price, amount)
    else this.#bids.set(price, amount)
  }

  /** True if a bid reaches an ask. */
  isCrossed(): boolean {
    const ask = this.#asks.best()
    const bid = this.#bids.best()
    if (ask === null || bid === null) return false
    return bid.nearest === ask.nearest
      ? compareDecimals(bid.price, ask.price) >= 0
      : bid.nearest > ask.nearest
  }

  /** True if a side has few levels left that are known: one that was cut off loses levels and never gets others. */
  isThin(): boolean {
    return [this.#asks, this.#bids].some(
      ({ unknownFrom, count }) => unknownFrom !== null && count < MIN_KNOWN,
    )
  }

  /** Up to `depth` levels of each side, best first. */
  read(depth: number): BookContent {
    return {
      asks: this.#asks.list(depth),
      bids: this.#bids.list(depth),
      unknownFrom: { asks: this.#asks.unknownFrom, bids: this.#bids.unknownFrom },
    }
  }
}
