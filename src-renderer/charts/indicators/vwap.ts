// Daily volume-weighted average price. Pure.
import { VwapSum } from '../../../src-preload/domain/numbers/vwap-sum.ts'

const dayMs = 86_400_000

/** Columns of candles, oldest first. */
export interface VwapCandles {
  readonly timesMs: Float64Array
  readonly high: Float64Array
  readonly low: Float64Array
  readonly close: Float64Array
  readonly volume: Float64Array
}

export interface VwapColumns {
  readonly vwap: Float64Array
  /** Source period in minutes of each value: 1, or the chart's period; NaN without a value. */
  readonly sourceMinutes: Float64Array
}

/**
 * Σ typical price × volume ÷ Σ volume since 00:00 UTC, at the end of each candle.
 * Typical price: (high + low + close) / 3.
 * A day with minute VWAPs from main uses only those; any other day uses only the chart's candles. NaN before the day's
 * first trade, on a day that may start before the first loaded candle, and for periods of one day or longer. A candle
 * without volume repeats the previous value; the forming candle counts with its current values.
 *
 * @param minuteVwap - minute VWAP by candle start, for days whose minutes are all available
 * @param from - index of the first value to compute
 * @param into - as long as the columns; values before `from` and before its day stay unchanged
 */
export function vwap(
  candles: VwapCandles,
  periodMs: number,
  minuteVwap: ReadonlyMap<number, number>,
  from: number,
  into: VwapColumns,
): void {
  const { timesMs, high, low, close, volume } = candles
  const count = timesMs.length
  if (periodMs >= dayMs) {
    into.vwap.fill(NaN, from)
    into.sourceMinutes.fill(NaN, from)
    return
  }
  const dayOf = (at: number): number => Math.floor((timesMs[at] ?? NaN) / dayMs)
  let at = from
  while (at > 0 && at < count && dayOf(at - 1) === dayOf(from)) at--
  while (at < count) {
    const day = dayOf(at)
    let end = at
    let isOfMinutes = true
    for (; end < count && dayOf(end) === day; end++) isOfMinutes &&= minuteVwap.has(timesMs[end] ?? NaN)
    const isWhole = at > 0 || (timesMs[0] ?? NaN) - periodMs < day * dayMs
    const sum = new VwapSum()
    for (; at < end; at++) {
      sum.add(high[at] ?? NaN, low[at] ?? NaN, close[at] ?? NaN, volume[at] ?? 0)
      const own = isWhole ? sum.value : NaN
      const value = isOfMinutes ? (minuteVwap.get(timesMs[at] ?? NaN) ?? NaN) : own
      into.vwap[at] = value
      into.sourceMinutes[at] = Number.isNaN(value) ? NaN : isOfMinutes ? 1 : periodMs / 60_000
    }
  }
}
