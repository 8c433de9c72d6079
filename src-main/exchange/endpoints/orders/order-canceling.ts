// POST /sapi/v1/orders/cancel/ and /sapi/v1/user/bulkcancel/ (facts, B6 and B7). Both only queue: what has become of an order
// is learned by reading it.
import { z } from 'zod'
import type { Order } from '../../../../src-preload/contract/orders/entities.ts'
import { orderSides, type OrderSide } from '../../../../src-preload/domain/markets/markets.ts'
import type { Call } from '../../call.ts'
import type { CallOptions, Endpoint } from '../../endpoint.ts'
import { orderDecimals, toOrder, wireOrder } from './order-row.ts'
import { checkCount, checkId, checkMarket, checkWord, maxLimits } from '../rules.ts'
import { absentAsNull, notAskedFor, unreadAsNull, wireId } from '../wire.ts'

/** An order that is queued for cancellation. */
export interface QueuedCancel {
  readonly orderId: number
  /** The order as it was; null if the answer does not hold all of it. */
  readonly order: Order | null
}

/** Omitted fields do not filter. */
export interface BulkCancel {
  readonly market: string
  readonly side?: OrderSide | undefined
  /** 1 to 100; the service's default is 100. */
  readonly limit?: number | undefined
}

/** Newer documents name the order by `id`, older ones by `order_id` (facts, B6). */
const orderId = z
  .object({ id: absentAsNull(wireId), order_id: absentAsNull(wireId) })
  .transform(({ id, order_id: olderId }, context) => {
    const named = id ?? olderId
    if (named !== null && (olderId ?? named) === named) return named
    context.addIssue({ code: 'custom', path: ['id'], message: 'not one order id' })
    return z.NEVER
  })

/** Nothing depends on more than its id: the order is read again anyway. */
const wireQueued = z.unknown().transform((payload, context): QueuedCancel => {
  const named = orderId.safeParse(payload)
  if (!named.success) {
    const [issue] = named.error.issues
    context.addIssue({ code: 'custom', path: [...(issue?.path ?? [])], message: issue?.message ?? 'no id' })
    return z.NEVER
  }
  const order = unreadAsNull(wireOrder).parse({ ...Object(payload), id: named.data })
  return { orderId: named.data, order: order && toOrder(order) }
})

export const cancel: Endpoint<QueuedCancel> = {
  name: 'orders.cancel',
  method: 'POST',
  effect: 'cancel',
  isPrivate: true,
  answer: z.object({ payload: wireQueued }).transform(({ payload }) => payload),
  exactKeys: orderDecimals,
}

/** The payload is an empty object (facts, B7); its value does not matter. */
export const bulkCancel: Endpoint<object> = {
  name: 'orders.bulkCancel',
  method: 'POST',
  effect: 'cancelMany',
  isPrivate: true,
  answer: z.object({}),
}

/**
 * Asks the service to cancel one order.
 * Errors: validation for an invalid id; rejectedByExchange (of an order that has ended, for example); contractViolation for
 * another order; those of every read.
 */
export async function cancelOrder(call: Call, id: number, options?: CallOptions): Promise<QueuedCancel> {
  const body = { order_id: checkId(id, 'id') }
  const queued = await call(cancel, { path: '/sapi/v1/orders/cancel/', body }, options)
  if (queued.orderId !== id) throw notAskedFor(cancel.name, 'payload.id')
  return queued
}

/**
 * Asks the service to cancel open orders of one market, at most `limit` of them; which, it does not say. Sent once: where the
 * answer is lost, list the open orders before asking again.
 * Errors: validation for a request outside the rules; those of every read.
 */
export async function cancelOrders(call: Call, which: BulkCancel, options?: CallOptions): Promise<void> {
  const limit = checkCount(which.limit, 'limit', maxLimits.cancels)
  const side = checkWord(which.side, orderSides, 'side')
  const body = {
    market: checkMarket(which.market),
    ...(limit === undefined ? {} : { limit }),
    ...(side === undefined ? {} : { side }),
  }
  await call(bulkCancel, { path: '/sapi/v1/user/bulkcancel/', body }, options)
}
