// Content of an order's trades section. Pure.
import type { ErrorReport } from '../../../../src-preload/contract/channel.ts'
import type { Order, OrderFills, OrderTrade } from '../../../../src-preload/contract/orders/entities.ts'

export type TradesPlace = {
  /** Known trades; from an earlier version of the order when `unread`. */
  readonly rows: readonly OrderTrade[]
} & (
  | { readonly kind: 'none' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready' }
  /** No request is pending; they can be requested again. */
  | { readonly kind: 'unread'; readonly reason: ErrorReport | null }
)

/** Loading only while a request is pending; otherwise the section says that there is nothing, and why. */
export function placeTrades(order: Order, fills: OrderFills | null, isReading: boolean): TradesPlace {
  if (fills?.status === 'unavailable')
    return { kind: 'unread', rows: fills.earlier ?? [], reason: fills.reason }
  if (fills?.status === 'ready' && fills.rows.length > 0) return { kind: 'ready', rows: fills.rows }
  if (order.tradesCount === 0) return { kind: 'none', rows: [] }
  if (fills !== null) return { kind: 'ready', rows: [] }
  return isReading ? { kind: 'loading', rows: [] } : { kind: 'unread', rows: [], reason: null }
}
