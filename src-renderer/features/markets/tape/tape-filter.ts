// Filters the tape by size, using exact decimals. Pure.
import { compareDecimals } from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import type { MarketTrade } from '../../../../src-preload/contract/orders/entities.ts'
import { formatDecimal } from '../../../text/format/decimal.ts'
import { readDecimal, type DecimalFault } from '../../../text/format/typed-number.ts'
import { countOf } from '../../../text/format/words.ts'

/** Maximum rows of the tape, however many trades are searched. */
export const maxLines = 100
/** Maximum decimals of a service amount. */
const maxDecimals = 18
/** Maximum integer digits; no realistic amount comes close. */
const maxDigits = 30

export interface FilteredTrades {
  readonly shown: readonly MarketTrade[]
  /** Number of smaller trades among the newest trades that the rows reach back to. */
  readonly hidden: number
}

/**
 * The newest trades of at least an amount, at most `maxLines`.
 *
 * @param trades - newest first
 * @param leastAmount - decimal text in the base currency; null: all are shown
 */
export function filterTrades(trades: readonly MarketTrade[], leastAmount: string | null): FilteredTrades {
  if (leastAmount === null) return { shown: trades.slice(0, maxLines), hidden: 0 }
  const shown: MarketTrade[] = []
  let hidden = 0
  for (const trade of trades) {
    if (shown.length === maxLines) break
    if (compareDecimals(leastAmount, trade.amount) <= 0) shown.push(trade)
    else hidden += 1
  }
  return { shown, hidden }
}

/** "12 smaller trades not shown"; empty for none. */
export function describeHidden(hidden: number): string {
  return hidden === 0 ? '' : `${countOf(hidden, ['smaller trade', 'smaller trades'])} not shown`
}

/** "at least 0.5 ETH" */
export function nameLeast(leastAmount: string, base: string): string {
  return `at least ${formatDecimal(leastAmount)}${base === '' ? '' : ` ${base}`}`
}

export type LeastReading =
  { readonly ok: true; readonly amount: string | null } | { readonly ok: false; readonly fault: string }

const faults: Readonly<Record<Exclude<DecimalFault, 'empty' | 'zero'>, string>> = {
  sign: 'Enter it without a sign.',
  space: 'Enter it without spaces.',
  comma: 'Use a point for decimals and no commas: 1250.5',
  exponent: 'Enter it in full, without an exponent.',
  notNumber: 'Enter a number, such as 0.5.',
  leadingZero: 'Remove the leading zero.',
  noInteger: 'Enter a zero before the point: 0.5',
  noDecimals: 'Enter the decimals, or leave the point out.',
  tooManyDecimals: `Use at most ${maxDecimals} decimals.`,
}

/** Parses the minimum size. Empty and zero show all trades. */
export function readLeast(typed: string): LeastReading {
  const reading = readDecimal(typed, maxDecimals)
  if (reading.ok) {
    const isTooLong = (reading.text.split('.')[0]?.length ?? 0) > maxDigits
    return isTooLong ? { ok: false, fault: faults.notNumber } : { ok: true, amount: reading.text }
  }
  const { reason } = reading
  if (reason === 'empty' || reason === 'zero') return { ok: true, amount: null }
  return { ok: false, fault: faults[reason] }
}
