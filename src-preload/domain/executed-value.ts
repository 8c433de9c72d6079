// Computes what an order's filled amount came to in its quote currency. Pure. Must not: call a value exact that its fills do not prove.
import { type Exact, add, compare, multiply, parseExact, zero } from './exact.ts'

/** Sums over the fills of one order that are on this computer. */
export interface FillSum {
  readonly fills: number
  /** In the base currency. */
  readonly amount: Exact
  /** In the quote currency: their totals. */
  readonly total: Exact
}

interface FillText {
  readonly price: string
  readonly amount: string
  readonly total: string | null
}

export interface ValuedOrder {
  readonly averagePrice: string
  readonly executedVolume: string
  readonly tradesCount: number
}

export interface ExecutedValue {
  /** In the quote currency. */
  readonly value: Exact
  /** True where all fills are here, or nothing is filled; else the value is average price × filled, written with "≈". */
  readonly isExact: boolean
}

/** What one fill came to: its total as the exchange told it, else price × amount, which comes out even. */
export function fillTotal({ price, amount, total }: FillText): Exact {
  return total === null ? multiply(parseExact(price), parseExact(amount)) : parseExact(total)
}

/** Adds up the fills of one order; null of none. */
export function sumOfFills(fills: readonly FillText[]): FillSum | null {
  if (fills.length === 0) return null
  return {
    fills: fills.length,
    amount: fills.reduce((sum, fill) => add(sum, parseExact(fill.amount)), zero),
    total: fills.reduce((sum, fill) => add(sum, fillTotal(fill)), zero),
  }
}

/**
 * Σ totals of its fills where all are here: as many as the order counts, and their amounts add up to what is filled. Else average
 * price × filled, unrounded and never exact: whether the exchange rounded the average cannot be seen. Null where that price is not
 * told (zero) though something is filled. Source: figures.md, "Value of an order".
 * @param fills - null where none are here
 * @throws SyntaxError for what is no canonical decimal text
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
