// Owns: the sentences of the order panel. Must not: format figures.
import type { OrderState } from '../../../src-preload/shared/markets.ts'

/** What a state means for the owner of the order. */
export const stateSentences: Record<OrderState, string> = {
  pending: 'Accepted by the service and not in the book yet.',
  wait: 'In the book, waiting for the other side.',
  done: 'Executed; nothing of it is left in the book.',
  cancel: 'Cancelled; what was not executed before will not be.',
}

/**
 * What a cancel reason means. The service's own text is shown beside it.
 * Source: service interface, "Order", cancel reasons.
 */
const reasonSentences: Readonly<Record<string, string>> = {
  'Order cancelled by user': 'You cancelled it, alone or with others at once.',
  'Slippage greater than 30%. Order cancelled to prevent loss of funds':
    'The price moved by more than 30 % between placing and matching.',
  'Order cancellation was initiated by system':
    'The service cancelled it: it had expired, the price had moved too far, or the matching was inconsistent.',
  'Something went wrong, order was cancelled to prevent loss of funds':
    'The matching failed for reasons that the service does not name.',
  'Order cancelled because it was matched as a taker order':
    'A limit maker order must not take from the book; it would have, so it was cancelled.',
}

/** The meaning of a cancel reason; null for one that the interface does not name. */
export function explainCancelReason(reason: string): string | null {
  return Object.hasOwn(reasonSentences, reason) ? (reasonSentences[reason] ?? null) : null
}
