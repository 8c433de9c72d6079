// State machine of a placed order: valid transitions, and which orders are watched. Pure.
import type { PlacedOrderState } from '../../src-preload/contract/trading.ts'
import type { StoredPlacedOrder } from '../store/api/placed-order-rows.ts'

/** For each state, the states it may be entered from. All other transitions are refused. */
export const enteredFrom: Readonly<
  Record<Exclude<PlacedOrderState, 'intended'>, readonly PlacedOrderState[]>
> = {
  // Sent once: from here on the order may be in the book.
  sending: ['intended'],
  // Only the answer to the order itself carries a certain id.
  accepted: ['sending'],
  refused: ['intended', 'sending'],
  // Nothing left this computer, so nothing can be in the book.
  notSent: ['intended'],
  unknown: ['sending'],
  // Also from itself: a later listing may show that another order fits better.
  probablyPlaced: ['unknown', 'probablyPlaced'],
}

/** How long an order without an answer is looked for, in milliseconds: a day after it was sent. */
const WATCHED_MS = 86_400_000

/** True while the order is matched against each reading of the account's orders. */
export function isWatched(order: StoredPlacedOrder, serviceNowMs: number): boolean {
  if (order.state !== 'unknown' && order.state !== 'probablyPlaced') return false
  return serviceNowMs < (order.sentAtMs ?? 0) + WATCHED_MS
}

/** What an interrupted run left behind: where such an order goes at the next start. Null for one that has ended. */
export function afterCrash(state: PlacedOrderState): 'notSent' | 'unknown' | null {
  switch (state) {
    case 'intended':
      return 'notSent'
    case 'sending':
      return 'unknown'
    case 'accepted':
    case 'refused':
    case 'notSent':
    case 'unknown':
    case 'probablyPlaced':
      return null
  }
}
