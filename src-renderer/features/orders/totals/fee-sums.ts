// Exact fee totals of an order's trades by currency. Unknown fees are counted, never guessed. Pure.
import {
  type Exact,
  add,
  exactText,
  parseExact,
  zero,
} from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import type { OrderTrade } from '../../../../src-preload/contract/orders/entities.ts'

export interface FeeSums {
  readonly fees: readonly { readonly currency: string; readonly amount: string }[]
  /** Trades with an unknown fee. */
  readonly untold: number
}

/** Sums the fees of trades by currency, exactly; trades with an unknown fee are counted in `untold`. */
export function sumFees(trades: readonly OrderTrade[]): FeeSums {
  const sums = new Map<string, Exact>()
  let untold = 0
  for (const { feeAmount, feeCurrency } of trades) {
    if (feeAmount === null || feeCurrency === null) {
      untold += 1
      continue
    }
    sums.set(feeCurrency, add(sums.get(feeCurrency) ?? zero, parseExact(feeAmount)))
  }
  return { fees: [...sums].map(([currency, sum]) => ({ currency, amount: exactText(sum) })), untold }
}
