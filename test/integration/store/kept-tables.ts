// The tables of a data file as plain rows, what must hold among them at any time, and rows of all kinds to drop.
import Database from 'better-sqlite3'
import type {
  CandleColumns,
  MarketTrade,
  Order,
  OrderTrade,
  PnlEntry,
} from '../../../src-preload/contract/orders/entities.ts'
import type { CandlePeriod } from '../../../src-preload/domain/markets/markets.ts'
import type { Store, StoredAccount } from '../../../src-main/store/api/store-api.ts'

export type Row = Record<string, string | number | null>
export type Tables = Record<string, Row[]>

export const minuteMs = 60_000
export const secondMs = 1000
/** All that is told here had ended long before. */
const told = { asOfMs: 1e13, nowMs: 1e13, settledMs: 1e13 }

/** All rows of all tables, each table in the order of its text, read on a connection of its own. */
export function readTables(file: string): Tables {
  const db = new Database(file, { readonly: true })
  try {
    const names = db
      .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .pluck()
      .all()
    const rowsOf = (table: string): Row[] => sortRows(db.prepare<[], Row>(`SELECT * FROM ${table}`).all())
    return Object.fromEntries(names.map((name) => [name, rowsOf(name)]))
  } finally {
    db.close()
  }
}

export function sortRows(rows: readonly Row[]): Row[] {
  return [...rows].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
}

/** All but how often lists have changed: that only rises, whatever is dropped. */
export function withoutChangeCounts(tables: Tables): Tables {
  const facets = rowsOf(tables, 'order_facets').map((facet) => ({ ...facet, changes_count: null }))
  return { ...tables, order_facets: sortRows(facets), order_changes: [] }
}

/** The tables that the schema's own comments call the user's. */
export function ownTables(file: string): Tables {
  const db = new Database(file, { readonly: true })
  const names = db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%USER''S OWN%'")
    .pluck()
    .all()
  db.close()
  const tables = readTables(file)
  return Object.fromEntries(names.map((name) => [name, tables[name] ?? []]))
}

export function rowsOf(tables: Tables, name: string): Row[] {
  const rows = tables[name]
  if (rows === undefined) throw new Error(`no table ${name}`)
  return rows
}

export const num = (row: Row | undefined, column: string): number => Number(row?.[column] ?? NaN)

/** Whether each of the facets counts what its orders are. */
export function facetsOf(orders: readonly Row[], facets: readonly Row[]): Row[] {
  return sortRows(
    facets.map((facet) => {
      const its = orders.filter((order) => order['facet_id'] === facet['id'])
      return {
        ...facet,
        orders_count: its.length,
        filled_count: its.filter((order) => num(order, 'trades_count') > 0).length,
        wanting_count: its.filter((order) => order['fills_wanted'] === 1).length,
      }
    }),
  )
}

/**
 * The aggregates of every longer period, made of the minutes that are here. Volumes are whole, so that their sum is
 * exact.
 */
export function rollupsOf(tables: Tables): Row[] {
  const minuteSeries = rowsOf(tables, 'candle_series').filter((series) => series['period_minutes'] === 1)
  const made = new Map<string, Row>()
  for (const { id } of minuteSeries) {
    const minutes = rowsOf(tables, 'candles')
      .filter((candle) => candle['series_id'] === id)
      .sort((a, b) => num(a, 'time_ms') - num(b, 'time_ms'))
    for (const period of [5, 15, 30, 60, 120, 240, 360, 720, 1440, 4320, 10080]) {
      for (const minute of minutes) {
        const startMs = Math.floor(num(minute, 'time_ms') / (period * minuteMs)) * period * minuteMs
        const key = `${id} ${period} ${startMs}`
        const known = made.get(key)
        made.set(key, {
          series_id: id ?? null,
          period_minutes: period,
          time_ms: startMs,
          open: num(known ?? minute, 'open'),
          high: Math.max(num(known ?? minute, 'high'), num(minute, 'high')),
          low: Math.min(num(known ?? minute, 'low'), num(minute, 'low')),
          close: num(minute, 'close'),
          volume: (known === undefined ? 0 : num(known, 'volume')) + num(minute, 'volume'),
          volume_rest: 0,
        })
      }
    }
  }
  return sortRows([...made.values()])
}

/**
 * What is wrong among the tables, in words; empty where nothing is. The rows of `fill` are here without gaps where
 * covered.
 */
export function findFaults(tables: Tables): string[] {
  const faults: string[] = []
  const expectSame = (what: string, found: unknown, expected: unknown): void => {
    if (JSON.stringify(found) !== JSON.stringify(expected)) faults.push(what)
  }
  const orders = rowsOf(tables, 'orders')
  const facets = rowsOf(tables, 'order_facets')
  expectSame('facets count their orders', facets, facetsOf(orders, facets))
  expectSame('aggregates are those of the minutes', rowsOf(tables, 'candle_rollups'), rollupsOf(tables))

  const orderKeys = new Map(orders.map((order) => [`${order['account_key']} ${order['id']}`, order]))
  const fetchKeys = new Set<string>()
  for (const fetch of rowsOf(tables, 'order_trade_fetches')) {
    const key = `${fetch['account_key']} ${fetch['order_id']}`
    fetchKeys.add(key)
    const order = orderKeys.get(key)
    if (order === undefined) faults.push(`fills of no order ${key}`)
    else if (
      order['fills_wanted'] === 1 &&
      num(fetch, 'order_updated_at_ms') >= num(order, 'updated_at_ms')
    ) {
      faults.push(`fills are here and wanted ${key}`)
    }
  }
  for (const trade of rowsOf(tables, 'order_trades')) {
    const key = `${trade['account_key']} ${trade['order_id']}`
    if (!fetchKeys.has(key)) faults.push(`a fill that was not fetched ${key}`)
  }
  const snapshots = new Set(rowsOf(tables, 'pnl_snapshots').map(({ id }) => id))
  for (const entry of rowsOf(tables, 'pnl_entries')) {
    if (!snapshots.has(entry['snapshot_id'] ?? null)) faults.push('an entry without its snapshot')
  }

  const starts = new Set(rowsOf(tables, 'candles').map(({ series_id, time_ms }) => `${series_id} ${time_ms}`))
  for (const range of rowsOf(tables, 'candle_coverage')) {
    const series = rowsOf(tables, 'candle_series').find(({ id }) => id === range['series_id'])
    const periodMs = num(series, 'period_minutes') * minuteMs
    for (let at = num(range, 'from_ms'); at <= num(range, 'to_ms'); at += periodMs) {
      if (!starts.has(`${range['series_id']} ${at}`)) faults.push(`covered and not here: candle ${at}`)
    }
  }
  const times = new Set(
    rowsOf(tables, 'market_trades').map(({ feed_id, created_at_ms }) => `${feed_id} ${created_at_ms}`),
  )
  for (const range of rowsOf(tables, 'trade_coverage')) {
    for (let at = num(range, 'from_ms'); at <= num(range, 'to_ms'); at += secondMs) {
      if (!times.has(`${range['feed_id']} ${at}`)) faults.push(`covered and not here: trade of ${at}`)
    }
  }
  return faults
}

export interface FilledOrder {
  readonly account: 'a' | 'b'
  readonly id: number
  readonly createdAtMs: number
  readonly state: 'wait' | 'done' | 'cancel'
  readonly trades: number
  /** Its fills: not fetched, of an older version, or as they are. */
  readonly fetched: 'no' | 'older' | 'now'
}

export interface FilledRange {
  /** Counted in periods from 0. */
  readonly from: number
  readonly count: number
  readonly reachesStart: boolean
}

/** Rows to be dropped. Times are milliseconds from the epoch on. */
export interface Filling {
  readonly orders: readonly FilledOrder[]
  readonly pnl: readonly { readonly account: 'a' | 'b'; readonly asOfMs: number }[]
  readonly candles: readonly (FilledRange & { readonly market: string; readonly period: CandlePeriod })[]
  /** One trade a second. */
  readonly marketTrades: readonly (FilledRange & { readonly market: string })[]
}

function orderOf(one: FilledOrder): Order {
  return {
    id: one.id,
    uuid: `uuid ${one.id}`,
    side: 'buy',
    type: 'limit',
    price: '1867.5',
    stopPrice: null,
    averagePrice: '0.0',
    state: one.state,
    market: one.id % 2 === 0 ? 'ethusdc' : 'btcusdc',
    createdAtMs: one.createdAtMs,
    updatedAtMs: one.createdAtMs + 5,
    originVolume: '1.0',
    remainingVolume: '1.0',
    executedVolume: '0.0',
    makerFee: '0.001',
    takerFee: '0.002',
    tradesCount: one.trades,
    cancelReason: null,
  }
}

function tradeOf(id: number): OrderTrade {
  return {
    id,
    orderId: null,
    market: null,
    side: 'buy',
    takerType: null,
    price: '1336.63',
    amount: '0.0375',
    total: null,
    feeCurrency: 'eth',
    feeRate: null,
    feeAmount: null,
    createdAtMs: null,
  }
}

function entryOf(currency: string): PnlEntry {
  return {
    currency,
    pnlCurrency: 'usdc',
    totalCredit: '1',
    totalDebit: '1',
    totalCreditValue: '1',
    totalDebitValue: '1',
    averageBuyPrice: '1',
    averageSellPrice: '1',
    averageBalancePrice: '1',
    totalBalanceValue: '1',
  }
}

/** Prices go up and down, volumes are whole. */
function candlesAt(timesMs: readonly number[]): CandleColumns {
  const column = (valueAt: (at: number) => number) => Float64Array.from(timesMs, (_, at) => valueAt(at))
  return {
    timesMs: Float64Array.from(timesMs),
    open: column((at) => 100 + (at % 7)),
    high: column((at) => 110 + (at % 5)),
    low: column((at) => 90 - (at % 3)),
    close: column((at) => 100 - (at % 11)),
    volume: column((at) => at + 1),
  }
}

const account = (id: string): StoredAccount => ({
  id,
  label: id,
  networkKind: 'practice',
  baseUrl: null,
  ethereumAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
  keyKind: 'ethereum',
  createdAtMs: 1,
  profile: null,
})

export async function fill(store: Store, filling: Filling): Promise<void> {
  for (const id of ['a', 'b']) await store.putAccount(account(id))
  await store.putMarkets('n', ['ethusdc'])
  await store.setSetting('theme', 'dark')
  for (const one of filling.orders) {
    const order = orderOf(one)
    const fills = Array.from({ length: one.trades }, (_, at) => tradeOf(one.id * 10 + at))
    if (one.fetched === 'older') {
      await store.putOrderTrades(one.account, { ...order, updatedAtMs: one.createdAtMs }, fills)
    }
    await store.putOrders(one.account, [order], { stretches: [], keptFromMs: 0, asOfMs: 1 }, [
      { id: 900_000, field: 'state' },
    ])
    if (one.fetched === 'now') await store.putOrderTrades(one.account, order, fills)
  }
  for (const [at, { account: id, asOfMs }] of filling.pnl.entries()) {
    await store.putPnlSnapshot(id, [entryOf(`c${at}`), entryOf('usdc')], asOfMs)
  }
  for (const { market, period, from, count, reachesStart } of filling.candles) {
    const periodMs = period * minuteMs
    const timesMs = Array.from({ length: count }, (_, at) => (from + at) * periodMs)
    const covers = { fromMs: from * periodMs, toMs: (from + count - 1) * periodMs, reachesStart }
    await store.putCandles('n', market, period, candlesAt(timesMs), covers, told)
  }
  for (const { market, from, count, reachesStart } of filling.marketTrades) {
    const trades = Array.from({ length: count }, (_, at): MarketTrade => {
      const id = from + at
      return {
        id,
        market,
        price: '1.5',
        amount: '2',
        total: '3',
        takerType: 'buy',
        createdAtMs: id * secondMs,
      }
    })
    const covers = { fromMs: from * secondMs, toMs: (from + count - 1) * secondMs, reachesStart }
    await store.putMarketTrades('n', market, trades, covers, 1)
  }
}

/** What the process that gets killed drops, and before when. */
export const droppedBeforeMs = 50 * minuteMs
export const killedFilling: Filling = {
  orders: Array.from({ length: 120 }, (_, at) => ({
    account: at % 3 === 0 ? 'b' : 'a',
    id: at + 1,
    createdAtMs: at * minuteMs,
    state: at % 10 === 0 ? 'wait' : 'done',
    trades: at % 4,
    fetched: at % 5 === 0 ? 'no' : 'now',
  })),
  pnl: Array.from({ length: 30 }, (_, at) => ({ account: 'a', asOfMs: at * 4 * minuteMs })),
  candles: ([1, 5, 60, 240] as const).map((period) => ({
    market: 'ethusdc',
    period,
    from: 0,
    count: 150,
    reachesStart: true,
  })),
  marketTrades: [{ market: 'ethusdc', from: 2900, count: 200, reachesStart: true }],
}
