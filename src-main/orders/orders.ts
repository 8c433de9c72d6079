// The orders service for the page. Answers from the cache without waiting for the exchange.
import type { ListedOrder, Order, OrderDetail } from '../../src-preload/contract/entities.ts'
import type { ChannelInput, ChannelOutput } from '../../src-preload/contract/contract.ts'
import type { FillFilter, OrderFilter, OrderSyncState } from '../../src-preload/contract/orders.ts'
import { AppError, isAppError } from '../../src-preload/domain/errors.ts'
import type { ListPage } from '../store/api/order-pages.ts'
import type { Store } from '../store/api/store-api.ts'
import type { AccountSession } from '../session/account-session.ts'
import type { CurrentAccount } from '../session/current-account.ts'
import { withListFields } from './open-orders.ts'
import { readSyncState } from './order-sync.ts'
import { createOrderTables } from './order-tables.ts'
import { sumFills, sumOrders } from './order-totals.ts'
import { withValueOf, withValues } from './order-values.ts'

export interface OrdersOptions {
  readonly store: Store
  readonly current: Pick<CurrentAccount, 'require' | 'work' | 'cacheSignal'>
}

/** The user opened the order and waits for its fills. */
const turn = { lane: 'orders', urgency: 'asked' } as const

/** Errors of a request to the exchange, as opposed to internal faults. */
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

/** Counts one list at a time, after the page that the user waits for, so that the next page has the total. */
function createCounting() {
  let isCounting = false
  return ({ total }: Pick<ListPage<unknown>, 'total'>, count: () => Promise<number>): void => {
    if (total === null && !isCounting) {
      isCounting = true
      count()
        .catch(() => {
          // The next request meets the same error and reports it.
        })
        .finally(() => {
          isCounting = false
        })
    }
  }
}

/**
 * Sums for one filter at a time: a newer request, or viewing the list with another filter, ends the previous one with
 * `cancelled`.
 */
function createNewestOnly() {
  let running = new AbortController()
  let filterOfRunning = ''
  const end = (): void => running.abort(new AppError('cancelled'))
  return {
    run<Result>(
      filter: OrderFilter | FillFilter,
      until: AbortSignal,
      work: (signal: AbortSignal) => Promise<Result>,
    ): Promise<Result> {
      end()
      running = new AbortController()
      filterOfRunning = JSON.stringify(filter)
      return work(AbortSignal.any([running.signal, until]))
    },
    /** Sums of a filter that has changed since are not needed. */
    look(filter: OrderFilter | FillFilter): void {
      if (JSON.stringify(filter) !== filterOfRunning) end()
    },
  }
}

export function createOrders({ store, current }: OrdersOptions) {
  const countOrders = createCounting()
  const countFills = createCounting()
  const newestOrderTotals = createNewestOnly()
  const newestFillTotals = createNewestOnly()
  const tables = createOrderTables(store)

  /** The order as the stream reports it, until REST has told as much. */
  function withReport(order: ListedOrder): ListedOrder {
    const reported = current.work()?.reportOf(order) ?? null
    return reported === null ? order : { ...withValueOf(reported, []), isReported: true }
  }

  /** Fetches an order's fills. */
  async function fetchDetail(session: AccountSession, cached: Order): Promise<OrderDetail> {
    const cacheSignal = current.cacheSignal()
    const fresh = await session.client.getOrder(cached.id, { ...turn, signal: session.signal })
    session.signal.throwIfAborted()
    const order = withListFields(fresh.order, cached)
    // The user waits for the fills, even if they must not be cached.
    if (!cacheSignal.aborted) await store.putOrderTrades(session.account.id, order, fresh.trades)
    return { order: withValueOf(order, fresh.trades), trades: { status: 'ready', rows: fresh.trades } }
  }

  return {
    ...tables,

    async list({
      filter,
      sort,
      offset,
      limit,
    }: ChannelInput<'orders:list'>): Promise<ChannelOutput<'orders:list'>> {
      const { account } = current.require()
      newestOrderTotals.look(filter)
      const page = await store.listOrders(account.id, filter, sort, offset, limit)
      countOrders(page, () => store.countListed(account.id, filter))
      const rows = await withValues(store, account.id, page.rows)
      return { ...page, rows: rows.map(withReport) }
    },

    async getTotals({
      filter,
    }: ChannelInput<'orders:getTotals'>): Promise<ChannelOutput<'orders:getTotals'>> {
      const { account, signal } = current.require()
      return newestOrderTotals.run(filter, signal, (until) => sumOrders(store, account.id, filter, until))
    },

    async listFills(input: ChannelInput<'orders:listFills'>): Promise<ChannelOutput<'orders:listFills'>> {
      const { account } = current.require()
      const { filter, isDescending, offset, limit } = input
      const page = await store.listFills(account.id, filter, isDescending, offset, limit)
      countFills(page, () => store.countFills(account.id, filter))
      const { wanted } = await store.getFillProgress(account.id)
      return { ...page, ordersWanting: wanted }
    },

    async getFillTotals({
      filter,
    }: ChannelInput<'orders:getFillTotals'>): Promise<ChannelOutput<'orders:getFillTotals'>> {
      const { account, signal } = current.require()
      return newestFillTotals.run(filter, signal, (until) => sumFills(store, account.id, filter, until))
    },

    async get({ id }: ChannelInput<'orders:get'>): Promise<OrderDetail> {
      const session = current.require()
      const order = await store.getOrder(session.account.id, id)
      if (order === null) throw new AppError('notFound', { what: 'order', id })
      if (order.tradesCount === 0)
        return { order: withValueOf(order, []), trades: { status: 'ready', rows: [] } }
      const cached = await store.getOrderTrades(session.account.id, id)
      if (cached?.orderUpdatedAtMs === order.updatedAtMs) {
        return {
          order: withValueOf(order, cached.trades),
          trades: { status: 'ready', rows: cached.trades },
        }
      }
      const unavailable = ({ code, data }: AppError): OrderDetail => ({
        order: withValueOf(order, cached?.trades ?? []),
        trades: {
          status: 'unavailable',
          earlier: cached?.trades ?? null,
          reason: { code, data: { ...data }, ref: null },
        },
      })
      if (!session.connection.isReachable()) return unavailable(new AppError('offline'))
      try {
        return await fetchDetail(session, order)
      } catch (error) {
        // The order itself is known, even if the exchange fails to return its fills.
        if (isAppError(error, ...serviceFaults)) return unavailable(error)
        throw error
      }
    },

    async listFacets(): Promise<ChannelOutput<'orders:listFacets'>> {
      const { id } = current.require().account
      const [markets, cancelReasons] = await Promise.all([
        store.listOrderMarkets(id),
        store.listCancelReasons(id),
      ])
      return { markets, cancelReasons }
    },

    getSyncState(): Promise<OrderSyncState> {
      return readSyncState(store, current.require().account.id, current.work()?.ordersError() ?? null)
    },
  }
}
export type Orders = ReturnType<typeof createOrders>
