// Which orders have no answer yet, and which got theirs lately. Reads the journal only.
import type { Clock } from '../async/clock.ts'
import type { AccountSession } from '../session/account-session.ts'
import type { Journal } from '../store/api/journal-api.ts'
import type { StoredPlacedOrder } from '../store/api/placed-order-rows.ts'
import { isWatched } from './order-machine.ts'

/** Orders that one account has on the wire at once are fewer. */
const MAX_RECENT = 200

export interface UndecidedOrdersOptions {
  readonly journal: Pick<Journal, 'listWatchedOrders' | 'listPlacedOrders'>
  readonly clock: Clock
  /** The clock of the exchange in use minus the local one, in milliseconds. */
  readonly skewMs: () => number
  /** The order has a step in flight in this process, which will say what became of it. */
  readonly isBusy: (id: string) => boolean
}

type Owner = Pick<AccountSession, 'network' | 'account'>

export function createUndecidedOrders({ journal, clock, skewMs, isBusy }: UndecidedOrdersOptions) {
  /** Sent, or about to be, and without an answer; one that was looked for in vain for a day is none any more. */
  function isUndecided(order: StoredPlacedOrder): boolean {
    const nowMs = clock.now()
    return (
      order.state === 'sending' || (order.state === 'unknown' && isWatched(order, nowMs, nowMs + skewMs()))
    )
  }

  /** It was probably placed, and another one may turn up for it. */
  function isProbable(order: StoredPlacedOrder): boolean {
    const nowMs = clock.now()
    return order.state === 'probablyPlaced' && isWatched(order, nowMs, nowMs + skewMs())
  }

  async function listOwn({ network, account }: Owner): Promise<StoredPlacedOrder[]> {
    const address = account.ethereumAddress.toLowerCase()
    return (await journal.listWatchedOrders()).filter(
      (order) => order.networkKey === network && order.senderAddress.toLowerCase() === address,
    )
  }

  /** Orders of the account that were sent, or are about to be, and have no answer. */
  const list = async (owner: Owner): Promise<StoredPlacedOrder[]> =>
    (await listOwn(owner)).filter(isUndecided)

  /** Orders of the account that were probably placed, and for which another one may turn up. */
  const listProbable = async (owner: Owner): Promise<StoredPlacedOrder[]> =>
    (await listOwn(owner)).filter(isProbable)

  /** Whether an earlier order of the account in this market was sent without a certain answer, or with one that could not be written down. */
  async function hasUnknown(owner: Owner, market: string): Promise<boolean> {
    const inMarket = (await listOwn(owner)).filter((order) => order.market === market)
    const isOpen = (order: StoredPlacedOrder): boolean =>
      isUndecided(order) && (order.state === 'unknown' || !isBusy(order.id))
    return inMarket.some((order) => isOpen(order) || isProbable(order))
  }

  /** Ids of orders of the account that were accepted then or later, by the local clock. */
  async function listAcceptedSince({ network, account }: Owner, sinceMs: number): Promise<readonly number[]> {
    const placed = await journal.listPlacedOrders(network, account.ethereumAddress, MAX_RECENT)
    return placed.flatMap(({ state, updatedAtMs, orderId }) =>
      state === 'accepted' && updatedAtMs >= sinceMs && orderId !== null ? [orderId] : [],
    )
  }

  return {
    list,
    listProbable,
    hasUnknown,
    listAcceptedSince,
    /** Those of all accounts. */
    listAll: async (): Promise<StoredPlacedOrder[]> =>
      (await journal.listWatchedOrders()).filter(isUndecided),
  }
}
