// Timeline of an order, oldest first. Pure.
import type { Order, OrderTrade } from '../../../../src-preload/contract/orders/entities.ts'
import { isOrderState } from '../../../../src-preload/domain/markets/markets.ts'

export interface Moment {
  readonly what: string
  /** Null when it has not happened yet. */
  readonly timeMs: number | null
}

/** Creation, first and last known fill, and current or final state. */
export function describeLife(order: Order, trades: readonly OrderTrade[]): readonly Moment[] {
  const { createdAtMs, updatedAtMs, state } = order
  const times = trades.flatMap((trade) => trade.createdAtMs ?? []).sort((one, other) => one - other)
  const [first, last] = [times[0], times.at(-1)]
  const moments: Moment[] = [{ what: 'Created', timeMs: createdAtMs }]
  if (first !== undefined && last !== undefined) {
    if (times.length === 1) moments.push({ what: 'Fill', timeMs: first })
    else moments.push({ what: 'First fill', timeMs: first }, { what: 'Last fill', timeMs: last })
  }
  if (state === 'done') return [...moments, { what: 'Filled', timeMs: updatedAtMs }]
  if (state === 'cancel') return [...moments, { what: 'Canceled', timeMs: updatedAtMs }]
  if (updatedAtMs > createdAtMs && updatedAtMs !== last) {
    moments.push({ what: 'Updated', timeMs: updatedAtMs })
  }
  // Whether an order of another state has ended, nobody can tell.
  return isOrderState(state) ? [...moments, { what: 'End', timeMs: null }] : moments
}
