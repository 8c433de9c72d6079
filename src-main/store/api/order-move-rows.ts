// Rows of the journal of moves as the main thread sees them.
import type { OrderSide, OrderType } from '../../../src-preload/domain/markets/markets.ts'

/** An order that is canceled to be placed anew. */
export interface StoredMove {
  /** Ticket of the new order, which is in the journal under it once its intent is written. */
  readonly ticketId: string
  /** Key of the network in the store, as AccountSession.network has it. */
  readonly networkKey: string
  /** Checksummed. */
  readonly senderAddress: string
  /** The order that is canceled. */
  readonly orderId: number
  readonly market: string
  readonly side: OrderSide
  readonly type: Exclude<OrderType, 'market'>
  /** Canonical decimal texts: the new order's. */
  readonly amount: string
  readonly price: string
  /** Null except for a stop order. */
  readonly stopPrice: string | null
  readonly begunAtMs: number
}

/** The journal's calls for moves; each write is on the disk when it returns. */
export interface OrderMoveMethods {
  /** Writes a move down before its cancel is sent. A later move of the same order takes the place of an earlier one. */
  beginMove(move: StoredMove): void
  /** The move has ended, and a person was told where something is gone. Nothing happens where it is not there. */
  endMove(ticketId: string): void
  /** Moves of one sender on one network that have not ended, by the id of the canceled order. */
  listMoves(networkKey: string, senderAddress: string): StoredMove[]
}
