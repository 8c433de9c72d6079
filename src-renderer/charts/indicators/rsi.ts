// Wilder's relative strength index of a column, and the stochastic of it. Pure.
import { sma } from './averages.ts'

export interface RsiColumns {
  /** 0 to 100. */
  readonly rsi: Float64Array
  /** Wilder's averages of gains and losses; needed to continue the computation. */
  readonly gains: Float64Array
  readonly losses: Float64Array
}

/**
 * Relative strength index; NaN before `length` changes. Seeds with the simple averages of the first `length` changes and
 * continues with weight 1 / length. 100 when there are no losses; NaN when there is no change at all (`trading-signals`
 * returns 100).
 *
 * @param from - index of the first value to compute; `into` must hold the previous values
 */
export function rsi(values: Float64Array, length: number, from: number, into: RsiColumns): void {
  const { gains, losses } = into
  let start = from
  if (from <= length) {
    start = length
    into.rsi.fill(NaN, 0, Math.min(length, values.length))
  }
  for (let at = start; at < values.length; at++) {
    if (at === length) {
      gains[at] = meanOfFirst(values, length, 1)
      losses[at] = meanOfFirst(values, length, -1)
    } else {
      const change = (values[at] ?? NaN) - (values[at - 1] ?? NaN)
      gains[at] = smoothNext(gains[at - 1] ?? NaN, change > 0 ? change : 0, length)
      losses[at] = smoothNext(losses[at - 1] ?? NaN, change > 0 ? 0 : -change, length)
    }
    into.rsi[at] = indexOf(gains[at] ?? NaN, losses[at] ?? NaN)
  }
}

function indexOf(gain: number, loss: number): number {
  if (loss === 0) return gain === 0 ? NaN : 100
  return 100 - 100 / (gain / loss + 1)
}

function smoothNext(average: number, next: number, length: number): number {
  return (next - average) * (1 / length) + average
}

/** Mean of the gains (`sign` 1) or losses (-1) among the first `length` changes. */
function meanOfFirst(values: Float64Array, length: number, sign: 1 | -1): number {
  let sum = 0
  for (let at = 1; at <= length; at++) {
    const change = sign * ((values[at] ?? NaN) - (values[at - 1] ?? NaN))
    if (change > 0) sum += change
  }
  return sum / length
}

export interface StochasticRsiColumns extends RsiColumns {
  readonly k: Float64Array
  readonly d: Float64Array
  /** %K before smoothing. */
  readonly fast: Float64Array
}

/**
 * Stochastic RSI, 0 to 100: where RSI lies within its range of `window` values, smoothed by a simple average (%K), and its simple
 * average (%D). NaN in windows without a range (`trading-signals`: 100, unsmoothed and from 0 to 1).
 *
 * @param from - index of the first value to compute; `into` must hold the previous values
 */
export function stochasticRsi(
  values: Float64Array,
  lengths: { readonly rsi: number; readonly window: number; readonly k: number; readonly d: number },
  from: number,
  into: StochasticRsiColumns,
): void {
  rsi(values, lengths.rsi, from, into)
  for (let at = from; at < values.length; at++) {
    let [low, high] = at < lengths.window - 1 ? [NaN, NaN] : [Infinity, -Infinity]
    for (let other = Math.max(0, at - lengths.window + 1); other <= at; other++) {
      const value = into.rsi[other] ?? NaN
      low = Math.min(low, value)
      high = Math.max(high, value)
    }
    into.fast[at] = high === low ? NaN : (((into.rsi[at] ?? NaN) - low) / (high - low)) * 100
  }
  sma(into.fast, lengths.k, from, into.k)
  sma(into.k, lengths.d, from, into.d)
}
