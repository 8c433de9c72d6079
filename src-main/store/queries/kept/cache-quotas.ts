// No more is cached than the limits say: looked at before each call that puts rows of the service's.
import type Sqlite from 'better-sqlite3'
import type { Order } from '../../../../src-preload/contract/orders/entities.ts'
import { type CacheLimits, createDiskRoom, createRowQuota, quotaReached } from '../../worker/disk-room.ts'
import type { StoreMethods } from '../../api/store-api.ts'
import type { AccountKeys } from '../accounts.ts'
import type { OrderFacets } from '../orders/order-facets.ts'
import type { OrderRows } from '../orders/order-rows.ts'
import { countListedTransfersSql } from '../listed-transfers.ts'

type CacheWrites = Pick<
  StoreMethods,
  | 'putOrders'
  | 'putOrderTrades'
  | 'putOwnTrades'
  | 'putPnlSnapshot'
  | 'putListedTransfers'
  | 'putCandles'
  | 'putMarketTrades'
  | 'putStreamed'
>

/** What of the store's calls the quotas ask. */
type Asked = CacheWrites & Pick<StoreMethods, 'countMarketTrades'>

/** The calls that put rows, each of which fails with `databaseUnavailable` { file, reason } where there is no room. */
export function limitCache(
  db: Sqlite.Database,
  keys: AccountKeys,
  facets: OrderFacets,
  rows: OrderRows,
  methods: Asked,
  limits: CacheLimits,
): CacheWrites {
  const room = createDiskRoom(db.name, limits)
  const countFacets = db
    .prepare<[number], number>('SELECT count(*) FROM order_facets WHERE account_key = ?')
    .pluck()
  const countFills = db
    .prepare<[number], number>('SELECT count(*) FROM order_trades WHERE account_key = ?')
    .pluck()
  const countTransfers = db.prepare<[number], number>(countListedTransfersSql).pluck()
  const fills = createRowQuota<number>(limits.maxFills, (accountKey) => Number(countFills.get(accountKey)))
  const transfers = createRowQuota<number>(limits.maxListedTransfers, (accountKey) =>
    Number(countTransfers.get(accountKey)),
  )

  /** Errors: databaseUnavailable where one of the orders is new, or of a new market or cancel reason, and there is no room for it. */
  function checkOrders(accountId: string, orders: readonly Order[]): void {
    const accountKey = keys.find(accountId)
    if (accountKey === null || orders.length === 0) return
    const count = facets.count(accountKey)
    if (count + orders.length > limits.maxOrders) {
      const ids = [...new Set(orders.map(({ id }) => id))]
      const added = ids.length - rows.get(accountKey, ids).length
      if (added > 0 && count + added > limits.maxOrders) throw quotaReached(db.name, 'ORDERS')
    }
    if (Number(countFacets.get(accountKey)) < limits.maxFacets) return
    const markets = new Set(facets.listMarkets(accountKey))
    const reasons = new Set(facets.listReasons(accountKey))
    const isNew = ({ market, cancelReason }: Order): boolean =>
      !markets.has(market) || (cancelReason !== null && !reasons.has(cancelReason))
    if (orders.some(isNew)) throw quotaReached(db.name, 'MARKETS')
  }

  const feedOf = (network: string, market: string): string => `${network}\n${market}`
  const trades = createRowQuota<string>(limits.maxMarketTrades, (feed) => {
    const [network = '', market = ''] = feed.split('\n')
    return methods.countMarketTrades(network, market)
  })

  return {
    putOrders(accountId, orders, ...rest) {
      room.check()
      checkOrders(accountId, orders)
      return methods.putOrders(accountId, orders, ...rest)
    },
    putOrderTrades(accountId, order, fillsOfOrder) {
      room.check()
      checkOrders(accountId, [order])
      const accountKey = keys.find(accountId)
      if (accountKey !== null && !fills.hasRoomFor(accountKey, fillsOfOrder.length))
        throw quotaReached(db.name, 'FILLS')
      methods.putOrderTrades(accountId, order, fillsOfOrder)
      if (accountKey !== null) fills.note(accountKey, fillsOfOrder.length)
    },
    putOwnTrades(accountId, tradesOfPage, ...rest) {
      room.check()
      const accountKey = keys.find(accountId)
      if (accountKey !== null && !fills.hasRoomFor(accountKey, tradesOfPage.length))
        throw quotaReached(db.name, 'FILLS')
      const result = methods.putOwnTrades(accountId, tradesOfPage, ...rest)
      if (accountKey !== null) fills.note(accountKey, result.useful)
      return result
    },
    putPnlSnapshot(...args) {
      room.check()
      methods.putPnlSnapshot(...args)
    },
    putListedTransfers(accountId, listed, sync) {
      room.check()
      const accountKey = keys.find(accountId)
      if (accountKey !== null && !transfers.hasRoomFor(accountKey, listed.length))
        throw quotaReached(db.name, 'TRANSFERS')
      const result = methods.putListedTransfers(accountId, listed, sync)
      if (accountKey !== null) transfers.note(accountKey, result.changed)
      return result
    },
    putCandles(...args) {
      room.check()
      return methods.putCandles(...args)
    },
    putMarketTrades(network, market, rowsOfMarket, ...rest) {
      room.check()
      const feed = feedOf(network, market)
      if (!trades.hasRoomFor(feed, rowsOfMarket.length)) throw quotaReached(db.name, 'TRADES')
      const result = methods.putMarketTrades(network, market, rowsOfMarket, ...rest)
      trades.note(feed, result.added)
      return result
    },
    // One call has rows of many markets: a full one keeps no other from being written.
    putStreamed(network, told, nowMs) {
      room.check()
      const byMarket = [...Map.groupBy(told.trades, ({ market }) => market)].filter(
        ([market, rowsOfMarket]) => trades.hasRoomFor(feedOf(network, market), rowsOfMarket.length),
      )
      const taken = byMarket.flatMap(([, rowsOfMarket]) => rowsOfMarket)
      const result = methods.putStreamed(network, { ...told, trades: taken }, nowMs)
      for (const [market, rowsOfMarket] of byMarket) trades.note(feedOf(network, market), rowsOfMarket.length)
      return result
    },
  }
}
