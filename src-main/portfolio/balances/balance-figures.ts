// Total, free and locked amount and value of each balance. Pure; definitions: figures.md, "Balance".
import type { AccountBalance, LockedBasis } from '../../../src-preload/contract/portfolio/balances.ts'
import type { Figure } from '../../../src-preload/contract/portfolio/figures.ts'
import type { LastPrice } from '../../../src-preload/contract/portfolio/results.ts'
import type { Balance } from '../../../src-preload/contract/trading/trading-entities.ts'
import {
  add,
  type Exact,
  exactText,
  parseExact,
  subtract,
} from '../../../src-preload/domain/numbers/exact-decimal.ts'
import { sumFigures } from '../results/ledger/book-state.ts'
import { convertAlong } from '../../../src-preload/domain/numbers/convert-along.ts'

const known = (amount: Exact): Figure => ({ state: 'known', amount: exactText(amount) })
const unknown: Figure = { state: 'unknown' }

/**
 * Total and free amount of a balance. Nothing locked: both are `balance`. `includes`: total = balance, free = balance −
 * locked. `excludes`: total = balance + locked, free = balance. Not known which: total is `balance`, as an estimate, and free
 * is unknown.
 */
export function splitBalance(
  { balance, locked }: Balance,
  basis: LockedBasis,
): { readonly total: Figure; readonly free: Figure } {
  const told = parseExact(balance)
  const held = parseExact(locked)
  if (held.units === 0n) return { total: known(told), free: known(told) }
  switch (basis) {
    case 'includes':
      return { total: known(told), free: known(subtract(told, held)) }
    case 'excludes':
      return { total: known(add(told, held)), free: known(told) }
    case 'unknown':
      return { total: { state: 'estimated', amount: exactText(told) }, free: unknown }
  }
}

/** Total × last price, as sure as the total, rounded once at 18 decimals with an inverse market; 0 of nothing. */
function valueOf(total: Figure, price: LastPrice | null): Figure {
  if (total.state === 'unknown') return unknown
  const amount = parseExact(total.amount)
  if (amount.units === 0n) return { state: total.state, amount: '0' }
  if (price === null) return unknown
  return { state: total.state, amount: exactText(convertAlong(amount, price.links)) }
}

/** @param price - last price of the currency in the currency of the values; null without one */
export function describeBalance(row: Balance, basis: LockedBasis, price: LastPrice | null): AccountBalance {
  const { total, free } = splitBalance(row, basis)
  return {
    currency: row.currency,
    total,
    free,
    locked: row.locked,
    lastPrice: price,
    value: valueOf(total, price),
  }
}

/** Sum of the values that are known or estimated; the currencies without one are left out. */
export function sumValues(balances: readonly AccountBalance[]): {
  readonly value: Figure
  readonly leftOut: string[]
} {
  return {
    value: sumFigures(balances.flatMap(({ value }) => (value.state === 'unknown' ? [] : [value]))),
    leftOut: balances.flatMap(({ currency, value }) => (value.state === 'unknown' ? [currency] : [])),
  }
}
