// Owns: the moments of an order's life, oldest first. Pure. Must not: word figures or times.
import type { Order, OrderTrade } from '../../../../src-preload/contract/entities.ts'

export interface Moment {
  readonly what: string
  /** Null: it has not come yet. */
  readonly timeMs: number | null
}

/** Created, its first and last trade where they are told, and how it stands or ended. */
export function describeLife(order: Order, trades: readonly OrderTrade[]): readonly Moment[] {
  const { createdAtMs, updatedAtMs, state } = order
  const times = trades.flatMap((trade) => trade.createdAtMs ?? []).sort((one, other) => one - other)
  const [first, last] = [times[0], times.at(-1)]
  const moments: Moment[] = [{ what: 'Created', timeMs: createdAtMs }]
  if (first !== undefined && last !== undefined) {
    if (times.length === 1) moments.push({ what: 'Traded', timeMs: first })
    else moments.push({ what: 'First trade', timeMs: first }, { what: 'Last trade', timeMs: last })
  }
  switch (state) {
    case 'done':
      return [...moments, { what: 'Filled', timeMs: updatedAtMs }]
    case 'cancel':
      return [...moments, { what: 'Cancelled', timeMs: updatedAtMs }]
    case 'wait':
    case 'pending': {
      const isMoved = updatedAtMs > createdAtMs && updatedAtMs !== last
      const end: Moment = { what: 'End', timeMs: null }
      return [...moments, ...(isMoved ? [{ what: 'Updated', timeMs: updatedAtMs }] : []), end]
    }
  }
}
