// Turns an opening into lots: one of unknown date, or the parts into which the user split it. Pure.
import type { OpeningPart, OpeningSplit } from '../../../src-preload/contract/portfolio/opening.ts'
import { parseExact } from '../../../src-preload/domain/numbers/exact-decimal.ts'
import { BOOK_DECIMALS } from '../results/ledger/book.ts'
import { toUnits } from '../results/ledger/fill-value.ts'
import { COST_DECIMALS, type Cost, lessCosts, noCost, partOfCost, toCost } from './cost.ts'

/** What a currency had before its first stored fill. */
export interface OpeningLot {
  /** In 10^-30. */
  readonly amount: bigint
  /** In 10^-18; null if unknown. */
  readonly cost: bigint | null
  /** The user's split, oldest first; empty for none. */
  readonly parts: readonly OpeningPart[]
}

/** What a part adds to a book. */
export interface IncomingPart {
  readonly openedMs: number | null
  readonly amount: bigint
  readonly cost: Cost
}

export type PartFault = 'amount' | 'openedMs' | 'cost'

const units = (text: string): bigint => toUnits(parseExact(text))

/** Undated parts first: they count as the oldest. */
export const sortParts = (parts: readonly OpeningPart[]): OpeningPart[] =>
  parts.toSorted((a, b) => (a.openedMs ?? -1) - (b.openedMs ?? -1))

/**
 * What is wrong with a split of an opening; null if nothing is.
 * @param amount - of the opening, in 10^-30
 * @param beforeMs - every date is earlier
 */
export function faultOfParts(
  parts: readonly OpeningPart[],
  amount: bigint,
  beforeMs: number,
): PartFault | null {
  const isAmount = (text: string): boolean =>
    parseExact(text).units > 0n && parseExact(text).scale <= BOOK_DECIMALS
  const isCost = (text: string): boolean =>
    parseExact(text).units >= 0n && parseExact(text).scale <= COST_DECIMALS
  if (!parts.every((part) => isAmount(part.amount))) return 'amount'
  if (!parts.every(({ cost }) => cost === null || isCost(cost))) return 'cost'
  if (parts.reduce((sum, part) => sum + units(part.amount), 0n) !== amount) return 'amount'
  return parts.every(({ openedMs }) => openedMs === null || openedMs < beforeMs) ? null : 'openedMs'
}

/** Whether the split of an opening is used; see `openingSplits`. */
export function splitOf({ amount, parts }: OpeningLot, beforeMs: number): OpeningSplit {
  if (parts.length === 0) return 'none'
  const fault = faultOfParts(parts, amount, beforeMs)
  if (fault === null) return 'used'
  return fault === 'openedMs' ? 'dateTooLate' : 'amountDiffers'
}

/**
 * The lots of an opening, oldest first. A part without a cost of its own has its share by amount of the opening's cost; the
 * shares of all parts add up to it.
 */
export function partsOf(opening: OpeningLot, beforeMs: number): IncomingPart[] {
  const { amount, cost, parts } = opening
  const whole: Cost = { cost, gross: cost }
  if (splitOf(opening, beforeMs) !== 'used') return [{ openedMs: null, amount, cost: whole }]
  let passed = 0n
  let before = noCost
  return parts.map((part) => {
    const own = units(part.amount)
    passed += own
    const until = partOfCost(whole, passed, amount)
    const share = lessCosts(until, before)
    before = until
    const entered = part.cost === null ? null : toCost(units(part.cost))
    return {
      openedMs: part.openedMs,
      amount: own,
      cost: entered === null ? share : { cost: entered, gross: entered },
    }
  })
}
