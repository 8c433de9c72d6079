// Volume-weighted average price since a chosen time. Pure.
import { addSlots, type ChartInterval, endOf } from '../../../src-preload/domain/markets/intervals.ts'
import type { VwapCandles } from './vwap.ts'

export interface AnchoredVwapColumns {
  readonly vwap: Float64Array
  /** Sums of price × volume and of volume since the anchor; needed to continue the computation. */
  readonly worth: Float64Array
  readonly amount: Float64Array
}

/**
 * True when no candle since the anchor is missing before the first one: it has or follows the anchor's, or there is none
 * between them, as before a market's first candle.
 */
export function reachesAnchor(
  firstMs: number,
  period: ChartInterval,
  anchorMs: number,
  knownFromMs: number,
): boolean {
  // A long candle may start off the grid of its period, so one more has to be known.
  return addSlots(period, firstMs, -1) < anchorMs || knownFromMs <= addSlots(period, anchorMs, -1)
}

/**
 * Σ typical price × volume ÷ Σ volume at the end of each candle, from the candle that contains the anchor on, with the whole
 * of that candle. Typical price: (high + low + close) / 3. NaN before the anchor, before the first trade, and everywhere when
 * candles since the anchor may be missing before the first one. All summands are positive, so n candles cost at most n roundings of the value: 2e-12
 * of it for 16,000.
 *
 * @param knownFromMs - no candle from this time to the first one is missing
 * @param from - index of the first value to compute; `into` must hold the previous values
 */
export function anchoredVwap(
  { timesMs, high, low, close, volume }: VwapCandles,
  period: ChartInterval,
  anchorMs: number,
  knownFromMs: number,
  from: number,
  into: AnchoredVwapColumns,
): void {
  const isBefore = (at: number): boolean => endOf(period, timesMs[at] ?? NaN) <= anchorMs
  for (let at = from; at < timesMs.length; at++) {
    if (isBefore(at)) {
      into.vwap[at] = into.worth[at] = into.amount[at] = NaN
      continue
    }
    const isFirst = at === 0 || isBefore(at - 1)
    const isKnown = at > 0 || reachesAnchor(timesMs[0] ?? NaN, period, anchorMs, knownFromMs)
    const [worth, amount] = isFirst
      ? isKnown
        ? [0, 0]
        : [NaN, NaN]
      : [into.worth[at - 1] ?? NaN, into.amount[at - 1] ?? NaN]
    const traded = volume[at] ?? NaN
    const typical = ((high[at] ?? NaN) + (low[at] ?? NaN) + (close[at] ?? NaN)) / 3
    into.worth[at] = worth + typical * traded
    into.amount[at] = amount + traded
    // 0 / 0 is NaN.
    into.vwap[at] = (into.worth[at] ?? NaN) / (into.amount[at] ?? NaN)
  }
}
