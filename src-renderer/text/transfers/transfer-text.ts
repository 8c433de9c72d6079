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
import { refusedBy } from '../../../src-preload/domain/accounts/transfer-refusal.ts'
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
  abandoned: 'Canceled',
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
  lookUp: 'Check status',
  abandon: 'Cancel transfer',
  again: 'Send again',
}

/** What comes next where a transfer can proceed. */
const nextSteps: Readonly<Partial<Record<TransferState, string>>> = {
  initiated: 'Confirm and sign',
  signed: 'Send signature',
}

/** Name of the button for an offered action. */
export function nameOffer(offer: TransferOffer, state: TransferState): string {
  return offer === 'proceed' ? (nextSteps[state] ?? 'Continue') : offerNames[offer]
}

const notTwice = 'It was not sent again.'
const askOperator = 'Contact the exchange’s support with the reference; do not send again before they answer.'
/** After this long without an answer the user must contact the service. */
const escalateAfterMs = 600_000

/** Describes a transfer's state, without claiming more than is known. */
export function describeState(transfer: SentTransfer, nowMs: number): StateWords {
  const { state, isBusy } = transfer
  switch (state) {
    case 'intended':
      return {
        title: isBusy ? 'Being checked' : 'Saved, not started',
        done: 'No request was sent, and nothing is signed.',
        next: isBusy ? '' : 'Continue or cancel it.',
      }
    case 'initiating':
      return isBusy
        ? {
            title: 'Sending the request',
            done: 'Nothing is signed, so no funds can move.',
            next: '',
          }
        : {
            title: 'No answer from the exchange',
            done: `The request may have been sent, but no answer is known. Nothing is signed, so no funds can move. ${notTwice}`,
            next: 'Check whether the exchange received it, or cancel it and start a new one.',
          }
    case 'initiated':
      return {
        title: isBusy ? 'Confirm in the other window' : 'Ready to confirm',
        done: 'The exchange has prepared it. Nothing is signed, so no funds can move.',
        next: isBusy
          ? 'The confirmation window shows what will be signed.'
          : 'Confirm and sign it, or cancel it.',
      }
    case 'signed':
      return {
        title: isBusy ? 'Sending the signature' : 'Signed, not sent',
        done: 'The signature is on this computer and was never sent, so no funds moved.',
        next: isBusy ? '' : 'Send the signature. It can no longer be canceled.',
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
        title: 'Canceled',
        done: 'It was canceled before anything was signed, so no funds can move.',
        next: '',
      }
    case 'differs':
      return {
        title: 'The exchange has a different transfer than you requested',
        done: `The exchange ${transfer.told?.status === 'success' ? 'says' : 'does not say'} that this other transfer is completed. ${describeSignature(transfer)}`,
        next: 'Do not send again. Contact the exchange’s support with the reference and both columns below.',
      }
    default:
      return assertNever(state, 'transfer state')
  }
}

/** Whether a signature left this computer, by the record: without a hash there was nothing to sign. */
function describeSignature({ msgHash, failure }: SentTransfer): string {
  if (msgHash === null) return 'Nothing was signed on this computer.'
  return failure?.step === 'process'
    ? 'The signature was sent, or may have been sent, once.'
    : 'A signature was sent at most once.'
}

/** A reported success stays, even when the service withdraws it later; then both are shown. */
function describeSuccess({ told }: SentTransfer): StateWords {
  if (told === null || told.status === 'success') {
    return { title: 'Completed', done: 'The exchange’s details match your request.', next: '' }
  }
  const now = told.status === 'pending' ? 'pending' : `“${told.status}”`
  return {
    title: `It was completed; the exchange now reports it as ${now}`,
    done: `The exchange reported it as completed, as you entered it. On ${formatMoment(told.asOfMs)} it reported it as ${now}.`,
    next: askOperator,
  }
}

/** The signature was sent, or may have been: the outcome is unknown. */
function describeOpenOutcome(transfer: SentTransfer, nowMs: number): StateWords {
  const { isBusy, told, lookUps, updatedAtMs } = transfer
  const isLongOpen = nowMs - updatedAtMs >= escalateAfterMs
  const lookedUp = 'Starkdesk checks the status while this account is signed in.'
  if (isBusy && !isLongOpen) {
    return { title: 'Sent, waiting for the answer', done: 'Funds may have moved.', next: lookedUp }
  }
  const done = `The signature was sent, or may have been sent. Funds may have moved. ${notTwice}`
  const unknown =
    told === null && lookUps.wasKnown === false
      ? ' At the last check the exchange had no transfer with this reference, but it may still arrive.'
      : ''
  return {
    title: titleOpenOutcome(transfer),
    done: `${done}${unknown}`,
    next: `${lookedUp} ${isLongOpen ? askOperator : 'Do not send again until then.'}`,
  }
}

function titleOpenOutcome({ failure, told }: SentTransfer): string {
  if (told?.status === 'pending') return 'Pending at the exchange'
  if (told !== null) return `The exchange reports “${told.status}”`
  return refusedBy(failure) === 'service' ? 'Rejected by the exchange, checking status' : 'Unknown'
}

/** The step that failed. */
export const failedSteps: Readonly<Record<'initiate' | 'process', string>> = {
  initiate: 'Sending the request',
  process: 'Sending the signature',
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
  sent: 'Sent from another device',
  other: 'Between others',
}

/** The service's own status of a transfer. */
export function nameReportedStatus({ status }: Pick<ToldTransfer, 'status'>): string {
  if (status === 'success') return 'Completed'
  if (status === 'pending') return 'Pending'
  return `“${status}”`
}
