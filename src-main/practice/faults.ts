// What goes wrong with calls, by option and seed. Without options nothing does.
import { randomFrom } from './random-sequence.ts'

/** Faults of single calls, each with its share of them, 0 to 1. */
export const callFaults = {
  createLost: 'create is accepted, and its answer lost',
  createLate: 'the answer to create is lost, and the order accepted later (see lateSeconds)',
  createSlow: 'create is accepted, and answered later (see slowSeconds)',
  createFails: 'create answers 500, and the order is accepted',
  createOtherPrice: 'create is accepted at another price',
  createOtherTrigger: 'create is accepted with another trigger',
  createOtherSide: 'create is accepted with the other side',
  createOtherAmount: 'create is accepted with half the amount',
  createOtherMarket: 'create is accepted in another market',
  createOtherType: 'create is accepted as another type',
  hashOfOrder: 'nonce answers with the hash of another open nonce',
  hashOfTransfer: 'nonce answers with the hash of an unsigned transfer',
  hashOld: 'nonce answers with a hash that was used',
  nonceTwice: 'nonce answers with a nonce that was given before',
  cancelFilled: 'cancel is accepted, and the order filled first',
  cancelHalfFilled: 'cancel is accepted, and half of what is left of the order filled first',
  cancelLost: 'cancel is accepted, and nothing is done',
  listShifts: 'a later page of a listing begins a row early or late, as if rows had come or gone',
  listLacks: 'a listing leaves a row out',
  tooMany: '429 with Retry-After',
  tooManyBare: '429 without Retry-After',
} as const
export type CallFault = keyof typeof callFaults

export interface FaultOptions {
  /** Share of the calls that each fault meets. */
  readonly shares: Partial<Record<CallFault, number>>
  /** How much later a late create is accepted. */
  readonly lateSeconds: number
  /** How much later a slow create is answered. */
  readonly slowSeconds: number
  /** Listings tell orders and fills only once they are so old. */
  readonly listLagSeconds: number
  /** Added to the Date header. */
  readonly dateOffSeconds: number
}

export const noFaults: FaultOptions = {
  shares: {},
  lateSeconds: 60,
  slowSeconds: 5,
  listLagSeconds: 0,
  dateOffSeconds: 0,
}

export class Faults {
  readonly options: FaultOptions
  readonly #random: () => number

  constructor(options: FaultOptions, seed: number) {
    this.options = options
    this.#random = randomFrom(seed)
  }

  /** Whether a fault meets this call. */
  happens(fault: CallFault): boolean {
    const share = this.options.shares[fault] ?? 0
    return share > 0 && this.#random() < share
  }

  /** A position in a list of so many; for a fault that needs one of several. */
  pick(count: number): number {
    return Math.floor(this.#random() * count)
  }
}
