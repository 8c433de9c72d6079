// Owns: what stands in the place of an order's trades. Pure. Must not: word it.
import type { ErrorReport } from '../../../../src-preload/contract/channel.ts'
import type { Order, OrderFills, OrderTrade } from '../../../../src-preload/contract/entities.ts'

export type TradesPlace = {
  /** What is known of them; of an earlier version of the order where they are `unread`. */
  readonly rows: readonly OrderTrade[]
} & (
  | { readonly kind: 'none' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready' }
  /** Nothing is on its way; they can be asked for again. */
  | { readonly kind: 'unread'; readonly reason: ErrorReport | null }
)

/** Only a request under way is loading: without one the place says that there is nothing, and why. */
export function placeTrades(order: Order, fills: OrderFills | null, isReading: boolean): TradesPlace {
  if (fills?.status === 'unavailable')
    return { kind: 'unread', rows: fills.earlier ?? [], reason: fills.reason }
  if (fills?.status === 'ready' && fills.rows.length > 0) return { kind: 'ready', rows: fills.rows }
  if (order.tradesCount === 0) return { kind: 'none', rows: [] }
  if (fills !== null) return { kind: 'ready', rows: [] }
  return isReading ? { kind: 'loading', rows: [] } : { kind: 'unread', rows: [], reason: null }
}
