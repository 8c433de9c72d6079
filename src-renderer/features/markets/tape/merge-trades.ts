// Puts streamed trades among those of the tape. Pure.
import type { MarketTrade } from '../../../../src-preload/contract/orders/entities.ts'

/**
 * The newest `limit` of both, newest first, each once. Of one trade in both the one of `shown` counts.
 * @param streamed - in any order
 */
export function mergeTrades(
  shown: readonly MarketTrade[],
  streamed: readonly MarketTrade[],
  limit: number,
): readonly MarketTrade[] {
  const known = new Set(shown.map(({ id }) => id))
  const added = new Map(streamed.filter(({ id }) => !known.has(id)).map((trade) => [trade.id, trade]))
  if (added.size === 0) return shown
  return [...shown, ...added.values()]
    .sort((a, b) => b.createdAtMs - a.createdAtMs || b.id - a.id)
    .slice(0, limit)
}
