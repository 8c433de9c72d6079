// Rows of the journal of orders as the main thread sees them.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { NetworkKind } from '../../../src-preload/contract/accounts/accounts.ts'
import type { ComparedOrderField, PlacedOrderState } from '../../../src-preload/contract/trading/trading.ts'
import type { OrderSide, OrderType } from '../../../src-preload/domain/markets/markets.ts'

/** What is meant: written once, never changed. */
export interface StoredOrderIntent {
  /** Id of the ticket. */
  readonly id: string
  readonly accountId: string
  readonly networkKind: NetworkKind
  /** Key of the network in the store, as AccountSession.network has it. */
  readonly networkKey: string
  readonly host: string
  /** Checksummed. */
  readonly senderAddress: string
  readonly market: string
  readonly side: OrderSide
  readonly type: OrderType
  /** Canonical decimal texts, exactly what is sent. */
  readonly amount: string
  readonly price: string | null
  readonly stopPrice: string | null
  readonly createdAtMs: number
}

/** An order as the journal has it. */
export interface StoredPlacedOrder extends StoredOrderIntent {
  readonly state: PlacedOrderState
  readonly updatedAtMs: number
  readonly msgHash: string | null
  readonly nonce: number | null
  readonly signature: { readonly r: string; readonly s: string } | null
  /** By the exchange's clock. */
  readonly sentAtMs: number | null
  readonly orderId: number | null
  readonly differences: readonly ComparedOrderField[]
  readonly failure: ErrorReport | null
}

/** What a step changes. What is left out stays. */
export type PlacedOrderChange = Partial<
  Pick<
    StoredPlacedOrder,
    'msgHash' | 'nonce' | 'signature' | 'sentAtMs' | 'orderId' | 'differences' | 'failure'
  >
>

/** The journal's calls for orders; each write is on the disk when it returns. */
export interface PlacedOrderMethods {
  /**
   * Writes an intent in state `intended`, or answers the order that was placed with this ticket before. One order per ticket:
   * `isNew` is true for one caller only.
   * @param againOf - id of the first attempt at the same intent, which has no second one yet; null unless given
   */
  createPlacedOrder(
    intent: StoredOrderIntent,
    againOf?: string | null,
  ): { readonly order: StoredPlacedOrder; readonly isNew: boolean }
  /**
   * Moves an order on if it is in one of the states `from`, and answers how it is now; null where it is in another or does not
   * exist. Errors: validation { field: 'msgHash' | 'nonce' | 'orderId', reason: 'usedBefore' } where another order or transfer
   * has the same hash (as a number), the sender has used the nonce for an order on this network, or another order has this id;
   * the order then stays as it was. The id of an accepted order is certain: an order that was only probably placed as it is
   * `unknown` again.
   */
  movePlacedOrder(
    id: string,
    from: readonly PlacedOrderState[],
    to: PlacedOrderState,
    change: PlacedOrderChange,
    atMs: number,
  ): StoredPlacedOrder | null
  getPlacedOrder(id: string): StoredPlacedOrder | null
  /** The second attempt at the order with this id; null where there is none. */
  getSecondAttempt(id: string): StoredPlacedOrder | null
  /** What of a hash and nonce may not be signed for an order of this sender, because it was seen before; null for nothing. */
  findUsedBefore(
    networkKey: string,
    senderAddress: string,
    msgHash: string,
    nonce: number,
  ): 'msgHash' | 'nonce' | null
  /**
   * Notes a hash that came for an order, was not signed and cannot be written with it, as with a nonce that was used: it is
   * signed for nothing. Does nothing where it was seen before.
   */
  noteSeenHash(msgHash: string, orderId: string): void
  /** Of one sender on one network, newest first. */
  listPlacedOrders(networkKey: string, senderAddress: string, limit: number): StoredPlacedOrder[]
  /** Signed orders of one sender on one network that were sent then or later, by the exchange's clock; oldest first. */
  listSentOrders(networkKey: string, senderAddress: string, sinceMs: number): StoredPlacedOrder[]
  /** Those that have not ended or whose outcome is not certain, of all accounts, oldest first. */
  listWatchedOrders(): StoredPlacedOrder[]
}
