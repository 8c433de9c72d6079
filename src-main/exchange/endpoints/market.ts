// Owns: GET /sapi/v1/market/trades/ and /sapi/v1/market/kline/. Must not: cache, or fill gaps between candles.
import { z } from 'zod'
import { marketSymbol, type CandleColumns, type MarketTrade } from '../../../src-preload/contract/entities.ts'
import { orderSides, type CandlePeriod } from '../../../src-preload/shared/markets.ts'
import type { Call } from '../call.ts'
import type { CallOptions, Endpoint } from '../endpoint.ts'
import { readCandleRows } from './candle-rows.ts'
import {
  checkCount,
  checkMarket,
  checkPeriod,
  checkRange,
  checkWord,
  largestLimits,
  toSeconds,
} from './rules.ts'
import { mostRows, wireDecimal, wireId, wireRows, wireSeconds } from './wire.ts'

export interface MarketTradesQuery {
  readonly market: string
  /** 1 to 1000; the service's default is 100. */
  readonly limit?: number | undefined
  /** Only trades before this time. The service counts whole seconds; the second that it falls into is included. */
  readonly beforeMs?: number | undefined
  /** Newest first (`desc`) unless told. */
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

const marketTrades: Endpoint<MarketTrade[]> = {
  name: 'market.trades',
  method: 'GET',
  effect: 'read',
  isPrivate: false,
  answer: z.object({ payload: wireRows(wireMarketTrade) }).transform(({ payload }) => payload),
  exactKeys: new Set(['price', 'amount', 'total']),
  noisyKeys: new Set(['price', 'amount', 'total']),
}

const candles: Endpoint<CandleColumns> = {
  name: 'market.candles',
  method: 'GET',
  effect: 'read',
  isPrivate: false,
  answer: z
    .object({ payload: z.array(z.unknown()).max(mostRows, 'too many rows').transform(readCandleRows) })
    .transform(({ payload }) => payload),
}

/** Recent public trades of one market. Errors: validation for a query outside the rules; those of every read. */
export async function listMarketTrades(
  call: Call,
  query: MarketTradesQuery,
  options?: CallOptions,
): Promise<MarketTrade[]> {
  const parameters = {
    market: checkMarket(query.market),
    limit: checkCount(query.limit, 'limit', largestLimits.trades),
    timestamp: toSeconds(query.beforeMs, 'beforeMs', 'end'),
    order_by: checkWord(query.orderBy, ['asc', 'desc'], 'orderBy'),
  }
  return call(marketTrades, { path: '/sapi/v1/market/trades/', query: parameters }, options)
}

/** Candles of one market, oldest first. Errors: validation for a query outside the rules; those of every read. */
export async function listCandles(
  call: Call,
  query: CandlesQuery,
  options?: CallOptions,
): Promise<CandleColumns> {
  checkRange(query.startMs, query.endMs)
  const parameters = {
    market: checkMarket(query.market),
    limit: checkCount(query.limit, 'limit', largestLimits.candles),
    period: checkPeriod(query.period),
    start_time: toSeconds(query.startMs, 'startMs', 'start'),
    end_time: toSeconds(query.endMs, 'endMs', 'end'),
  }
  return call(candles, { path: '/sapi/v1/market/kline/', query: parameters }, options)
}
