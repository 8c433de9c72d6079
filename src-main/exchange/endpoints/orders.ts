// Owns: GET /sapi/v1/orders/ and /sapi/v1/orders/{order_id}/. Must not: place or cancel (the interface shows no such call).
import { z } from 'zod'
import { marketSymbol, type Order, type OrderTrade } from '../../../src-preload/contract/entities.ts'
import {
  orderSides,
  orderStates,
  orderTypes,
  type OrderSide,
  type OrderState,
  type OrderType,
} from '../../../src-preload/shared/markets.ts'
import { AppError } from '../../../src-preload/shared/errors.ts'
import type { Call } from '../call.ts'
import type { CallOptions, Endpoint } from '../endpoint.ts'
import {
  checkCount,
  checkMarket,
  checkRange,
  checkUnit,
  checkWord,
  largestLimits,
  toSeconds,
} from './rules.ts'
import { absentAsNull, wireDecimal, wireId, wireIsoTime } from './wire.ts'

/** What is left out does not filter. Answers carry no totals; the page after the last is empty. */
export interface OrdersQuery {
  /** From 1. */
  readonly page?: number | undefined
  /** 1 to 1000; the service's default is 50. */
  readonly limit?: number | undefined
  readonly market?: string | undefined
  readonly type?: OrderType | undefined
  readonly state?: OrderState | undefined
  readonly side?: OrderSide | undefined
  readonly baseUnit?: string | undefined
  readonly quoteUnit?: string | undefined
  readonly startMs?: number | undefined
  readonly endMs?: number | undefined
}

/** stop_price and cancel_reason: lists have them, older and single answers may not (facts, A9). */
const wireOrder = z.object({
  id: wireId,
  uuid: z.string().min(1),
  side: z.enum(orderSides),
  ord_type: z.enum(orderTypes),
  price: wireDecimal.nullable(),
  stop_price: absentAsNull(wireDecimal),
  avg_price: wireDecimal,
  state: z.enum(orderStates),
  market: marketSymbol,
  created_at: wireIsoTime,
  updated_at: wireIsoTime,
  origin_volume: wireDecimal,
  remaining_volume: wireDecimal,
  executed_volume: wireDecimal,
  maker_fee: wireDecimal,
  taker_fee: wireDecimal,
  trades_count: wireId,
  cancel_reason: absentAsNull(z.string()),
})

/** A row of a list that is an order and does not fit the interface. */
export interface RefusedRow {
  readonly id: number
  /** The first field that does not fit. */
  readonly field: string
}

/** One page of a list of orders. */
export interface OrderList {
  readonly orders: Order[]
  readonly refused: RefusedRow[]
}

/** One order with its fills. */
export interface SingleOrder {
  readonly order: Order
  readonly trades: OrderTrade[]
}

function toOrder(wire: z.output<typeof wireOrder>): Order {
  return {
    id: wire.id,
    uuid: wire.uuid,
    side: wire.side,
    type: wire.ord_type,
    price: wire.price,
    stopPrice: wire.stop_price,
    averagePrice: wire.avg_price,
    state: wire.state,
    market: wire.market,
    createdAtMs: wire.created_at,
    updatedAtMs: wire.updated_at,
    originVolume: wire.origin_volume,
    remainingVolume: wire.remaining_volume,
    executedVolume: wire.executed_volume,
    makerFee: wire.maker_fee,
    takerFee: wire.taker_fee,
    tradesCount: wire.trades_count,
    cancelReason: wire.cancel_reason,
  }
}

/** The interface does not show these items; this is the shape of the engine behind it (facts, A9). */
const wireOrderTrade = z
  .object({
    id: wireId,
    order_id: absentAsNull(wireId),
    market: absentAsNull(marketSymbol),
    side: absentAsNull(z.enum(orderSides)),
    taker_type: absentAsNull(z.enum(orderSides)),
    price: wireDecimal,
    amount: wireDecimal,
    total: absentAsNull(wireDecimal),
    fee_currency: absentAsNull(z.string()),
    fee: absentAsNull(wireDecimal),
    fee_amount: absentAsNull(wireDecimal),
    /** ISO in lists of trades, seconds on the market; either may turn up here. */
    created_at: absentAsNull(
      z.union([
        wireIsoTime,
        z
          .int()
          .min(0)
          .max(99_999_999_999)
          .transform((s) => s * 1000),
      ]),
    ),
  })
  .transform((trade): OrderTrade => ({
    id: trade.id,
    orderId: trade.order_id,
    market: trade.market,
    side: trade.side,
    takerType: trade.taker_type,
    price: trade.price,
    amount: trade.amount,
    total: trade.total,
    feeCurrency: trade.fee_currency,
    feeRate: trade.fee,
    feeAmount: trade.fee_amount,
    createdAtMs: trade.created_at,
  }))

const rowId = z.object({ id: wireId })

/**
 * Reads rows one by one, so that a word we do not know (facts, A9) costs one order and not its page. A row without an id is
 * no order at all: then the whole answer is refused, because nobody could say what is missing.
 */
function readRows(rows: unknown[], context: z.RefinementCtx): OrderList {
  const orders: Order[] = []
  const refused: RefusedRow[] = []
  for (const [index, row] of rows.entries()) {
    const read = wireOrder.safeParse(row)
    if (read.success) {
      orders.push(toOrder(read.data))
      continue
    }
    const named = rowId.safeParse(row)
    if (!named.success) {
      const [issue] = named.error.issues
      const path = [index, ...(issue?.path ?? [])]
      context.addIssue({ code: 'custom', path, message: issue?.message ?? 'not an order' })
      return z.NEVER
    }
    refused.push({ id: named.data.id, field: read.error.issues[0]?.path.map(String).join('.') ?? 'row' })
  }
  return { orders, refused }
}

const orderList: Endpoint<OrderList> = {
  name: 'orders.list',
  method: 'GET',
  isPrivate: true,
  answer: z.object({ payload: z.array(z.unknown()).transform(readRows) }).transform(({ payload }) => payload),
}

const singleOrder: Endpoint<SingleOrder> = {
  name: 'orders.get',
  method: 'GET',
  isPrivate: true,
  answer: z
    .object({ payload: wireOrder.extend({ trades: z.array(wireOrderTrade) }) })
    .transform(({ payload }) => ({ order: toOrder(payload), trades: payload.trades })),
  // Whether the trades of an order carry strings or numbers is not known; numbers must not lose digits.
  exactKeys: new Set(['price', 'amount', 'total', 'fee', 'fee_amount']),
}

/** One page of the account's orders. Errors: validation for a query outside the rules; those of every read. */
export async function listOrders(call: Call, query: OrdersQuery, options?: CallOptions): Promise<OrderList> {
  checkRange(query.startMs, query.endMs)
  const parameters = {
    limit: checkCount(query.limit, 'limit', largestLimits.orders),
    page: checkCount(query.page, 'page', 1_000_000),
    market: query.market === undefined ? undefined : checkMarket(query.market),
    ord_type: checkWord(query.type, orderTypes, 'type'),
    state: checkWord(query.state, orderStates, 'state'),
    base_unit: checkUnit(query.baseUnit, 'baseUnit'),
    quote_unit: checkUnit(query.quoteUnit, 'quoteUnit'),
    start_time: toSeconds(query.startMs, 'startMs', 'start'),
    end_time: toSeconds(query.endMs, 'endMs', 'end'),
    side: checkWord(query.side, orderSides, 'side'),
  }
  return call(orderList, { path: '/sapi/v1/orders/', query: parameters }, options)
}

/**
 * One order with its fills. The answer must be about the order that was asked for.
 * Errors: validation for an id that is none; contractViolation for another order; those of every read.
 */
export async function getOrder(call: Call, id: number, options?: CallOptions): Promise<SingleOrder> {
  if (!Number.isSafeInteger(id) || id < 0)
    throw new AppError('validation', { field: 'id', reason: 'outOfRange' })
  const detail = await call(singleOrder, { path: `/sapi/v1/orders/${String(id)}/` }, options)
  if (detail.order.id !== id) {
    throw new AppError('contractViolation', {
      endpoint: singleOrder.name,
      field: 'payload.id',
      reason: 'another order',
    })
  }
  return detail
}
