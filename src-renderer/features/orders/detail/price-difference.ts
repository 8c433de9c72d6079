// Compares the average price of an order with its limit, in exact decimals. Pure.
import type { Order } from '../../../../src-preload/contract/orders/entities.ts'
import {
  compare,
  type Exact,
  exactText,
  parseExact,
  subtract,
} from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import { type Percent, percentHalfEven } from '../../../../src-preload/domain/numbers/percent.ts'

/** Decimals of the difference in percent. */
const DECIMALS = 2

export interface PriceDifference {
  /** Decimal text, zero or more, in the quote currency. */
  readonly amount: string
  /** The amount in percent of the limit, two decimals, half-even. */
  readonly percent: Percent
  readonly verdict: 'better' | 'worse' | 'same'
}

const sizeOf = ({ units, scale }: Exact): Exact => ({ units: units < 0n ? -units : units, scale })

/** Null without a limit or fills. */
export function comparePrices({
  price,
  averagePrice,
  side,
}: Pick<Order, 'price' | 'averagePrice' | 'side'>): PriceDifference | null {
  if (price === null) return null
  const limit = parseExact(price)
  const average = parseExact(averagePrice)
  if (limit.units === 0n || average.units === 0n) return null
  const amount = sizeOf(subtract(average, limit))
  const direction = compare(average, limit)
  const isBetter = side === 'buy' ? direction < 0 : direction > 0
  return {
    amount: exactText(amount),
    percent: percentHalfEven(amount, limit, DECIMALS),
    verdict: direction === 0 ? 'same' : isBetter ? 'better' : 'worse',
  }
}
