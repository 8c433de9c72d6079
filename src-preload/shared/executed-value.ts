// Owns: what an order's executed volume came to, as far as its average price lets one know. Pure. Must not: claim a digit it lacks.
import { type Exact, compare, multiply, multiplyDivideHalfEven, one, parseExact } from './exact.ts'

/**
 * More decimals than any price has: an average that is longer did not come out even, and was rounded where the service stops.
 * A shorter one is taken as it stands: value by volume comes out even.
 */
const mostEvenDecimals = 10

export interface ExecutedValue {
  /** In the quote currency. */
  readonly value: Exact
  /** False where digits were left out that a rounded average price does not justify. */
  readonly isExact: boolean
}

/**
 * Average price times executed volume. An average rounded to d decimals is off by up to half of 10^-d, and the product by so
 * much times volume: it is rounded, half to even, to the decimals that this leaves. What trades came to, whose own decimals
 * are fewer, is met exactly by that, but nothing here proves how many these are.
 * @throws SyntaxError for what is no canonical decimal text
 */
export function executedValueOf(order: {
  readonly averagePrice: string
  readonly executedVolume: string
}): ExecutedValue {
  const average = parseExact(order.averagePrice.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, ''))
  const volume = parseExact(order.executedVolume)
  const product = multiply(average, volume)
  if (average.scale <= mostEvenDecimals) return { value: product, isExact: true }
  const value = multiplyDivideHalfEven(product, one, one, justifiedDecimals(average.scale, volume))
  return { value, isExact: compare(value, product) === 0 }
}

/** The most decimals k, not more than the average has, with volume × 10^-d at most 10^-k. */
function justifiedDecimals(averageDecimals: number, volume: Exact): number {
  let decimals = averageDecimals
  let limit = one
  while (decimals > 0 && compare(volume, limit) > 0) {
    decimals -= 1
    limit = { units: limit.units * 10n, scale: 0 }
  }
  return decimals
}
