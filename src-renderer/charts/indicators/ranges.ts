// Average true range and the channels made of it. Pure.
import { ema } from './averages.ts'
import type { Bands } from './bollinger.ts'
import type { VwapCandles } from './vwap.ts'

type Prices = Pick<VwapCandles, 'high' | 'low' | 'close'>

/** The candle's range, widened to the close before it; the first candle has only its own range. */
function trueRange({ high, low, close }: Prices, at: number): number {
  const [top, bottom] = [high[at] ?? NaN, low[at] ?? NaN]
  const before = at === 0 ? bottom : (close[at - 1] ?? NaN)
  return Math.max(top, before) - Math.min(bottom, before)
}

/**
 * Average true range by Wilder's smoothing: the mean of the first `length` true ranges, then weight 1 / length. NaN before
 * `length` candles.
 *
 * @param from - index of the first value to compute; `into` must hold the previous value
 */
export function atr(candles: Prices, length: number, from: number, into: Float64Array): void {
  for (let at = from; at < candles.close.length; at++) {
    if (at < length - 1) into[at] = NaN
    else if (at === length - 1) {
      let sum = 0
      for (let other = 0; other < length; other++) sum += trueRange(candles, other)
      into[at] = sum / length
    } else {
      const before = into[at - 1] ?? NaN
      into[at] = before + (trueRange(candles, at) - before) / length
    }
  }
}

/** Keltner channels: `multiplier` average true ranges around the exponential average of closes; NaN before both have values. */
export function keltner(
  candles: Prices,
  lengths: { readonly average: number; readonly range: number; readonly multiplier: number },
  from: number,
  into: Bands & { readonly average: Float64Array; readonly range: Float64Array },
): void {
  ema(candles.close, lengths.average, from, into.average)
  atr(candles, lengths.range, from, into.range)
  for (let at = from; at < candles.close.length; at++) {
    const width = (into.range[at] ?? NaN) * lengths.multiplier
    const average = into.average[at] ?? NaN
    into.upper[at] = average + width
    into.middle[at] = Number.isNaN(width) ? NaN : average
    into.lower[at] = average - width
  }
}
