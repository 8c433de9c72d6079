// What a drop leaves, against tables worked out by hand.
import { readFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DataKind, dataKinds } from '../../../src-preload/contract/app/data.ts'
import { candlePeriods } from '../../../src-preload/domain/markets/markets.ts'
import { openDatabase } from '../../../src-main/store/worker/database.ts'
import { dataFile } from '../../../src-main/store/files/data-file.ts'
import type { Store } from '../../../src-main/store/api/store-api.ts'
import { prepareStoreMethods } from '../../../src-main/store/worker/store-methods.ts'
import {
  facetsOf,
  fill,
  type Filling,
  findFaults,
  minuteMs,
  num,
  ownTables,
  readTables,
  withoutChangeCounts,
  rollupsOf,
  type Row,
  rowsOf,
  secondMs,
  sortRows,
  type Tables,
} from './kept-tables.ts'
import { soakRounds } from '../../fixtures/soak.ts'
import { makeFile, open, sampleAccount, sampleOrder, sampleTrade, seed } from './support.ts'

const aRange = (most: number) => ({
  from: fc.nat(most),
  count: fc.integer({ min: 1, max: most }),
  reachesStart: fc.boolean(),
})
const anAccount = fc.constantFrom('a' as const, 'b' as const)
const aFilling: fc.Arbitrary<Filling> = fc.record({
  orders: fc.uniqueArray(
    fc.record({
      account: anAccount,
      id: fc.integer({ min: 1, max: 60 }),
      createdAtMs: fc.nat(100).map((at) => at * secondMs),
      state: fc.constantFrom('wait' as const, 'done' as const, 'cancel' as const),
      trades: fc.nat(3),
      fetched: fc.constantFrom('no' as const, 'older' as const, 'now' as const),
    }),
    { selector: ({ account, id }) => `${account} ${id}`, maxLength: 40 },
  ),
  pnl: fc.array(fc.record({ account: anAccount, asOfMs: fc.nat(100).map((at) => at * secondMs) }), {
    maxLength: 12,
  }),
  candles: fc.array(
    fc.record({
      market: fc.constantFrom('ethusdc', 'btcusdc'),
      // More often the period that others are made of.
      period: fc.oneof(fc.constant(1 as const), fc.constantFrom(...candlePeriods)),
      ...aRange(40),
    }),
    { maxLength: 6 },
  ),
  marketTrades: fc.array(fc.record({ market: fc.constantFrom('ethusdc', 'btcusdc'), ...aRange(50) }), {
    maxLength: 4,
  }),
})

const isEnded = (tables: Tables, order: Row): boolean =>
  rowsOf(tables, 'order_facets').some(
    (facet) => facet['id'] === order['facet_id'] && facet['state'] !== 'wait' && facet['state'] !== 'pending',
  )

const ownerOf = (row: Row, column: string): string => `${row['account_key']} ${row[column]}`

/** Facets as they are with other orders; those without any are gone. */
function withFacets(tables: Tables): Tables {
  const orders = rowsOf(tables, 'orders')
  const facets = facetsOf(orders, rowsOf(tables, 'order_facets'))
  return {
    ...tables,
    order_facets: facets.filter((facet) => num(facet, 'orders_count') > 0),
  }
}

/** Ranges without what lies before a time of their owner's. */
function cutRanges(ranges: readonly Row[], keptFrom: (range: Row) => number): Row[] {
  return ranges.flatMap((range) => {
    const fromMs = keptFrom(range)
    if (num(range, 'to_ms') < fromMs) return []
    if (num(range, 'from_ms') >= fromMs) return [range]
    return [{ ...range, from_ms: fromMs, reaches_start: 0 }]
  })
}

function isOf(kind: DataKind, series: Row): boolean {
  return kind === (num(series, 'period_minutes') < 60 ? 'fineCandles' : 'coarseCandles')
}

/** What dropBefore is to leave, to its end. */
function expectBefore(before: Tables, kind: DataKind, beforeMs: number): Tables {
  const isOld = (order: Row) => num(order, 'created_at_ms') < beforeMs && isEnded(before, order)
  const old = new Set(
    rowsOf(before, 'orders')
      .filter(isOld)
      .map((order) => ownerOf(order, 'id')),
  )
  const withoutFillsOfOld = {
    ...before,
    order_trades: rowsOf(before, 'order_trades').filter((row) => !old.has(ownerOf(row, 'order_id'))),
    order_trade_fetches: rowsOf(before, 'order_trade_fetches').filter(
      (row) => !old.has(ownerOf(row, 'order_id')),
    ),
  }
  switch (kind) {
    case 'orders':
      return withFacets({
        ...withoutFillsOfOld,
        orders: rowsOf(before, 'orders').filter((order) => !old.has(ownerOf(order, 'id'))),
        order_sync: rowsOf(before, 'order_sync').map((row) => ({
          ...row,
          kept_from_ms: Math.max(num(row, 'kept_from_ms'), beforeMs),
        })),
      })
    case 'fills':
      return withFacets({
        ...withoutFillsOfOld,
        orders: rowsOf(before, 'orders').map((order) =>
          isOld(order) ? { ...order, fills_wanted: 0 } : order,
        ),
      })
    case 'pnl': {
      const latest = new Map<unknown, number>()
      for (const row of rowsOf(before, 'pnl_snapshots')) {
        latest.set(row['account_key'], Math.max(latest.get(row['account_key']) ?? 0, num(row, 'id')))
      }
      const kept = rowsOf(before, 'pnl_snapshots').filter(
        (row) => num(row, 'as_of_ms') >= beforeMs || latest.get(row['account_key']) === row['id'],
      )
      const ids = new Set(kept.map(({ id }) => id))
      const entries = rowsOf(before, 'pnl_entries').filter((row) => ids.has(row['snapshot_id'] ?? null))
      return { ...before, pnl_snapshots: kept, pnl_entries: entries }
    }
    case 'fineCandles':
    case 'coarseCandles': {
      const keptFrom = (row: Row): number => {
        const series = rowsOf(before, 'candle_series').find(({ id }) => id === row['series_id'])
        const periodMs = num(series, 'period_minutes') * minuteMs
        return series && isOf(kind, series) ? Math.floor(beforeMs / periodMs) * periodMs : 0
      }
      const candles = rowsOf(before, 'candles').filter((row) => num(row, 'time_ms') >= keptFrom(row))
      const coverage = cutRanges(rowsOf(before, 'candle_coverage'), keptFrom)
      const after = { ...before, candles, candle_coverage: coverage }
      return { ...after, candle_rollups: rollupsOf(after) }
    }
    case 'marketTrades':
      return {
        ...before,
        market_trades: rowsOf(before, 'market_trades').filter((row) => num(row, 'created_at_ms') >= beforeMs),
        trade_coverage: cutRanges(rowsOf(before, 'trade_coverage'), () => beforeMs),
      }
  }
}

/** What dropAll is to leave, to its end. */
function expectNone(before: Tables, kind: DataKind): Tables {
  const without = (...names: string[]): Tables => ({
    ...before,
    ...Object.fromEntries(names.map((name) => [name, []])),
  })
  switch (kind) {
    case 'orders':
      return without(
        'orders',
        'order_facets',
        'order_sync',
        'order_refusals',
        'order_trades',
        'order_trade_fetches',
      )
    case 'fills':
      return withFacets({
        ...without('order_trades', 'order_trade_fetches'),
        orders: rowsOf(before, 'orders').map((order) => ({
          ...order,
          fills_wanted: num(order, 'trades_count') > 0 ? 1 : 0,
        })),
      })
    case 'pnl':
      return without('pnl_snapshots', 'pnl_entries')
    case 'fineCandles':
    case 'coarseCandles': {
      const gone = rowsOf(before, 'candle_series').filter((series) => isOf(kind, series))
      const ids = new Set(gone.map(({ id }) => id))
      const stays = (row: Row) => !ids.has(row['series_id'] ?? null)
      return {
        ...before,
        candle_series: rowsOf(before, 'candle_series').filter((series) => !ids.has(series['id'] ?? null)),
        candles: rowsOf(before, 'candles').filter(stays),
        candle_coverage: rowsOf(before, 'candle_coverage').filter(stays),
        candle_rollups: rowsOf(before, 'candle_rollups').filter(stays),
      }
    }
    case 'marketTrades':
      return without('trade_feeds', 'market_trades', 'trade_coverage')
  }
}

const sorted = (tables: Tables): Tables =>
  Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, sortRows(rows)]))

/** The store's own calls on a real file, without the thread: starting one takes longer than all that a run does. */
function openDirectly(file: string): { store: Store; close: () => void } {
  const db = openDatabase(file, dataFile, 0)
  const methods = prepareStoreMethods(db)
  const calls = Object.entries(methods).map(([name, method]) => [
    name,
    (...args: never[]) => Promise.resolve((method as (...given: never[]) => unknown)(...args)),
  ])
  return { store: Object.fromEntries(calls) as Store, close: () => db.close() }
}

/** Drops to the end, and looks after each piece whether all still fits together. Answers how many rows went. */
async function dropToEnd(file: string, drop: () => ReturnType<Store['dropAll']>): Promise<number> {
  let rows = 0
  for (let pieces = 0; pieces < 2000; pieces += 1) {
    const piece = await drop()
    rows += piece.rows
    expect(findFaults(readTables(file))).toEqual([])
    if (!piece.hasMore) return rows
  }
  throw new Error('the drop does not end')
}

const countedTables = ['orders', 'order_trades', 'pnl_snapshots', 'candles', 'market_trades']
const countRows = (tables: Tables): number =>
  countedTables.reduce((sum, name) => sum + rowsOf(tables, name).length, 0)

test(`what is dropped by age or altogether leaves the tables as worked out by hand, consistent after each piece, and the user’s own untouched (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(
      aFilling,
      fc.constantFrom(...dataKinds),
      fc.option(fc.nat(100).map((at) => at * secondMs)),
      fc.integer({ min: 3, max: 40 }),
      async (filling, kind, oldMs, most) => {
        const file = makeFile()
        const store = await open(file)
        await fill(store, filling)
        const before = readTables(file)
        expect(findFaults(before)).toEqual([])
        const own = JSON.stringify(ownTables(file))
        // Candles reach further than the rest.
        const beforeMs = oldMs === null ? null : kind.endsWith('Candles') ? oldMs * 30 : oldMs

        const rows = await dropToEnd(file, () =>
          beforeMs === null ? store.dropAll(kind, most) : store.dropBefore(kind, beforeMs, most),
        )
        const expected = beforeMs === null ? expectNone(before, kind) : expectBefore(before, kind, beforeMs)
        expect(withoutChangeCounts(readTables(file))).toEqual(withoutChangeCounts(sorted(expected)))
        expect(rows).toBe(countRows(before) - countRows(expected))
        expect(JSON.stringify(ownTables(file))).toBe(own)
        await store.close()
      },
    ),
    { seed, numRuns: soakRounds(6) },
  )
}, 300_000)

test(`fills given up for their age are wanted again from a time on, and no others (seed ${seed})`, async () => {
  const aTime = fc.nat(100).map((at) => at * secondMs)
  await fc.assert(
    fc.asyncProperty(
      aFilling,
      aTime,
      aTime,
      fc.integer({ min: 3, max: 40 }),
      async (filling, oldMs, fromMs, most) => {
        const file = makeFile()
        const { store, close } = openDirectly(file)
        await fill(store, { ...filling, candles: [], marketTrades: [], pnl: [] })
        await dropToEnd(file, () => store.dropBefore('fills', oldMs, most))
        const before = readTables(file)
        let nextMs: number | null = fromMs
        while (nextMs !== null) nextMs = await store.wantAgain('fills', nextMs, most)

        const fresh = new Map(
          rowsOf(before, 'order_trade_fetches').map((row) => [
            ownerOf(row, 'order_id'),
            num(row, 'order_updated_at_ms'),
          ]),
        )
        const orders = rowsOf(before, 'orders').map((order) => {
          const isHere = (fresh.get(ownerOf(order, 'id')) ?? -1) >= num(order, 'updated_at_ms')
          const isWanted = num(order, 'created_at_ms') >= fromMs && num(order, 'trades_count') > 0 && !isHere
          return isWanted ? { ...order, fills_wanted: 1 } : order
        })
        expect(withoutChangeCounts(readTables(file))).toEqual(
          withoutChangeCounts(sorted(withFacets({ ...before, orders }))),
        )
        close()
      },
    ),
    { seed, numRuns: soakRounds(4) },
  )
}, 300_000)

test('what was cleared of the user’s private rows is nowhere in the file or its log, and the file has shrunk', async () => {
  const file = makeFile()
  const store = await open(file)
  await store.putAccount(sampleAccount('a'))
  const secret = 'text-that-must-not-stay'
  for (let page = 0; page < 8; page += 1) {
    const orders = Array.from({ length: 300 }, (_, at) =>
      sampleOrder(page * 300 + at + 1, { uuid: `${secret} ${page} ${at}`, tradesCount: 1 }),
    )
    await store.putOrders('a', orders, null)
    for (const order of orders.slice(0, 40)) {
      await store.putOrderTrades('a', order, [sampleTrade(order.id, { feeCurrency: secret })])
    }
  }
  for (const kind of ['orders', 'fills', 'pnl'] as const) {
    while ((await store.dropAll(kind, 100)).hasMore);
  }
  const pagesBefore = new Database(file, { readonly: true }).pragma('page_count', { simple: true })
  let given = await store.giveBack(20)
  expect(given.freePages).toBeGreaterThan(0)
  while (given.freePages > 0) given = await store.giveBack(20)
  expect(given.isLogEmpty).toBe(true)
  for (const path of [file, `${file}-wal`]) expect(readFileSync(path).includes(secret)).toBe(false)
  expect(readFileSync(`${file}-wal`)).toHaveLength(0)
  expect(readFileSync(file).length / 4096).toBeLessThan(Number(pagesBefore) / 2)
})

test('giving space back says that the log is in use while somebody reads, and does not wait for them', async () => {
  const file = makeFile()
  const store = await open(file)
  await store.putAccount(sampleAccount('a'))
  const reader = new Database(file, { readonly: true })
  reader.exec('BEGIN')
  reader.prepare('SELECT count(*) FROM accounts').get()
  await store.putOrders('a', [sampleOrder(1)], null)
  expect(await store.giveBack(10)).toEqual({ freePages: 0, isLogEmpty: false })
  reader.exec('COMMIT')
  expect(await store.giveBack(10)).toEqual({ freePages: 0, isLogEmpty: true })
  reader.close()
})

test('a piece of no rows, or of part of one, is refused', async () => {
  const store = await open()
  for (const most of [0, -1, 1.5, NaN, Infinity]) {
    await expect(store.dropAll('orders', most)).rejects.toMatchObject({ code: 'validation' })
    await expect(store.dropBefore('orders', 1, most)).rejects.toMatchObject({ code: 'validation' })
    await expect(store.wantAgain('fills', 1, most)).rejects.toMatchObject({ code: 'validation' })
    await expect(store.giveBack(most)).rejects.toMatchObject({ code: 'validation' })
  }
})
