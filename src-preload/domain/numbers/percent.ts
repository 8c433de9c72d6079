// Rounds parts of a whole to percent, half to even, for screens and files. Pure, without floats. Results never feed another
// calculation.
import {
  type Exact,
  add,
  compare,
  exactText,
  multiplyDivideHalfEven,
  roundHalfEven,
  subtract,
} from './exact-decimal.ts'

const hundred: Exact = { units: 100n, scale: 0 }

/** Decimal text with exactly the given number of decimals, rounded half to even: 1.5 with 2 decimals is `1.50`. */
export function fixedTextHalfEven(value: Exact, decimals: number): string {
  const text = exactText(roundHalfEven(value, decimals))
  const [whole = '', fraction = ''] = text.split('.')
  return decimals === 0 ? whole : `${whole}.${fraction.padEnd(decimals, '0')}`
}

export interface Percent {
  /** Decimal text with exactly the requested decimals: `0.0`, `5.8`, `100.0`. */
  readonly text: string
  /**
   * `<` or `>` if the share would round to 0 or 100 without being it: the text is the nearest other value, and the share is
   * below (`<`) or above (`>`) it.
   */
  readonly mark: '' | '<' | '>'
}

/**
 * `part ÷ whole × 100`, rounded half to even. Returns 0 and 100 only if exact: a share that would round to 0 becomes one step
 * above (0.1), one that would round to 100 becomes one step below (99.9). Throws RangeError for a whole of zero.
 */
export function percentHalfEven(part: Exact, whole: Exact, decimals: number): Percent {
  const rounded = multiplyDivideHalfEven(part, hundred, whole, decimals)
  const step: Exact = { units: 1n, scale: decimals }
  if (rounded.units === 0n && part.units !== 0n) {
    return { text: fixedTextHalfEven(step, decimals), mark: '<' }
  }
  const isAll = compare(part, whole) === 0
  if (!isAll && compare(rounded, hundred) === 0) {
    return compare(part, whole) < 0
      ? { text: fixedTextHalfEven(subtract(hundred, step), decimals), mark: '>' }
      : { text: fixedTextHalfEven(add(hundred, step), decimals), mark: '<' }
  }
  return { text: fixedTextHalfEven(rounded, decimals), mark: '' }
}
