// Sums the fees of fills: by the currencies they were paid in, and by the quote currencies of their markets.
import { feeInQuote } from '../../../../src-preload/domain/orders/quote-fee.ts'
import type { FeeSums } from '../../api/order-pages.ts'
import { createFeeSums } from '../../worker/exact-sums.ts'

interface PaidFee {
  readonly price: string
  readonly feeCurrency: string | null
  readonly feeAmount: string | null
}

export function createFillFees() {
  const paid = createFeeSums()
  const quoted = createFeeSums()
  let unquotedFees = 0
  return {
    /** A fill that does not tell its fee adds nothing. */
    add(market: string, { price, feeCurrency, feeAmount }: PaidFee): void {
      if (feeCurrency === null || feeAmount === null) return
      paid.add(feeCurrency, feeAmount)
      const fee = feeInQuote(market, { price, feeCurrency, feeAmount })
      if (fee === null) unquotedFees += 1
      else quoted.add(fee.currency, fee.amount)
    },
    read: (): FeeSums => ({ fees: paid.list(), quoteFees: quoted.list(), unquotedFees }),
  }
}
