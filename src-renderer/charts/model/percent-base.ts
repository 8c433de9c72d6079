// The price at 0 % of a percent scale. Pure.
import type { ShownCandles } from './shown-candles.ts'

/** Close of the first candle fully in view, else of the first one partly in view; null without one above zero. */
export function baseOf({ buffer, firstIndex, endIndex, fromMs }: ShownCandles): number | null {
  const whole = buffer.lowerBound(fromMs)
  const close = buffer.candleAt(whole < endIndex ? whole : firstIndex)?.close ?? NaN
  return close > 0 && firstIndex < endIndex ? close : null
}
