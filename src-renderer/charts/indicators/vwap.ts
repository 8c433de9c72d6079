// Owns: the volume-weighted average price of the day. Pure.
// Must not: know a zone (it is lent the start of a day) or charts.

const dayMs = 86_400_000
/** A day has at most 25 hours, so this from its start lies in the next one. */
const intoNextDayMs = 26 * 3_600_000

/** Columns of candles, oldest first. */
export interface VwapCandles {
  readonly timesMs: Float64Array
  readonly high: Float64Array
  readonly low: Float64Array
  readonly close: Float64Array
  readonly volume: Float64Array
}

/** A sum that carries what rounding cut off (Neumaier), so that a long day does not drift. */
class Sum {
  #sum = 0
  #rest = 0

  add(value: number): void {
    const next = this.#sum + value
    this.#rest += Math.abs(this.#sum) >= Math.abs(value) ? this.#sum - next + value : value - next + this.#sum
    this.#sum = next
  }

  get value(): number {
    return this.#sum + this.#rest
  }
}

/**
 * Average of (high + low + close) / 3 weighted by volume, since the beginning of the day that a candle starts in. NaN before
 * the day's first trade, and for all of a first day that may have begun before the first candle here; a candle without
 * volume repeats the value before. Candles of a day or longer stand each for itself.
 *
 * @param startOfDay - the beginning of the day that holds a time, epoch milliseconds
 * @param from - the first value to work out
 * @param into - as long as the columns; values before `from` and before its day are left as they are
 */
export function vwap(
  candles: VwapCandles,
  periodMs: number,
  startOfDay: (timeMs: number) => number,
  from: number,
  into: Float64Array,
): void {
  const { timesMs, high, low, close, volume } = candles
  const count = timesMs.length
  const typical = (at: number): number => ((high[at] ?? NaN) + (low[at] ?? NaN) + (close[at] ?? NaN)) / 3
  if (periodMs >= dayMs) {
    for (let at = from; at < count; at++) into[at] = volume[at] === 0 ? NaN : typical(at)
    return
  }
  if (from >= count) return
  let dayStartMs = startOfDay(timesMs[from] ?? NaN)
  let at = from
  while (at > 0 && (timesMs[at - 1] ?? NaN) >= dayStartMs) at--
  while (at < count) {
    const nextDayMs = startOfDay(dayStartMs + intoNextDayMs)
    const isWhole = at > 0 || (timesMs[0] ?? NaN) - periodMs < dayStartMs
    const worth = new Sum()
    const amount = new Sum()
    for (; at < count && (timesMs[at] ?? NaN) < nextDayMs; at++) {
      const traded = volume[at] ?? 0
      worth.add(typical(at) * traded)
      amount.add(traded)
      // 0 / 0 is the NaN of a day that has not traded.
      into[at] = isWhole ? worth.value / amount.value : NaN
    }
    if (at < count) dayStartMs = startOfDay(timesMs[at] ?? NaN)
  }
}
