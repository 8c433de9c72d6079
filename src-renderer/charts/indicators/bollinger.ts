// Owns: Bollinger bands of a column. Pure.
// Must not: know candles or charts.
import { sma } from './averages.ts'

export interface Bands {
  readonly upper: Float64Array
  readonly middle: Float64Array
  readonly lower: Float64Array
}

/**
 * Bands of `deviations` population standard deviations (divided by `length`, not by one less) around the simple moving
 * average; NaN until `length` values are there. Each window is worked out anew, in two passes: the difference of large
 * squares would leave nothing of a small deviation.
 *
 * @param from - the first value to work out
 * @param into - as long as `values`; what lies before `from` is left as it is
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
