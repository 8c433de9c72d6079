import { describe, expect, onTestFinished, test } from 'vitest'
import type Sqlite from 'better-sqlite3'
import { openDatabase } from '../../../src-main/store/worker/database.ts'
import { dataFile } from '../../../src-main/store/files/data-file.ts'
import {
  anyTradeBeforeSql,
  countTradesSql,
  prepareMarketTrades,
} from '../../../src-main/store/queries/markets/market-trades.ts'
import { tradeRangesSql } from '../../../src-main/store/queries/markets/trade-coverage.ts'
import type { MarketTrade } from '../../../src-preload/contract/orders/entities.ts'
import { makeFile, open } from './support.ts'

function trade(id: number, second: number): MarketTrade {
  const figures = { price: '1.5', amount: '2', total: '3' }
  return { id, market: 'ethusdc', ...figures, createdAtMs: second * 1_000, takerType: 'buy' }
}

const range = (fromMs: number, toMs: number, reachesStart = false) => ({ fromMs, toMs, reachesStart })

function openRaw(): Sqlite.Database {
  const db = openDatabase(makeFile(), dataFile, 0)
  onTestFinished(() => {
    db.close()
  })
  return db
}

describe('what is known of public trades', () => {
  test('is kept as ranges that merge where nothing fits between them, per market and network', async () => {
    const store = await open()
    const put = (covers: ReturnType<typeof range>) => store.putMarketTrades('n', 'ethusdc', [], covers, 5)
    await put(range(10_000, 19_999))
    await put(range(30_000, 39_999))
    expect(await store.getTradeCoverage('n', 'ethusdc')).toEqual([
      range(10_000, 19_999),
      range(30_000, 39_999),
    ])
    await put(range(20_000, 29_999))
    await put(range(9_999, 9_999, true))
    expect(await store.getTradeCoverage('n', 'ethusdc')).toEqual([range(9_999, 39_999, true)])
    expect(await store.getTradeCoverage('n', 'btcusdc')).toEqual([])
    expect(await store.getTradeCoverage('other', 'ethusdc')).toEqual([])
  })

  test('commits with its trades or not at all', () => {
    const db = openRaw()
    const { putMarketTrades, listMarketTrades, getTradeCoverage } = prepareMarketTrades(db)
    putMarketTrades('n', 'ethusdc', [trade(1, 10)], range(10_000, 10_999), 5)
    db.exec(`CREATE TRIGGER full BEFORE INSERT ON trade_coverage BEGIN SELECT RAISE(ABORT, 'disk full'); END`)
    expect(() => putMarketTrades('n', 'ethusdc', [trade(2, 11)], range(11_000, 11_999), 9)).toThrow(
      'disk full',
    )
    expect(listMarketTrades('n', 'ethusdc', 9)).toEqual({ trades: [trade(1, 10)], asOfMs: 5 })
    expect(getTradeCoverage('n', 'ethusdc')).toEqual([range(10_000, 10_999)])
  })

  test('holds no start that an older trade disproves, be it here already or come later', async () => {
    const store = await open()
    await store.putMarketTrades('n', 'ethusdc', [trade(2, 20)], null, 5)
    await store.putMarketTrades('n', 'ethusdc', [], range(29_999, 29_999, true), 6)
    expect(await store.getTradeCoverage('n', 'ethusdc')).toEqual([])
    await store.putMarketTrades('n', 'ethusdc', [], range(19_999, 30_000, true), 7)
    expect(await store.getTradeCoverage('n', 'ethusdc')).toEqual([range(19_999, 30_000, true)])
    await store.putMarketTrades('n', 'ethusdc', [trade(1, 12)], null, 8)
    expect(await store.getTradeCoverage('n', 'ethusdc')).toEqual([range(19_999, 30_000)])
  })

  test('tells the age of the newest trades only where these were asked for', async () => {
    const store = await open()
    await store.putMarketTrades('n', 'ethusdc', [trade(1, 10)], null, null)
    expect((await store.listMarketTrades('n', 'ethusdc', 5)).asOfMs).toBeNull()
    await store.putMarketTrades('n', 'ethusdc', [trade(2, 20)], null, 50)
    await store.putMarketTrades('n', 'ethusdc', [trade(3, 5)], null, null)
    expect((await store.listMarketTrades('n', 'ethusdc', 5)).asOfMs).toBe(50)
  })
})

test('trades are counted per market, and none where nothing was ever read', async () => {
  const store = await open()
  expect(await store.countMarketTrades('n', 'ethusdc')).toBe(0)
  await store.putMarketTrades('n', 'ethusdc', [trade(1, 10), trade(2, 11)], null, 5)
  await store.putMarketTrades('n', 'btcusdc', [trade(1, 10)], null, 5)
  expect(await store.countMarketTrades('n', 'ethusdc')).toBe(2)
})

test.each([
  ['the ranges', tradeRangesSql, [1], /^SEARCH trade_coverage USING PRIMARY KEY \(feed_id=\?\)$/],
  [
    'the look for an older trade',
    anyTradeBeforeSql,
    [1, 5],
    /^SEARCH market_trades USING (COVERING )?INDEX market_trades_by_time \(feed_id=\? AND created_at_ms<\?\)$/,
  ],
  ['the count of trades', countTradesSql, [1], /^SEARCH market_trades USING .*\(feed_id=\?\)$/],
])('%s reads one index and sorts nothing', (_name, sql, parameters, plan) => {
  const db = openRaw()
  const explain = (): string =>
    db
      .prepare<number[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...parameters)
      .map(({ detail }) => detail)
      .join('\n')
  expect(explain()).toMatch(plan)
  // With statistics SQLite could change its mind.
  db.exec('ANALYZE')
  expect(explain()).toMatch(plan)
})
