// Cancels orders that turn up after everything was canceled. What has turned up is on the disk until the exchange says that it has
// ended: another account, a lost connection or a crash in between ends nothing.
import type { PlacedOrderState } from '../../../src-preload/contract/trading/trading.ts'
import type { AccountSession } from '../../session/account-session.ts'
import type { Journal } from '../../store/api/journal-api.ts'
import type { StoredPlacedOrder } from '../../store/api/placed-order-rows.ts'
import type { Tools } from '../../tools.ts'
import { cancelUntilEnded } from './cancel-passes.ts'
import type { PendingCancel, PendingCancels } from './pending-cancels.ts'
import { untilReachable } from './until-reachable.ts'

export interface LateCancelsOptions extends Pick<Tools, 'log' | 'random'> {
  readonly journal: Pick<Journal, 'getPlacedOrder'>
  readonly pending: PendingCancels
  /** Whether the order may still turn up at the exchange, or another one for it. */
  readonly isWatched: (order: StoredPlacedOrder) => boolean
  /** @param isCanceled - false where it had ended otherwise: it was filled */
  readonly onEnded: (placed: StoredPlacedOrder, orderId: number, isCanceled: boolean) => void
}

/** What was written down to be canceled before it was signed is not over before it was sent. */
const isUnderWay: Readonly<Record<PlacedOrderState, boolean>> = {
  ...{ intended: true, sending: true, accepted: false, refused: false, notSent: false },
  ...{ unknown: false, probablyPlaced: false },
}

export type LateCancels = ReturnType<typeof createLateCancels>

export function createLateCancels({ journal, pending, log, random, ...options }: LateCancelsOptions) {
  /** Orders that are being canceled: once for each session. */
  const underWay = new WeakMap<AccountSession, Set<number>>()

  async function cancelLate(
    session: AccountSession,
    placed: StoredPlacedOrder,
    orderId: number,
  ): Promise<void> {
    const now = underWay.get(session) ?? new Set<number>()
    underWay.set(session, now)
    if (now.has(orderId)) return
    now.add(orderId)
    const { client, signal } = session
    try {
      const ended = await cancelUntilEnded(
        {
          client,
          signal,
          random,
          onFailure: (error) => log.fault('trading', 'cancel a late order', error),
          untilReachable: () => untilReachable(session, signal),
        },
        orderId,
      )
      await pending.noteGone(placed.id, orderId)
      options.onEnded(placed, orderId, ended?.state === 'cancel')
    } catch (error) {
      // The account was left: `sweep` goes on when it comes back into use.
      if (!signal.aborted) log.fault('trading', 'cancel a late order', error)
    } finally {
      now.delete(orderId)
    }
  }

  /** Nothing can turn up for it any more, and what did is gone. */
  function isOver({ open, gone }: PendingCancel, placed: StoredPlacedOrder): boolean {
    if (open.length > 0 || isUnderWay[placed.state] || options.isWatched(placed)) return false
    return placed.orderId === null || gone.includes(placed.orderId)
  }

  return {
    /**
     * Goes on with all orders of the account that have turned up and are not surely gone. Call it when an account comes into
     * use, when an order was found, and now and then: it does nothing twice. Errors: those of the store and the journal.
     */
    async sweep(session: AccountSession): Promise<void> {
      const { network, account } = session
      const address = account.ethereumAddress.toLowerCase()
      for (const entry of await pending.list()) {
        const placed = await journal.getPlacedOrder(entry.ticketId)
        if (session.signal.aborted) return
        if (placed === null) {
          await pending.remove(entry)
          continue
        }
        if (placed.networkKey !== network || placed.senderAddress.toLowerCase() !== address) continue
        if (isOver(entry, placed)) {
          await pending.remove(entry)
          continue
        }
        const { orderId } = placed
        const isFound = orderId !== null && !entry.gone.includes(orderId)
        for (const id of new Set([...(isFound ? [orderId] : []), ...entry.open]))
          void cancelLate(session, placed, id)
      }
    },
  }
}
