// What buying and selling came to together. Pure and exact.
import { exactText, parseExact, subtract } from '../../../../src-preload/domain/numbers/exact-decimal.ts'

/** Decimal texts: amounts in the base currency, values in the quote currency. */
export interface Sides {
  readonly boughtAmount: string
  readonly boughtValue: string
  readonly soldAmount: string
  readonly soldValue: string
}

const difference = (from: string, less: string): string =>
  exactText(subtract(parseExact(from), parseExact(less)))

/** Bought − sold amount, and sold − bought value: what came in of either currency, before fees. */
export const netOf = ({ boughtAmount, boughtValue, soldAmount, soldValue }: Sides) => ({
  amount: difference(boughtAmount, soldAmount),
  value: difference(soldValue, boughtValue),
})
