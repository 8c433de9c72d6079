// Values balances at the prices of their moment, and what the same value would be worth in another currency. Pure and exact.
import type { EquityPart } from '../../../src-preload/contract/portfolio/equity.ts'
import type { PriceLink } from '../../../src-preload/contract/portfolio/figures.ts'
import { add, type Exact, exactText, zero } from '../../../src-preload/domain/numbers/exact-decimal.ts'
import { convertAlong } from '../../../src-preload/domain/numbers/convert-along.ts'
import type { PastPrice } from './equity-prices.ts'
import type { Amounts, SignedMovement } from './roll-back.ts'

export type PriceOf = (currency: string) => PastPrice | null

export interface ValuedBalances {
  /** By currency; those with a balance of zero are left out. */
  readonly parts: readonly EquityPart[]
  /** Σ of the parts that have a value. */
  readonly value: Exact
  /** Currencies that are held, and have no price. */
  readonly leftOut: readonly string[]
  /** Currencies at a price of more than a day before. */
  readonly carried: readonly string[]
}

/**
 * Market value = Σ balance × price of that moment, each rounded once, half to even, at 18 decimals if a market is inverse
 * (as Market value is everywhere).
 */
export function valueBalances(balances: Amounts, priceOf: PriceOf): ValuedBalances {
  const parts = [...balances]
    .filter(([, balance]) => balance.units !== 0n)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, balance]) => {
      const price = priceOf(currency)
      return { currency, balance, price, value: price && convertAlong(balance, price.links) }
    })
  return {
    parts: parts.map(({ currency, balance, price, value }): EquityPart => ({
      ...{ currency, balance: exactText(balance), isCarried: price?.isCarried ?? false },
      links: price && [...price.links],
      value: value && exactText(value),
    })),
    value: parts.reduce((sum, { value }) => (value === null ? sum : add(sum, value)), zero),
    leftOut: parts.flatMap(({ currency, value }) => (value === null ? [currency] : [])),
    carried: parts.flatMap(({ currency, price }) => (price?.isCarried === true ? [currency] : [])),
  }
}

/** The same markets the other way: what a price of A in B says of B in A. */
const turn = (links: readonly PriceLink[]): PriceLink[] =>
  links.map((link) => ({ ...link, isInverse: !link.isInverse })).reverse()

/** A moment of the curve, for {@link holdInstead}. */
export interface HeldMoment {
  readonly atMs: number
  /** The account's market value; null if not all of it is known. */
  readonly value: Exact | null
  readonly priceOf: PriceOf
}

/**
 * What the curve's first value would be worth if it had been held in one currency from then on. Deposits, withdrawals and
 * transfers buy and sell it at the next moment's prices: units = value(first) ÷ price(first) + Σ moved × its price ÷ price;
 * worth = units × price. Each quotient is rounded once, half to even, at 18 decimals. Null from where a price is missing.
 *
 * @param moved - known and assumed movements
 */
export function holdInstead(
  currency: string,
  moments: readonly HeldMoment[],
  moved: readonly SignedMovement[],
): (Exact | null)[] {
  const later = [...moved].sort((a, b) => a.atMs - b.atMs)
  let at = 0
  let units: Exact | null | undefined
  return moments.map(({ atMs, value, priceOf }) => {
    const price = priceOf(currency)
    if (units === undefined && value === null) return null
    if (units === undefined && value !== null) {
      while ((later[at]?.atMs ?? Infinity) < atMs) at += 1
      units = price && convertAlong(value, turn(price.links))
    }
    for (let one = later[at]; one !== undefined && one.atMs < atMs; one = later[(at += 1)]) {
      const its = priceOf(one.currency)
      const worth = its && convertAlong(one.amount, its.links)
      units = units && worth && price ? add(units, convertAlong(worth, turn(price.links))) : null
    }
    return units && price ? convertAlong(units, price.links) : null
  })
}
