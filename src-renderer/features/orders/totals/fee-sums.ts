// Owns: the fees of an order's trades by currency, exact. Pure. Must not: guess a fee that is not told.
import { type Exact, add, exactText, parseExact, zero } from '../../../../src-preload/domain/exact.ts'
import type { OrderTrade } from '../../../../src-preload/contract/entities.ts'

export interface FeeSums {
  readonly fees: readonly { readonly currency: string; readonly amount: string }[]
  /** Trades whose fee is not told. */
  readonly untold: number
}

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
