// Receipt texts for states, steps and fields. Claims no more than a state means (contract/transfers.ts).
import type { NetworkKind } from '../../../src-preload/contract/accounts/accounts.ts'
import type { ComparedField, SentTransfer, TransferState } from '../../../src-preload/contract/transfers.ts'
import { type RefusedBy, refusedBy } from '../../../src-preload/domain/accounts/transfer-refusal.ts'

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
    meaning: 'The transfer was saved on this computer. Nothing was sent to the exchange.',
    step: 'Saved',
  },
  initiating: {
    title: 'Not signed',
    meaning: 'The request may have been sent; no answer is known. Nothing was signed, so no funds can move.',
    step: 'Requesting the transfer',
  },
  initiated: {
    title: 'Not signed',
    meaning: 'The exchange prepared the transfer. Nothing was signed, so no funds moved.',
    step: 'Prepared by the exchange',
  },
  signed: {
    title: 'Signed, not sent',
    meaning: 'The transfer was confirmed and signed on this computer. The signature was not sent.',
    step: 'Confirmed and signed',
  },
  processing: {
    title: 'Unknown',
    meaning: 'The signature was sent, or may have been sent. It is not known whether funds moved.',
    step: 'Sending the signature',
  },
  succeeded: {
    title: 'Completed',
    meaning: 'The exchange reports this transfer as completed, as entered.',
    step: 'Reported as completed by the exchange',
  },
  // The failure selects one of refusalTexts.
  refused: {
    title: 'Failed',
    meaning: 'As far as known, the transfer was not completed.',
    // Also used when no request reached the exchange.
    step: 'Recorded as not completed',
  },
  abandoned: {
    title: 'Canceled',
    meaning: 'The transfer was canceled before anything was signed, so no funds moved.',
    step: 'Canceled',
  },
  differs: {
    title: 'Differs from your request',
    meaning: 'The exchange has a different transfer under this reference.',
    step: 'Reported differently by the exchange',
  },
}

const unsigned = 'Nothing was signed, so no funds moved.'

/** Refused before signing, by who refused. */
const refusalTexts: Readonly<Record<Exclude<RefusedBy, 'unanswered'>, Omit<StateText, 'step'>>> = {
  service: { title: 'Refused', meaning: `The exchange rejected this transfer. ${unsigned}` },
  way: {
    title: 'Failed',
    meaning: `The transfer was rejected by the exchange or on the way to it. ${unsigned}`,
  },
  unreached: {
    title: 'Failed',
    meaning: `The transfer probably didn’t reach the exchange. ${unsigned}`,
  },
  starkdesk: {
    title: 'Failed',
    meaning: `Starkdesk didn’t sign, because the exchange’s message had been used by another transfer. ${unsigned}`,
  },
}

/** A signature was sent or about to be sent, so only the exchange's record says that no money moved. */
function describeRefusedSignature(by: RefusedBy): Omit<StateText, 'step'> {
  const word = 'The exchange reports that no funds moved.'
  switch (by) {
    case 'service':
      return {
        title: 'Refused',
        meaning: `The exchange rejected the signature. ${word}`,
      }
    case 'unreached':
      return {
        title: 'Failed',
        meaning: `The signature probably didn’t reach the exchange. ${word}`,
      }
    case 'way':
    case 'starkdesk':
    case 'unanswered':
      return {
        title: 'Failed',
        meaning: `The signature was not accepted. ${word}`,
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
      title: 'Completed before, now reported differently',
      meaning: `The exchange reported this transfer as completed, as entered. At the last check it was “${told.status}”.`,
    }
  }
  if (state === 'differs') {
    const signature = wasSignatureSent
      ? 'A signature was sent from this computer once, or may have been sent.'
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
      return `rejected by the exchange${typeof message === 'string' && message !== '' ? `: ${message}` : ''}`
    case 'way':
      return `rejected by the exchange or on the way to it (${code})`
    case 'unreached':
      return `probably never reached the exchange (${code})`
    case 'starkdesk':
      return 'stopped by Starkdesk, because the exchange’s message had been used by another transfer'
    case 'unanswered':
    case null:
      return `no usable answer (${code})`
  }
}

export const failedStepTexts: Readonly<Record<NonNullable<SentTransfer['failure']>['step'], string>> = {
  initiate: 'Requesting the transfer',
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
  mainnet: 'tanX',
  testnet: 'tanX testnet',
  custom: 'Custom',
}
