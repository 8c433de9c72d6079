// Bollinger bands of a column. Pure.
import { sma } from './averages.ts'

export interface Bands {
  readonly upper: Float64Array
  readonly middle: Float64Array
  readonly lower: Float64Array
}

/**
 * Bands of `deviations` population standard deviations (divisor `length`) around the simple moving average; NaN before
 * `length` values. Each window is computed in two passes because a difference of large squares loses small deviations.
 *
 * @param from - index of the first value to compute
 * @param into - as long as `values`; values before `from` stay unchanged
 */
export function bollinger(
  values: Float64Array,
  length: number,
  deviations: number,
  from: number,
  into: Bands,
): void {
  const { upper, middle, lower } = into
  sma(values, length, from, middle)
  for (let at = from; at < values.length; at++) {
    const average = middle[at] ?? NaN
    let sum = 0
    for (let other = Math.max(0, at - length + 1); other <= at; other++) {
      const difference = (values[other] ?? NaN) - average
      sum += difference * difference
    }
    const width = Math.sqrt(sum / length) * deviations
    upper[at] = average + width
    lower[at] = average - width
  }
}
