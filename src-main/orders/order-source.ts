// The exchange endpoints that order sync uses.
import type { CallOptions } from '../exchange/endpoint.ts'
import type { ListedOrders, OrdersQuery, OrderWithFills } from '../exchange/endpoints/orders/orders.ts'

/** Rows per request. The exchange's maximum is unknown (facts A3) and may be lower, so only an empty page is the end. */
export const PAGE_SIZE = 200

export interface OrderSource {
  listOrders(query: OrdersQuery, options: CallOptions): Promise<ListedOrders>
  getOrder(id: number, options: CallOptions): Promise<OrderWithFills>
}
