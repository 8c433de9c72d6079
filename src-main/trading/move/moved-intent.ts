// What is placed in the place of a moved order. Pure.
import type { Order } from '../../../src-preload/contract/orders/entities.ts'
import type { OrderIntent } from '../../../src-preload/contract/trading/trading.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { exactText, parseExact, subtract } from '../../../src-preload/domain/numbers/exact.ts'
import { isOrderType } from '../../../src-preload/domain/markets/markets.ts'
import type { StoredMove } from '../../store/api/order-move-rows.ts'

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
  const { market, side, type, remainingVolume: amount } = order
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

/** What was left unfilled, as exact text; null for nothing. */
export function unfilledOf({ originVolume, executedVolume }: Order): string | null {
  const left = subtract(parseExact(originVolume), parseExact(executedVolume))
  return left.units > 0n ? exactText(left) : null
}
