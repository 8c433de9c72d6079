// Decimals and percent changes of prices that came as JSON numbers. Pure. Money that came as text uses exact-decimal.ts.
import { decimalOf, MEANINGFUL_DIGITS } from './double-sum.ts'
import { exactText, multiplyDivideHalfEven, subtract } from './exact-decimal.ts'

/** Maximum number of decimals of a displayed price. */
export const MAX_PRICE_DECIMALS = 12
const MAX_DECIMALS = 20
/** Whole numbers from here on exceed the 15 digits of a price, which then needs fewer decimals. */
const TOO_MANY_UNITS = 10 ** MEANINGFUL_DIGITS
/** Decimals of a percent change before its conversion to a double, which holds fewer. */
const CHANGE_DECIMALS = 20
const HUNDRED = { units: 100n, scale: 0 }

const powers = Array.from({ length: MAX_PRICE_DECIMALS + 1 }, (_, scale) => Number(`1e${String(scale)}`))

/** Number of decimals that a number needs, ignoring float noise (digits beyond 15); at most 20. */
export function decimalsOf(value: number): number {
  const [digits = '', exponent = '0'] = value.toExponential(MEANINGFUL_DIGITS - 1).split('e')
  const fraction = (digits.split('.')[1] ?? '').replace(/0+$/, '')
  return Math.min(MAX_DECIMALS, Math.max(0, fraction.length - Number(exponent)))
}

/**
 * The decimals of a market: the maximum that any of its prices needs, at most 12. 0.84, 0.8414 and 0.841 make 4.
 *
 * A price of at most 15 digits has no more than `d` decimals exactly if round(price × 10^d) / 10^d equals the price (see
 * {@link DoubleSum}), which takes one division for most prices.
 *
 * @param prices - finite, without float noise, as candles and trades are stored
 * @param known - decimals of the market that are already known
 */
export function learnPriceDecimals(prices: Iterable<number>, known = 0): number {
  let decimals = Math.min(MAX_PRICE_DECIMALS, known)
  for (const price of prices) {
    for (; decimals < MAX_PRICE_DECIMALS; decimals += 1) {
      const power = powers[decimals] ?? 1
      const units = price * power
      if (Math.abs(units) >= TOO_MANY_UNITS || Math.round(units) / power === price) break
    }
  }
  return decimals
}

/**
 * The change from one price to another in percent: (`last` ÷ `reference` − 1) × 100. Returns the double nearest to the exact
 * quotient of the two decimals, so that ties between two displayed figures stay ties.
 *
 * @returns null if `reference` is 0
 */
export function changeInPercent(last: number, reference: number): number | null {
  if (reference === 0) return null
  const from = decimalOf(reference)
  const moved = subtract(decimalOf(last), from)
  return Number(exactText(multiplyDivideHalfEven(moved, HUNDRED, from, CHANGE_DECIMALS)))
}
