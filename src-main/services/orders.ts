// Owns: what the page may ask about orders. Must not: wait for the service where the cache can answer.
import type { OrderDetail } from '../../src-preload/contract/entities.ts'
import type { ChannelInput, ChannelOutput } from '../../src-preload/contract/contract.ts'
import type { OrderSyncState } from '../../src-preload/contract/orders.ts'
import { AppError, isAppError } from '../../src-preload/shared/errors.ts'
import type { Store } from '../store/store-api.ts'
import type { Link } from './link.ts'
import { readSyncState } from './order-sync.ts'

export interface OrdersOptions {
  readonly store: Store
  readonly getLink: () => Link | null
}

export function createOrders({ store, getLink }: OrdersOptions) {
  function requireLink(): Link {
    const link = getLink()
    if (link === null) throw new AppError('notFound', { what: 'active account' })
    return link
  }

  /** Fetches an order's fills. What only lists carry (stop price, cancel reason) stays as it was cached. */
  async function fetchDetail(link: Link, cached: OrderDetail['order']): Promise<OrderDetail> {
    const fresh = await link.client.getOrder(cached.id, { signal: link.signal })
    const order = {
      ...fresh.order,
      stopPrice: fresh.order.stopPrice ?? cached.stopPrice,
      cancelReason: fresh.order.cancelReason ?? cached.cancelReason,
    }
    await store.putOrderTrades(link.account.id, order, fresh.trades ?? [])
    return { order, trades: fresh.trades }
  }

  return {
    list({ filter, cursor, limit }: ChannelInput<'orders:list'>): Promise<ChannelOutput<'orders:list'>> {
      return store.listOrders(requireLink().account.id, filter, cursor, limit)
    },

    async get({ id }: ChannelInput<'orders:get'>): Promise<OrderDetail> {
      const link = requireLink()
      const order = await store.getOrder(link.account.id, id)
      if (order === null) throw new AppError('notFound', { what: 'order', id })
      if (order.tradesCount === 0) return { order, trades: [] }
      const cached = await store.getOrderTrades(link.account.id, id)
      if (cached?.orderUpdatedAtMs === order.updatedAtMs) return { order, trades: cached.trades }
      if (!link.connection.isReachable()) return { order, trades: cached?.trades ?? null }
      try {
        return await fetchDetail(link, order)
      } catch (error) {
        // Out of reach just now: what is here is shown, and the connection's state says the rest.
        if (isAppError(error, 'network', 'timeout', 'unauthenticated')) {
          return { order, trades: cached?.trades ?? null }
        }
        throw error
      }
    },

    async listMarkets(): Promise<ChannelOutput<'orders:listMarkets'>> {
      return { markets: await store.listOrderMarkets(requireLink().account.id) }
    },

    getSyncState(): Promise<OrderSyncState> {
      return readSyncState(store, requireLink().account.id)
    },
  }
}
export type Orders = ReturnType<typeof createOrders>
