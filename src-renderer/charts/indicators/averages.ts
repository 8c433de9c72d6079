// Simple and exponential moving averages of a column. Pure.

/**
 * Simple moving average; NaN before `length` values. Every value is summed from its own window, so rounding errors do not
 * accumulate.
 *
 * @param from - index of the first value to compute
 * @param into - as long as `values`; values before `from` stay unchanged
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
 * Exponential smoothing with weight 2 / (length + 1), seeded with the first value. Returns values from the first one on.
 *
 * @param from - index of the first value to compute; `into` must hold the previous value
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
 * Exponential moving average; NaN before `length` values. Seeded with the first value, like `trading-signals`. Other
 * implementations seed with the simple average of the first `length` values; both converge as the seed decays.
 *
 * @param from - index of the first value to compute; `into` must hold the previous values
 */
export function ema(values: Float64Array, length: number, from: number, into: Float64Array): void {
  // Values hidden by the warm-up are not stored, so a computation inside it starts over.
  const start = from < length ? 0 : from
  smooth(values, length, start, into)
  if (start === 0) into.fill(NaN, 0, Math.min(length - 1, values.length))
}
