// Owns: moving averages of a column, simple and exponential. Pure.
// Must not: know candles or charts.

/**
 * Simple moving average: NaN until `length` values are there. Each value is summed anew from its window, so that nothing
 * drifts however long the column is, and a value depends on its window alone.
 *
 * @param from - the first value to work out
 * @param into - as long as `values`; what lies before `from` is left as it is
 */
export function sma(values: Float64Array, length: number, from: number, into: Float64Array): void {
  into.fill(NaN, from, Math.min(length - 1, values.length))
  for (let at = Math.max(from, length - 1); at < values.length; at++) {
    let sum = 0
    for (let other = at - length + 1; other <= at; other++) sum += values[other] ?? NaN
    into[at] = sum / length
  }
}

/**
 * Exponential smoothing with weight 2 / (length + 1), seeded with the first value, from the first value on.
 *
 * @param from - the first value to work out; `into` must hold the one before it
 */
export function smooth(values: Float64Array, length: number, from: number, into: Float64Array): void {
  const weight = 2 / (length + 1)
  let last = (from === 0 ? values[0] : into[from - 1]) ?? NaN
  for (let at = from; at < values.length; at++) {
    last = (values[at] ?? NaN) * weight + last * (1 - weight)
    into[at] = last
  }
}

/**
 * Exponential moving average: NaN until `length` values are there. It is seeded with the first value, as `trading-signals`
 * does; others seed it with the simple average of the first `length`. Both come to the same as the seed fades.
 *
 * @param from - the first value to work out; `into` must hold those before it
 */
export function ema(values: Float64Array, length: number, from: number, into: Float64Array): void {
  // The values that the warm-up hides are not kept, so whatever needs them starts over.
  const start = from < length ? 0 : from
  smooth(values, length, start, into)
  if (start === 0) into.fill(NaN, 0, Math.min(length - 1, values.length))
}
