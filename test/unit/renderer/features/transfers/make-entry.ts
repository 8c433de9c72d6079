// Transfers of the list with plain values for tests of the page.
import type {
  FoundTransfer,
  HistoryEntry,
  Recipient,
  SentTransfer,
  ToldTransfer,
  TransferSetup,
} from '../../../../../src-preload/contract/transfers.ts'

export const alice = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'
export const bob = '0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF'
export const carol = '0x6813Eb9362372EEF6200f3b1dbC3f819671cBA69'

/** A transfer of the journal: of 25 USDC to Bob, done. Its time is its number. */
export function makeSent(number: number, changes: Partial<SentTransfer> = {}): SentTransfer {
  return {
    id: `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`,
    accountId: '00000000-0000-4000-8000-000000000001',
    network: { kind: 'practice', baseUrl: null },
    host: '127.0.0.1:8080',
    senderAddress: alice,
    recipientAddress: bob,
    recipientLabel: null,
    amount: '25',
    currency: 'usdc',
    reference: `ref-${number}`,
    note: '',
    state: 'succeeded',
    isBusy: false,
    offers: ['again'],
    msgHash: '0x1',
    nonce: number,
    createdAtMs: number,
    updatedAtMs: number,
    failure: null,
    told: null,
    differences: [],
    lookUps: { count: 0, lastAtMs: null, nextAtMs: null, wasKnown: null, lastError: null },
    ...changes,
  }
}

export function sentEntry(number: number, changes: Partial<SentTransfer> = {}): HistoryEntry {
  return { kind: 'journal', transfer: makeSent(number, changes) }
}

/** A transfer that was looked up: of 40.5 USDC from Bob, received and done. Its time is its number. */
export function foundEntry(
  number: number,
  changes: Partial<ToldTransfer> = {},
  direction: FoundTransfer['direction'] = 'received',
): HistoryEntry {
  const told = {
    reference: `found-${number}`,
    amount: '40.5',
    currency: 'usdc',
    fromAddress: bob,
    destinationAddress: alice,
    status: 'success',
    createdAtMs: number,
    updatedAtMs: number,
    asOfMs: number,
    ...changes,
  }
  return {
    kind: 'found',
    transfer: { accountId: '00000000-0000-4000-8000-000000000001', direction, told },
  }
}

export function makeRecipient(address: string, label: string, note = ''): Recipient {
  return { address, label, note, createdAtMs: 1 }
}

export function makeSetup(changes: Partial<TransferSetup> = {}): TransferSetup {
  return {
    blockers: [],
    balance: { amount: '1000', kind: 'free', asOfMs: 1 },
    limits: { now: { perTransfer: null, perDay: null }, next: null, sentLastDay: '0' },
    recent: [],
    recipients: [],
    ...changes,
  }
}
