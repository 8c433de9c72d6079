// Indicators that follow a trend until the price turns it. Pure. Each value needs the one before it; what a series begins with has
// faded once the trend has turned (see `turnsToForget`). `from` is the first value to compute, those before it must be there.
import { atr } from './ranges.ts'
import type { VwapCandles } from './vwap.ts'

type Prices = Pick<VwapCandles, 'high' | 'low' | 'close'>

/** Candles after which the beginning no longer matters: trends have turned several times by then. */
export const turnsToForget = 600

export interface SupertrendColumns {
  /** The line below the candles in a rising trend and above them in a falling one; NaN in the other. */
  readonly rising: Float64Array
  readonly falling: Float64Array
  /** Average true range, both bands and the trend (1 or −1); needed to continue the computation. */
  readonly range: Float64Array
  readonly upper: Float64Array
  readonly lower: Float64Array
  readonly trend: Float64Array
}

/**
 * Supertrend: bands of `multiplier` average true ranges (Wilder's) around (high + low) / 2. A band only moves towards the price
 * until a close has crossed it; a close beyond the opposite band turns the trend. The first trend falls unless the close is above
 * its band, as in `trading-signals`. NaN before `length` candles.
 */
export function supertrend(
  candles: Prices,
  { length, multiplier }: { readonly length: number; readonly multiplier: number },
  from: number,
  into: SupertrendColumns,
): void {
  atr(candles, length, from, into.range)
  for (let at = from; at < candles.close.length; at++) {
    const middle = ((candles.high[at] ?? NaN) + (candles.low[at] ?? NaN)) / 2
    const width = multiplier * (into.range[at] ?? NaN)
    const [close, before] = [candles.close[at] ?? NaN, candles.close[at - 1] ?? NaN]
    const [lastUpper, lastLower] = [into.upper[at - 1] ?? NaN, into.lower[at - 1] ?? NaN]
    let [upper, lower] = [middle + width, middle - width]
    if (upper >= lastUpper && before <= lastUpper) upper = lastUpper
    if (lower <= lastLower && before >= lastLower) lower = lastLower
    const isRising = into.trend[at - 1] === 1 ? close >= lower : close > upper
    into.upper[at] = upper
    into.lower[at] = lower
    into.trend[at] = Number.isNaN(width) ? NaN : isRising ? 1 : -1
    into.rising[at] = isRising ? lower : NaN
    into.falling[at] = isRising ? NaN : upper
  }
}

export interface SarColumns {
  readonly sar: Float64Array
  /** The trend's highest high or lowest low, its acceleration, and its direction (1 or −1); needed to continue the computation. */
  readonly extreme: Float64Array
  readonly acceleration: Float64Array
  readonly trend: Float64Array
}

/**
 * Parabolic stop and reverse by Wilder's rules: it follows the trend's extreme by a share that grows by `step` with each new
 * extreme, up to `most`, and never enters the range of the two candles before. A candle that touches it turns the trend, which begins
 * at the old extreme. The first trend is that of the middles of the first two candles. NaN for the first candle.
 * `trading-signals` heeds the candle before the last only where the price has already come through, and sets a rising trend's
 * beginning 0.01 lower where it would touch the candle.
 */
export function parabolicSar(
  { high, low }: Prices,
  { step, most }: { readonly step: number; readonly most: number },
  from: number,
  into: SarColumns,
): void {
  const write = (at: number, sar: number, extreme: number, acceleration: number, trend: number): void => {
    into.sar[at] = sar
    into.extreme[at] = extreme
    into.acceleration[at] = acceleration
    into.trend[at] = trend
  }
  const least = Math.min(step, most)
  for (let at = from; at < high.length; at++) {
    const [top, bottom] = [high[at] ?? NaN, low[at] ?? NaN]
    const [lastTop, lastBottom] = [high[at - 1] ?? NaN, low[at - 1] ?? NaN]
    if (at === 0) write(at, NaN, NaN, NaN, NaN)
    else if (at === 1) {
      const isRising = top + bottom >= lastTop + lastBottom
      write(at, isRising ? lastBottom : lastTop, isRising ? top : bottom, least, isRising ? 1 : -1)
    } else {
      const isRising = into.trend[at - 1] === 1
      const [last, extreme] = [into.sar[at - 1] ?? NaN, into.extreme[at - 1] ?? NaN]
      const acceleration = into.acceleration[at - 1] ?? NaN
      const moved = last + acceleration * (extreme - last)
      const sar = isRising
        ? Math.min(moved, lastBottom, low[at - 2] ?? NaN)
        : Math.max(moved, lastTop, high[at - 2] ?? NaN)
      const next = isRising ? Math.max(extreme, top) : Math.min(extreme, bottom)
      if (isRising ? bottom < sar : top > sar)
        write(at, next, isRising ? bottom : top, least, isRising ? -1 : 1)
      else
        write(
          at,
          sar,
          next,
          next === extreme ? acceleration : Math.min(acceleration + step, most),
          isRising ? 1 : -1,
        )
    }
  }
}
