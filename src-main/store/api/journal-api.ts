// The typed face of the journal: transfers, orders, moves of orders, recipients, limits. All of it is the user's own, and each write
// is on the disk when it returns.
import type { Recipient, TransferState } from '../../../src-preload/contract/transfers.ts'
import type { Handle } from './handle.ts'
import type { OrderMoveMethods } from './order-move-rows.ts'
import type { PlacedOrderMethods } from './placed-order-rows.ts'
import type {
  StoredFound,
  StoredLimits,
  StoredTransfer,
  TransferChange,
  TransferIntent,
  TransferStep,
} from './transfer-rows.ts'

export interface JournalMethods extends PlacedOrderMethods, OrderMoveMethods {
  /**
   * Writes an intent in state `intended`. Errors: validation { field: 'reference', reason: 'taken' } where the sender has used
   * the reference on this network before. Addresses are compared without regard to case, here and in all that follows.
   */
  createTransfer(intent: TransferIntent, note: string): StoredTransfer
  /**
   * Moves a transfer on, if it is in one of the states `from`, and answers how it is now; null where it is in another, or
   * does not exist: somebody else moved it first. Errors: validation { field: 'msgHash' | 'nonce', reason: 'usedBefore' }
   * where another transfer or order has the same hash (as a number), or the sender the same nonce; the transfer then
   * stays as it was. `internal` where the state demands what is not there, or what was signed would change.
   */
  moveTransfer(
    id: string,
    from: readonly TransferState[],
    to: TransferState,
    change: TransferChange,
    atMs: number,
  ): StoredTransfer | null
  /** Changes what is no step: the note, what look-ups told. Null where it does not exist. */
  noteTransfer(
    id: string,
    change: Pick<TransferChange, 'note' | 'told' | 'lookUps'>,
    atMs: number,
  ): StoredTransfer | null
  getStoredTransfer(id: string): StoredTransfer | null
  getTransferSteps(id: string): TransferStep[]
  findTransfer(networkKey: string, senderAddress: string, reference: string): StoredTransfer | null
  /**
   * Of one sender on one network, newest first, all of them: a person makes thousands at most. (The account may have been
   * removed and added again since; its address and network say whose they are.)
   */
  listTransfers(networkKey: string, senderAddress: string): StoredTransfer[]
  /** Those whose outcome is not known, or whose signature was refused, of all accounts: what is looked up is among them. */
  listWatchedTransfers(): StoredTransfer[]

  /** Replaces what was told before of the reference to this account. */
  putFoundTransfer(found: StoredFound): void
  /** Newest first, by the service's time. */
  listFoundTransfers(networkKey: string, accountAddress: string): StoredFound[]

  /** By label. The address book is one for all accounts of a network. */
  listRecipients(networkKey: string): Recipient[]
  /** Replaces label and note of an address that is there, and answers how it is now: added when it was first. */
  putRecipient(networkKey: string, recipient: Recipient): Recipient
  removeRecipient(networkKey: string, address: string): void

  /** Null where none were ever set. */
  getTransferLimits(networkKey: string, senderAddress: string): StoredLimits | null
  putTransferLimits(networkKey: string, senderAddress: string, limits: StoredLimits): void

  /**
   * When the journal was restored from a backup, or begun anew, after damage: transfers made since that backup may be missing.
   * Null where it never was, or where noteReviewed was called for this address since.
   */
  getUnreviewedRestore(networkKey: string, senderAddress: string): number | null
  /** The user has looked at the transfers of this address, and compared them with what was sent. */
  noteReviewed(networkKey: string, senderAddress: string): void
}

/** The journal as the main thread sees it: the same calls, answered by its own thread. */
export type Journal = Handle<JournalMethods>
