// Converts amounts at the prices of a chain of markets. Pure; definitions: figures.md, "Last price".
import { type Exact, multiply, multiplyDivideHalfEven, one, parseExact } from './exact-decimal.ts'

/** Decimals of a figure that is divided by an inverse market's price. */
export const DIVIDED_DECIMALS = 18

/** A market's price on the way from one currency to another; inverse where the market is of the other one. */
interface Link {
  readonly price: string
  readonly isInverse: boolean
}

/**
 * Converts an amount at the prices of some links: multiplied by direct ones, divided by inverse ones.
 * @param decimals - of the quotient, rounded once, half to even; without an inverse link nothing is rounded
 */
export function convertAlong(amount: Exact, links: readonly Link[], decimals = DIVIDED_DECIMALS): Exact {
  let product = amount
  let divisor = one
  for (const { price, isInverse } of links) {
    if (isInverse) divisor = multiply(divisor, parseExact(price))
    else product = multiply(product, parseExact(price))
  }
  return links.some(({ isInverse }) => isInverse)
    ? multiplyDivideHalfEven(product, one, divisor, decimals)
    : product
}
