// State machine of a placed order: valid transitions, and which orders are watched. Pure.
import type { PlacedOrderState } from '../../src-preload/contract/trading/trading.ts'
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
  // Nothing left this computer, so nothing can be in the book; from `sending` where it is certain that it only waited.
  notSent: ['intended', 'sending'],
  // Again where its order turns out to be that of another ticket, for certain.
  unknown: ['sending', 'probablyPlaced'],
  // A refusal of what was sent proves nothing where a transport sent it twice: the second one is refused.
  probablyPlaced: ['unknown', 'refused'],
}

/** How long an order without a certain answer is looked for, in milliseconds: a day after it was sent. */
export const WATCHED_MS = 86_400_000

/**
 * True while the order is looked for in each reading of the account's orders: for a day, by the clock that says it is not over.
 * A refusal is watched where the order had been sent, and one that was probably placed because the order that was found for it
 * may be another's, placed elsewhere.
 */
export function isWatched(order: StoredPlacedOrder, nowMs: number, serviceNowMs: number): boolean {
  const { state, sentAtMs, updatedAtMs } = order
  if (sentAtMs === null) return false
  if (state !== 'unknown' && state !== 'probablyPlaced' && state !== 'refused') return false
  return nowMs < updatedAtMs + WATCHED_MS || serviceNowMs < sentAtMs + WATCHED_MS
}

/** How far back an order is looked for whose day passed while nobody looked, in milliseconds. */
const LEFT_BEHIND_MS = 30 * WATCHED_MS

/**
 * True for an order of unknown outcome that nobody may have looked for since it was sent: its day passed while the app was closed,
 * or offline. It is looked for once more, whole, by each run of the app for thirty days.
 */
export function isLeftBehind({ state, sentAtMs }: StoredPlacedOrder, nowMs: number): boolean {
  return state === 'unknown' && sentAtMs !== null && nowMs < sentAtMs + LEFT_BEHIND_MS
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
