// Rounds an average price for lists and notifications, where its order's price is beside it. Pure.
import { exactText, parseExact, roundHalfEven } from '../numbers/exact-decimal.ts'

const MIN_DECIMALS = 2
/** Without an order price, so many digits say something. */
const DIGITS = 5
const MAX_DECIMALS = 12

function decimalsOf(average: string, price: string | null): number {
  if (price !== null) return Math.max(MIN_DECIMALS, price.split('.')[1]?.length ?? 0)
  const [whole = '', fraction = ''] = average.split('.')
  if (/[1-9]/.test(whole)) return Math.max(MIN_DECIMALS, DIGITS - whole.length)
  return Math.min(MAX_DECIMALS, Math.max(MIN_DECIMALS, fraction.search(/[1-9]/) + DIGITS))
}

/**
 * An average price at the decimals of its order's price, rounded half to even; at five significant digits for an order without
 * one.
 * @param average - canonical decimal text, zero or more
 * @param price - the same; null for a market order
 */
export const shownAverage = (average: string, price: string | null): string =>
  exactText(roundHalfEven(parseExact(average), decimalsOf(average, price)))
