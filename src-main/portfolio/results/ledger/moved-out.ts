// Sums what was moved out of each currency over time, and its share of the cost. Pure.
import type { Figure } from '../../../../src-preload/contract/portfolio/figures.ts'
import { exactText, parseExact, subtract } from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import { BOOK_DECIMALS } from './book.ts'
import { type JudgedBook, resultOf, sumFigures } from './book-state.ts'
import type { Ledger } from './ledger.ts'

/** What was moved out of a currency. */
export interface MovedOutSum {
  /** Its value − its share of the cost. */
  readonly result: Figure
  /** Its share of the cost. */
  readonly cost: Figure
}

/** The total moved out of a currency from a moment on. */
export interface MovedOutStep extends MovedOutSum {
  readonly atMs: number
}

/** A cost = value − result, as certain as the result. */
function costOf(value: bigint, result: Figure): Figure {
  if (result.state === 'unknown') return result
  const cost = subtract({ units: value, scale: BOOK_DECIMALS }, parseExact(result.amount))
  return { state: result.state, amount: exactText(cost) }
}

/** By currency, the running sums of the results of what was moved out. */
export function movedOutOf(
  { state }: Ledger,
  judged: ReadonlyMap<string, JudgedBook>,
): Map<string, MovedOutStep[]> {
  const sums = new Map<string, MovedOutStep[]>()
  for (const { currency, atMs, value, result: linear } of state.movedOut) {
    const book = judged.get(currency)
    const result: Figure = book === undefined ? { state: 'unknown' } : resultOf(linear, book)
    const cost = costOf(value, result)
    const steps = sums.get(currency) ?? []
    sums.set(currency, steps)
    const before = steps.at(-1)
    steps.push({
      atMs,
      result: before === undefined ? result : sumFigures([before.result, result]),
      cost: before === undefined ? cost : sumFigures([before.cost, cost]),
    })
  }
  return sums
}

export const lastSteps = (sums: ReadonlyMap<string, readonly MovedOutStep[]>): ReadonlyMap<string, Figure> =>
  new Map([...sums].flatMap(([currency, steps]) => steps.slice(-1).map(({ result }) => [currency, result])))
