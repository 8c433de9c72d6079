// Owns: how the value of the balances is divided among currencies. Must not: divide values in different currencies.
import Big from 'big.js'
import type { PnlEntry } from '../../../src-preload/contract/entities.ts'

export interface Share {
  /** Null: the sum of those that are too many to be shown one by one. */
  readonly currency: string | null
  readonly value: string
  /** Percent of the whole with one decimal, rounded half to even. */
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
  /** Currencies with a value below zero, which is no share of anything. */
  readonly negative: readonly string[]
}

/** Divides to one decimal of a percent. */
const PercentBig = Big()
PercentBig.DP = 1
PercentBig.RM = Big.roundHalfEven

/** Null without entries, without a value above zero, and where values are in different currencies. */
export function allocate(entries: readonly PnlEntry[], mostShown: number): Allocation | null {
  const [first] = entries
  if (first === undefined || entries.some(({ pnlCurrency }) => pnlCurrency !== first.pnlCurrency)) return null
  const held = entries
    .map(({ currency, totalBalanceValue }) => ({ currency, value: new PercentBig(totalBalanceValue) }))
    .filter(({ value }) => value.gt(0))
    .sort((one, other) => other.value.cmp(one.value))
  const whole = held.reduce((sum, { value }) => sum.plus(value), new PercentBig(0))
  if (whole.eq(0)) return null
  const share = (currency: string | null, value: Big): Share => ({
    currency,
    value: value.toFixed(),
    percent: new PercentBig(value).times(100).div(whole).toFixed(1),
    part: Number(value.toFixed()) / Number(whole.toFixed()),
  })
  // A rest of one is shown as itself.
  const shown = held.length <= mostShown + 1 ? held : held.slice(0, mostShown)
  const rest = held.slice(shown.length)
  const restValue = rest.reduce((sum, { value }) => sum.plus(value), new PercentBig(0))
  return {
    unit: first.pnlCurrency,
    shares: [
      ...shown.map(({ currency, value }) => share(currency, value)),
      ...(rest.length === 0 ? [] : [share(null, restValue)]),
    ],
    others: rest.length,
    negative: entries
      .filter(({ totalBalanceValue }) => new Big(totalBalanceValue).lt(0))
      .map(({ currency }) => currency),
  }
}
