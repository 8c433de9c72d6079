// With EXPLAIN that lists read an index in its order.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type Sqlite from 'better-sqlite3'
import { openDatabase } from '../../../src-main/store/worker/database.ts'
import { dataFile } from '../../../src-main/store/files/data-file.ts'
import {
  coverageBeforeSql,
  coverageStartSql,
  coverageWithinSql,
} from '../../../src-main/store/queries/markets/candle-coverage.ts'
import { candlesWithinSql } from '../../../src-main/store/queries/markets/candle-runs.ts'
import { rollupsSql } from '../../../src-main/store/queries/markets/candle-rollups.ts'
import { seriesEndSql, seriesEndsSql } from '../../../src-main/store/queries/markets/candle-series.ts'
import { candleBeforeSql, newestCandlesSql } from '../../../src-main/store/queries/markets/candles.ts'
import { candleMarketsSql, closeBeforeSql } from '../../../src-main/store/queries/markets/closes.ts'
import { countDrawingsSql, listDrawingsSql } from '../../../src-main/store/queries/drawings.ts'
import { newestTradesSql } from '../../../src-main/store/queries/markets/market-trades.ts'
import { listCancelledSql, listFillsSql, selectFillSql } from '../../../src-main/store/queries/marks.ts'
import { countUnreadSql, listNoticesSql, notNotedSql } from '../../../src-main/store/queries/notices.ts'
import {
  countListedFillsSql,
  fillPlacesSql,
  fillsVersionSql,
  selectFillRowSql,
} from '../../../src-main/store/queries/orders/fill-list.ts'
import { longWordIdsSql, wordIdsSql } from '../../../src-main/store/queries/orders/order-conditions.ts'
import { countSql, countUpToSql, pageSql } from '../../../src-main/store/queries/orders/order-index.ts'
import { selectOrderSql } from '../../../src-main/store/queries/orders/order-rows.ts'
import { versionSql } from '../../../src-main/store/queries/orders/orders.ts'
import {
  betweenSql,
  fetchesBetweenSql,
  fillsBetweenSql,
  fillsOfOrderSql,
  stretchSql,
} from '../../../src-main/store/queries/orders/order-sums.ts'
import {
  selectSnapshotSql,
  snapshotsWithinSql,
  snapshotValuesSql,
} from '../../../src-main/store/queries/pnl-history.ts'
import { getBalancesSql } from '../../../src-main/store/queries/balances.ts'
import { countListedTransfersSql, listReceivedSql } from '../../../src-main/store/queries/listed-transfers.ts'
import { flowsByTimeSql } from '../../../src-main/store/queries/fill-flows.ts'
import { latestSnapshotSql } from '../../../src-main/store/queries/pnl.ts'
import {
  fillMarketsSql,
  fillsByTimeSql,
  countFillsSql,
  createdOrdersSql,
  lackingChangedSql,
  lackingOrdersSql,
  lackingPieceSql,
  lackingWantedSql,
} from '../../../src-main/store/queries/report-rows.ts'
import { prepareStoreMethods } from '../../../src-main/store/worker/store-methods.ts'
import { sampleAccount, sampleOrder } from './support.ts'

const folder = mkdtempSync(join(tmpdir(), 'starkdesk-plans-'))

function openFilled(name: string): Sqlite.Database {
  const db = openDatabase(join(folder, name), dataFile, 0)
  const store = prepareStoreMethods(db)
  store.putAccount(sampleAccount('a'))
  const states = ['done', 'cancel', 'wait'] as const
  const orders = Array.from({ length: 3000 }, (_, id) => sampleOrder(id, { state: states[id % 3] ?? 'done' }))
  store.putOrders('a', orders, null)
  return db
}

/** They are only asked how they would read. With statistics SQLite could change its mind. */
const filled = openFilled('filled.db')
const analyzed = openFilled('analyzed.db')
analyzed.exec('ANALYZE')
afterAll(() => {
  filled.close()
  analyzed.close()
  rmSync(folder, { recursive: true })
})

function explain(db: Sqlite.Database, sql: string, parameters: number[]): string {
  const rows = db
    .prepare<number[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
    .all(...parameters)
    .map(({ detail }) => detail)
  return rows.join('\n')
}

// Every filter of the screen becomes one of these: markets, sides, types and states together name facets; dates bound
// both lists. order-list.test.ts proves that they answer right; this, that they read nothing else.
const plans: [name: string, sql: string, parameters: number[], plan: RegExp][] = [
  [
    'the fills of a market within any times',
    listFillsSql,
    [1, 1, 0, 5, 100],
    /^SEARCH order_trades USING COVERING INDEX order_trades_by_time \(account_key=\? AND <expr>=\? AND <expr>>\? AND <expr><\?\)$/,
  ],
  [
    'one fill',
    selectFillSql,
    [1, 5, 0],
    /^SEARCH order_trades USING PRIMARY KEY \(account_key=\? AND order_id=\? AND position=\?\)$/,
  ],
  [
    'the drawings of a market',
    listDrawingsSql,
    [1, 1],
    /^SEARCH drawings USING INDEX drawings_by_market \(network=\? AND market=\?\)$/,
  ],
  [
    'how many drawings a market has',
    countDrawingsSql,
    [1, 1, 1],
    /^SEARCH drawings USING COVERING INDEX drawings_by_market \(network=\? AND market=\?\)$/,
  ],
  ['one order', selectOrderSql, [1, 5], /^SEARCH orders USING PRIMARY KEY \(account_key=\? AND id=\?\)$/],
  [
    'the newest candles',
    newestCandlesSql,
    [1, 5, 100],
    /^SEARCH candles USING PRIMARY KEY \(series_id=\? AND time_ms<\?\)$/,
  ],
  [
    'candles of a range',
    candlesWithinSql,
    [1, 5, 100],
    /^SEARCH candles USING PRIMARY KEY \(series_id=\? AND time_ms>\? AND time_ms<\?\)$/,
  ],
  [
    'the candle before a time',
    candleBeforeSql,
    [1, 5],
    /^SEARCH candles USING PRIMARY KEY \(series_id=\? AND time_ms<\?\)$/,
  ],
  [
    'aggregates of a range',
    rollupsSql,
    [1, 5, 5, 100],
    /^SEARCH candle_rollups USING PRIMARY KEY \(series_id=\? AND period_minutes=\? AND time_ms>\? AND time_ms<\?\)$/,
  ],
  [
    'what is covered before a time',
    coverageBeforeSql,
    [1, 5],
    /^SEARCH candle_coverage USING PRIMARY KEY \(series_id=\? AND from_ms<\?\)$/,
  ],
  [
    'what is covered within a range',
    coverageWithinSql,
    [1, 5, 100],
    /^SEARCH candle_coverage USING PRIMARY KEY \(series_id=\? AND from_ms>\? AND from_ms<\?\)$/,
  ],
  [
    'where a series starts',
    coverageStartSql,
    [1],
    /^SEARCH candle_coverage USING PRIMARY KEY \(series_id=\?\)$/,
  ],
  [
    'the series of a market',
    seriesEndsSql,
    [1, 1],
    /^SEARCH candle_series USING INDEX sqlite_autoindex_candle_series_1 \(network=\? AND market=\?\)$/,
  ],
  [
    'one series of a market',
    seriesEndSql,
    [1, 1, 1],
    /^SEARCH candle_series USING INDEX sqlite_autoindex_candle_series_1 \(network=\? AND market=\? AND period_minutes=\?\)$/,
  ],
  [
    'the newest public trades',
    newestTradesSql,
    [1, 100],
    /^SEARCH market_trades USING INDEX market_trades_by_time \(feed_id=\?\)$/,
  ],
  [
    'the notices, from any of them on',
    listNoticesSql,
    [5, 50],
    /^SEARCH notices USING INTEGER PRIMARY KEY \(rowid<\?\)$/,
  ],
  ['the notices that nobody was told of', notNotedSql, [1], /USING (COVERING )?INDEX notices_not_noted/],
  ['the unread notices', countUnreadSql, [], /^SCAN notices USING INDEX notices_unread$/],
  [
    'the newest profit and loss',
    latestSnapshotSql,
    [1],
    /^SEARCH pnl_snapshots USING INDEX pnl_snapshots_by_account \(account_key=\?\)$/,
  ],
  [
    'the last reading of balances',
    getBalancesSql,
    [1],
    /^SEARCH balance_readings USING INTEGER PRIMARY KEY \(rowid=\?\)$/,
  ],
  [
    'transfers to an account',
    listReceivedSql,
    [1, 2],
    /^SEARCH listed_transfers USING INDEX listed_transfers_by_recipient \(account_key=\? AND told_destination_address=\?\)$/,
  ],
  [
    'how many transfers are listed',
    countListedTransfersSql,
    [1],
    /^SEARCH listed_transfers USING (COVERING INDEX listed_transfers_by_recipient|PRIMARY KEY) \(account_key=\?\)$/,
  ],
  [
    'earlier profit and loss, from any snapshot on',
    snapshotsWithinSql,
    [1, 5, 1, 5, 100],
    /^SEARCH pnl_snapshots USING INDEX pnl_snapshots_by_account \(account_key=\? AND id>\?\)$/,
  ],
  [
    'one snapshot of profit and loss',
    selectSnapshotSql,
    [1, 1],
    /^SEARCH pnl_snapshots USING INTEGER PRIMARY KEY \(rowid=\?\)$/,
  ],
  [
    'the last candle of a series up to a time, for its close',
    closeBeforeSql,
    [1, 5],
    /^SEARCH candles USING PRIMARY KEY \(series_id=\? AND time_ms<\?\)$/,
  ],
  [
    'the markets with candles',
    candleMarketsSql,
    [1],
    /^SEARCH candle_series USING COVERING INDEX sqlite_autoindex_candle_series_1 \(network=\?\)$/,
  ],
  [
    'the values of a snapshot',
    snapshotValuesSql,
    [1],
    /^SEARCH pnl_entries USING PRIMARY KEY \(snapshot_id=\?\)$/,
  ],
  [
    'the fills of all markets in the order of time, from any fill on',
    flowsByTimeSql,
    [1, 0, 5, 5, 5, 5, 100],
    /^SEARCH t USING INDEX order_trades_listed \(account_key=\? AND <expr>>\? AND <expr><\?\)\nCORRELATED SCALAR SUBQUERY 1\nSEARCH o USING PRIMARY KEY \(account_key=\? AND id=\?\)\nSEARCH f USING INTEGER PRIMARY KEY \(rowid=\?\)$/,
  ],
  [
    'the fills of a market in the order of time, from any fill on',
    fillsByTimeSql,
    [1, 1, 0, 5, 5, 5, 5, 100],
    /^SEARCH t USING INDEX order_trades_by_time \(account_key=\? AND <expr>=\? AND <expr>>\? AND <expr><\?\)\nCORRELATED SCALAR SUBQUERY 1\nSEARCH o USING PRIMARY KEY \(account_key=\? AND id=\?\)\nSEARCH f USING INTEGER PRIMARY KEY \(rowid=\?\)$/,
  ],
]

const sortIndexes = {
  created: ['orders_by_time', 'created_at_ms'],
  updated: ['orders_by_change', 'updated_at_ms'],
  price: ['orders_by_price', 'price_key'],
  volume: ['orders_by_volume', 'volume_key'],
} as const
const owned = { sql: 'account_key = ?', values: [] }
const facet = 'facet_id IN (SELECT value FROM json_each(?))'
/** All that a filter can ask for of an index of lists. */
const filtered = {
  sql: `account_key = ? AND created_at_ms BETWEEN ? AND ? AND price_key BETWEEN ? AND ? AND volume_key BETWEEN ? AND ? AND ${facet}
    AND (id IN (SELECT value FROM json_each(?)) OR ${facet})`,
  values: [],
}
const filteredBy = [1, 1, 5, 1, 5, 1, 5, 1, 1, 1]
const page = [100, 0]
const lists = '(\\nLIST SUBQUERY \\d+\\nSCAN json_each VIRTUAL TABLE INDEX 1:(\\nCREATE BLOOM FILTER)?)*$'

for (const column of ['created', 'updated', 'price', 'volume'] as const) {
  const [index, name] = sortIndexes[column]
  const start = `^SEARCH orders USING COVERING INDEX ${index} \\(account_key=\\?`
  plans.push(
    [
      `the list by ${column}, from the highest down`,
      pageSql(column, name, owned, `${name} DESC, id DESC`),
      [1, ...page],
      new RegExp(`${start}\\)$`),
    ],
    [
      `the list by ${column}, from the lowest up, which sorts equal keys alone`,
      pageSql(column, name, owned, `${name} ASC, id DESC`),
      [1, ...page],
      new RegExp(`${start}\\)\\nUSE TEMP B-TREE FOR LAST TERM OF ORDER BY$`),
    ],
    [
      `the list by ${column} from its end`,
      pageSql(column, name, owned, `${name} ASC, id ASC`),
      [1, ...page],
      new RegExp(`${start}\\)$`),
    ],
    [
      `the list by ${column} after a place`,
      pageSql(
        column,
        name,
        { sql: `account_key = ? AND (${name}, id) < (?, ?)`, values: [] },
        `${name} DESC, id DESC`,
      ),
      [1, 5, 5, ...page],
      new RegExp(`${start} AND \\(${name},id\\)<\\(\\?,\\?\\)\\)$`),
    ],
    [
      `the list by ${column} with every filter`,
      pageSql(column, name, filtered, `${name} DESC, id DESC`),
      [...filteredBy, ...page],
      new RegExp(`${start}.*\\)${lists}`),
    ],
    [
      `the count by ${column} with every filter`,
      countSql(column, filtered),
      filteredBy,
      new RegExp(`${start}.*\\)${lists}`),
    ],
    [
      `the count of a range of ${column}`,
      countUpToSql(column, { sql: `account_key = ? AND ${name} BETWEEN ? AND ?`, values: [] }),
      [1, 1, 5, 100],
      new RegExp(
        `SEARCH orders USING COVERING INDEX ${index} \\(account_key=\\? AND ${name}>\\? AND ${name}<\\?\\)`,
      ),
    ],
  )
}
const ofFills = {
  sql: `account_key = ? AND ifnull(created_at_ms, order_at_ms) BETWEEN ? AND ?
    AND (ifnull(created_at_ms, order_at_ms), order_id, position) < (?, ?, ?)`,
  values: [],
}
plans.push(
  [
    'the orders of a few combinations',
    countSql('facet', filtered),
    filteredBy,
    /^SEARCH orders USING COVERING INDEX orders_by_facet \(facet_id=\? AND/,
  ],
  [
    'orders by their ids',
    countSql('id', { sql: 'account_key = ? AND id IN (SELECT value FROM json_each(?))', values: [] }),
    [1, 1],
    new RegExp(`^SEARCH orders USING PRIMARY KEY \\(account_key=\\? AND id=\\?\\)${lists}`),
  ],
  [
    'orders by their ids in the order of a list',
    pageSql(
      'id',
      'created_at_ms',
      { sql: 'account_key = ? AND id IN (SELECT value FROM json_each(?))', values: [] },
      '+created_at_ms DESC, id DESC',
    ),
    [1, 1, ...page],
    /^SEARCH orders USING PRIMARY KEY \(account_key=\? AND id=\?\)[^]*USE TEMP B-TREE FOR ORDER BY$/,
  ],
  [
    'ids by the beginning of the uuid',
    wordIdsSql,
    [1, 1, 5],
    /^SEARCH orders USING COVERING INDEX orders_by_uuid \(account_key=\? AND uuid_key>\? AND uuid_key<\?\)$/,
  ],
  [
    'ids by more than the beginning of the uuid',
    longWordIdsSql,
    [1, 1, 5, 10, 1],
    /^SEARCH orders USING INDEX orders_by_uuid \(account_key=\? AND uuid_key>\? AND uuid_key<\?\)$/,
  ],
  [
    'orders by the beginning of the uuid, or by another part of the text',
    countSql('uuid', {
      sql: `account_key = ? AND (id = ? OR ${facet} OR (uuid_key >= ? AND uuid_key < ?))`,
      values: [],
    }),
    [1, 1, 1, 1, 5],
    new RegExp(`^SEARCH orders USING COVERING INDEX orders_by_uuid \\(account_key=\\?\\)${lists}`),
  ],
  [
    'orders of two words, each of which begins more uuids than are listed',
    countSql('uuid', {
      sql: `account_key = ? AND (id = ? OR ${facet} OR (uuid_key >= ? AND uuid_key < ?))
        AND (id = ? OR ${facet} OR (uuid_key >= ? AND uuid_key < ?))`,
      values: [],
    }),
    [1, 1, 1, 1, 5, 1, 1, 1, 5],
    new RegExp(`^SEARCH orders USING COVERING INDEX orders_by_uuid \\(account_key=\\?\\)${lists}`),
  ],
  [
    'orders of two words that few have by their ids',
    countSql('id', {
      sql: `account_key = ? AND id IN (SELECT value FROM json_each(?)) AND id IN (SELECT value FROM json_each(?))`,
      values: [],
    }),
    [1, 1, 1],
    new RegExp(`^SEARCH orders USING PRIMARY KEY \\(account_key=\\? AND id=\\?\\)${lists}`),
  ],
  [
    'what fits of a stretch of orders',
    betweenSql({ sql: `created_at_ms > ? AND ${facet}`, values: [] }),
    [1, 1, 5, 1, 1],
    new RegExp(`^SEARCH orders USING PRIMARY KEY \\(account_key=\\? AND id>\\? AND id<\\?\\)${lists}`),
  ],
  [
    'where a stretch of orders begins',
    stretchSql,
    [1, 5, 100],
    /^SEARCH orders USING PRIMARY KEY \(account_key=\? AND id<\?\)$/,
  ],
  [
    'how often orders have changed',
    versionSql,
    [1, 1],
    // Combinations are few; with statistics SQLite reads all of them.
    /(SEARCH|SCAN) order_facets[^]*SEARCH order_changes USING INTEGER PRIMARY KEY/,
  ],
  [
    'of which orders fills were fetched',
    fetchesBetweenSql,
    [1, 1, 5],
    /^SEARCH order_trade_fetches USING PRIMARY KEY \(account_key=\? AND order_id>\? AND order_id<\?\)$/,
  ],
  [
    'fills of a stretch of orders',
    fillsBetweenSql,
    [1, 1, 5],
    /^SEARCH order_trades USING PRIMARY KEY \(account_key=\? AND order_id>\? AND order_id<\?\)$/,
  ],
  [
    'fills of one order',
    fillsOfOrderSql,
    [1, 5],
    /^SEARCH order_trades USING PRIMARY KEY \(account_key=\? AND order_id=\?\)$/,
  ],
  ...[true, false].map((isDescending): (typeof plans)[number] => [
    `the fills ${isDescending ? 'backwards' : 'forwards'} from a place`,
    fillPlacesSql(ofFills, isDescending),
    [1, 0, 5, 5, 5, 5, ...page],
    /^SEARCH order_trades USING COVERING INDEX order_trades_listed \(account_key=\? AND <expr>>\? AND <expr><\?\)$/,
  ]),
  [
    'the count of fills',
    countListedFillsSql(ofFills),
    [1, 0, 5, 5, 5, 5],
    /^SEARCH order_trades USING COVERING INDEX order_trades_listed \(account_key=\? AND <expr>>\? AND <expr><\?\)$/,
  ],
  [
    'a fill of the list',
    selectFillRowSql,
    [1, 5, 0],
    /^SEARCH order_trades USING PRIMARY KEY \(account_key=\? AND order_id=\? AND position=\?\)\nCORRELATED SCALAR SUBQUERY/,
  ],
  [
    'how often fills have changed',
    fillsVersionSql,
    [1],
    /^SEARCH order_changes USING INTEGER PRIMARY KEY \(rowid=\?\)$/,
  ],
)

test.each(plans)('%s reads one index in its order and sorts nothing', (_name, sql, parameters, plan) => {
  expect(explain(filled, sql, parameters)).toMatch(plan)
  expect(explain(analyzed, sql, parameters)).toMatch(plan)
})

test('what was cancelled of a market is read by the time of its end, newest first', () => {
  const rows = filled
    .prepare<[Record<string, number>], { detail: string }>(`EXPLAIN QUERY PLAN ${listCancelledSql}`)
    .all({ accountKey: 1, market: 1, fromMs: 0, toMs: 5, limit: 100 })
  const plan = rows.map(({ detail }) => detail).join('\n')
  expect(plan).toContain(
    'SEARCH orders USING INDEX orders_left_by_change (account_key=? AND updated_at_ms>? AND updated_at_ms<?)',
  )
  expect(plan).not.toContain('TEMP B-TREE')
})

test('orders of a report are read by number, so that a piece costs the same wherever it begins', () => {
  expect(explain(filled, lackingPieceSql, [1, 100, 100])).toContain(
    'SEARCH orders USING PRIMARY KEY (account_key=? AND id<?)',
  )
  const plan = explain(filled, lackingOrdersSql, [1, 50, 100])
  expect(plan).toContain('SEARCH orders USING PRIMARY KEY (account_key=? AND id>? AND id<?)')
  expect(plan).toContain('SEARCH f USING PRIMARY KEY (account_key=? AND order_id=?)')
  expect(explain(filled, createdOrdersSql, [1, 0, 100])).toContain('COVERING INDEX orders_by_time')
  expect(explain(filled, lackingChangedSql, [1, 100])).toContain(
    'orders_by_change (account_key=? AND updated_at_ms>?)',
  )
  expect(explain(filled, lackingWantedSql, [1])).toContain('orders_wanting_fills (account_key=?)')
  expect(explain(filled, countFillsSql, [1, 1, 0, 100])).toContain('order_trades_by_time')
})

test('markets with fills are found one after the other, without reading their fills', () => {
  const rows = filled
    .prepare<[{ accountKey: number }], { detail: string }>(`EXPLAIN QUERY PLAN ${fillMarketsSql}`)
    .all({ accountKey: 1 })
  const reads = rows.filter(({ detail }) => detail.includes('order_trades_by_time'))
  expect(reads).toHaveLength(2)
  for (const { detail } of reads)
    expect(detail).toMatch(/USING COVERING INDEX order_trades_by_time \(account_key=\? AND <expr>>\?\)$/)
})
