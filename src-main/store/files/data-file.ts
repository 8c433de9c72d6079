// The data file: the cache, and beside it what is the user's own and no journal. Says whose each table is; a test compares
// this with the schema's comments.
import type { DataKind } from '../../../src-preload/contract/app/data.ts'
import { migrations } from '../migrations/all.ts'
import type { FileKind } from './file-kind.ts'

/**
 * Settings valid only when written, so not backed up. Restored later they would be wrong: secrets of an account noted as
 * unsaved would be deleted as orphans although it was saved since; a file noted as intact would be a different one.
 */
export const settingsOfTheMoment: readonly string[] = ['accountsWithoutRow', 'fileCheck']

export const dataFile: FileKind = {
  name: 'data',
  // "StkD"
  applicationId: 0x53746b44,
  migrations,
  // The cache is fetched again. What is the user's own is written with writeDurably.
  synchronous: 'NORMAL',
  backupPrefix: 'own',
  ownFamilies: [
    ['accounts'],
    ['settings'],
    ['watched_markets'],
    ['movements'],
    ['opening_parts'],
    ['price_alerts', 'notices', 'order_notice_marks', 'told_orders', 'told_events'],
    ['drawings'],
  ],
  isMissed: false,
  afterRepair(db, saved) {
    // They refer to accounts, so both must be from the same, latest moment. Backups contain no such settings.
    if (saved.has('settings') && saved.has('accounts')) return
    const forget = db.prepare<[string]>('DELETE FROM settings WHERE key = ?')
    for (const key of settingsOfTheMoment) forget.run(key)
  },
}

/** Cache tables by kind. `candles`: both kinds of candles, distinguished by their series. */
export const cacheTables: Readonly<Record<string, DataKind | 'candles'>> = {
  orders: 'orders',
  order_facets: 'orders',
  order_sync: 'orders',
  order_changes: 'orders',
  order_refusals: 'orders',
  order_trades: 'fills',
  order_trade_fetches: 'fills',
  fill_pages: 'fills',
  paged_fills: 'fills',
  fill_conflicts: 'fills',
  pnl_snapshots: 'pnl',
  pnl_entries: 'pnl',
  balance_readings: 'pnl',
  listed_transfers: 'pnl',
  listed_transfers_sync: 'pnl',
  candle_series: 'candles',
  candles: 'candles',
  candle_coverage: 'candles',
  candle_rollups: 'fineCandles',
  trade_feeds: 'marketTrades',
  market_trades: 'marketTrades',
  trade_coverage: 'marketTrades',
}
