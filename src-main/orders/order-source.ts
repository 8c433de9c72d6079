// Owns: what the reading of orders needs of the service. Must not: do anything.
import type { CallOptions } from '../exchange/endpoint.ts'
import type { OrderList, OrdersQuery, SingleOrder } from '../exchange/endpoints/orders.ts'

/** Rows per request. The service's maximum is unknown (facts A3): it may give fewer, so only an empty page is the end. */
export const PAGE_SIZE = 200

export interface OrderSource {
  listOrders(query: OrdersQuery, options: CallOptions): Promise<OrderList>
  getOrder(id: number, options: CallOptions): Promise<SingleOrder>
}
