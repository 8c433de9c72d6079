// The moving-average cost of one currency: all units cost the same. Pure; amounts in 10^-30, costs in 10^-18.
//
// What leaves takes its share of the cost, rounded to 30 decimals, half to even, as in the books of the report
// (results/book.ts); what is handed out is the difference of the costs before and after, each rounded to 18.
import { divideHalfEven } from '../../../src-preload/domain/numbers/exact-decimal.ts'
import { type Cost, lessCosts, noCost, partOfCost } from './cost.ts'

/** Costs are kept to this many times more than they are handed out. */
const FINER = 10n ** 12n

export interface CostPool {
  add(amount: bigint, cost: Cost): void
  /** Removes amounts that are held; returns the cost of each. */
  remove(amounts: readonly bigint[]): Cost[]
  /** The cost of each of the held amounts, which together are all that is held. */
  split(amounts: readonly bigint[]): Cost[]
}

const rounded = (fine: bigint | null): bigint | null => fine && divideHalfEven(fine, FINER)

/** Splits a cost over amounts; the parts add up to it. */
function splitCost(cost: Cost, amounts: readonly bigint[]): Cost[] {
  const whole = amounts.reduce((sum, amount) => sum + amount, 0n)
  let passed = 0n
  let before = noCost
  return amounts.map((amount) => {
    passed += amount
    const until = whole === 0n ? noCost : partOfCost(cost, passed, whole)
    const part = lessCosts(until, before)
    before = until
    return part
  })
}

export function createCostPool(): CostPool {
  let held = 0n
  /** In 10^-30; unknown from the first unknown cost until the pool is empty. */
  let cost: bigint | null = 0n
  let gross: bigint | null = 0n

  const now = (): Cost => ({ cost: rounded(cost), gross: rounded(gross) })
  const plus = (fine: bigint | null, added: bigint | null): bigint | null =>
    fine === null || added === null ? null : fine + added * FINER

  return {
    add(amount, added) {
      held += amount
      cost = plus(cost, added.cost)
      gross = plus(gross, added.gross)
    },

    remove(amounts) {
      const before = now()
      const removed = amounts.reduce((sum, amount) => sum + amount, 0n)
      const left = held - removed
      const less = (fine: bigint | null): bigint | null =>
        left === 0n ? 0n : fine && fine - divideHalfEven(fine * removed, held)
      cost = less(cost)
      gross = less(gross)
      held = left
      return splitCost(lessCosts(before, now()), amounts)
    },

    split: (amounts) => splitCost(now(), amounts),
  }
}
