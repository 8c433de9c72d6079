// The levels of a shown book with cumulative sums, its spread and its steps. Pure; every figure is exact.
import type { ShownBook } from '../../../src-preload/contract/markets/book.ts'
import type { BookSide } from '../../../src-preload/domain/markets/book-groups.ts'
import {
  add,
  compare,
  type Exact,
  exactText,
  multiply,
  parseExact,
  subtract,
  zero,
} from '../../../src-preload/domain/numbers/exact-decimal.ts'
import { percentHalfEven } from '../../../src-preload/domain/numbers/percent.ts'

/** One level: decimal text; prices and values in the quote currency, amounts in the base currency. */
export interface BookLevel {
  readonly side: BookSide
  readonly price: string
  readonly amount: string
  /** Of this level and all better ones. */
  readonly sumBase: string
  readonly sumQuote: string
  /** The exchange may have more at this level than it listed. */
  readonly isPartial: boolean
}

/** Best first. */
export function listLevels(book: ShownBook, side: BookSide): BookLevel[] {
  const { levels, isLastPartial } = book[side]
  let base: Exact = zero
  let quote: Exact = zero
  return levels.map(([price, amount, value], at) => {
    base = add(base, parseExact(amount))
    quote = add(quote, parseExact(value))
    const isPartial = isLastPartial && at === levels.length - 1
    return { side, price, amount, sumBase: exactText(base), sumQuote: exactText(quote), isPartial }
  })
}

const half: Exact = { units: 5n, scale: 1 }

export interface Spread {
  /** The price between best bid and best ask. */
  readonly mid: string
  /** Best ask − best bid. */
  readonly spread: string
  /** The spread in percent of the mid price, with two decimals and perhaps a mark; see percentHalfEven. */
  readonly percent: { readonly text: string; readonly mark: string }
}

/** Null without both sides, and while they cross, as they do for a moment when several levels change. */
export function spreadOf({ bestAsk, bestBid }: Pick<ShownBook, 'bestAsk' | 'bestBid'>): Spread | null {
  if (bestAsk === null || bestBid === null) return null
  const ask = parseExact(bestAsk)
  const bid = parseExact(bestBid)
  const spread = subtract(ask, bid)
  const mid = multiply(add(ask, bid), half)
  if (spread.units < 0n || mid.units <= 0n) return null
  return { mid: exactText(mid), spread: exactText(spread), percent: percentHalfEven(spread, mid, 2) }
}

/** How far a price is from the mid price, in percent of it with two decimals; see percentHalfEven for the mark. */
export function distanceOf(
  price: string,
  mid: string,
): { readonly isBelow: boolean; readonly text: string; readonly mark: string } {
  const from = parseExact(mid)
  const off = subtract(parseExact(price), from)
  const isBelow = off.units < 0n
  return { isBelow, ...percentHalfEven(isBelow ? { ...off, units: -off.units } : off, from, 2) }
}

const factors = [1n, 5n, 10n, 50n, 100n, 500n, 1_000n, 5_000n, 10_000n]
/** A step larger than this part of the price leaves nothing to look at. */
const LARGEST_PART = 20n

/**
 * The price steps to choose from: whole multiples of the market's tick, smallest first.
 * @param price - of the market, decimal text; null if unknown
 * @param chosen - kept among the steps, whatever the tick has become since it was chosen
 */
export function listSteps(priceDecimals: number, price: string | null, chosen: string | null): string[] {
  const most = price === null ? null : parseExact(price)
  const steps = factors
    .map((units): Exact => ({ units, scale: priceDecimals }))
    .filter(
      (step, at) =>
        at === 0 || most === null || compare(multiply(step, { units: LARGEST_PART, scale: 0 }), most) <= 0,
    )
    .map(exactText)
  if (chosen === null || steps.includes(chosen)) return steps
  return [...steps, chosen].sort((a, b) => compare(parseExact(a), parseExact(b)))
}
