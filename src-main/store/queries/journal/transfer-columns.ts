// How a transfer of the journal lies in the columns of `transfers`.
import type Sqlite from 'better-sqlite3'
import type { NetworkKind } from '../../../../src-preload/contract/accounts/accounts.ts'
import type { ComparedField, TransferState } from '../../../../src-preload/contract/transfers.ts'
import type { StepFailure, StoredTransfer, TransferChange, TransferIntent } from '../../api/transfer-rows.ts'
import { readErrorReport, writeErrorReport } from './error-reports.ts'
import { bindTold, readTold, toldPairs, type ToldRow } from './told-columns.ts'
import { readWord } from '../orders/words.ts'

// Typed as whole records, so that a new word does not compile until it is here. (The contract's own lists would bring the
// schema library into the worker.)
const kinds: Record<NetworkKind, true> = { practice: true, mainnet: true, testnet: true, custom: true }
const states: Record<TransferState, true> = {
  intended: true,
  initiating: true,
  initiated: true,
  signed: true,
  processing: true,
  succeeded: true,
  refused: true,
  abandoned: true,
  differs: true,
}
const fields: Record<ComparedField, true> = {
  reference: true,
  amount: true,
  currency: true,
  fromAddress: true,
  destinationAddress: true,
}
const steps: Record<StepFailure['step'], true> = { initiate: true, process: true }

type IntentRow = Omit<TransferIntent, 'networkKind' | 'currency'> & {
  readonly networkKind: string
  readonly currency: string
}

interface FailureSet {
  readonly failureStep: string
  readonly failureError: string
  readonly failureIsRefusal: number
  readonly failureAtMs: number
}
type FailureRow = FailureSet | { readonly [Name in keyof FailureSet]: null }

/** What a step may change. */
type ChangeableRow = {
  readonly note: string
  readonly msgHash: string | null
  readonly nonce: number | null
  readonly signatureR: string | null
  readonly signatureS: string | null
  readonly differences: string
  readonly lookUpsCount: number
  readonly lookUpsLastAtMs: number | null
  readonly lookUpsWasKnown: number | null
  readonly lookUpsLastError: string | null
} & FailureRow &
  ToldRow

export type TransferRow = IntentRow & ChangeableRow & { readonly state: string; readonly updatedAtMs: number }

const intentColumns: Record<keyof IntentRow, string> = {
  id: 'id',
  accountId: 'account_id',
  networkKind: 'network_kind',
  baseUrl: 'base_url',
  networkKey: 'network_key',
  host: 'host',
  senderAddress: 'sender_address',
  recipientAddress: 'recipient_address',
  amount: 'amount',
  currency: 'currency',
  reference: 'reference',
  createdAtMs: 'created_at_ms',
}

const changeableColumns: Record<Exclude<keyof ChangeableRow, keyof ToldRow>, string> = {
  note: 'note',
  msgHash: 'msg_hash',
  nonce: 'nonce',
  signatureR: 'signature_r',
  signatureS: 'signature_s',
  differences: 'differences',
  failureStep: 'failure_step',
  failureError: 'failure_error',
  failureIsRefusal: 'failure_is_refusal',
  failureAtMs: 'failure_at_ms',
  lookUpsCount: 'look_ups_count',
  lookUpsLastAtMs: 'look_ups_last_at_ms',
  lookUpsWasKnown: 'look_ups_was_known',
  lookUpsLastError: 'look_ups_last_error',
}

/** Name and column of what a step writes. */
export const changedPairs: readonly (readonly [name: string, column: string])[] = [
  ['state', 'state'],
  ['updatedAtMs', 'updated_at_ms'],
  ...Object.entries(changeableColumns),
  ...toldPairs,
]
/** Name and column of all. */
export const transferPairs = [...Object.entries(intentColumns), ...changedPairs]

/** All that a step may change, as it is before the first. */
export const unchanged: Required<TransferChange> = {
  note: '',
  msgHash: null,
  nonce: null,
  signature: null,
  failure: null,
  told: null,
  differences: [],
  lookUps: { count: 0, lastAtMs: null, wasKnown: null, lastError: null },
}

export function bindTransfer(
  transfer: Required<TransferChange> & Pick<StoredTransfer, 'state' | 'updatedAtMs'>,
): ChangeableRow & Pick<TransferRow, 'state' | 'updatedAtMs'> {
  const { lookUps } = transfer
  return {
    state: transfer.state,
    updatedAtMs: transfer.updatedAtMs,
    note: transfer.note,
    msgHash: transfer.msgHash,
    nonce: transfer.nonce,
    signatureR: transfer.signature?.r ?? null,
    signatureS: transfer.signature?.s ?? null,
    differences: transfer.differences.join(' '),
    lookUpsCount: lookUps.count,
    lookUpsLastAtMs: lookUps.lastAtMs,
    lookUpsWasKnown: lookUps.wasKnown === null ? null : Number(lookUps.wasKnown),
    lookUpsLastError: lookUps.lastError === null ? null : writeErrorReport(lookUps.lastError),
    ...bindFailure(transfer.failure),
    ...bindTold(transfer.told),
  }
}

function bindFailure(failure: StepFailure | null): FailureRow {
  if (failure === null) {
    return { failureStep: null, failureError: null, failureIsRefusal: null, failureAtMs: null }
  }
  return {
    failureStep: failure.step,
    failureError: writeErrorReport(failure.error),
    failureIsRefusal: Number(failure.isRefusal),
    failureAtMs: failure.atMs,
  }
}

/** Errors: `databaseCorrupt` where a column holds what we never write. */
export function readTransfer(db: Sqlite.Database, row: TransferRow): StoredTransfer {
  const { signatureR: r, signatureS: s, lookUpsWasKnown: wasKnown, lookUpsLastError: lastError } = row
  return {
    id: row.id,
    accountId: row.accountId,
    networkKind: readOne(db, kinds, row.networkKind, 'network_kind'),
    baseUrl: row.baseUrl,
    networkKey: row.networkKey,
    host: row.host,
    senderAddress: row.senderAddress,
    recipientAddress: row.recipientAddress,
    amount: row.amount,
    currency: readWord(db, ['usdc'], row.currency, 'transfers.currency'),
    reference: row.reference,
    createdAtMs: row.createdAtMs,
    note: row.note,
    state: readState(db, row.state),
    updatedAtMs: row.updatedAtMs,
    msgHash: row.msgHash,
    nonce: row.nonce,
    signature: r === null || s === null ? null : { r, s },
    failure: readFailure(db, row),
    told: readTold(row),
    differences: row.differences
      .split(' ')
      .filter((word) => word !== '')
      .map((word) => readOne(db, fields, word, 'differences')),
    lookUps: {
      count: row.lookUpsCount,
      lastAtMs: row.lookUpsLastAtMs,
      wasKnown: wasKnown === null ? null : wasKnown === 1,
      lastError: lastError === null ? null : readErrorReport(db, lastError, 'transfers.look_ups_last_error'),
    },
  }
}

/** Errors: `databaseCorrupt` where it is none. */
export function readState(db: Sqlite.Database, state: string): TransferState {
  return readOne(db, states, state, 'state')
}

function readFailure(db: Sqlite.Database, row: FailureRow): StepFailure | null {
  if (row.failureStep === null) return null
  return {
    step: readOne(db, steps, row.failureStep, 'failure_step'),
    error: readErrorReport(db, row.failureError, 'transfers.failure_error'),
    isRefusal: row.failureIsRefusal === 1,
    atMs: row.failureAtMs,
  }
}

function readOne<Word extends string>(
  db: Sqlite.Database,
  words: Readonly<Record<Word, true>>,
  value: string,
  column: string,
): Word {
  // The keys are exactly the words: the record is typed by them.
  return readWord(db, Object.keys(words) as Word[], value, `transfers.${column}`)
}
