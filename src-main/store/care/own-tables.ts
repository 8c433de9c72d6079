// Owns: which table is whose: the user's own, and of which kind the cache is.
// Must not: hold SQL. A test holds this against the comments of the schema, so that a new table cannot be forgotten.
import type { DataKind } from '../../../src-preload/contract/data.ts'

/**
 * The tables of the user's own, in families: tables of one family refer to each other and are taken from one source.
 * Within a family, what is referred to comes first. A migration that renames or splits a table leaves its old name
 * here: backups of older versions have it.
 */
export const ownFamilies: readonly (readonly string[])[] = [
  ['accounts'],
  ['settings'],
  ['watched_markets'],
  ['transfers', 'transfer_steps'],
  ['found_transfers'],
  ['recipients'],
  ['movements'],
  ['price_alerts', 'notices', 'order_notice_marks', 'told_orders'],
  ['drawings'],
]

/** Speaks of the file itself: measured with the user's own, but a new file has a history of its own. */
export const fileTables: readonly string[] = ['migration_history']

/** Tables of the cache by kind. `candles`: of both kinds of candles, told apart by their series. */
export const cacheTables: Readonly<Record<string, DataKind | 'candles'>> = {
  orders: 'orders',
  order_facets: 'orders',
  order_sync: 'orders',
  order_changes: 'orders',
  order_refusals: 'orders',
  order_trades: 'fills',
  order_trade_fetches: 'fills',
  pnl_snapshots: 'pnl',
  pnl_entries: 'pnl',
  candle_series: 'candles',
  candles: 'candles',
  candle_coverage: 'candles',
  candle_rollups: 'fineCandles',
  trade_feeds: 'marketTrades',
  market_trades: 'marketTrades',
  trade_coverage: 'marketTrades',
}

/**
 * Settings that speak of the moment in which they were written, and are not backed up. Brought back later they would be
 * believed of then: an account noted as not kept yet may have been kept since, and its secrets would be removed as left
 * over; a file noted as sound would be another one.
 */
export const settingsOfTheMoment: readonly string[] = ['accountsWithoutRow', 'fileCheck']
