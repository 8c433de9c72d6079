// The orders service for the page. Answers from the cache without waiting for the exchange.
import type { ListedOrder, Order, OrderDetail } from '../../src-preload/contract/orders/entities.ts'
import type { ChannelInput, ChannelOutput } from '../../src-preload/contract/contract.ts'
import type { FillFilter, OrderFilter, OrderSyncState } from '../../src-preload/contract/orders/orders.ts'
import { AppError, isAppError } from '../../src-preload/domain/errors.ts'
import type { ListPage } from '../store/api/order-pages.ts'
import type { Store } from '../store/api/store-api.ts'
import type { AccountSession } from '../session/account-session.ts'
import type { CurrentAccount } from '../session/current-account.ts'
import { askedAccountIds, listNetworkAccounts } from '../session/network-accounts.ts'
import { withListFields } from './open-orders.ts'
import { readSyncState } from './order-sync.ts'
import { createOrderTables } from './order-tables.ts'
import { createStopPlaces } from './stop-places.ts'
import { sumFills, sumOrders } from './order-totals.ts'
import { withOwnValues, withValueOf, withValues } from './order-values.ts'

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

/** Whose rows, by which filter. */
interface Asked {
  readonly accounts: 'all' | undefined
  readonly filter: OrderFilter | FillFilter
}

async function countEach(ids: readonly string[], count: (id: string) => Promise<number>): Promise<number> {
  const counts = await Promise.all(ids.map(count))
  return counts.reduce((sum, one) => sum + one, 0)
}

/** Each text once, in the order of their letters. */
const mergeSorted = (lists: readonly (readonly string[])[]): string[] => [...new Set(lists.flat())].sort()

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
      asked: Asked,
      until: AbortSignal,
      work: (signal: AbortSignal) => Promise<Result>,
    ): Promise<Result> {
      end()
      running = new AbortController()
      filterOfRunning = JSON.stringify(asked)
      return work(AbortSignal.any([running.signal, until]))
    },
    /** Sums of a filter that has changed since are not needed. */
    look(asked: Asked): void {
      if (JSON.stringify(asked) !== filterOfRunning) end()
    },
  }
}

export function createOrders({ store, current }: OrdersOptions) {
  const countOrders = createCounting()
  const countFills = createCounting()
  const newestOrderTotals = createNewestOnly()
  const newestFillTotals = createNewestOnly()
  const tables = createOrderTables(store)
  const stopPlaces = createStopPlaces(store)

  /** The order as the stream reports it, until REST has told as much. */
  function withReport(order: ListedOrder): ListedOrder {
    const reported = current.work()?.reportOf(order) ?? null
    return reported === null ? order : { ...withValueOf(reported, []), isReported: true }
  }

  const withOwnReport = (row: ListedOrder): ListedOrder => ({ ...withReport(row), accountId: row.accountId })

  /** An order of another account on the network in use. The exchange is never asked for it: the session is of the account in use. */
  async function getOfAnother(inUse: AccountSession, accountId: string, id: number): Promise<OrderDetail> {
    const ids = await askedAccountIds(store, inUse.account, 'all')
    const found = ids.includes(accountId) ? await store.getOrder(accountId, id) : null
    if (found === null) throw new AppError('notFound', { what: 'order', id })
    const cached = await store.getOrderTrades(accountId, id)
    const earlier = cached?.trades ?? null
    const order = { ...withValueOf(found, earlier ?? []), accountId }
    if (found.tradesCount === 0) return { order, trades: { status: 'ready', rows: [] } }
    if (cached?.orderUpdatedAtMs === found.updatedAtMs)
      return { order, trades: { status: 'ready', rows: cached.trades } }
    const { code, data } = new AppError('notFound', { what: 'fills' })
    return { order, trades: { status: 'unavailable', earlier, reason: { code, data, ref: null } } }
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
      accounts,
      filter,
      sort,
      offset,
      limit,
    }: ChannelInput<'orders:list'>): Promise<ChannelOutput<'orders:list'>> {
      const { account } = current.require()
      newestOrderTotals.look({ accounts, filter })
      if (accounts === 'all') {
        const ids = await askedAccountIds(store, account, accounts)
        const page = await store.listOrdersOf(ids, filter, sort, offset, limit)
        countOrders(page, () => countEach(ids, (id) => store.countListed(id, filter)))
        const rows = await withOwnValues(store, page.rows)
        return { ...page, rows: rows.map((row) => (row.accountId === account.id ? withOwnReport(row) : row)) }
      }
      const page = await store.listOrders(account.id, filter, sort, offset, limit)
      countOrders(page, () => store.countListed(account.id, filter))
      const rows = await withValues(store, account.id, page.rows)
      return { ...page, rows: rows.map(withReport) }
    },

    async listStopPlaces(): Promise<ChannelOutput<'orders:listStopPlaces'>> {
      return { places: await stopPlaces.find(current.require()) }
    },

    async getTotals({
      accounts,
      filter,
    }: ChannelInput<'orders:getTotals'>): Promise<ChannelOutput<'orders:getTotals'>> {
      const { account, signal } = current.require()
      return newestOrderTotals.run({ accounts, filter }, signal, async (until) =>
        sumOrders(store, await askedAccountIds(store, account, accounts), filter, until),
      )
    },

    async listFills(input: ChannelInput<'orders:listFills'>): Promise<ChannelOutput<'orders:listFills'>> {
      const { account } = current.require()
      const { accounts, filter, isDescending, offset, limit } = input
      if (accounts === 'all') {
        const ids = await askedAccountIds(store, account, accounts)
        const page = await store.listFillsOf(ids, filter, isDescending, offset, limit)
        countFills(page, () => countEach(ids, (id) => store.countFills(id, filter)))
        const ordersWanting = await countEach(ids, async (id) => (await store.getFillProgress(id)).wanted)
        return { ...page, ordersWanting }
      }
      const page = await store.listFills(account.id, filter, isDescending, offset, limit)
      countFills(page, () => store.countFills(account.id, filter))
      const { wanted } = await store.getFillProgress(account.id)
      return { ...page, ordersWanting: wanted }
    },

    async getFillTotals({
      accounts,
      filter,
    }: ChannelInput<'orders:getFillTotals'>): Promise<ChannelOutput<'orders:getFillTotals'>> {
      const { account, signal } = current.require()
      return newestFillTotals.run({ accounts, filter }, signal, async (until) =>
        sumFills(store, await askedAccountIds(store, account, accounts), filter, until),
      )
    },

    async get({ id, accountId }: ChannelInput<'orders:get'>): Promise<OrderDetail> {
      const session = current.require()
      if (accountId !== undefined && accountId !== session.account.id)
        return getOfAnother(session, accountId, id)
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

    async listFacets({
      accounts,
    }: ChannelInput<'orders:listFacets'>): Promise<ChannelOutput<'orders:listFacets'>> {
      const ids = await askedAccountIds(store, current.require().account, accounts)
      const [markets, cancelReasons] = await Promise.all([
        Promise.all(ids.map((id) => store.listOrderMarkets(id))),
        Promise.all(ids.map((id) => store.listCancelReasons(id))),
      ])
      return { markets: mergeSorted(markets), cancelReasons: mergeSorted(cancelReasons) }
    },

    async listAccounts(): Promise<ChannelOutput<'orders:listAccounts'>> {
      const all = await listNetworkAccounts(store, current.require().account)
      const accounts = await Promise.all(
        all.map(async ({ id }) => {
          const { cached, open, asOfMs } = await readSyncState(store, id, null)
          return { accountId: id, orders: cached, open, asOfMs }
        }),
      )
      return { accounts }
    },

    getSyncState(): Promise<OrderSyncState> {
      return readSyncState(store, current.require().account.id, current.work()?.errorOf('orders') ?? null)
    },
  }
}
