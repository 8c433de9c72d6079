// What is placed in the place of a moved order. Pure.
import type { Order } from '../../../src-preload/contract/orders/entities.ts'
import type { OrderIntent } from '../../../src-preload/contract/trading/trading.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import {
  type Exact,
  exactText,
  parseExact,
  subtract,
} from '../../../src-preload/domain/numbers/exact-decimal.ts'
import { isOrderType } from '../../../src-preload/domain/markets/markets.ts'
import type { StoredMove } from '../../store/api/order-move-rows.ts'
import type { StoredOrderIntent } from '../../store/api/placed-order-rows.ts'

export type MovableIntent = Exclude<OrderIntent, { type: 'market' }>

/** An order that is gone, and what was to take its place. */
export interface GoneOrder {
  /** The canceled one. */
  readonly orderId: number
  readonly order: OrderIntent
  /** The new one was sent without an answer: it may be there. */
  readonly isUnknown: boolean
}

/** The old order at its new price. Errors: validation of what its type does not have. */
export function movedIntent(order: Order, price: string, stopPrice: string | null): MovableIntent {
  const { market, side, type } = order
  // As it would be typed: the exchange says 5.0 of 5.
  const amount = exactText(parseExact(order.remainingVolume))
  if (!isOrderType(type) || type === 'market') {
    throw new AppError('validation', { field: 'order', reason: 'notMovable' })
  }
  if ((type === 'stop_limit') !== (stopPrice !== null)) {
    throw new AppError('validation', {
      field: 'stopPrice',
      reason: stopPrice === null ? 'empty' : 'notAllowed',
    })
  }
  for (const [field, text] of [
    ['price', price],
    ['stopPrice', stopPrice],
  ] as const) {
    if (text !== null && parseExact(text).units <= 0n) {
      throw new AppError('validation', { field, reason: 'notPositive' })
    }
  }
  return intentOf({ market, side, type, amount, price, stopPrice })
}

type MovedFields = Pick<StoredMove, 'market' | 'side' | 'type' | 'amount' | 'price' | 'stopPrice'>

/** What a move places, or, of one that is in the journal, was to place. */
export function intentOf({ market, side, type, amount, price, stopPrice }: MovedFields): MovableIntent {
  const shared = { market, side, amount, price }
  return type === 'stop_limit' ? { ...shared, type, stopPrice: stopPrice ?? '' } : { ...shared, type }
}

type StopPrices = Pick<StoredOrderIntent, 'side' | 'type' | 'price' | 'stopPrice'>

/**
 * Whether a stop that takes the place of another one protects less: it triggers later, or its limit is nearer to its trigger, so that
 * it may rest unfilled. True where the old trigger or limit is not known; false for what is no stop.
 */
export function isLoosened(
  old: Pick<StopPrices, 'price' | 'stopPrice'>,
  { side, type, price, stopPrice }: StopPrices,
): boolean {
  if (type !== 'stop_limit') return false
  if (old.price === null || old.stopPrice === null || price === null || stopPrice === null) return true
  const later = subtract(parseExact(old.stopPrice), parseExact(stopPrice))
  const room = (trigger: string, limit: string): Exact => subtract(parseExact(trigger), parseExact(limit))
  const lost = subtract(room(old.stopPrice, old.price), room(stopPrice, price))
  return side === 'sell' ? later.units > 0n || lost.units > 0n : later.units < 0n || lost.units < 0n
}

/** What was left unfilled, as exact text; null for nothing. */
export function unfilledOf({ originVolume, executedVolume }: Order): string | null {
  const left = subtract(parseExact(originVolume), parseExact(executedVolume))
  return left.units > 0n ? exactText(left) : null
}
