// Owns: what the order sync needs of the service, the store and its surroundings. Must not: do anything.
import type { Clock } from '../clock.ts'
import type { CallOptions } from '../exchange/endpoint.ts'
import type { OrderList, OrdersQuery, SingleOrder } from '../exchange/endpoints/orders.ts'
import type { Store } from '../store/store-api.ts'

/** Rows per request. The service's maximum is unknown (facts A3): it may give fewer, so only an empty page is the end. */
export const PAGE_SIZE = 200

export interface OrderSource {
  listOrders(query: OrdersQuery, options: CallOptions): Promise<OrderList>
  getOrder(id: number, options: CallOptions): Promise<SingleOrder>
}

export interface OrderSyncOptions {
  readonly accountId: string
  readonly source: OrderSource
  readonly store: Pick<
    Store,
    'putOrders' | 'getOrderSync' | 'listOpenOrders' | 'countOrders' | 'getRefusedOrders'
  >
  readonly clock: Clock
  /** Called after each commit with the ids that are new or different. */
  readonly onProgress: (changedIds: number[]) => Promise<void>
}
