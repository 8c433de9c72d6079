// Owns: which state of a transfer may follow which, what is safe to offer in each, and what the service's word for a transfer
// means for it. Pure. Must not: know the network, the disk or a clock.
import { compare, parseExact, roundHalfEven } from '../../src-preload/domain/exact.ts'
import type { Transfer } from '../../src-preload/contract/entities.ts'
import type { ComparedField, TransferOffer, TransferState } from '../../src-preload/contract/transfers.ts'
import type { StepFailure, StoredTransfer, TransferIntent } from '../store/transfer-rows.ts'

/** The states from which each may be entered. A step that is not here is not taken, whoever asks for it. */
export const enteredFrom: Readonly<Record<Exclude<TransferState, 'intended'>, readonly TransferState[]>> = {
  // Once: an initiate without an answer is not sent again, because the service may have kept it.
  initiating: ['intended'],
  initiated: ['initiating'],
  signed: ['initiated'],
  // Once: from here on the money may have moved.
  processing: ['signed'],
  // The service's word counts wherever it is met: a second computer may have done what this one had only begun.
  // It also corrects what was believed before.
  succeeded: ['initiating', 'initiated', 'signed', 'processing', 'refused', 'abandoned', 'differs'],
  // From itself too: the differences that are shown are those of the word that is shown beside them.
  differs: [
    'initiating',
    'initiated',
    'signed',
    'processing',
    'refused',
    'abandoned',
    'succeeded',
    'differs',
  ],
  refused: ['initiating', 'processing'],
  // Nothing was signed, so nothing can move.
  abandoned: ['intended', 'initiating', 'initiated'],
}

const offersOf: Readonly<Record<TransferState, readonly TransferOffer[]>> = {
  intended: ['initiate', 'abandon'],
  initiating: ['lookUp', 'abandon'],
  initiated: ['confirm', 'lookUp', 'abandon'],
  // A signature exists: giving up would claim that nobody ever sends it.
  signed: ['send', 'lookUp'],
  processing: ['lookUp'],
  succeeded: ['lookUp', 'again'],
  refused: ['lookUp', 'again'],
  abandoned: ['again'],
  differs: ['lookUp'],
}

/** What is safe to do with a transfer; nothing while something of it is under way. */
export function offersFor(state: TransferState, isBusy: boolean): readonly TransferOffer[] {
  return isBusy ? [] : offersOf[state]
}

/** So long a signature that the service has refused, and has, is looked up: it may settle late. */
const watchedMs = 86_400_000

/**
 * True while it is to be looked up by itself: until somebody knows what became of it, and for a day where the service has
 * refused a signature that it was given.
 */
export function isWatched({ state, failure }: StoredTransfer, nowMs: number): boolean {
  if (state === 'processing') return true
  return state === 'refused' && failure?.step === 'process' && nowMs < failure.atMs + watchedMs
}

/** The service speaks of a nonce or a transfer that was used before: by this very signature, perhaps. */
function speaksOfUse({ error }: StepFailure): boolean {
  return /\b(?:used|already|duplicate|processed|exists)\b/i.test(String(error.data['message'] ?? ''))
}

const isSameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** The fields in which what the service tells is not what was meant. */
export function findDifferences(intent: TransferIntent, told: Transfer): ComparedField[] {
  const isSame: Readonly<Record<ComparedField, boolean>> = {
    reference: told.reference === intent.reference,
    // USDC has six decimals; what the service tells beyond them is the noise of its floats (facts, A2).
    amount: compare(roundHalfEven(parseExact(told.amount), 6), parseExact(intent.amount)) === 0,
    currency: told.currency.toLowerCase() === intent.currency,
    fromAddress: isSameAddress(told.fromAddress, intent.senderAddress),
    destinationAddress: isSameAddress(told.destinationAddress, intent.recipientAddress),
  }
  return (Object.keys(isSame) as ComparedField[]).filter((field) => !isSame[field])
}

/** Where a transfer goes after the service has told of it; its state where it stays. */
export interface Verdict {
  readonly state: TransferState
  readonly differences: readonly ComparedField[]
}

/**
 * What the service's word means: another transfer than was meant is `differs`, one that is done is `succeeded`. One that it
 * has as pending is done by nobody yet; that it will not be is believed only where the service has refused the signature as
 * well, and in words that do not speak of its being used. That it does not know the reference settles nothing: it gave a hash
 * for it.
 * @param told - null where the service does not know the reference
 */
export function judgeTold(transfer: StoredTransfer, told: Transfer | null): Verdict {
  const { state, failure } = transfer
  const stay: Verdict = { state, differences: transfer.differences }
  if (told === null) return stay
  const found = findDifferences(transfer, told)
  if (found.length > 0) return enter('differs', found)
  if (told.status === 'success') return enter('succeeded', [])
  if (told.status !== 'pending' || state !== 'processing') return stay
  const isRefused = failure?.step === 'process' && failure.isRefusal && !speaksOfUse(failure)
  return isRefused ? enter('refused', []) : stay

  function enter(next: Exclude<TransferState, 'intended'>, differences: readonly ComparedField[]): Verdict {
    return enteredFrom[next].includes(state) ? { state: next, differences } : stay
  }
}
