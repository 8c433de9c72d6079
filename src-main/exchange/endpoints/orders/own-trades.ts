// GET /sapi/v1/trades/ (facts, B8): the account's fills, of all orders. Figures are passed on unchanged.
import { z } from 'zod'
import type { OwnTrade } from '../../../../src-preload/contract/trading/trading-entities.ts'
import { maxRows } from '../../answers/answer-sizes.ts'
import type { Call } from '../../call.ts'
import type { CallOptions, Endpoint } from '../../endpoint.ts'
import { tradeDecimals, wireOwnTrade } from './order-trade.ts'
import type { OrdersQuery } from './orders.ts'
import { countRows, type Rows, wireRows } from '../rows.ts'
import { checkCount, checkMarket, checkRange, checkWord, maxLimits, toSeconds } from '../rules.ts'
import { checkRowCount } from '../wire.ts'

/** Omitted fields do not filter. Answers carry no totals; the page after the last is empty. */
export interface OwnTradesQuery extends Pick<OrdersQuery, 'page' | 'market' | 'startMs' | 'endMs'> {
  /** 1 to 1000; the service's default is 100. */
  readonly limit?: number | undefined
  /** Newest first (`desc`) by default. */
  readonly orderBy?: 'asc' | 'desc' | undefined
}

export const ownTrades: Endpoint<Rows<OwnTrade>> = {
  name: 'trades.list',
  method: 'GET',
  effect: 'read',
  isPrivate: true,
  answer: z
    .object({ payload: wireRows(wireOwnTrade, maxRows.ownTrades) })
    .transform(({ payload }) => payload),
  exactKeys: new Set(tradeDecimals),
  unreadIn: ({ unread }) => unread,
}

/** The service's default for an omitted `limit` (facts, A3). */
const DEFAULT_LIMIT = 100

/**
 * One page of the account's fills. Errors: validation for a query outside the rules; contractViolation for more fills than
 * requested; those of every read.
 */
export async function listOwnTrades(
  call: Call,
  query: OwnTradesQuery,
  options?: CallOptions,
): Promise<Rows<OwnTrade>> {
  checkRange(query.startMs, query.endMs)
  const parameters = {
    limit: checkCount(query.limit, 'limit', maxLimits.ownTrades),
    page: checkCount(query.page, 'page', 1_000_000),
    market: query.market === undefined ? undefined : checkMarket(query.market),
    start_time: toSeconds(query.startMs, 'startMs', 'start'),
    end_time: toSeconds(query.endMs, 'endMs', 'end'),
    order_by: checkWord(query.orderBy, ['asc', 'desc'], 'orderBy'),
  }
  const list = await call(ownTrades, { path: '/sapi/v1/trades/', query: parameters }, options)
  // With both ends of a range the engine may ignore `limit` (facts, A2).
  const isRange = query.startMs !== undefined && query.endMs !== undefined
  const most = isRange ? maxLimits.ownTrades : (parameters.limit ?? DEFAULT_LIMIT)
  checkRowCount(ownTrades.name, countRows(list), most)
  return list
}
