// Computes the value of an order's filled amount in its quote currency. Pure. A value counts as exact only if the fills prove
// it.
import { type Exact, add, compare, multiply, parseExact, zero } from '../numbers/exact-decimal.ts'

/** Sums over the fills of one order that are stored on this computer. */
export interface FillSum {
  readonly fills: number
  /** In the base currency. */
  readonly amount: Exact
  /** In the quote currency: the sum of the fills' totals. */
  readonly total: Exact
}

interface FillText {
  readonly price: string
  readonly amount: string
  readonly total: string | null
}

/** The fields of an order that its value is computed from. */
export interface ValuedOrder {
  readonly averagePrice: string
  readonly executedVolume: string
  readonly tradesCount: number
}

export interface ExecutedValue {
  /** In the quote currency. */
  readonly value: Exact
  /** True if all fills are here or nothing is filled; otherwise the value is average price × filled, written with "≈". */
  readonly isExact: boolean
}

/** Value of one fill: its total as the exchange reports it, otherwise price × amount, which is exact. */
export function fillTotal({ price, amount, total }: FillText): Exact {
  return total === null ? multiply(parseExact(price), parseExact(amount)) : parseExact(total)
}

/** Adds up the fills of one order; null for an empty list. */
export function sumOfFills(fills: readonly FillText[]): FillSum | null {
  if (fills.length === 0) return null
  return {
    fills: fills.length,
    amount: fills.reduce((sum, fill) => add(sum, parseExact(fill.amount)), zero),
    total: fills.reduce((sum, fill) => add(sum, fillTotal(fill)), zero),
  }
}

/**
 * Returns the sum of the fills' totals if all fills are here: their count equals the order's count and their amounts add up
 * to the filled amount. Otherwise average price × filled, unrounded and never exact, because the exchange may have rounded
 * the average. Null if the average price is unknown (zero) though something is filled. Source: figures.md, "Value of an
 * order".
 * @param fills - null if no fills are stored
 * @throws SyntaxError for text that is not a canonical decimal
 */
export function executedValueOf(order: ValuedOrder, fills: FillSum | null): ExecutedValue | null {
  const filled = parseExact(order.executedVolume)
  if (filled.units === 0n) return { value: zero, isExact: true }
  if (fills?.fills === order.tradesCount && compare(fills.amount, filled) === 0) {
    return { value: fills.total, isExact: true }
  }
  const average = parseExact(order.averagePrice)
  return average.units === 0n ? null : { value: multiply(average, filled), isExact: false }
}
