// Fills of one order as two sources tell them: whether they agree, and whether they are all. Pure.
import type { Order, OrderTrade } from '../../../src-preload/contract/orders/entities.ts'
import {
  add,
  compare,
  compareDecimals,
  parseExact,
  zero,
} from '../../../src-preload/domain/numbers/exact-decimal.ts'

/** What of a fill is an amount. */
const decimals = ['price', 'amount', 'total', 'feeRate', 'feeAmount'] as const
/** `orderId` is not compared: fills are told for one order. */
const words = ['market', 'side', 'takerType', 'feeCurrency', 'createdAtMs'] as const

/** True where both tell the same fill. What one of them leaves out is no difference. */
export function isSameFill(one: OrderTrade, other: OrderTrade): boolean {
  const isEqual = (a: string | null, b: string | null): boolean =>
    a === null || b === null || a === b || compareDecimals(a, b) === 0
  return (
    decimals.every((name) => isEqual(one[name], other[name])) &&
    words.every((name) => one[name] === null || other[name] === null || one[name] === other[name])
  )
}

/** True where these are as many fills as the order counts, and add up exactly to what of it is filled. */
export function areAllFills(
  { tradesCount, executedVolume }: Pick<Order, 'tradesCount' | 'executedVolume'>,
  fills: readonly OrderTrade[],
): boolean {
  if (fills.length !== tradesCount) return false
  const sum = fills.reduce((total, { amount }) => add(total, parseExact(amount)), zero)
  return compare(sum, parseExact(executedVolume)) === 0
}

/** The fills of both, oldest first and each once; null where they tell one of them differently. */
export function joinFills(
  known: readonly OrderTrade[],
  told: readonly OrderTrade[],
): readonly OrderTrade[] | null {
  const byId = new Map(known.map((fill) => [fill.id, fill]))
  for (const fill of told) {
    const before = byId.get(fill.id)
    if (before === undefined) byId.set(fill.id, fill)
    else if (!isSameFill(before, fill)) return null
  }
  if (byId.size === 1) return [...byId.values()]
  return [...byId.values()].sort((a, b) => (a.createdAtMs ?? 0) - (b.createdAtMs ?? 0) || a.id - b.id)
}
