// Rows of the journal as the main thread sees them.
import type { Transfer } from '../../../src-preload/contract/orders/entities.ts'
import type { NetworkKind } from '../../../src-preload/contract/accounts/accounts.ts'
import type { ComparedField, TransferLimits, TransferState } from '../../../src-preload/contract/transfers.ts'
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

/** How far the exchange's list of an account's transfers was read. */
export interface TransferSync {
  /** What the offset counts; null until the list has shown it. */
  readonly offsetUnit: 'rows' | 'pages' | null
  /** The next older page to read, from 1; 0 is the newest. */
  readonly nextPage: number
  /** All of them were read once. */
  readonly isWhole: boolean
}

/** The limits of an address on a network: those in force, and a pending change. */
export interface StoredLimits {
  readonly now: TransferLimits
  readonly next: { readonly limits: TransferLimits; readonly fromMs: number } | null
}
