// Costs with and without fees, in 10^-18 of the currency of profit and loss. Pure.
import { divideHalfEven, powerOfTen } from '../../../src-preload/domain/numbers/exact-decimal.ts'
import { BOOK_DECIMALS } from '../results/ledger/book.ts'

/** Decimals of costs and proceeds. */
export const COST_DECIMALS = 18
const COST_UNIT = powerOfTen(BOOK_DECIMALS - COST_DECIMALS)

/** A value of 10^-30 in 10^-18, rounded once, half to even. */
export const toCost = (units: bigint): bigint => divideHalfEven(units, COST_UNIT)

/** What something cost; null where a price or fee is not known. */
export interface Cost {
  /** With the fee of the buy. */
  readonly cost: bigint | null
  /** Without it. */
  readonly gross: bigint | null
}

export const noCost: Cost = { cost: 0n, gross: 0n }

const each = (
  a: Cost,
  b: Cost,
  join: (left: bigint, right: bigint) => bigint,
): { cost: bigint | null; gross: bigint | null } => ({
  cost: a.cost === null || b.cost === null ? null : join(a.cost, b.cost),
  gross: a.gross === null || b.gross === null ? null : join(a.gross, b.gross),
})

export const addCosts = (costs: readonly Cost[]): Cost =>
  costs.reduce((sum: Cost, one) => each(sum, one, (a, b) => a + b), noCost)

export const lessCosts = (whole: Cost, part: Cost): Cost => each(whole, part, (a, b) => a - b)

/** cost × part ÷ whole, rounded half to even. */
export function partOfCost({ cost, gross }: Cost, part: bigint, whole: bigint): Cost {
  const of = (value: bigint | null): bigint | null => value && divideHalfEven(value * part, whole)
  return { cost: of(cost), gross: of(gross) }
}
