// The store's calls about transfers, recipients and what was looked up: all the user's own data, each write on the disk when it
// returns.
import type { Transfer } from '../../../src-preload/contract/entities.ts'
import type { NetworkKind } from '../../../src-preload/contract/accounts.ts'
import type { ComparedField, Recipient, TransferState } from '../../../src-preload/contract/transfers.ts'
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'

/** What is meant: written once, never changed. */
export interface TransferIntent {
  readonly id: string
  readonly accountId: string
  readonly networkKind: NetworkKind
  readonly baseUrl: string | null
  /** Key of the network in the store, as AccountSession.network has it. */
  readonly networkKey: string
  readonly host: string
  /** Checksummed. */
  readonly senderAddress: string
  readonly recipientAddress: string
  /** Canonical decimal text, exactly what is sent. */
  readonly amount: string
  readonly currency: 'usdc'
  /** The client_reference_id; unique per network and sender. */
  readonly reference: string
  readonly createdAtMs: number
}

/** Why a step did not lead to an answer. */
export interface StepFailure {
  readonly step: 'initiate' | 'process'
  readonly error: ErrorReport
  /** The service said no, or nothing was sent, as opposed to nobody knowing. */
  readonly isRefusal: boolean
  readonly atMs: number
}

/** A transfer as the journal has it. */
export interface StoredTransfer extends TransferIntent {
  readonly note: string
  readonly state: TransferState
  readonly updatedAtMs: number
  readonly msgHash: string | null
  readonly nonce: number | null
  readonly signature: { readonly r: string; readonly s: string } | null
  readonly failure: StepFailure | null
  readonly told: (Transfer & { readonly asOfMs: number }) | null
  readonly differences: readonly ComparedField[]
  readonly lookUps: {
    readonly count: number
    readonly lastAtMs: number | null
    readonly wasKnown: boolean | null
    readonly lastError: ErrorReport | null
  }
}

/** What a step changes. What is left out stays. */
export type TransferChange = Partial<
  Pick<
    StoredTransfer,
    'msgHash' | 'nonce' | 'signature' | 'failure' | 'told' | 'differences' | 'lookUps' | 'note'
  >
>

/** One line of a transfer's history, never changed: which state it entered, when. Staying in a state is no step. */
export interface TransferStep {
  readonly state: TransferState
  readonly atMs: number
}

/** What the service told of a reference that is none of the journal's. */
export interface StoredFound {
  readonly accountId: string
  readonly networkKey: string
  /** Whose history it belongs to: the account may be removed and added again. */
  readonly accountAddress: string
  readonly told: Transfer & { readonly asOfMs: number }
}

export interface TransferStoreMethods {
  /**
   * Writes an intent in state `intended`. Errors: validation { field: 'reference', reason: 'taken' } where the sender has used
   * the reference on this network before. Addresses are compared without regard to case, here and in all that follows.
   */
  createTransfer(intent: TransferIntent, note: string): StoredTransfer
  /**
   * Moves a transfer on, if it is in one of the states `from`, and answers how it is now; null where it is in another, or
   * does not exist: somebody else moved it first. Errors: validation { field: 'msgHash' | 'nonce', reason: 'usedBefore' }
   * where another transfer on this network has the same hash (as a number), or the sender the same nonce; the transfer then
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
}
