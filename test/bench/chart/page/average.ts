// The moving averages that the reference is given ready made.

/** values[i]: the mean of the `length` closes up to i; NaN before there are so many. */
export function simpleAverage(closes: Float64Array, length: number): Float64Array {
  const values = new Float64Array(closes.length).fill(NaN)
  let sum = 0
  for (let at = 0; at < closes.length; at += 1) {
    sum += closes[at] ?? 0
    if (at >= length) sum -= closes[at - length] ?? 0
    if (at >= length - 1) values[at] = sum / length
  }
  return values
}
