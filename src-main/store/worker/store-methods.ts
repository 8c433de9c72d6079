// Putting every query together into the calls of the store, on one connection.
import type Sqlite from 'better-sqlite3'
import { type CacheLimits, defaultCacheLimits } from './disk-room.ts'
import { prepareAccountKeys, prepareAccounts } from '../queries/accounts.ts'
import { prepareBalances } from '../queries/balances.ts'
import { prepareListedTransfers } from '../queries/listed-transfers.ts'
import { limitCache } from '../queries/kept/cache-quotas.ts'
import { prepareCandleRange } from '../queries/markets/candle-range.ts'
import { prepareCandles } from '../queries/markets/candles.ts'
import { prepareCloses } from '../queries/markets/closes.ts'
import { prepareDayVwap } from '../queries/markets/day-vwap.ts'
import { prepareDrawings } from '../queries/drawings.ts'
import { prepareFillList } from '../queries/orders/fill-list.ts'
import { prepareHistory } from '../queries/history.ts'
import { prepareKeptKinds } from '../queries/kept/kept-kinds.ts'
import { prepareMarks } from '../queries/marks.ts'
import { prepareMarketTrades } from '../queries/markets/market-trades.ts'
import { prepareStreamed } from '../queries/markets/streamed.ts'
import { prepareMovements } from '../queries/movements.ts'
import { prepareOpeningParts } from '../queries/opening-parts.ts'
import { prepareNotices } from '../queries/notices.ts'
import { prepareOrderFacets } from '../queries/orders/order-facets.ts'
import { prepareOrderList } from '../queries/orders/order-list.ts'
import { prepareOrderRows } from '../queries/orders/order-rows.ts'
import { prepareOrderSums } from '../queries/orders/order-sums.ts'
import { prepareOrderTrades } from '../queries/orders/order-trades.ts'
import { prepareOrderFills } from '../queries/orders/order-fills.ts'
import { prepareOwnTrades } from '../queries/orders/own-trades.ts'
import { prepareOrders } from '../queries/orders/orders.ts'
import { preparePnlHistory } from '../queries/pnl-history.ts'
import { preparePnl } from '../queries/pnl.ts'
import { preparePriceAlerts } from '../queries/price-alerts.ts'
import { prepareFillFlows } from '../queries/fill-flows.ts'
import { prepareReportRows } from '../queries/report-rows.ts'
import { prepareSettings } from '../queries/settings.ts'
import { prepareWatchedMarkets } from '../queries/markets/watched-markets.ts'
import type { StoreMethods } from '../api/store-api.ts'

/** Prepares every statement of the store on an open, current database; throws SQLite's error when a table is missing. */
export function prepareStoreMethods(
  db: Sqlite.Database,
  limits: CacheLimits = defaultCacheLimits,
): StoreMethods {
  const keys = prepareAccountKeys(db)
  const facets = prepareOrderFacets(db)
  const rows = prepareOrderRows(db, facets)
  const list = prepareOrderList(db, facets)
  const notices = prepareNotices(db)
  const fills = prepareOrderFills(db, rows)
  const paged = prepareOwnTrades(db, keys, fills)
  const methods: StoreMethods = {
    ...prepareSettings(db),
    ...prepareAccounts(db, keys),
    ...prepareOrders(db, keys, facets, rows, list),
    ...prepareOrderTrades(db, keys, facets, rows, fills, paged),
    ...paged.methods,
    ...prepareOrderSums(db, keys, facets),
    ...prepareFillList(db, keys),
    ...preparePnl(db, keys),
    ...prepareBalances(db, keys),
    ...prepareListedTransfers(db, keys),
    ...preparePnlHistory(db, keys),
    ...prepareReportRows(db, keys, facets),
    ...prepareFillFlows(db, keys),
    ...prepareMovements(db),
    ...prepareOpeningParts(db),
    ...prepareCandles(db),
    ...prepareCloses(db),
    ...prepareWatchedMarkets(db),
    ...prepareDrawings(db),
    ...prepareMarks(db, keys, rows, list),
    ...prepareCandleRange(db),
    ...prepareDayVwap(db),
    ...prepareHistory(db, keys),
    ...prepareMarketTrades(db),
    ...prepareStreamed(db),
    ...prepareKeptKinds(db),
    ...preparePriceAlerts(db, notices),
    ...notices.methods,
  }
  return { ...methods, ...limitCache(db, keys, facets, rows, methods, limits) }
}
