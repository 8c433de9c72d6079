// Owns: sums of doubles without error: what they come to, rounded once, and what that leaves out.
// Must not: know candles.
// Source: Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates", sections 2.3
// and 2.4.

export interface ExactSum {
  /** The sum, rounded to the nearest double (ties to even); Infinity where it is beyond all. */
  readonly sum: number
  /** The exact sum less `sum`; null where one double cannot hold it. */
  readonly rest: number | null
}

/** The exact sum of finite doubles, in whatever order they come. */
export function sumExactly(values: readonly number[]): ExactSum {
  const parts = expand(values)
  const sum = roundOnce(parts)
  if (!Number.isFinite(sum)) return { sum, rest: null }
  const left = expand([...parts, -sum])
  const rest = roundOnce(left)
  return { sum, rest: expand([...left, -rest]).length === 0 ? rest : null }
}

/** Doubles whose exact sum is that of `values`, none of which overlaps another, the smallest first. */
function expand(values: readonly number[]): number[] {
  const parts: number[] = []
  for (const value of values) {
    let carry = value
    let kept = 0
    for (const part of parts) {
      const [large, small] = Math.abs(carry) < Math.abs(part) ? [part, carry] : [carry, part]
      carry = large + small
      const error = small - (carry - large)
      if (error !== 0) parts[kept++] = error
    }
    parts.length = kept
    if (!Number.isFinite(carry)) return [carry]
    if (carry !== 0) parts.push(carry)
  }
  return parts
}

/**
 * The sum of such parts. What lies below the second only matters where the first two are halfway between two doubles.
 */
function roundOnce(parts: readonly number[]): number {
  let at = parts.length - 1
  let sum = parts[at] ?? 0
  let error = 0
  while (at > 0 && error === 0) {
    at -= 1
    const part = parts[at] ?? 0
    const next = sum + part
    error = part - (next - sum)
    sum = next
  }
  const below = parts[at - 1] ?? 0
  if (error === 0 || Math.sign(error) !== Math.sign(below)) return sum
  const corrected = sum + error * 2
  return corrected - sum === error * 2 ? corrected : sum
}
