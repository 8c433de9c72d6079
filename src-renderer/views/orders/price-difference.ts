// Owns: how the average price of an order compares with its limit, exact. Pure. Must not: use floats.
import Big from 'big.js'
import type { Order } from '../../../src-preload/contract/entities.ts'
import { isZeroDecimal } from '../../lib/format/decimal.ts'

/** Percent with two decimals, cut: what is less than a hundredth says 0.00 and never more than there is. */
const PercentBig = Big()
PercentBig.DP = 2
PercentBig.RM = Big.roundDown

export interface PriceDifference {
  /** Decimal text, zero or more, in the quote currency. */
  readonly amount: string
  /** Decimal text with two decimals, cut. */
  readonly percent: string
  readonly verdict: 'better' | 'worse' | 'same'
}

/** Null where there is no limit, nothing was executed, or a text is no decimal. */
export function comparePrices(order: Pick<Order, 'price' | 'averagePrice' | 'side'>): PriceDifference | null {
  const { price, averagePrice, side } = order
  if (price === null || isZeroDecimal(price) || isZeroDecimal(averagePrice)) return null
  try {
    const limit = new PercentBig(price)
    const difference = new PercentBig(averagePrice).minus(limit)
    const amount = difference.abs()
    const isBetter = side === 'buy' ? difference.lt(0) : difference.gt(0)
    return {
      amount: amount.toFixed(),
      percent: amount.times(100).div(limit).toFixed(2),
      verdict: difference.eq(0) ? 'same' : isBetter ? 'better' : 'worse',
    }
  } catch {
    // Not decimal text: the prices themselves are shown as they are.
    return null
  }
}
