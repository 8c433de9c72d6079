// Owns: proving with EXPLAIN that lists read an index in its order. Must not: measure time.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type Sqlite from 'better-sqlite3'
import { openDatabase } from '../../../src-main/store/database.ts'
import { migrations } from '../../../src-main/store/migrations/all.ts'
import {
  coverageBeforeSql,
  coverageStartSql,
  coverageWithinSql,
} from '../../../src-main/store/queries/markets/candle-coverage.ts'
import { rollupsSql } from '../../../src-main/store/queries/markets/candle-rollups.ts'
import { seriesEndsSql } from '../../../src-main/store/queries/markets/candle-series.ts'
import {
  candleBeforeSql,
  candlesWithinSql,
  newestCandlesSql,
} from '../../../src-main/store/queries/markets/candles.ts'
import { candleMarketsSql, closeBeforeSql } from '../../../src-main/store/queries/markets/closes.ts'
import { countDrawingsSql, listDrawingsSql } from '../../../src-main/store/queries/drawings.ts'
import { newestTradesSql } from '../../../src-main/store/queries/markets/market-trades.ts'
import { listCancelledSql, listFillsSql, selectFillSql } from '../../../src-main/store/queries/marks.ts'
import { countUnreadSql, listNoticesSql, notNotedSql } from '../../../src-main/store/queries/notices.ts'
import { countBucketsSql, countSql, listKeysSql } from '../../../src-main/store/queries/orders/order-list.ts'
import {
  fillsFromSql,
  fillsVersionSql,
  nextFillMarketSql,
  orderFacetSql,
  selectFillRowSql,
} from '../../../src-main/store/queries/orders/fill-list.ts'
import { pieceEndSql, pieceSql } from '../../../src-main/store/queries/orders/order-gather.ts'
import {
  amongSql,
  betweenSql,
  describeConditions,
  nextReasonSql,
  stretchSql,
} from '../../../src-main/store/queries/orders/order-match.ts'
import { versionSql } from '../../../src-main/store/queries/orders/order-pages.ts'
import { countBetweenSql, noteSql } from '../../../src-main/store/queries/orders/order-ranks.ts'
import { uuidIdsSql } from '../../../src-main/store/queries/orders/order-plan.ts'
import { selectOrderSql } from '../../../src-main/store/queries/orders/order-rows.ts'
import { sampleSql } from '../../../src-main/store/queries/orders/order-sample.ts'
import {
  fetchesBetweenSql,
  fillsBetweenSql,
  fillsOfOrderSql,
} from '../../../src-main/store/queries/orders/order-sums.ts'
import { keyAboveSql } from '../../../src-main/store/queries/orders/order-walk.ts'
import { readDownSql, readUpSql } from '../../../src-main/store/queries/orders/sort-lanes.ts'
import {
  selectSnapshotSql,
  snapshotSpanSql,
  snapshotsWithinSql,
  snapshotValuesSql,
} from '../../../src-main/store/queries/pnl-history.ts'
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
import { prepareStoreMethods } from '../../../src-main/store/store-methods.ts'
import { anyOrder, sampleAccount, sampleOrder } from './support.ts'

const folder = mkdtempSync(join(tmpdir(), 'starkdesk-plans-'))

function openFilled(name: string): Sqlite.Database {
  const db = openDatabase(join(folder, name), migrations, 0)
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
    'the list without filter, from any cursor and within any dates',
    listKeysSql('account_key'),
    [1, 0, 5, 5, 100],
    /^SEARCH orders USING COVERING INDEX orders_by_time \(account_key=\? AND created_at_ms>\? AND .*\)$/,
  ],
  [
    'the list by market, side, type and state, from any cursor and within any dates',
    listKeysSql('facet_id'),
    [1, 0, 5, 5, 100],
    /^SEARCH orders USING COVERING INDEX orders_by_facet \(facet_id=\? AND created_at_ms>\? AND .*\)$/,
  ],
  [
    'the count within dates',
    countSql('account_key'),
    [1, 0, 5],
    /^SEARCH orders USING COVERING INDEX orders_by_time \(account_key=\? AND created_at_ms>\? AND created_at_ms<\?\)$/,
  ],
  [
    'the count by facet within dates',
    countSql('facet_id'),
    [1, 0, 5],
    /^SEARCH orders USING COVERING INDEX orders_by_facet \(facet_id=\? AND created_at_ms>\? AND created_at_ms<\?\)$/,
  ],
  [
    'the count of whole buckets within dates',
    countBucketsSql,
    [1, 0, 5],
    /^SEARCH order_counts USING PRIMARY KEY \(facet_id=\? AND bucket>\? AND bucket<\?\)$/,
  ],
  [
    'what was cancelled by market, side and type, within any times',
    listCancelledSql,
    [1, 0, 5, 5, 100],
    /^SEARCH orders USING INDEX orders_left_by_change \(facet_id=\? AND updated_at_ms>\? AND .*\)$/,
  ],
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
    'earlier profit and loss, from any snapshot on',
    snapshotsWithinSql,
    [1, 5, 1, 5, 100],
    /^SEARCH pnl_snapshots USING INDEX pnl_snapshots_by_account \(account_key=\? AND id>\?\)$/,
  ],
  [
    'the times of earlier profit and loss',
    snapshotSpanSql,
    [1, 5, 1, 5],
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
    'the fills of a market in the order of time, from any fill on',
    fillsByTimeSql,
    [1, 1, 0, 5, 5, 5, 5, 100],
    /^SEARCH t USING INDEX order_trades_by_time \(account_key=\? AND <expr>=\? AND <expr>>\? AND <expr><\?\)\nCORRELATED SCALAR SUBQUERY 1\nSEARCH o USING PRIMARY KEY \(account_key=\? AND id=\?\)\nSEARCH f USING INTEGER PRIMARY KEY \(rowid=\?\)$/,
  ],
]

const sortIndexes = {
  created: ['orders_by_facet', 'created_at_ms'],
  updated: ['orders_by_change', 'updated_at_ms'],
  price: ['orders_by_price', 'price_key'],
  volume: ['orders_by_volume', 'volume_key'],
} as const
const conditions = describeConditions(
  {
    ...anyOrder,
    fromMs: 1,
    toMs: 2,
    leastPrice: '1',
    mostVolume: '2',
    cancelReasons: ['Order cancelled by user'],
    text: 'x',
  },
  [],
  [],
)
const values = conditions.values.map(() => 1)
/** All that an index of lists can tell of an order. */
const byNumbers = describeConditions(
  { ...anyOrder, fromMs: 1, leastPrice: '1', mostVolume: '2', sides: ['buy'] },
  [],
  [],
)
const numbers = byNumbers.values.map(() => 1)
const lists = '(\\nLIST SUBQUERY \\d+\\nSCAN json_each VIRTUAL TABLE INDEX 1:(\\nCREATE BLOOM FILTER)?)*$'

for (const column of ['created', 'updated', 'price', 'volume'] as const) {
  const [index, name] = sortIndexes[column]
  const start = `^SEARCH orders USING COVERING INDEX ${index} \\(facet_id=\\? AND`
  plans.push(
    [
      `the list by ${column}, from the highest down`,
      readDownSql(column),
      [1, 0, 5, 5, 100],
      new RegExp(`${start} ${name}>\\? AND \\(${name},id\\)<\\(\\?,\\?\\)\\)$`),
    ],
    [
      `the list by ${column}, from the lowest up`,
      readUpSql(column),
      [1, 0, 5, 100],
      new RegExp(`${start} ${name}>\\? AND ${name}<\\?\\)$`),
    ],
    [
      `a place of the list by ${column}`,
      noteSql(column),
      [1, 5, 5, 255],
      new RegExp(`${start} \\(${name},id\\)<\\(\\?,\\?\\)\\)$`),
    ],
    [
      `a count between two places of the list by ${column}`,
      countBetweenSql(column),
      [1, 5, 5, 6, 6],
      new RegExp(`${start} \\(${name},id\\)>\\(\\?,\\?\\) AND \\(${name},id\\)<\\(\\?,\\?\\)\\)$`),
    ],
    [
      `the key after some of the list by ${column}`,
      keyAboveSql(index, 'facet_id = ?', name),
      [1, 0, 5, 100],
      new RegExp(`${start} ${name}>\\? AND ${name}<\\?\\)$`),
    ],
    [
      `where a piece of the list by ${column} ends`,
      pieceEndSql(index, 'facet_id = ?', name),
      [1, 0, 5, 5, 100],
      new RegExp(`${start} ${name}>\\? AND \\(${name},id\\)<\\(\\?,\\?\\)\\)$`),
    ],
    [
      `what fits of a piece of the list by ${column}`,
      pieceSql('id', index, 'facet_id = ?', name, conditions),
      [1, 1, 1, 5, 5, ...values],
      new RegExp(`^SEARCH orders USING INDEX ${index} \\(facet_id=\\? AND \\(${name},id\\)>`),
    ],
  )
}
plans.push(
  [
    'orders of which it is asked whether they fit',
    amongSql('id', conditions),
    [1, 1, ...values],
    new RegExp(`^SEARCH orders USING PRIMARY KEY \\(account_key=\\? AND id=\\?\\)${lists}`),
  ],
  [
    'a stretch of orders of which it is asked whether they fit',
    betweenSql('id', conditions),
    [1, 1, 5, ...values],
    new RegExp(`^SEARCH orders USING PRIMARY KEY \\(account_key=\\? AND id>\\? AND id<\\?\\)${lists}`),
  ],
  [
    'where a stretch of orders begins',
    stretchSql,
    [1, 5, 100],
    /^SEARCH orders USING PRIMARY KEY \(account_key=\? AND id<\?\)$/,
  ],
  [
    'the cancel reason after another',
    nextReasonSql,
    [1, 1],
    /^SEARCH orders USING COVERING INDEX orders_by_reason \(account_key=\? AND cancel_reason>\?\)$/,
  ],
  [
    'the list of all orders by time, from the newest down',
    readDownSql('created', 'account_key'),
    [1, 0, 5, 5, 100],
    /^SEARCH orders USING COVERING INDEX orders_by_time \(account_key=\? AND created_at_ms>\? AND \(created_at_ms,id\)<\(\?,\?\)\)$/,
  ],
  [
    'the list of all orders by time, from the oldest up',
    readUpSql('created', 'account_key'),
    [1, 0, 5, 100],
    /^SEARCH orders USING COVERING INDEX orders_by_time \(account_key=\? AND created_at_ms>\? AND created_at_ms<\?\)$/,
  ],
  [
    'where a piece of the list of all orders by time ends',
    pieceEndSql('orders_by_time', 'account_key = ?', 'created_at_ms'),
    [1, 0, 5, 5, 100],
    /^SEARCH orders USING COVERING INDEX orders_by_time \(account_key=\? AND created_at_ms>\? AND \(created_at_ms,id\)<\(\?,\?\)\)$/,
  ],
  [
    'the time after some of the list of all orders',
    keyAboveSql('orders_by_time', 'account_key = ?', 'created_at_ms'),
    [1, 0, 5, 100],
    /^SEARCH orders USING COVERING INDEX orders_by_time \(account_key=\? AND created_at_ms>\? AND created_at_ms<\?\)$/,
  ],
  [
    'some orders of the sample',
    sampleSql,
    [1, 5, 8],
    /^SEARCH orders USING INDEX orders_by_time \(account_key=\? AND created_at_ms<\?\)$/,
  ],
  [
    'where a piece of a cancel reason ends',
    pieceEndSql('orders_by_reason', 'account_key = ? AND cancel_reason = ?', null),
    [1, 1, 5, 100],
    /^SEARCH orders USING COVERING INDEX orders_by_reason \(account_key=\? AND cancel_reason=\? AND id<\?\)$/,
  ],
  [
    'what fits of a cancel reason',
    pieceSql('id', 'orders_by_reason', 'account_key = ? AND cancel_reason = ?', null, byNumbers),
    [1, 1, 1, 5, ...numbers],
    /^SEARCH orders USING COVERING INDEX orders_by_reason \(account_key=\? AND cancel_reason=\? AND id>\? AND id<\?\)/,
  ],
  [
    'what fits of a stretch of time',
    pieceSql('id', 'orders_by_time', 'account_key = ?', 'created_at_ms', byNumbers),
    [1, 1, 1, 5, 5, ...numbers],
    /^SEARCH orders USING COVERING INDEX orders_by_time \(account_key=\? AND \(created_at_ms,id\)>\(\?,\?\) AND \(created_at_ms,id\)<\(\?,\?\)\)/,
  ],
  ...(['price', 'volume'] as const).map((column): (typeof plans)[number] => [
    `what fits of a stretch of ${column}`,
    pieceSql('id', `orders_by_${column}`, 'facet_id = ?', `${column}_key`, byNumbers),
    [1, 1, 1, 5, 5, ...numbers],
    new RegExp(`^SEARCH orders USING COVERING INDEX orders_by_${column} \\(facet_id=\\? AND`),
  ]),
  [
    'ids by the beginning of the uuid',
    uuidIdsSql,
    [1, 1, 5, 100],
    /^SEARCH orders USING COVERING INDEX orders_by_uuid \(account_key=\? AND <expr>>\? AND <expr><\?\)$/,
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
  [
    'the market of fills after another',
    nextFillMarketSql,
    [1, 1],
    /^SEARCH order_trades USING (COVERING )?INDEX order_trades_by_time \(account_key=\? AND <expr>>\?\)$/,
  ],
  ...[true, false].map((isDescending): (typeof plans)[number] => [
    `the fills of a market ${isDescending ? 'backwards' : 'forwards'} from a place`,
    fillsFromSql(isDescending, 'rows'),
    [1, 1, 0, 5, 5, 5, 0, 100],
    /^SEARCH order_trades USING (COVERING )?INDEX order_trades_by_time \(account_key=\? AND <expr>=\? AND <expr>>\? AND <expr><\?\)$/,
  ]),
  [
    'a fill of the list',
    selectFillRowSql,
    [1, 5, 0],
    /^SEARCH order_trades USING PRIMARY KEY \(account_key=\? AND order_id=\? AND position=\?\)$/,
  ],
  [
    'the combination of an order',
    orderFacetSql,
    [1, 5],
    /^SEARCH orders USING PRIMARY KEY \(account_key=\? AND id=\?\)$/,
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

test('the cursor bounds the index from above, so a late page costs what the first does', () => {
  // A row value in the plan is printed as one bound on both columns.
  expect(explain(filled, listKeysSql('account_key'), [1, 0, 5, 5, 100])).toContain('(created_at_ms,id)<(?,?)')
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
    'orders_by_change (facet_id=? AND updated_at_ms>?)',
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
