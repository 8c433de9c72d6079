// Indicators of a window of candles. Pure. Each value is computed from its own window, so it does not depend on where the
// candles begin; NaN before the first full window. `from` is the first value to compute, values before it stay unchanged.
import { sma } from './averages.ts'
import type { VwapCandles } from './vwap.ts'

type Prices = Pick<VwapCandles, 'high' | 'low' | 'close'>

/** Weighted moving average: weights 1 to `length`, the newest candle's is `length`. */
export function wma(values: Float64Array, length: number, from: number, into: Float64Array): void {
  const weights = (length * (length + 1)) / 2
  for (let at = from; at < values.length; at++) {
    let sum = 0
    for (let back = 0; back < length; back++) sum += (values[at - back] ?? NaN) * (length - back)
    into[at] = sum / weights
  }
}

export interface HmaColumns {
  readonly hma: Float64Array
  /** 2 × WMA(length / 2) − WMA(length). */
  readonly raw: Float64Array
  readonly half: Float64Array
}

/** Hull moving average: WMA(⌊√length⌋) of 2 × WMA(⌊length / 2⌋) − WMA(length). `length` is at least 2. */
export function hma(
  values: Float64Array,
  length: number,
  from: number,
  { hma: into, raw, half }: HmaColumns,
): void {
  wma(values, Math.floor(length / 2), from, half)
  wma(values, length, from, raw)
  for (let at = from; at < values.length; at++) raw[at] = 2 * (half[at] ?? NaN) - (raw[at] ?? NaN)
  wma(raw, Math.floor(Math.sqrt(length)), from, into)
}

interface Range {
  readonly high: number
  readonly low: number
}

/** Highest high and lowest low of the `length` candles up to `at`; NaN before there are as many. */
function rangeAt({ high, low }: Prices, length: number, at: number): Range {
  if (at < length - 1) return { high: NaN, low: NaN }
  let [top, bottom] = [-Infinity, Infinity]
  for (let other = at - length + 1; other <= at; other++) {
    top = Math.max(top, high[other] ?? NaN)
    bottom = Math.min(bottom, low[other] ?? NaN)
  }
  return { high: top, low: bottom }
}

/** Donchian channels: highest high, lowest low and their middle, the current candle included. */
export function donchian(
  candles: Prices,
  length: number,
  from: number,
  into: { readonly upper: Float64Array; readonly middle: Float64Array; readonly lower: Float64Array },
): void {
  for (let at = from; at < candles.close.length; at++) {
    const { high, low } = rangeAt(candles, length, at)
    into.upper[at] = high
    into.middle[at] = (high + low) / 2
    into.lower[at] = low
  }
}

export interface IchimokuColumns {
  readonly conversion: Float64Array
  readonly base: Float64Array
  readonly spanA: Float64Array
  readonly spanB: Float64Array
  readonly lagging: Float64Array
}

/**
 * Ichimoku's lines, each at the candle that it is computed from: middles of the range of as many candles (conversion, base, span B), the
 * middle of conversion and base (span A), and the close (lagging). Spans are drawn ahead and the lagging line behind.
 */
export function ichimoku(
  candles: Prices,
  lengths: { readonly conversion: number; readonly base: number; readonly spanB: number },
  from: number,
  into: IchimokuColumns,
): void {
  const middleAt = (length: number, at: number): number => {
    const { high, low } = rangeAt(candles, length, at)
    return (high + low) / 2
  }
  for (let at = from; at < candles.close.length; at++) {
    const [conversion, base] = [middleAt(lengths.conversion, at), middleAt(lengths.base, at)]
    into.conversion[at] = conversion
    into.base[at] = base
    into.spanA[at] = (conversion + base) / 2
    into.spanB[at] = middleAt(lengths.spanB, at)
    into.lagging[at] = candles.close[at] ?? NaN
  }
}

/** Williams %R, -100 to 0. NaN in a window without a range (`trading-signals`: -100). */
export function williams(candles: Prices, length: number, from: number, into: Float64Array): void {
  for (let at = from; at < candles.close.length; at++) {
    const { high, low } = rangeAt(candles, length, at)
    into[at] = high === low ? NaN : ((high - (candles.close[at] ?? NaN)) / (high - low)) * -100
  }
}

export interface StochasticColumns {
  readonly k: Float64Array
  readonly d: Float64Array
  /** %K before smoothing. */
  readonly fast: Float64Array
}

/**
 * Stochastic oscillator, 0 to 100: the close within the range of `length` candles, smoothed by a simple average (%K), and
 * its simple average (%D). NaN in windows without a range (`trading-signals`: 0).
 */
export function stochastic(
  candles: Prices,
  lengths: { readonly k: number; readonly smoothing: number; readonly d: number },
  from: number,
  { k, d, fast }: StochasticColumns,
): void {
  for (let at = from; at < candles.close.length; at++) {
    const { high, low } = rangeAt(candles, lengths.k, at)
    fast[at] = high === low ? NaN : (((candles.close[at] ?? NaN) - low) / (high - low)) * 100
  }
  sma(fast, lengths.smoothing, from, k)
  sma(k, lengths.d, from, d)
}

/** Rate of change in percent of the close `length` candles ago. */
export function roc(values: Float64Array, length: number, from: number, into: Float64Array): void {
  for (let at = from; at < values.length; at++) {
    into[at] = ((values[at] ?? NaN) / (values[at - length] ?? NaN) - 1) * 100
  }
}

/** (high + low + close) / 3. */
function typicalAt({ high, low, close }: Prices, at: number): number {
  return ((high[at] ?? NaN) + (low[at] ?? NaN) + (close[at] ?? NaN)) / 3
}

/** Deviations below this share of the price are rounding, not movement. */
const noise = 1e-13

/**
 * Commodity channel index: the typical price's distance from its simple average in units of 0.015 mean absolute deviations.
 * NaN while prices do not move.
 */
export function cci(candles: Prices, length: number, from: number, into: Float64Array): void {
  for (let at = from; at < candles.close.length; at++) {
    let sum = 0
    for (let back = length - 1; back >= 0; back--) sum += typicalAt(candles, at - back)
    const mean = sum / length
    let deviation = 0
    for (let back = length - 1; back >= 0; back--) deviation += Math.abs(typicalAt(candles, at - back) - mean)
    deviation /= length
    into[at] = deviation > noise * mean ? (typicalAt(candles, at) - mean) / (0.015 * deviation) : NaN
  }
}

/**
 * Money flow index, 0 to 100: the share of typical price × volume of candles whose typical price rose, among the last
 * `length` that rose or fell. NaN when none did (`trading-signals`: 50).
 */
export function mfi(candles: VwapCandles, length: number, from: number, into: Float64Array): void {
  for (let at = from; at < candles.close.length; at++) {
    let [rising, falling] = [0, 0]
    for (let other = at - length + 1; other <= at; other++) {
      const price = typicalAt(candles, other)
      const before = typicalAt(candles, other - 1)
      const flow = price * (candles.volume[other] ?? NaN)
      if (price > before) rising += flow
      else if (price < before) falling += flow
    }
    into[at] = at < length || rising + falling === 0 ? NaN : (100 * rising) / (rising + falling)
  }
}
