// Moving average convergence/divergence (MACD) of a column. Pure.
import { smooth } from './averages.ts'

export interface MacdLengths {
  readonly fast: number
  readonly slow: number
  readonly signal: number
}

export interface MacdColumns {
  readonly macd: Float64Array
  readonly signal: Float64Array
  readonly histogram: Float64Array
  /** The fast and slow averages from the first value on; needed to continue the computation. */
  readonly fast: Float64Array
  readonly slow: Float64Array
}

/**
 * MACD: fast minus slow exponential average; its signal line (exponential average) and the histogram (their difference).
 * All are NaN before `slow` values. As in `trading-signals`, averages are seeded with their first value and the signal
 * starts with the first MACD value; other implementations omit `signal` values first.
 *
 * @param from - index of the first value to compute; `into` must hold the previous values
 */
export function macd(values: Float64Array, lengths: MacdLengths, from: number, into: MacdColumns): void {
  const first = lengths.slow - 1
  const start = from <= first ? 0 : from
  smooth(values, lengths.fast, start, into.fast)
  smooth(values, lengths.slow, start, into.slow)
  if (start === 0) {
    const end = Math.min(first, values.length)
    into.macd.fill(NaN, 0, end)
    into.signal.fill(NaN, 0, end)
    into.histogram.fill(NaN, 0, end)
  }
  if (values.length <= first) return
  const begin = Math.max(first, start)
  for (let at = begin; at < values.length; at++) {
    into.macd[at] = (into.fast[at] ?? NaN) - (into.slow[at] ?? NaN)
  }
  smooth(into.macd.subarray(first), lengths.signal, begin - first, into.signal.subarray(first))
  for (let at = begin; at < values.length; at++) {
    into.histogram[at] = (into.macd[at] ?? NaN) - (into.signal[at] ?? NaN)
  }
}
