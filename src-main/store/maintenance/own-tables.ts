// Classifies tables: the user's own data, or cache by kind. A test compares this with the schema's comments.
import type { DataKind } from '../../../src-preload/contract/data.ts'

/**
 * Tables of the user's own data in families: tables of one family refer to each other and are restored from one source.
 * Within a family, referenced tables come first. A migration that renames or splits a table leaves its old name here, because
 * backups of older versions have it.
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

/** Describes the file itself: measured with the user's own data, but not restored into a new file. */
export const fileTables: readonly string[] = ['migration_history']

/** Cache tables by kind. `candles`: both kinds of candles, distinguished by their series. */
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
 * Settings valid only when written, so not backed up. Restored later they would be wrong: secrets of an account noted as
 * unsaved would be deleted as orphans although it was saved since; a file noted as intact would be a different one.
 */
export const settingsOfTheMoment: readonly string[] = ['accountsWithoutRow', 'fileCheck']
