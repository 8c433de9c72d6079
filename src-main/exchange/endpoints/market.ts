// GET /sapi/v1/market/trades/ and /sapi/v1/market/kline/. Neither caches nor fills gaps between candles.
import { z } from 'zod'
import { marketSymbol, type MarketTrade } from '../../../src-preload/contract/orders/entities.ts'
import { orderSides, type CandlePeriod } from '../../../src-preload/domain/markets/markets.ts'
import { maxRows } from '../answers/answer-sizes.ts'
import type { Call } from '../call.ts'
import type { CallOptions, Endpoint } from '../endpoint.ts'
import { type ReadCandles, countCandles, readCandleRows } from './candle-rows.ts'
import { countRows, type Rows, TOO_MANY_ROWS, wireRows } from './rows.ts'
import { checkCount, checkMarket, checkPeriod, checkRange, checkWord, maxLimits, toSeconds } from './rules.ts'
import { checkRowCount, wireDecimal, wireId, wireSeconds } from './wire.ts'

export interface MarketTradesQuery {
  readonly market: string
  /** 1 to 1000; the service's default is 100. */
  readonly limit?: number | undefined
  /** Only trades before this time. The service counts whole seconds; the second that contains the time is included. */
  readonly beforeMs?: number | undefined
  /** Newest first (`desc`) by default. */
  readonly orderBy?: 'asc' | 'desc' | undefined
}

export interface CandlesQuery {
  readonly market: string
  /** In minutes. */
  readonly period: CandlePeriod
  /** 1 to 10000; the service's default is 30. */
  readonly limit?: number | undefined
  readonly startMs?: number | undefined
  readonly endMs?: number | undefined
}

const wireMarketTrade = z
  .object({
    id: wireId,
    price: wireDecimal,
    amount: wireDecimal,
    total: wireDecimal,
    market: marketSymbol,
    created_at: wireSeconds,
    taker_type: z.enum(orderSides),
  })
  .transform((trade) => ({
    id: trade.id,
    market: trade.market,
    price: trade.price,
    amount: trade.amount,
    total: trade.total,
    createdAtMs: trade.created_at,
    takerType: trade.taker_type,
  }))

export const marketTrades: Endpoint<Rows<MarketTrade>> = {
  name: 'market.trades',
  method: 'GET',
  effect: 'read',
  isPrivate: false,
  answer: z
    .object({ payload: wireRows(wireMarketTrade, maxRows.marketTrades) })
    .transform(({ payload }) => payload),
  exactKeys: new Set(['price', 'amount', 'total']),
  noisyKeys: new Set(['price', 'amount', 'total']),
  unreadIn: ({ unread }) => unread,
}

export const candles: Endpoint<ReadCandles> = {
  name: 'market.candles',
  method: 'GET',
  effect: 'read',
  isPrivate: false,
  answer: z
    .object({ payload: z.array(z.unknown()).max(maxRows.candles, TOO_MANY_ROWS).transform(readCandleRows) })
    .transform(({ payload }) => payload),
  unreadIn: ({ unread }) => unread,
}

/** The service's default for an omitted `limit` (interface, "Limits"). */
const defaultLimits = { trades: 100, candles: 30 } as const

/**
 * Recent public trades of one market. Errors: validation for a query outside the rules; contractViolation for more trades
 * than requested; those of every read.
 */
export async function listMarketTrades(
  call: Call,
  query: MarketTradesQuery,
  options?: CallOptions,
): Promise<Rows<MarketTrade>> {
  const parameters = {
    market: checkMarket(query.market),
    limit: checkCount(query.limit, 'limit', maxLimits.trades),
    timestamp: toSeconds(query.beforeMs, 'beforeMs', 'end'),
    order_by: checkWord(query.orderBy, ['asc', 'desc'], 'orderBy'),
  }
  const trades = await call(marketTrades, { path: '/sapi/v1/market/trades/', query: parameters }, options)
  checkRowCount(marketTrades.name, countRows(trades), parameters.limit ?? defaultLimits.trades)
  return trades
}

/**
 * Maximum number of candles in an answer. If both ends of a range are given, the engine ignores `limit` (facts, A2), and the
 * maximum is the number of periods that start in the range.
 */
function maxCandleCount(
  query: CandlesQuery,
  startSeconds: number | undefined,
  endSeconds: number | undefined,
): number {
  const limit = query.limit ?? defaultLimits.candles
  if (startSeconds === undefined || endSeconds === undefined) return limit
  const starts = Math.floor((endSeconds - startSeconds) / (query.period * 60)) + 1
  return Math.max(limit, Math.min(starts, maxRows.candles))
}

/**
 * Candles of one market, oldest first. Errors: validation for a query outside the rules; contractViolation for more candles
 * than requested; those of every read.
 */
export async function listCandles(
  call: Call,
  query: CandlesQuery,
  options?: CallOptions,
): Promise<ReadCandles> {
  checkRange(query.startMs, query.endMs)
  const parameters = {
    market: checkMarket(query.market),
    limit: checkCount(query.limit, 'limit', maxLimits.candles),
    period: checkPeriod(query.period),
    start_time: toSeconds(query.startMs, 'startMs', 'start'),
    end_time: toSeconds(query.endMs, 'endMs', 'end'),
  }
  const read = await call(candles, { path: '/sapi/v1/market/kline/', query: parameters }, options)
  const most = maxCandleCount(query, parameters.start_time, parameters.end_time)
  checkRowCount(candles.name, countCandles(read), most)
  return read
}
