// Reads the levels of a book that are shown: as many raw levels as the steps need, and no more. Pure.
import type { ShownBookSide } from '../../src-preload/contract/markets/book.ts'
import { type BookSide, groupLevels } from '../../src-preload/domain/markets/book-groups.ts'
import { MAX_PRICE_DECIMALS } from '../../src-preload/domain/numbers/price-figures.ts'
import type { BookContent } from '../exchange/streams/book/book-sides.ts'

/** Maximum raw levels of a side that are read for one picture. */
const MAX_RAW_LEVELS = 2_000

export interface ShownLevels {
  readonly asks: ShownBookSide
  readonly bids: ShownBookSide
}

/** Decimals that the prices of a book need; trailing zeros need none. */
export function priceDecimalsOf({ asks, bids }: Pick<BookContent, 'asks' | 'bids'>, known: number): number {
  let decimals = known
  for (const { price } of [...asks, ...bids]) {
    const point = price.indexOf('.')
    if (point < 0 || price.length - point - 1 <= decimals) continue
    decimals = price.replace(/0+$/, '').length - point - 1
  }
  return Math.min(decimals, MAX_PRICE_DECIMALS)
}

/** Reads the levels of a book in steps. Remembers how many raw levels that took, so that it is read once a picture. */
export class LevelReader {
  readonly #step: string | null
  readonly #depth: number
  #rawDepth: number

  /** @param depth - maximum levels of a side; see WatchedBook */
  constructor(step: string | null, depth: number) {
    this.#step = step
    this.#depth = depth
    // One more tells whether the last group ends.
    this.#rawDepth = depth + 1
  }

  /** @param view - reads up to so many raw levels of each side */
  read<View extends BookContent>(view: (depth: number) => View): { view: View; shown: ShownLevels } {
    for (;;) {
      const raw = view(this.#rawDepth)
      const shown = { asks: this.#side(raw, 'asks'), bids: this.#side(raw, 'bids') }
      const isShort = (['asks', 'bids'] as const).some(
        (side) => raw[side].length >= this.#rawDepth && shown[side].levels.length < this.#depth,
      )
      if (!isShort || this.#rawDepth >= MAX_RAW_LEVELS) return { view: raw, shown }
      this.#rawDepth = Math.min(MAX_RAW_LEVELS, this.#rawDepth * 2)
    }
  }

  #side(raw: BookContent, side: BookSide): ShownBookSide {
    const levels = raw[side]
    // What was not read is not known either: the last level read may have company in its group.
    const unread = levels.length >= this.#rawDepth ? levels.at(-1)?.price : undefined
    const unknownFrom = unread ?? raw.unknownFrom[side]
    const { groups, isLastPartial } = groupLevels(levels, side, this.#step, this.#depth, unknownFrom)
    return { levels: groups.map(({ price, amount, value }) => [price, amount, value]), isLastPartial }
  }
}
