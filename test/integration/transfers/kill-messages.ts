// What the process that gets killed and the test say to each other.
import type { TransferOffer, TransferState } from '../../../src-preload/contract/transfers.ts'

/** From the process that gets killed. */
export type ChildMessage =
  /** It stands before or after something and goes on when it is told to. */
  | { readonly kind: 'gate'; readonly name: string }
  /** What the page would have been shown. */
  | {
      readonly kind: 'told'
      readonly id: string
      readonly reference: string
      readonly nonce: number | null
      readonly state: TransferState
    }
  /** It has nothing left to do and waits. */
  | { readonly kind: 'done' }

/** To it: whatever is sent lets it go on. */
export const goOn = 'go on'

/** The gate of the so many-th write of a state; the first write of `intended` is the intent. */
export const writeGate = (side: 'before' | 'after', state: TransferState, nth = 1): string =>
  `${side} writing ${state} #${String(nth)}`
export const askedGate = 'while the person is asked'

/** Asked of the app that comes after the kill. */
export type Asked =
  | { readonly kind: 'step'; readonly step: Exclude<TransferOffer, 'again'> | 'get'; readonly id: string }
  | { readonly kind: 'create'; readonly amount: string }
  | { readonly kind: 'list' }
  /** Whether its account has signed in once and its L2 key is known. */
  | { readonly kind: 'isReady' }
  | { readonly kind: 'close' }

export interface Answered {
  /** Of the question; 0 says that the app has started. */
  readonly number: number
  readonly value: unknown
  /** Of the error; null where there was none. */
  readonly code: string | null
}
