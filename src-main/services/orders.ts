// Owns: what the page may ask about orders. Must not: wait for the service where the cache can answer.
import type { ErrorReport } from '../../src-preload/contract/channel.ts'
import type { Order, OrderDetail } from '../../src-preload/contract/entities.ts'
import type { ChannelInput, ChannelOutput } from '../../src-preload/contract/contract.ts'
import type { OrderSyncState } from '../../src-preload/contract/orders.ts'
import { AppError, isAppError } from '../../src-preload/shared/errors.ts'
import type { Store } from '../store/store-api.ts'
import type { Link } from './link.ts'
import { withListFields } from './open-orders.ts'
import { readSyncState } from './order-sync.ts'

export interface OrdersOptions {
  readonly store: Store
  readonly getLink: () => Link | null
  /** What the last turn of the sync failed with. */
  readonly getFault: () => ErrorReport | null
  /** Aborted once the cache is not to be written by what was asked for before; never, unless told. */
  readonly getCacheSignal?: (() => AbortSignal) | undefined
}

/** Somebody has opened the order and waits for its fills. */
const turn = { lane: 'orders', urgency: 'asked' } as const

/** What can come of asking the service, as opposed to faults of our own. */
const serviceFaults = [
  'network',
  'timeout',
  'rateLimited',
  'unauthenticated',
  'rejectedByExchange',
  'contractViolation',
  'keychainUnavailable',
  'keychainLocked',
] as const

export function createOrders({ store, getLink, getFault, getCacheSignal }: OrdersOptions) {
  function requireLink(): Link {
    const link = getLink()
    if (link === null) throw new AppError('notFound', { what: 'active account' })
    return link
  }

  /** Fetches an order's fills. */
  async function fetchDetail(link: Link, cached: Order): Promise<OrderDetail> {
    const cacheSignal = getCacheSignal?.()
    const fresh = await link.client.getOrder(cached.id, { ...turn, signal: link.signal })
    link.signal.throwIfAborted()
    const order = withListFields(fresh.order, cached)
    // Somebody waits for them, whether they may be kept or not.
    if (cacheSignal?.aborted !== true) await store.putOrderTrades(link.account.id, order, fresh.trades)
    return { order, trades: { status: 'ready', rows: fresh.trades } }
  }

  return {
    list({ filter, cursor, limit }: ChannelInput<'orders:list'>): Promise<ChannelOutput<'orders:list'>> {
      return store.listOrders(requireLink().account.id, filter, cursor, limit)
    },

    async get({ id }: ChannelInput<'orders:get'>): Promise<OrderDetail> {
      const link = requireLink()
      const order = await store.getOrder(link.account.id, id)
      if (order === null) throw new AppError('notFound', { what: 'order', id })
      if (order.tradesCount === 0) return { order, trades: { status: 'ready', rows: [] } }
      const cached = await store.getOrderTrades(link.account.id, id)
      if (cached?.orderUpdatedAtMs === order.updatedAtMs) {
        return { order, trades: { status: 'ready', rows: cached.trades } }
      }
      const unavailable = ({ code, data }: AppError): OrderDetail => ({
        order,
        trades: {
          status: 'unavailable',
          earlier: cached?.trades ?? null,
          reason: { code, data: { ...data }, ref: null },
        },
      })
      if (!link.connection.isReachable()) return unavailable(new AppError('offline'))
      try {
        return await fetchDetail(link, order)
      } catch (error) {
        // The order itself is known, whatever the service says about its fills just now.
        if (isAppError(error, ...serviceFaults)) return unavailable(error)
        throw error
      }
    },

    async listMarkets(): Promise<ChannelOutput<'orders:listMarkets'>> {
      return { markets: await store.listOrderMarkets(requireLink().account.id) }
    },

    getSyncState(): Promise<OrderSyncState> {
      return readSyncState(store, requireLink().account.id, getFault())
    },
  }
}
export type Orders = ReturnType<typeof createOrders>
