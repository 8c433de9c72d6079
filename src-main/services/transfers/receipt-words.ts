// Owns: the words of a receipt for states, steps and fields. Must not: claim more than a state means (contract/transfers.ts).
import type { NetworkKind } from '../../../src-preload/contract/accounts.ts'
import type { ComparedField, SentTransfer, TransferState } from '../../../src-preload/contract/transfers.ts'

export interface StateWords {
  /** What is known, as a heading. */
  readonly title: string
  readonly meaning: string
  /** What happened when the state was entered. */
  readonly step: string
}

export const stateWords: Readonly<Record<TransferState, StateWords>> = {
  intended: {
    title: 'Not sent',
    meaning: 'The transfer was written down on this computer. Nothing was sent to the service.',
    step: 'Written down',
  },
  initiating: {
    title: 'Not signed',
    meaning:
      'The service was asked to prepare the transfer, and its answer is not known. Nothing is signed here, so no money can have moved by this.',
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
    title: 'Outcome unknown',
    meaning: 'The signature was sent, or may have been. Whether the money has moved is not known.',
    step: 'Sending the signature',
  },
  succeeded: {
    title: 'Done, as the service tells it',
    meaning: 'The service has told this transfer, as it was meant, as done.',
    step: 'Told as done by the service',
  },
  refused: {
    title: 'Refused',
    meaning: 'The service said no to this transfer. By all that it has told, no money has moved.',
    step: 'Refused by the service',
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

export const failedStepWords: Readonly<Record<NonNullable<SentTransfer['failure']>['step'], string>> = {
  initiate: 'Asking the service to prepare it',
  process: 'Sending the signature',
}

export const fieldWords: Readonly<Record<ComparedField, string>> = {
  reference: 'reference',
  amount: 'amount',
  currency: 'currency',
  fromAddress: 'sender',
  destinationAddress: 'recipient',
}

export const networkWords: Readonly<Record<NetworkKind, string>> = {
  practice: 'Practice (no real money)',
  mainnet: 'Mainnet',
  testnet: 'Testnet',
  custom: 'Custom',
}
