// Text for a transfer: state, possible actions and the service's report. Never claims more than the transfer's record.
import type {
  ComparedField,
  FoundTransfer,
  SentTransfer,
  ToldTransfer,
  TransferOffer,
  TransferState,
} from '../../../src-preload/contract/transfers.ts'
import { assertNever } from '../../../src-preload/domain/errors.ts'
import { refusedBy } from '../../../src-preload/domain/transfer-refusal.ts'
import { formatMoment } from '../format/time.ts'
import { describeRefusal, describeRefusedSignature, type StateWords } from './transfer-refusal-text.ts'

/** State names: the same word in the list, on the receipt and in files (receipt-text of main). */
export const transferStateNames: Readonly<Record<TransferState, string>> = {
  intended: 'Not started',
  initiating: 'No answer yet',
  initiated: 'Pending confirmation',
  signed: 'Signed, not sent',
  processing: 'Unknown',
  succeeded: 'Completed',
  // Refused by the service, by Starkdesk, or never received by the service.
  refused: 'Failed',
  abandoned: 'Given up',
  differs: 'Differs',
}

/** State names while a step is in progress. */
const busyNames: Readonly<Partial<Record<TransferState, string>>> = {
  intended: 'Checking',
  initiating: 'Preparing',
  initiated: 'Pending confirmation',
  signed: 'Sending',
  processing: 'Sent',
}

type Named = Pick<SentTransfer, 'state' | 'isBusy'> & Partial<Pick<SentTransfer, 'told'>>

/** Name of a transfer's state, or of the step in progress. */
export function nameState({ state, isBusy, told }: Named): string {
  if (state === 'succeeded' && told && told.status !== 'success') return 'Completed before'
  return (isBusy ? busyNames[state] : undefined) ?? transferStateNames[state]
}

/** Display tone: `open` waits for a user, `unknown` for an answer, `alarm` needs a user immediately. */
export type StateTone = 'open' | 'unknown' | 'done' | 'over' | 'alarm'

export const stateTones: Readonly<Record<TransferState, StateTone>> = {
  intended: 'open',
  initiating: 'unknown',
  initiated: 'open',
  signed: 'open',
  processing: 'unknown',
  succeeded: 'done',
  refused: 'over',
  abandoned: 'over',
  differs: 'alarm',
}

const offerNames: Readonly<Record<Exclude<TransferOffer, 'proceed'>, string>> = {
  lookUp: 'Look it up',
  abandon: 'Give up',
  again: 'Send again',
}

/** What comes next where a transfer can proceed. */
const nextSteps: Readonly<Partial<Record<TransferState, string>>> = {
  initiated: 'Confirm and sign',
  signed: 'Send the signature',
}

/** Name of the button for an offered action. */
export function nameOffer(offer: TransferOffer, state: TransferState): string {
  return offer === 'proceed' ? (nextSteps[state] ?? 'Go on') : offerNames[offer]
}

const notTwice = 'It was not sent a second time.'
const askOperator =
  'Ask the operator of the service, with the reference; do not send it again before you know.'
/** After this long without an answer the user must contact the service. */
const escalateAfterMs = 600_000

/** Describes a transfer's state, without claiming more than is known. */
export function describeState(transfer: SentTransfer, nowMs: number): StateWords {
  const { state, isBusy } = transfer
  switch (state) {
    case 'intended':
      return {
        title: isBusy ? 'Being checked' : 'Written down, not begun',
        done: 'The service was not told of it, and nothing is signed.',
        next: isBusy ? '' : 'Go on with it, or give it up.',
      }
    case 'initiating':
      return isBusy
        ? {
            title: 'The service is being told',
            done: 'Nothing is signed, so no money can move by it.',
            next: '',
          }
        : {
            title: 'No answer of the service is known',
            done: `Starkdesk was about to tell the service, or has told it; no answer is known. Nothing is signed, so no money can move by it. ${notTwice}`,
            next: 'Look it up to see whether the service kept it, or give it up and begin another.',
          }
    case 'initiated':
      return {
        title: isBusy ? 'Waiting for you in the confirmation window' : 'Ready to be confirmed',
        done: 'The service knows of it. Nothing is signed, so no money can move by it.',
        next: isBusy
          ? 'The window of its own shows what would be signed.'
          : 'Confirm and sign it, or give it up.',
      }
    case 'signed':
      return {
        title: isBusy ? 'The signature is being sent' : 'Signed, and not sent',
        done: 'The signature is on this computer and was never sent from it, so no money has moved by it.',
        next: isBusy ? '' : 'Send the signature. It can no longer be taken back by giving up.',
      }
    case 'processing':
      return describeOpenOutcome(transfer, nowMs)
    case 'succeeded':
      return describeSuccess(transfer)
    case 'refused':
      return transfer.failure?.step === 'process'
        ? describeRefusedSignature(transfer)
        : describeRefusal(transfer)
    case 'abandoned':
      return {
        title: 'Given up',
        done: 'It was given up before anything was signed, so no money can move by it.',
        next: '',
      }
    case 'differs':
      return {
        title: 'The service tells another transfer than you meant',
        done: `The service ${transfer.told?.status === 'success' ? 'says' : 'does not say'} that what it tells is done. ${describeSignature(transfer)}`,
        next: 'Do not send it again. Ask the operator of the service, with the reference and both columns below.',
      }
    default:
      return assertNever(state, 'transfer state')
  }
}

/** Whether a signature left this computer, by the record: without a hash there was nothing to sign. */
function describeSignature({ msgHash, failure }: SentTransfer): string {
  if (msgHash === null) return 'Nothing was signed on this computer.'
  return failure?.step === 'process'
    ? 'The signature was sent, or may have been, and not a second time.'
    : 'If a signature was sent, it was sent once.'
}

/** A reported success stays, even when the service withdraws it later; then both are shown. */
function describeSuccess({ told }: SentTransfer): StateWords {
  if (told === null || told.status === 'success') {
    return { title: 'Completed', done: 'The service reports it as you entered it.', next: '' }
  }
  const now = told.status === 'pending' ? 'pending' : `“${told.status}”`
  return {
    title: `It was completed; the service now calls it ${now}`,
    done: `The service reported it as completed, as you entered it. On ${formatMoment(told.asOfMs)} it called it ${now}.`,
    next: askOperator,
  }
}

/** The signature was sent, or may have been: the outcome is unknown. */
function describeOpenOutcome(transfer: SentTransfer, nowMs: number): StateWords {
  const { isBusy, told, lookUps, updatedAtMs } = transfer
  const isLongOpen = nowMs - updatedAtMs >= escalateAfterMs
  const lookedUp = 'It is looked up until the answer is known, while this account is in use and signed in.'
  if (isBusy && !isLongOpen) {
    return { title: 'Sent, waiting for the answer', done: 'The money may have moved.', next: lookedUp }
  }
  const done = `The signature was sent, or may have been. The money may have moved. ${notTwice}`
  const unknown =
    told === null && lookUps.wasKnown === false
      ? ' The service did not know its reference when it was asked last, which proves nothing yet.'
      : ''
  return {
    title: titleOpenOutcome(transfer),
    done: `${done}${unknown}`,
    next: `${lookedUp} ${isLongOpen ? askOperator : 'Do not send it again before.'}`,
  }
}

function titleOpenOutcome({ failure, told }: SentTransfer): string {
  if (told?.status === 'pending') return 'The service has it as pending'
  if (told !== null) return `The service calls it “${told.status}”`
  return refusedBy(failure) === 'service' ? 'The service said no, and that is being checked' : 'Unknown'
}

/** The step that failed. */
export const failedSteps: Readonly<Record<'initiate' | 'process', string>> = {
  initiate: 'When the service was to be told of it',
  process: 'When the signature was to be sent',
}

export const comparedFieldNames: Readonly<Record<ComparedField, string>> = {
  reference: 'Reference',
  amount: 'Amount',
  currency: 'Currency',
  fromAddress: 'From',
  destinationAddress: 'To',
}

/** Direction of a transfer that is not in the journal. */
export const directionNames: Readonly<Record<FoundTransfer['direction'], string>> = {
  received: 'Received',
  sent: 'Sent from elsewhere',
  other: 'Between others',
}

/** The service's own status of a transfer. */
export function nameReportedStatus({ status }: Pick<ToldTransfer, 'status'>): string {
  if (status === 'success') return 'Completed'
  if (status === 'pending') return 'Pending'
  return `“${status}”`
}
