// Reads one order from a listing: only lists tell its stop price and its cancel reason (interface: Order).
import type { Order } from '../../src-preload/contract/orders/entities.ts'
import type { CallOptions } from '../exchange/endpoint.ts'
import type { ListedOrders } from '../exchange/endpoints/orders/orders.ts'
import { type OrderSource, PAGE_SIZE } from './order-source.ts'

/** The exchange tells whole seconds, or parts of them. */
const NEAR_MS = 1_000

/**
 * Asks for what was created around the order's own time. Nothing is found where the exchange filters by another time (facts, A2),
 * or its listing lags. Errors: those of every read.
 */
export async function findListed(
  source: Pick<OrderSource, 'listOrders'>,
  { id, market, createdAtMs }: Pick<Order, 'id' | 'market' | 'createdAtMs'>,
  options: CallOptions,
): Promise<ListedOrders> {
  const window = { startMs: createdAtMs - NEAR_MS, endMs: createdAtMs + NEAR_MS }
  const { orders, refused } = await source.listOrders({ market, ...window, limit: PAGE_SIZE }, options)
  return {
    orders: orders.filter((order) => order.id === id),
    refused: refused.filter((row) => row.id === id),
  }
}
