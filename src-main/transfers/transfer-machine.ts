// State machine of a transfer: valid transitions, safe actions per state, and the meaning of the exchange's record. Pure.
import { compare, parseExact, roundHalfEven } from '../../src-preload/domain/numbers/exact-decimal.ts'
import type { Transfer } from '../../src-preload/contract/orders/entities.ts'
import type { ComparedField, TransferOffer, TransferState } from '../../src-preload/contract/transfers.ts'
import type { StepFailure, StoredTransfer, TransferIntent } from '../store/api/transfer-rows.ts'

/** For each state, the states it may be entered from. All other transitions are refused. */
export const enteredFrom: Readonly<Record<Exclude<TransferState, 'intended'>, readonly TransferState[]>> = {
  // Sent once: an initiate without an answer is not repeated, because the exchange may have accepted it.
  initiating: ['intended'],
  initiated: ['initiating'],
  signed: ['initiated'],
  // Sent once: from here on the money may have moved.
  processing: ['signed'],
  // The exchange's record is authoritative in every state: a second computer may have completed what this one started. It
  // also corrects earlier conclusions.
  succeeded: ['initiating', 'initiated', 'signed', 'processing', 'refused', 'abandoned', 'differs'],
  // Also from itself, because the differences shown must match the latest record.
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
  // Nothing was signed, so no money can move.
  abandoned: ['intended', 'initiating', 'initiated'],
}

const offersOf: Readonly<Record<TransferState, readonly TransferOffer[]>> = {
  intended: ['proceed', 'abandon'],
  initiating: ['lookUp', 'abandon'],
  initiated: ['proceed', 'lookUp', 'abandon'],
  // A signature exists, so giving up could not guarantee that it is never sent.
  signed: ['proceed', 'lookUp'],
  processing: ['lookUp'],
  succeeded: ['lookUp', 'again'],
  refused: ['lookUp', 'again'],
  abandoned: ['again'],
  differs: ['lookUp'],
}

/** Actions that are safe in a state; none while a step is in flight. */
export function offersFor(state: TransferState, isBusy: boolean): readonly TransferOffer[] {
  return isBusy ? [] : offersOf[state]
}

/** How long a signature that the exchange refused is looked up: it may settle late. */
const watchedMs = 86_400_000

/**
 * True while the transfer is looked up automatically: until its outcome is known, and for a day after the exchange refused a
 * signature.
 */
export function isWatched({ state, failure }: StoredTransfer, nowMs: number): boolean {
  if (state === 'processing') return true
  return state === 'refused' && failure?.step === 'process' && nowMs < failure.atMs + watchedMs
}

/** The exchange's error mentions a used nonce or transfer, which may be due to this very signature. */
function speaksOfUse({ error }: StepFailure): boolean {
  return /\b(?:used|already|duplicate|processed|exists)\b/i.test(String(error.data['message'] ?? ''))
}

const isSameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Fields in which the exchange's record differs from the intent. */
export function findDifferences(intent: TransferIntent, told: Transfer): ComparedField[] {
  const isSame: Readonly<Record<ComparedField, boolean>> = {
    reference: told.reference === intent.reference,
    // USDC has six decimals; further decimals in the exchange's record are floating-point noise (facts, A2).
    amount: compare(roundHalfEven(parseExact(told.amount), 6), parseExact(intent.amount)) === 0,
    currency: told.currency.toLowerCase() === intent.currency,
    fromAddress: isSameAddress(told.fromAddress, intent.senderAddress),
    destinationAddress: isSameAddress(told.destinationAddress, intent.recipientAddress),
  }
  return (Object.keys(isSame) as ComparedField[]).filter((field) => !isSame[field])
}

/** State of a transfer after the exchange has reported on it; unchanged if the report changes nothing. */
export interface Verdict {
  readonly state: TransferState
  readonly differences: readonly ComparedField[]
}

/**
 * Interprets the exchange's record: a different transfer is `differs`, a completed one `succeeded`. A pending one is not
 * completed yet; it counts as failed only if the exchange also refused the signature, in words that do not mention its use.
 * An unknown reference proves nothing, because the exchange issued a hash for it.
 * @param told - null if the exchange does not know the reference
 */
export function interpretRecord(transfer: StoredTransfer, told: Transfer | null): Verdict {
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
