// GET /sapi/v1/orders/ and /sapi/v1/orders/{order_id}/.
import { z } from 'zod'
import type { Order, OrderTrade } from '../../../../src-preload/contract/orders/entities.ts'
import {
  orderSides,
  orderStates,
  orderTypes,
  type OrderSide,
  type OrderState,
  type OrderType,
} from '../../../../src-preload/domain/markets/markets.ts'
import { AppError } from '../../../../src-preload/domain/errors.ts'
import { maxRows } from '../../answers/answer-sizes.ts'
import type { Call } from '../../call.ts'
import type { CallOptions, Endpoint } from '../../endpoint.ts'
import {
  checkCount,
  checkId,
  checkMarket,
  checkRange,
  checkUnit,
  checkWord,
  maxLimits,
  toSeconds,
} from '../rules.ts'
import { orderDecimals, readPlainOrder, toOrder, wireOrder } from './order-row.ts'
import { tradeDecimals, wireOrderTrade } from './order-trade.ts'
import { createUnreadCount, faultPath, TOO_MANY_ROWS, type UnreadRows, wireRows } from '../rows.ts'
import { checkRowCount, wireId } from '../wire.ts'

/** Omitted fields do not filter. Answers carry no totals; the page after the last is empty. */
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

/** A row of a list that is an order but violates the interface. */
export interface RefusedRow {
  readonly id: number
  /** The first field that violates it. */
  readonly field: string
}

/** Orders of a list, and those of its rows that could not be read of which the id is known. */
export interface ListedOrders {
  readonly orders: Order[]
  readonly refused: RefusedRow[]
}

/** One page of a list of orders. */
export interface OrderList extends ListedOrders {
  /** All of the rows that could not be read; null if all were read. */
  readonly unread: UnreadRows | null
}

/** One order with its fills. */
export interface OrderWithFills {
  readonly order: Order
  readonly trades: OrderTrade[]
}

export interface SingleOrder extends OrderWithFills {
  /** The fills that could not be read; null if all were. */
  readonly unread: UnreadRows | null
}

const rowId = z.object({ id: wireId })
const rowsAnswer = z.object({ payload: z.array(z.unknown()).max(maxRows.orders, TOO_MANY_ROWS) })

/** Its value is the raw answer until the list replaces it. */
type ReadAnswer = z.core.ParsePayload<OrderList>

function refuseAnswer(answer: ReadAnswer, path: PropertyKey[], issue: z.core.$ZodIssue | undefined): void {
  const message = issue?.message ?? 'not an order'
  answer.issues.push({ code: 'custom', input: undefined, path: [...path, ...(issue?.path ?? [])], message })
}

/** Reads rows one by one, so that an unknown value (facts, A9) costs one order and not its page. */
function readRows(answer: ReadAnswer): void {
  const list = rowsAnswer.safeParse(answer.value)
  if (!list.success) {
    refuseAnswer(answer, [], list.error.issues[0])
    return
  }
  const orders: Order[] = []
  const refused: RefusedRow[] = []
  const unread = createUnreadCount()
  for (const [index, row] of list.data.payload.entries()) {
    const plain = readPlainOrder(row)
    if (plain !== null) {
      orders.push(plain)
      continue
    }
    const read = wireOrder.safeParse(row)
    if (read.success) {
      orders.push(toOrder(read.data))
      continue
    }
    const path = faultPath(read.error)
    unread.add(['payload', index, ...path])
    // An order that nobody can name is only counted.
    const named = rowId.safeParse(row)
    if (named.success) refused.push({ id: named.data.id, field: path.map(String).join('.') })
  }
  const all = unread.take()
  if (all !== null && orders.length + refused.length === 0) {
    // Without any id nobody could tell this page from another, or from the end of the list.
    refuseAnswer(answer, all.firstField.split('.'), undefined)
    return
  }
  answer.value = { orders, refused, unread: all }
}

export const orderList: Endpoint<OrderList> = {
  name: 'orders.list',
  method: 'GET',
  effect: 'read',
  isPrivate: true,
  // A check that writes the value instead of a transform: a transform's result in zod survives young-generation collections
  // (seen with zod 4.6 on Node 24), so 800 pages cost 30 full collections instead of one, each a stall.
  answer: z.custom<OrderList>().check(readRows),
  exactKeys: orderDecimals,
  unreadIn: ({ unread }) => unread,
}

export const singleOrder: Endpoint<SingleOrder> = {
  name: 'orders.get',
  method: 'GET',
  effect: 'read',
  isPrivate: true,
  answer: z
    .object({
      payload: wireOrder.extend({ trades: wireRows(wireOrderTrade, maxRows.fills, 'payload.trades') }),
    })
    .transform(({ payload: { trades, ...order } }) => ({
      order: toOrder(order),
      trades: trades.rows,
      unread: trades.unread,
    })),
  exactKeys: new Set([...orderDecimals, ...tradeDecimals]),
  unreadIn: ({ unread }) => unread,
}

/** The service's default for an omitted `limit` (interface, "Limits"). */
const DEFAULT_LIMIT = 50

/**
 * One page of the account's orders. Errors: validation for a query outside the rules; contractViolation for more orders than
 * requested; those of every read.
 */
export async function listOrders(call: Call, query: OrdersQuery, options?: CallOptions): Promise<OrderList> {
  checkRange(query.startMs, query.endMs)
  const parameters = {
    limit: checkCount(query.limit, 'limit', maxLimits.orders),
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
  const list = await call(orderList, { path: '/sapi/v1/orders/', query: parameters }, options)
  // With both ends of a range the engine may ignore `limit` (facts, A2).
  const isRange = query.startMs !== undefined && query.endMs !== undefined
  const most = isRange ? maxLimits.orders : (parameters.limit ?? DEFAULT_LIMIT)
  checkRowCount(orderList.name, list.orders.length + (list.unread?.count ?? 0), most)
  return list
}

/**
 * One order with its fills. The answer must be about the requested order.
 * Errors: validation for an invalid id; contractViolation for another order; those of every read.
 */
export async function getOrder(call: Call, id: number, options?: CallOptions): Promise<SingleOrder> {
  const path = `/sapi/v1/orders/${String(checkId(id, 'id'))}/`
  const detail = await call(singleOrder, { path }, options)
  if (detail.order.id !== id) {
    throw new AppError('contractViolation', {
      endpoint: singleOrder.name,
      field: 'payload.id',
      reason: 'another order',
    })
  }
  return detail
}
