// Receipt texts for states, steps and fields. Claims no more than a state means (contract/transfers.ts).
import type { NetworkKind } from '../../src-preload/contract/accounts.ts'
import type { ComparedField, SentTransfer, TransferState } from '../../src-preload/contract/transfers.ts'
import { type RefusedBy, refusedBy } from '../../src-preload/domain/transfer-refusal.ts'

export interface StateText {
  /** Heading: what is known. */
  readonly title: string
  readonly meaning: string
  /** What happened when the state was entered. */
  readonly step: string
}

export const stateTexts: Readonly<Record<TransferState, StateText>> = {
  intended: {
    title: 'Not sent',
    meaning: 'The transfer was written down on this computer. Nothing was sent to the service.',
    step: 'Written down',
  },
  initiating: {
    title: 'Not signed',
    meaning:
      'Starkdesk was about to tell the service, or has told it; no answer is known. Nothing is signed here, so no money can move by it.',
    step: 'Asking the service to prepare it',
  },
  initiated: {
    title: 'Not signed',
    meaning:
      'The service has prepared the transfer. Nothing is signed here, so no money can have moved by this.',
    step: 'Prepared by the service',
  },
  signed: {
    title: 'Signed, not sent',
    meaning: 'The transfer was confirmed and signed on this computer. The signature was not sent.',
    step: 'Confirmed and signed',
  },
  processing: {
    title: 'Unknown',
    meaning: 'The signature was sent, or may have been. Whether the money has moved is not known.',
    step: 'Sending the signature',
  },
  succeeded: {
    title: 'Completed',
    meaning: 'The service reports this transfer as completed, as it was entered.',
    step: 'Reported as completed by the service',
  },
  // The failure selects one of refusalTexts.
  refused: {
    title: 'Failed',
    meaning: 'By all that is known here, the transfer was not carried out.',
    // Also used when no request reached the exchange.
    step: 'Set down as not carried out',
  },
  abandoned: {
    title: 'Given up',
    meaning: 'The transfer was given up before anything was signed here, so no money can have moved by this.',
    step: 'Given up',
  },
  differs: {
    title: 'Not as it was meant',
    meaning: 'The service tells another transfer under this reference than was meant.',
    step: 'Told otherwise by the service',
  },
}

const unsigned = 'Nothing was signed here, so no money can have moved by this.'

/** Refused before signing, by who refused. */
const refusalTexts: Readonly<Record<Exclude<RefusedBy, 'unanswered'>, Omit<StateText, 'step'>>> = {
  service: { title: 'Refused', meaning: `The service said no to this transfer. ${unsigned}` },
  way: {
    title: 'Failed',
    meaning: `The transfer was refused by the service, or on the way to it. ${unsigned}`,
  },
  unreached: {
    title: 'Failed',
    meaning: `As far as the line tells, the transfer never reached the service. ${unsigned}`,
  },
  starkdesk: {
    title: 'Failed',
    meaning: `Starkdesk refused what the service gave to be signed, because another transfer has had it. ${unsigned}`,
  },
}

/** A signature was sent or about to be sent, so only the exchange's record says that no money moved. */
function describeRefusedSignature(by: RefusedBy): Omit<StateText, 'step'> {
  const word = 'By the service’s word no money has moved.'
  switch (by) {
    case 'service':
      return { title: 'Refused', meaning: `The service said no, and has it as not done. ${word}` }
    case 'unreached':
      return {
        title: 'Failed',
        meaning: `As far as the line tells, the signature never reached the service, which has the transfer as not done. ${word}`,
      }
    case 'way':
    case 'starkdesk':
    case 'unanswered':
      return {
        title: 'Failed',
        meaning: `The signature was not taken, and the service has the transfer as not done. ${word}`,
      }
  }
}

/** Heading and meaning of a transfer, from its whole record. */
export function describeState(
  { state, failure, told }: SentTransfer,
  wasSignatureSent: boolean,
): Omit<StateText, 'step'> {
  const words = stateTexts[state]
  const by = refusedBy(failure)
  if (state === 'refused' && failure !== null && by !== null) {
    if (failure.step === 'process') return describeRefusedSignature(by)
    return by === 'unanswered' ? words : refusalTexts[by]
  }
  if (state === 'succeeded' && told !== null && told.status !== 'success') {
    return {
      title: 'Completed before, and otherwise now',
      meaning: `The service reported this transfer as completed, as it was entered. When it was asked last it called it “${told.status}”.`,
    }
  }
  if (state === 'differs') {
    const signature = wasSignatureSent
      ? 'A signature was sent from this computer once, or may have been.'
      : 'No signature was sent from this computer.'
    return { ...words, meaning: `${words.meaning} ${signature}` }
  }
  return words
}

/** Describes a failed step. */
export function describeFailedStep(failure: NonNullable<SentTransfer['failure']>): string {
  const { code, data } = failure.error
  const message = data['message']
  switch (refusedBy(failure)) {
    case 'service':
      return `refused by the service${typeof message === 'string' && message !== '' ? `: ${message}` : ''}`
    case 'way':
      return `refused by the service or on the way to it (${code})`
    case 'unreached':
      return `never reached the service, as far as the line tells (${code})`
    case 'starkdesk':
      return 'refused by Starkdesk, because another transfer has had what the service gave to be signed'
    case 'unanswered':
    case null:
      return `no answer that counts (${code})`
  }
}

export const failedStepTexts: Readonly<Record<NonNullable<SentTransfer['failure']>['step'], string>> = {
  initiate: 'Asking the service to prepare it',
  process: 'Sending the signature',
}

export const fieldNames: Readonly<Record<ComparedField, string>> = {
  reference: 'reference',
  amount: 'amount',
  currency: 'currency',
  fromAddress: 'sender',
  destinationAddress: 'recipient',
}

export const networkNames: Readonly<Record<NetworkKind, string>> = {
  practice: 'Practice (no real money)',
  mainnet: 'Mainnet',
  testnet: 'Testnet',
  custom: 'Custom',
}
