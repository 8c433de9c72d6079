// Indicators of volume. Pure. `from` is the first value to compute, values before it stay unchanged.
import { sma } from './averages.ts'
import type { VwapCandles } from './vwap.ts'

const dayMs = 86_400_000

/** Volume of each candle, and its simple average of `length` candles, the current one included; NaN before as many. */
export function volumeAverage(
  { volume }: Pick<VwapCandles, 'volume'>,
  length: number,
  from: number,
  into: { readonly volume: Float64Array; readonly average: Float64Array },
): void {
  into.volume.set(volume.subarray(from), from)
  sma(volume, length, from, into.average)
}

/** Start of the time over which volume is summed: the day, or for candles of a day and longer the year, in UTC. */
function sumStartMs(timeMs: number, periodMs: number): number {
  return periodMs < dayMs
    ? Math.floor(timeMs / dayMs) * dayMs
    : Date.UTC(new Date(timeMs).getUTCFullYear(), 0, 1)
}

/**
 * On-balance volume: the volume of candles that close higher than the one before minus that of those that close lower, summed
 * from 00:00 UTC, or for candles of a day and longer from January 1; other programs sum from the first candle that they have loaded,
 * so that their values change with the view. NaN where the first candles of that time are not here.
 */
export function obv(
  { timesMs, close, volume }: Pick<VwapCandles, 'timesMs' | 'close' | 'volume'>,
  periodMs: number,
  from: number,
  into: Float64Array,
): void {
  for (let at = from; at < timesMs.length; at++) {
    const timeMs = timesMs[at] ?? NaN
    const startMs = sumStartMs(timeMs, periodMs)
    const beforeMs = timesMs[at - 1] ?? NaN
    if (at === 0) {
      into[at] = timeMs - startMs < periodMs ? 0 : NaN
      continue
    }
    const change = Math.sign((close[at] ?? NaN) - (close[at - 1] ?? NaN)) * (volume[at] ?? NaN)
    into[at] = change + (beforeMs < startMs ? 0 : (into[at - 1] ?? NaN))
  }
}
