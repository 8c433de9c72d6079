// Shares of each currency in the market value, within one currency of valuation. Pure.
import type { PnlResult } from '../../../../src-preload/contract/portfolio/results.ts'
import {
  add,
  compare,
  type Exact,
  exactText,
  parseExact,
  zero,
} from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import { writeShare } from '../../../text/format/display-precision.ts'

export interface Share {
  /** Null: sum of the currencies beyond the display limit. */
  readonly currency: string | null
  readonly value: string
  /** Share in percent as text: market value ÷ sum of positive market values, two decimals, half-even. */
  readonly percent: string
  /** 0 to 1, for drawing only. */
  readonly part: number
}

export interface Allocation {
  /** Currency of the values. */
  readonly unit: string
  /** Largest first, the rest last. */
  readonly shares: readonly Share[]
  /** Number of currencies in the rest. */
  readonly others: number
  /** Currencies with a negative market value, which has no share. */
  readonly negative: readonly string[]
  /** Held currencies without a price. */
  readonly unpriced: readonly string[]
}

/** Null without a positive market value, and when values are in different currencies. */
export function allocate(results: readonly PnlResult[], maxShown: number): Allocation | null {
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
  // A rest of one currency is shown individually.
  const shown = held.length <= maxShown + 1 ? held : held.slice(0, maxShown)
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
