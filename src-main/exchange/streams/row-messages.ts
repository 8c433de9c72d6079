// Reads trades, candles, and the account's own orders and fills from stream messages. Pure.
// Source: service facts, B13 and B14. What nothing depends on may be missing; ids, markets and amounts may not.
import {
  decimalOf,
  idOf,
  isList,
  isObject,
  marketOf,
  optionalDecimalOf,
  optionalIdOf,
  optionalTimeOf,
  type Reading,
  timeOf,
  wordOf,
} from './frame-values.ts'
import type { CandleWord } from './stream-names.ts'

/** A public trade. Decimals are text as sent; the side is the service's word. */
export interface StreamTrade {
  readonly id: number
  readonly price: string
  readonly amount: string
  readonly createdAtMs: number
  readonly takerType: string | null
}

/** The candle of a running or just ended period. */
export interface StreamCandle {
  readonly market: string
  readonly period: CandleWord
  /** Start of the period. */
  readonly timeMs: number
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly volume: string
}

/** What the private stream says of an order: a hint to read it by REST. Null where it says nothing. */
export interface StreamOrder {
  readonly id: number
  readonly market: string
  readonly side: string | null
  readonly type: string | null
  readonly state: string | null
  /** Null for a market order. */
  readonly price: string | null
  readonly averagePrice: string | null
  readonly originVolume: string | null
  readonly remainingVolume: string | null
  readonly executedVolume: string | null
  readonly tradesCount: number | null
  readonly createdAtMs: number | null
  readonly updatedAtMs: number | null
}

/** What the private stream says of a fill. It has no fee. */
export interface StreamFill {
  readonly id: number
  readonly orderId: number
  readonly market: string
  readonly price: string
  readonly amount: string
  readonly total: string | null
  readonly side: string | null
  readonly takerType: string | null
  readonly createdAtMs: number | null
}

/** Trades in one message that are read; more are counted as unread. */
const MAX_TRADES = 1_000

function readTrade(row: unknown, reading: Reading): StreamTrade | null {
  if (!isObject(row)) return null
  const id = idOf(row['tid'] ?? row['id'], 'tid', reading)
  const price = decimalOf(row['price'], 'price', reading, true)
  const amount = decimalOf(row['amount'], 'amount', reading, true)
  const createdAtMs = timeOf(row['date'] ?? row['created_at'], 'date', reading)
  if (id === null || price === null || amount === null || createdAtMs === null) return null
  return { id, price, amount, createdAtMs, takerType: wordOf(row['taker_type']) }
}

/** Null where the value has no list of trades. */
export function readTrades(
  market: string,
  value: unknown,
  reading: Reading,
): { readonly market: string; readonly rows: readonly StreamTrade[]; readonly unread: number } | null {
  const list = isObject(value) ? value['trades'] : null
  if (!isList(list)) {
    reading.field ??= 'trades'
    return null
  }
  const rows: StreamTrade[] = []
  for (const row of list.slice(0, MAX_TRADES)) {
    const trade = readTrade(row, reading)
    if (trade !== null) rows.push(trade)
  }
  return { market, rows, unread: list.length - rows.length }
}

/** @param value - `[start in seconds, open, max, min, last, volume]` */
export function readCandle(
  market: string,
  period: CandleWord,
  value: unknown,
  reading: Reading,
): StreamCandle | null {
  if (!isList(value)) return null
  const decimal = (place: number): string | null => decimalOf(value[place], String(place), reading, true)
  const timeMs = timeOf(value[0], '0', reading)
  const open = decimal(1)
  const high = decimal(2)
  const low = decimal(3)
  const close = decimal(4)
  const volume = decimal(5)
  if (timeMs === null || open === null || high === null) return null
  if (low === null || close === null || volume === null) return null
  return { market, period, timeMs, open, high, low, close, volume }
}

/** Null where id or market cannot be read. */
export function readOrder(row: unknown, reading: Reading): StreamOrder | null {
  if (!isObject(row)) return null
  const id = idOf(row['id'], 'id', reading)
  const market = marketOf(row['market'], reading)
  if (id === null || market === null) return null
  const decimal = (field: string): string | null => optionalDecimalOf(row[field], field, reading)
  return {
    id,
    market,
    side: wordOf(row['side']),
    type: wordOf(row['ord_type']),
    state: wordOf(row['state']),
    price: decimal('price'),
    averagePrice: decimal('avg_price'),
    originVolume: decimal('origin_volume'),
    remainingVolume: decimal('remaining_volume'),
    executedVolume: decimal('executed_volume'),
    tradesCount: optionalIdOf(row['trades_count'], 'trades_count', reading),
    createdAtMs: optionalTimeOf(row['created_at'], 'created_at', reading),
    updatedAtMs: optionalTimeOf(row['updated_at'], 'updated_at', reading),
  }
}

/** Null where id, order, market, price or amount cannot be read. */
export function readFill(row: unknown, reading: Reading): StreamFill | null {
  if (!isObject(row)) return null
  const id = idOf(row['id'], 'id', reading)
  const orderId = idOf(row['order_id'], 'order_id', reading)
  const market = marketOf(row['market'], reading)
  const price = decimalOf(row['price'], 'price', reading)
  const amount = decimalOf(row['amount'], 'amount', reading)
  if (id === null || orderId === null || market === null || price === null || amount === null) return null
  return {
    id,
    orderId,
    market,
    price,
    amount,
    total: optionalDecimalOf(row['total'], 'total', reading),
    side: wordOf(row['side']),
    takerType: wordOf(row['taker_type']),
    createdAtMs: optionalTimeOf(row['created_at'], 'created_at', reading),
  }
}
