// What an order taken at once from a shown book would cost or bring. Pure; only the average price is rounded, for display.
import {
  add,
  compare,
  divideDown,
  type Exact,
  exactText,
  multiply,
  multiplyDivideHalfEven,
  one,
  parseExact,
  subtract,
  zero,
} from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import { type Percent, percentHalfEven } from '../../../../src-preload/domain/numbers/percent.ts'

/** Levels of the opposite side, best first: price in the quote currency, amount in the base currency, value of that. */
export type Levels = readonly (readonly [price: string, amount: string, value: string])[]

export interface FillEstimate {
  /** Exact: what the listed levels give; may be less than was wanted. */
  readonly amount: string
  /** Exact cost or proceeds of that, in the quote currency. */
  readonly value: string
  /** value ÷ amount, rounded half to even. */
  readonly averagePrice: string
  /** How much worse than the best price the average is. */
  readonly slippage: Percent
  /** The listed levels have less than was wanted. */
  readonly isShort: boolean
}

/** Decimals of an average price beyond those of the market's prices. */
const EXTRA_DECIMALS = 2

/**
 * Null for an empty side and for nothing wanted.
 * @param best - the best price of the side: where levels are grouped, the first one's is rounded away from it
 */
export function estimateFill(
  levels: Levels,
  wanted: string,
  best: string | null,
  priceDecimals: number,
): FillEstimate | null {
  let left: Exact = parseExact(wanted)
  if (levels.length === 0 || best === null || left.units <= 0n) return null
  let value = zero
  for (const [price, listed, worth] of levels) {
    const amount = parseExact(listed)
    if (compare(amount, left) >= 0) {
      value = add(value, multiply(left, parseExact(price)))
      left = zero
      break
    }
    value = add(value, parseExact(worth))
    left = subtract(left, amount)
  }
  const filled = subtract(parseExact(wanted), left)
  if (filled.units === 0n) return null
  const atBest = multiply(filled, parseExact(best))
  const difference = subtract(value, atBest)
  const worse = difference.units < 0n ? { ...difference, units: -difference.units } : difference
  return {
    amount: exactText(filled),
    value: exactText(value),
    averagePrice: exactText(multiplyDivideHalfEven(value, one, filled, priceDecimals + EXTRA_DECIMALS)),
    slippage: percentHalfEven(worse, atBest, 2),
    isShort: left.units > 0n,
  }
}

/** The largest amount at the given decimals that a value buys from the listed levels; null for nothing. */
export function amountForDown(levels: Levels, value: string, amountDecimals: number): string | null {
  let left = parseExact(value)
  let bought = zero
  for (const [price, listed, worth] of levels) {
    const cost = parseExact(worth)
    if (compare(cost, left) > 0) {
      bought = add(bought, divideDown(left, parseExact(price), amountDecimals))
      break
    }
    bought = add(bought, parseExact(listed))
    left = subtract(left, cost)
  }
  const cut = divideDown(bought, one, amountDecimals)
  return cut.units <= 0n ? null : exactText(cut)
}
