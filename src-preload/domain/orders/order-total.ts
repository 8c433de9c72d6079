// Computes what an order comes to at its own price. Pure and exact.
import { exactText, multiply, parseExact } from '../numbers/exact-decimal.ts'

/**
 * Price × ordered amount, exact, in the quote currency; null for an order without a price. What was filled of it, at the
 * prices of its fills, is its value (executed-value.ts).
 * @throws SyntaxError for text that is not a canonical decimal
 */
export function orderTotal(order: {
  readonly price: string | null
  readonly originVolume: string
}): string | null {
  return order.price === null
    ? null
    : exactText(multiply(parseExact(order.price), parseExact(order.originVolume)))
}
