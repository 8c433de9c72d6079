// Timeline of an order, oldest first. Pure.
import type { Order, OrderTrade } from '../../../../src-preload/contract/entities.ts'

export interface Moment {
  readonly what: string
  /** Null when it has not happened yet. */
  readonly timeMs: number | null
}

/** Creation, first and last known trade, and current or final state. */
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
