// GET /sapi/v1/market/orderbook/ (facts, B2). Answers single orders; domain/markets/book-levels.ts adds them up by price.
import { z } from 'zod'
import { marketSymbol } from '../../../src-preload/contract/orders/entities.ts'
import type { BookOrder, OrderBook } from '../../../src-preload/contract/trading/trading-entities.ts'
import { maxRows } from '../answers/answer-sizes.ts'
import type { OrderSide } from '../../../src-preload/domain/markets/markets.ts'
import type { Call } from '../call.ts'
import type { CallOptions, Endpoint } from '../endpoint.ts'
import { countRows, joinUnread, type Rows, type UnreadRows, wireRows } from './rows.ts'
import { checkCount, checkMarket, maxLimits } from './rules.ts'
import { absentAsNull, checkRowCount, notAskedFor, wireDecimal, wireId } from './wire.ts'

export interface OrderBookQuery {
  readonly market: string
  /** 1 to 200 orders each; the service's default is 20. */
  readonly asksLimit?: number | undefined
  readonly bidsLimit?: number | undefined
}

/** A book as far as it could be read. */
export interface ReadOrderBook extends OrderBook {
  readonly unread: UnreadRows | null
}

interface ListedOrder extends BookOrder {
  /** Null where the service does not say it. */
  readonly market: string | null
}

interface Sides {
  readonly asks: Rows<ListedOrder>
  readonly bids: Rows<ListedOrder>
}

/** An order of the other side among them is one that cannot be read. */
const wireBookOrder = (side: OrderSide): z.ZodType<ListedOrder> =>
  z
    .object({
      id: wireId,
      side: z.literal(side),
      price: absentAsNull(wireDecimal),
      remaining_volume: wireDecimal,
      market: absentAsNull(marketSymbol),
    })
    .transform((order) => ({
      id: order.id,
      side: order.side,
      price: order.price,
      remainingVolume: order.remaining_volume,
      market: order.market,
    }))

export const orderBook: Endpoint<Sides> = {
  name: 'market.orderBook',
  method: 'GET',
  effect: 'read',
  isPrivate: false,
  answer: z
    .object({
      payload: z.object({
        asks: wireRows(wireBookOrder('sell'), maxRows.bookSide, 'payload.asks'),
        bids: wireRows(wireBookOrder('buy'), maxRows.bookSide, 'payload.bids'),
      }),
    })
    .transform(({ payload }) => payload),
  exactKeys: new Set(['price', 'remaining_volume']),
  unreadIn: ({ asks, bids }) => joinUnread(asks.unread, bids.unread),
}

/** The service's default for an omitted limit (facts, A3). */
const DEFAULT_LIMIT = 20

/**
 * The best orders of a market's book.
 * Errors: validation for a query outside the rules; contractViolation for more orders than requested or those of another
 * market; those of every read.
 */
export async function getOrderBook(
  call: Call,
  query: OrderBookQuery,
  options?: CallOptions,
): Promise<ReadOrderBook> {
  const market = checkMarket(query.market)
  const parameters = {
    market,
    asks_limit: checkCount(query.asksLimit, 'asksLimit', maxLimits.bookSide),
    bids_limit: checkCount(query.bidsLimit, 'bidsLimit', maxLimits.bookSide),
  }
  const sides = await call(orderBook, { path: '/sapi/v1/market/orderbook/', query: parameters }, options)
  checkRowCount(orderBook.name, countRows(sides.asks), parameters.asks_limit ?? DEFAULT_LIMIT)
  checkRowCount(orderBook.name, countRows(sides.bids), parameters.bids_limit ?? DEFAULT_LIMIT)
  const ordersOf = (side: keyof Sides): BookOrder[] =>
    sides[side].rows.map(({ market: its, ...order }) => {
      if (its !== null && its !== market) throw notAskedFor(orderBook.name, `payload.${side}`)
      return order
    })
  return {
    market,
    asks: ordersOf('asks'),
    bids: ordersOf('bids'),
    unread: joinUnread(sides.asks.unread, sides.bids.unread),
  }
}
