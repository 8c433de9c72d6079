// Sentences of the Orders view.
import {
  type cancelReasons,
  isOrderState,
  type OrderState,
} from '../../../src-preload/domain/markets/markets.ts'
import type { Order } from '../../../src-preload/contract/orders/entities.ts'
import type { OrderSyncState } from '../../../src-preload/contract/orders/orders.ts'
import type { StopPlace } from '../../../src-preload/contract/orders/stop-places.ts'
import { isZeroDecimal } from '../../text/format/decimal.ts'
import { countOf, isUntriggered } from '../../text/format/words.ts'
import { maskServiceText } from '../../shell/page/private-amount.ts'
import type { PriceDifference } from './detail/price-difference.ts'

/** Meaning of a difference between average and limit price. */
export const verdictWords: Record<PriceDifference['verdict'], string> = {
  better: 'better than the limit',
  worse: 'worse than the limit',
  same: 'None',
}

type KnownReason = (typeof cancelReasons)[number]

const stateSentences: Record<OrderState, string> = {
  pending: 'Accepted, not in the book yet.',
  wait: 'In the order book.',
  done: 'Filled completely.',
  cancel: 'The rest will not be filled.',
}

/** Meaning of an order state for the user; empty for one that the interface does not list. */
export function explainState(
  order: Pick<Order, 'type' | 'state' | 'executedVolume'>,
  place?: StopPlace['place'],
): string {
  const { type, state, executedVolume } = order
  if (state === 'cancel' && isZeroDecimal(executedVolume)) return 'Nothing was filled.'
  if (type === 'stop_limit' && state === 'wait' && place === undefined)
    return 'Open; it is not known whether it has triggered.'
  if (isUntriggered(order, place)) return 'Waiting for the market to reach the stop price.'
  return isOrderState(state) ? stateSentences[state] : ''
}

/**
 * Meaning of cancel reasons, shown beside the service's own text.
 * Source: service interface, "Order", cancel reasons.
 */
const reasonSentences: Record<KnownReason, string> = {
  'Order cancelled by user': 'Canceled from your account, here or elsewhere.',
  'Slippage greater than 30%. Order cancelled to prevent loss of funds':
    'The price moved by more than 30% before the order was matched.',
  'Order cancellation was initiated by system':
    'Canceled by the exchange: expired, the price moved, or no match.',
  'Something went wrong, order was cancelled to prevent loss of funds':
    'Matching failed; the exchange gives no reason.',
  'Order cancelled because it was matched as a taker order':
    'A post-only order may not fill at once; this one would have.',
}

/** Short names of cancel reasons, for tables and lists of choices. */
const reasonNames: Record<KnownReason, string> = {
  'Order cancelled by user': 'By you',
  'Slippage greater than 30%. Order cancelled to prevent loss of funds': 'Slippage',
  'Order cancellation was initiated by system': 'System',
  'Something went wrong, order was cancelled to prevent loss of funds': 'Error',
  'Order cancelled because it was matched as a taker order': 'Post-only',
}

function isKnownReason(reason: string): reason is KnownReason {
  return Object.hasOwn(reasonSentences, reason)
}

/** Meaning of a cancel reason; null for one that the interface does not list. */
export function explainCancelReason(reason: string): string | null {
  return isKnownReason(reason) ? reasonSentences[reason] : null
}

/** The service's text of a reason. Unknown reasons may contain the user's amounts, which can be hidden. */
export function wordCancelReason(reason: string): string {
  return isKnownReason(reason) ? reason : maskServiceText(reason)
}

/** A cancel reason in a word; the service's own text for one that the interface does not list. */
export const nameCancelReason = (reason: string): string =>
  isKnownReason(reason) ? reasonNames[reason] : wordCancelReason(reason)

/** What a failed sync means for the list of orders. Precedes the error's own text. */
export function describeSyncFault({ refusedRows }: Pick<OrderSyncState, 'refusedRows'>): string {
  if (refusedRows === 0) return 'Couldn’t refresh orders.'
  return `${countOf(refusedRows, ['order', 'orders'])} could not be read and cannot be shown.`
}
