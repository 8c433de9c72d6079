// With EXPLAIN that a piece of a drop reads an index and nothing else.
import type Sqlite from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../src-main/store/worker/database.ts'
import { dataFile } from '../../../src-main/store/files/data-file.ts'
import { cutCandlesSql, firstCandleSql } from '../../../src-main/store/queries/kept/kept-candles.ts'
import {
  fetchedOrdersSql,
  wantBetweenSql,
  wantFetchedSql,
  wantingOrdersSql,
  wantPieceEndSql,
} from '../../../src-main/store/queries/kept/kept-fills.ts'
import { dropOldTradesSql } from '../../../src-main/store/queries/kept/kept-market-trades.ts'
import { oldOrdersSql } from '../../../src-main/store/queries/kept/kept-orders.ts'
import { pieceEndSql } from '../../../src-main/store/queries/kept/kept-pieces.ts'
import { snapshotsSql } from '../../../src-main/store/queries/kept/kept-pnl.ts'
import { prepareStoreMethods } from '../../../src-main/store/worker/store-methods.ts'
import { makeFile, sampleAccount, sampleOrder, sampleTrade } from './support.ts'

function openFilled(): Sqlite.Database {
  const db = openDatabase(makeFile(), dataFile, 0)
  onTestFinished(() => {
    db.close()
  })
  const store = prepareStoreMethods(db)
  store.putAccount(sampleAccount('a'))
  const orders = Array.from({ length: 2000 }, (_, id) =>
    sampleOrder(id + 1, { state: 'done', tradesCount: id % 2 }),
  )
  store.putOrders('a', orders, null)
  for (const order of orders.slice(0, 300)) store.putOrderTrades('a', order, [sampleTrade(order.id)])
  return db
}

/** The plan, without the line that only says that a piece is a table of its own. */
function explain(db: Sqlite.Database, sql: string): string[] {
  const parameters = Array.from(sql.matchAll(/\?/g), () => 5)
  return db
    .prepare<number[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
    .all(...parameters)
    .map(({ detail }) => detail)
}

const statements: [name: string, sql: string][] = [
  ['old orders', oldOrdersSql],
  ['orders whose fills were fetched', fetchedOrdersSql],
  ['orders whose fills are wanted', wantingOrdersSql],
  ['wanting the fills that go', wantFetchedSql],
  ['the end of a piece that is wanted again', wantPieceEndSql],
  ['wanting the fills of a stretch of time', wantBetweenSql],
  ['old snapshots', snapshotsSql],
  ['the first candle', firstCandleSql],
  ['candles before a cut', cutCandlesSql],
  ['old public trades', dropOldTradesSql],
  ...[
    ['orders', 'account_key', 'id'],
    ['order_trades', 'account_key', 'order_id'],
    ['order_trade_fetches', 'account_key', 'order_id'],
    ['pnl_snapshots', 'account_key', 'id'],
    ['candles', 'series_id', 'time_ms'],
    ['market_trades', 'feed_id', 'id'],
  ].map(([table = '', owner = '', column = '']): [string, string] => [
    `the end of a piece of ${table}`,
    pieceEndSql(table, owner, column),
  ]),
  ['orders of a piece', 'DELETE FROM orders WHERE account_key = ? AND id <= ?'],
  ['fills of a piece', 'DELETE FROM order_trades WHERE account_key = ? AND order_id <= ?'],
  ['entries of a snapshot', 'DELETE FROM pnl_entries WHERE snapshot_id = ?'],
]

test.each(statements)(
  '%s: by an index in its order, no table is read from end to end and nothing sorted',
  (_name, sql) => {
    const db = openFilled()
    for (const round of ['without statistics', 'with']) {
      if (round === 'with') db.exec('ANALYZE')
      const plan = explain(db, sql)
      // What a piece was found to hold is read from end to end: that is the piece.
      expect(plan.filter((line) => line.startsWith('SCAN') && !/^SCAN \(subquery/.test(line))).toEqual([])
      expect(plan.filter((line) => line.includes('TEMP B-TREE'))).toEqual([])
      expect(plan.some((line) => line.startsWith('SEARCH'))).toBe(true)
    }
  },
)
