// One side of an order book: its levels by exact price, the best last. Pure.
import { compareDecimals } from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import type { BookLevel, BookSide } from './book-messages.ts'

interface Entry {
  readonly price: string
  amount: string
  /** The price as the nearest double, to order most prices without exact arithmetic. */
  readonly nearest: number
}

/** Most levels that a side keeps; worse ones are forgotten and then count as unknown. */
export const MAX_LEVELS_KEPT = 5_000

export class BookLevels {
  readonly #isBids: boolean
  /** From the worst to the best price: most changes are near the best, and the end of an array is cheap to change. */
  #entries: Entry[] = []
  /** At this price and beyond it nothing is known. Null where the whole side is. */
  #unknownFrom: Entry | null = null

  constructor(side: BookSide) {
    this.#isBids = side === 'bids'
  }

  get count(): number {
    return this.#entries.length
  }

  /** The price at which and beyond which levels are unknown, decimal text; null where the whole side is known. */
  get unknownFrom(): string | null {
    return this.#unknownFrom?.price ?? null
  }

  /**
   * Positive if `one` is the better price of this side. Rounding to the nearest double never swaps two numbers, so only
   * prices that share one need exact arithmetic.
   */
  #compare(one: Entry, other: Entry): number {
    const difference =
      one.nearest === other.nearest
        ? one.price === other.price
          ? 0
          : compareDecimals(one.price, other.price)
        : one.nearest - other.nearest
    return this.#isBids ? difference : -difference
  }

  /** The first place whose price is not worse. */
  #placeOf(wanted: Entry): number {
    let low = 0
    let high = this.#entries.length
    while (low < high) {
      const middle = (low + high) >> 1
      const entry = this.#entries[middle]
      if (entry !== undefined && this.#compare(entry, wanted) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  /**
   * Sets what rests at a price; null removes the level. A price that is not known of changes nothing.
   * @param price - canonical decimal text
   */
  set(price: string, amount: string | null): void {
    const wanted: Entry = { price, amount: amount ?? '', nearest: Number(price) }
    if (this.#unknownFrom !== null && this.#compare(wanted, this.#unknownFrom) <= 0) return
    const place = this.#placeOf(wanted)
    const found = this.#entries[place]
    const isThere = found !== undefined && this.#compare(found, wanted) === 0
    if (amount === null) {
      if (isThere) this.#entries.splice(place, 1)
    } else if (isThere) found.amount = amount
    else {
      this.#entries.splice(place, 0, wanted)
      this.#cut()
    }
  }

  #cut(): void {
    if (this.#entries.length <= MAX_LEVELS_KEPT) return
    const dropped = this.#entries.splice(0, this.#entries.length - MAX_LEVELS_KEPT)
    this.#unknownFrom = dropped.at(-1) ?? null
  }

  /**
   * Replaces all levels.
   * @param levels - in any order; of two with the same price the later one counts
   * @param unknownFrom - the price at which and beyond which levels are unknown, decimal text; null if all are there
   */
  replace(levels: readonly BookLevel[], unknownFrom: string | null): void {
    const entries = levels.map(({ price, amount }) => ({ price, amount, nearest: Number(price) }))
    entries.sort((one, other) => this.#compare(one, other))
    this.#entries = entries.filter((entry, place) => {
      const next = entries[place + 1]
      return next === undefined || this.#compare(entry, next) !== 0
    })
    const bound =
      unknownFrom === null ? null : { price: unknownFrom, amount: '', nearest: Number(unknownFrom) }
    this.#unknownFrom = bound
    if (bound !== null) this.#entries = this.#entries.filter((entry) => this.#compare(entry, bound) > 0)
    this.#cut()
  }

  clear(): void {
    this.#entries = []
    this.#unknownFrom = null
  }

  /** The best price as decimal text and as the nearest double; null where the side is empty. */
  best(): { readonly price: string; readonly nearest: number } | null {
    return this.#entries.at(-1) ?? null
  }

  /** Up to `depth` levels, best first. */
  list(depth: number): BookLevel[] {
    const listed: BookLevel[] = []
    for (let place = this.#entries.length - 1; place >= 0 && listed.length < depth; place -= 1) {
      const entry = this.#entries[place]
      if (entry !== undefined) listed.push({ price: entry.price, amount: entry.amount })
    }
    return listed
  }
}
