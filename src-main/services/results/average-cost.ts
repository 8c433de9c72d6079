// Owns: what is held of one market and what it had cost on average, fill by fill. Pure and exact.
// Must not: know fees, times or days.
import type { OrderSide } from '../../../src-preload/shared/markets.ts'
import {
  add,
  compare,
  type Exact,
  multiply,
  multiplyDivideHalfEven,
  parseExact,
  subtract,
  zero,
} from '../../../src-preload/shared/exact.ts'

/** Decimals of what a sold part had cost: as many as the smallest unit of any currency here has. */
const COST_DECIMALS = 18

/** What a fill was for. */
export interface FillSize {
  readonly side: OrderSide
  readonly amount: Exact
  /** In the quote currency. */
  readonly value: Exact
}

/** @param fill - its value is the total that was told; price times amount where none was */
export function sizeOf(fill: {
  readonly side: OrderSide
  readonly price: string
  readonly amount: string
  readonly total: string | null
}): FillSize {
  const amount = parseExact(fill.amount)
  const value = fill.total === null ? multiply(parseExact(fill.price), amount) : parseExact(fill.total)
  return { side: fill.side, amount, value }
}

export interface CostBook {
  /**
   * Takes up the next fill.
   * @returns what a sale came to: its value less what the sold amount had cost on average, fees left out; null of a buy, and of a
   *   sale of more than was held, whose cost is not known
   */
  add(fill: FillSize): Exact | null
}

/**
 * What is sold takes its part of the cost with it, rounded half to even to 18 decimals; the rest stays with what is left, and the
 * last piece takes all of it. So nothing is lost or counted twice. A sale of more than is held leaves nothing held.
 */
export function createCostBook(): CostBook {
  let held = zero
  let cost = zero

  return {
    add({ side, amount, value }) {
      if (side === 'buy') {
        held = add(held, amount)
        cost = add(cost, value)
        return null
      }
      const order = compare(amount, held)
      if (order > 0) {
        held = zero
        cost = zero
        return null
      }
      const part = order === 0 ? cost : multiplyDivideHalfEven(cost, amount, held, COST_DECIMALS)
      held = subtract(held, amount)
      cost = subtract(cost, part)
      return subtract(value, part)
    },
  }
}
