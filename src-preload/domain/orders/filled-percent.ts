// Computes how much of an order is filled, in percent. Pure. Returns 0 or 100 only if that is exact.
import { parseExact } from '../numbers/exact-decimal.ts'
import { percentHalfEven } from '../numbers/percent.ts'

/** Decimals of Filled % everywhere. */
const DECIMALS = 1

/**
 * Filled ÷ ordered × 100 as decimal text with one decimal, half to even; see percentHalfEven. Null for an order of zero
 * volume.
 * @throws SyntaxError for text that is not a canonical decimal
 */
export function filledPercent(order: {
  readonly originVolume: string
  readonly executedVolume: string
}): string | null {
  const ordered = parseExact(order.originVolume)
  if (ordered.units <= 0n) return null
  return percentHalfEven(parseExact(order.executedVolume), ordered, DECIMALS).text
}
