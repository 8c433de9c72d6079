// Groups the levels of an order book by price steps. Pure; every sum and every bound is exact.
import { add, type Exact, exactText, multiply, parseExact, powerOfTen } from '../numbers/exact-decimal.ts'

export type BookSide = 'asks' | 'bids'

/** What rests at a price: both are decimal text, the amount in the base currency. */
export interface PricedAmount {
  readonly price: string
  readonly amount: string
}

/** Levels added up: canonical decimal text without trailing zeros. */
export interface BookGroup extends PricedAmount {
  /** In the quote currency: the sum of each level's own price × amount, not of the group's price. */
  readonly value: string
}

export interface BookGroups {
  /** Best first, at most as many as asked for. */
  readonly groups: BookGroup[]
  /** The last group may have more than these levels tell: the side is not known beyond them. */
  readonly isLastPartial: boolean
}

/**
 * The price of the group that a price belongs to: bids round down and asks up, so that nothing in a group is a better offer
 * than its price says.
 * @param step - above zero
 */
export function groupPriceOf(price: Exact, step: Exact, side: BookSide): Exact {
  const scale = Math.max(price.scale, step.scale)
  const units = price.units * powerOfTen(scale - price.scale)
  const width = step.units * powerOfTen(scale - step.scale)
  const isWhole = units % width === 0n
  const floor = units / width - (units < 0n && !isWhole ? 1n : 0n)
  return { units: (side === 'bids' || isWhole ? floor : floor + 1n) * width, scale }
}

/**
 * Adds up levels by price steps.
 * @param levels - best first
 * @param step - decimal text above zero; null for one group per price
 * @param unknownFrom - price at which and beyond which nothing is known, decimal text; null if all of the side is in `levels`
 */
export function groupLevels(
  levels: readonly PricedAmount[],
  side: BookSide,
  step: string | null,
  maxGroups: number,
  unknownFrom: string | null,
): BookGroups {
  const width = step === null ? null : parseExact(step)
  const nameOf = (price: Exact): string =>
    exactText(width === null ? price : groupPriceOf(price, width, side))
  const groups: { price: string; amount: Exact; value: Exact }[] = []
  let isCut = false
  for (const level of levels) {
    const levelPrice = parseExact(level.price)
    const price = nameOf(levelPrice)
    const last = groups.at(-1)
    isCut = groups.length === maxGroups && last?.price !== price
    if (isCut) break
    const amount = parseExact(level.amount)
    const value = multiply(levelPrice, amount)
    if (last?.price === price) {
      last.amount = add(last.amount, amount)
      last.value = add(last.value, value)
    } else groups.push({ price, amount, value })
  }
  return {
    groups: groups.map(({ price, amount, value }) => ({
      price,
      amount: exactText(amount),
      value: exactText(value),
    })),
    isLastPartial: !isCut && unknownFrom !== null && groups.at(-1)?.price === nameOf(parseExact(unknownFrom)),
  }
}
