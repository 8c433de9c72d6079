// Owns: the volume-weighted average price of the day. Pure.
// Must not: know a zone or charts.
import { VwapSum } from '../../../src-preload/domain/vwap-sum.ts'

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
  /** How many minutes the candles have that the value is made of: 1, or those of the chart; NaN without a value. */
  readonly madeOf: Float64Array
}

/**
 * Σ typical price × volume ÷ Σ volume since 00:00 UTC, at the end of each candle; the typical price is
 * (high + low + close) / 3. A day whose minutes main has counted is told by those, whole; another one is worked out from
 * the candles of the chart; none is of both. NaN before the day's first trade, for what is here of a day that may have
 * begun before the first candle here, and from a period of one day on: nothing is averaged there. A candle without volume
 * repeats the value before; one that is still forming is taken as far as it is known.
 *
 * @param minuteVwap - by the start of a candle, where all minutes of its day are here
 * @param from - the first value to work out
 * @param into - as long as the columns; values before `from` and before its day are left as they are
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
    into.madeOf.fill(NaN, from)
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
      into.madeOf[at] = Number.isNaN(value) ? NaN : isOfMinutes ? 1 : periodMs / 60_000
    }
  }
}
