// Divides the market value of the balances among currencies. Pure. Must not: divide values in different currencies.
import type { PnlResult } from '../../../src-preload/contract/portfolio.ts'
import { add, compare, type Exact, exactText, parseExact, zero } from '../../../src-preload/domain/exact.ts'
import { writeShare } from './display-precision.ts'

export interface Share {
  /** Null: the sum of those that are too many to be shown one by one. */
  readonly currency: string | null
  readonly value: string
  /** Of the whole, ready to read: market value ÷ sum of market values above zero, two decimals, half to even. */
  readonly percent: string
  /** 0 to 1, for drawing only. */
  readonly part: number
}

export interface Allocation {
  /** In which currency the values are. */
  readonly unit: string
  /** The greatest first, the rest last. */
  readonly shares: readonly Share[]
  /** How many make up the rest. */
  readonly others: number
  /** Currencies with a market value below zero, which is no share of anything. */
  readonly negative: readonly string[]
  /** Currencies that are held and have no price. */
  readonly unpriced: readonly string[]
}

/** Null without a market value above zero, and where values are in different currencies. */
export function allocate(results: readonly PnlResult[], mostShown: number): Allocation | null {
  const [first] = results
  if (first === undefined || results.some(({ pnlCurrency }) => pnlCurrency !== first.pnlCurrency)) return null
  const valued = results.flatMap(({ currency, marketValue }) =>
    marketValue === null ? [] : [{ currency, value: parseExact(marketValue) }],
  )
  const held = valued
    .filter(({ value }) => value.units > 0n)
    .sort((one, other) => compare(other.value, one.value))
  const sum = (list: readonly { readonly value: Exact }[]): Exact =>
    list.reduce((total, { value }) => add(total, value), zero)
  const whole = sum(held)
  if (whole.units === 0n) return null
  const share = (currency: string | null, value: Exact): Share => ({
    currency,
    value: exactText(value),
    percent: writeShare(value, whole),
    part: Number(exactText(value)) / Number(exactText(whole)),
  })
  // A rest of one is shown as itself.
  const shown = held.length <= mostShown + 1 ? held : held.slice(0, mostShown)
  const rest = held.slice(shown.length)
  return {
    unit: first.pnlCurrency,
    shares: [
      ...shown.map(({ currency, value }) => share(currency, value)),
      ...(rest.length === 0 ? [] : [share(null, sum(rest))]),
    ],
    others: rest.length,
    negative: valued.filter(({ value }) => value.units < 0n).map(({ currency }) => currency),
    unpriced: results
      .filter(({ marketValue, balance }) => marketValue === null && parseExact(balance).units !== 0n)
      .map(({ currency }) => currency),
  }
}
