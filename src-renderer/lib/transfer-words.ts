// Owns: the words for a transfer: its state, what can be done with it, what the service tells of it.
// Must not: decide anything, or claim more of a transfer than its record.
import type {
  ComparedField,
  FoundTransfer,
  SentTransfer,
  ToldTransfer,
  TransferOffer,
  TransferState,
} from '../../src-preload/contract/transfers.ts'
import { assertNever } from '../../src-preload/shared/errors.ts'

/** What each state is called in a list. */
export const transferStateNames: Readonly<Record<TransferState, string>> = {
  intended: 'Written down',
  initiating: 'No answer yet',
  initiated: 'To be confirmed',
  signed: 'Signed, not sent',
  processing: 'Outcome unknown',
  succeeded: 'Done',
  // By the service, or because nothing reached it.
  refused: 'Not carried out',
  abandoned: 'Given up',
  differs: 'Differs',
}

/** What goes on while a step of a transfer is under way. */
const busyNames: Readonly<Partial<Record<TransferState, string>>> = {
  intended: 'Being checked',
  initiating: 'Telling the service',
  initiated: 'Waiting for your word',
  signed: 'Being sent',
  processing: 'Waiting for the answer',
}

/** The name of a transfer's state, of the step instead while one is under way. */
export function nameState({ state, isBusy }: Pick<SentTransfer, 'state' | 'isBusy'>): string {
  return (isBusy ? busyNames[state] : undefined) ?? transferStateNames[state]
}

/** How a state is to be seen: `open` waits for somebody, `unknown` for an answer, `alarm` for a person at once. */
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

export const offerNames: Readonly<Record<TransferOffer, string>> = {
  initiate: 'Go on',
  confirm: 'Confirm and sign',
  send: 'Send the signature',
  lookUp: 'Look it up',
  abandon: 'Give up',
  again: 'Send again',
}

/** A state in sentences, for a receipt. */
export interface StateWords {
  readonly title: string
  /** What was done, and what was not. */
  readonly done: string
  /** What comes next; empty where nothing does. */
  readonly next: string
}

const notTwice = 'It was not sent a second time.'

/** What is true of a transfer, and no more. */
export function describeState(transfer: SentTransfer): StateWords {
  const { state, isBusy, failure, told } = transfer
  switch (state) {
    case 'intended':
      return {
        title: isBusy ? 'Being checked' : 'Written down, not begun',
        done: 'The service was not told of it, and nothing is signed.',
        next: isBusy ? '' : 'Go on with it, or give it up.',
      }
    case 'initiating':
      return {
        title: isBusy ? 'The service is being told' : 'The service was told, and no answer came',
        done: `Nothing is signed, so no money has moved.${isBusy ? '' : ` ${notTwice}`}`,
        next: isBusy ? '' : 'Look it up to see whether the service kept it, or give it up and begin another.',
      }
    case 'initiated':
      return {
        title: isBusy ? 'Waiting for you in the confirmation window' : 'Ready to be confirmed',
        done: 'The service knows of it. Nothing is signed, so no money has moved.',
        next: isBusy
          ? 'The window of its own shows what would be signed.'
          : 'Confirm and sign it, or give it up.',
      }
    case 'signed':
      return {
        title: isBusy ? 'The signature is being sent' : 'Signed, and not sent',
        done: 'The signature is on this computer and was never sent. No money has moved.',
        next: isBusy ? '' : 'Send the signature. It can no longer be taken back by giving up.',
      }
    case 'processing':
      return describeOpenOutcome(transfer)
    case 'succeeded':
      return { title: 'Sent', done: 'The service says that it was carried out as you meant it.', next: '' }
    case 'refused':
      return describeRefusal(failure)
    case 'abandoned':
      return {
        title: 'Given up',
        done: 'It was given up before anything was signed. No money has moved.',
        next: '',
      }
    case 'differs':
      return {
        title: 'The service tells another transfer than you meant',
        done: `The service ${told?.status === 'success' ? 'says' : 'does not say'} that what it tells is done. ${notTwice}`,
        next: 'Do not send it again. Ask the operator of the service, with the reference and both columns below.',
      }
    default:
      return assertNever(state, 'transfer state')
  }
}

/** It ended without money moving: by the service's word, or because nothing reached it. */
function describeRefusal(failure: SentTransfer['failure']): StateWords {
  const isServiceWord = failure === null || failure.error.code === 'rejectedByExchange'
  return {
    title: isServiceWord ? 'The service refused it' : 'It was not carried out',
    done:
      failure?.step === 'process'
        ? 'The signature was not taken, and the service does not tell the transfer as done. No money has moved.'
        : 'Nothing was signed, so no money has moved.',
    next: 'Read why, and begin another where it is still wanted.',
  }
}

/** The signature went out, or may have: nobody knows yet what came of it. */
function describeOpenOutcome({ isBusy, failure, told, lookUps }: SentTransfer): StateWords {
  const done = `The signature was sent, or may have been. The money may have moved. ${notTwice}`
  const next = 'It is looked up until the answer is known. Do not send it again before.'
  if (isBusy) {
    return {
      title: 'Sent, waiting for the answer',
      done: 'The money may have moved.',
      next: 'This is looked up until the answer is known.',
    }
  }
  if (told?.status === 'pending') {
    return { title: 'The service has it as pending', done, next }
  }
  if (told !== null) return { title: `The service calls it “${told.status}”`, done, next }
  if (failure?.error.code === 'rejectedByExchange') {
    return { title: 'The service said no, and that is being checked', done, next }
  }
  if (lookUps.wasKnown === false) {
    return {
      title: 'The outcome is not known',
      done: `${done} The service did not know its reference when it was asked last, which proves nothing yet.`,
      next,
    }
  }
  return { title: 'The outcome is not known', done, next }
}

/** The step that a failure stopped. */
export const failedSteps: Readonly<Record<'initiate' | 'process', string>> = {
  initiate: 'When the service was told of it',
  process: 'When the signature was sent',
}

export const comparedFieldNames: Readonly<Record<ComparedField, string>> = {
  reference: 'Reference',
  amount: 'Amount',
  currency: 'Currency',
  fromAddress: 'From',
  destinationAddress: 'To',
}

/** From whose side a transfer is seen that was only looked up. */
export const directionNames: Readonly<Record<FoundTransfer['direction'], string>> = {
  received: 'Received',
  sent: 'Sent from elsewhere',
  other: 'Between others',
}

/** The service's own word for how far a transfer is. */
export function nameToldStatus({ status }: Pick<ToldTransfer, 'status'>): string {
  if (status === 'success') return 'Done'
  if (status === 'pending') return 'Pending'
  return `“${status}”`
}
