// SQL on `transfers` and `transfer_steps`.
import type Sqlite from 'better-sqlite3'
import type { TransferState } from '../../../../src-preload/contract/transfers.ts'
import { AppError } from '../../../../src-preload/domain/errors.ts'
import { inTransaction } from '../../worker/pragmas.ts'
import type { JournalMethods } from '../../api/journal-api.ts'
import type { StoredTransfer, TransferChange } from '../../api/transfer-rows.ts'
import {
  bindTransfer,
  changedPairs,
  readState,
  readTransfer,
  transferPairs,
  unchanged,
} from './transfer-columns.ts'
import { refuseUsed, type UsedField } from './refuse-seen-hashes.ts'
import { findHashOwnerSql } from './seen-hashes.ts'
import type { TransferRow } from './transfer-columns.ts'

const select = `SELECT ${transferPairs.map(([name, column]) => `${column} AS ${name}`).join(', ')} FROM transfers`

export const getTransferSql = `${select} WHERE id = ?`
export const findTransferSql = `${select} WHERE network_key = ? AND sender_address = ? AND reference = ?`
export const listTransfersSql = `
  ${select} WHERE network_key = ? AND sender_address = ? ORDER BY created_at_ms DESC, key DESC`
/** The condition is that of its index, to the letter. */
export const listWatchedTransfersSql = `${select}
  WHERE state = 'processing' OR (state = 'refused' AND failure_step = 'process')
  ORDER BY created_at_ms, key`
export const findNonceSql =
  'SELECT id FROM transfers WHERE network_key = ? AND sender_address = ? AND nonce = ?'
export const listStepsSql = `
  SELECT state, at_ms AS atMs FROM transfer_steps
  WHERE transfer_key = (SELECT key FROM transfers WHERE id = ?) ORDER BY position`

type Methods = Pick<
  JournalMethods,
  | 'createTransfer'
  | 'moveTransfer'
  | 'noteTransfer'
  | 'getStoredTransfer'
  | 'getTransferSteps'
  | 'findTransfer'
  | 'listTransfers'
  | 'listWatchedTransfers'
>

export function prepareTransfers(db: Sqlite.Database): Methods {
  const selectById = db.prepare<[string], TransferRow>(getTransferSql)
  const selectByReference = db.prepare<[string, string, string], TransferRow>(findTransferSql)
  const list = db.prepare<[string, string], TransferRow>(listTransfersSql)
  const listWatched = db.prepare<[], TransferRow>(listWatchedTransfersSql)
  const findHash = db.prepare<[string], { id: string }>(findHashOwnerSql)
  const findNonce = db.prepare<[string, string, number], { id: string }>(findNonceSql)
  const listSteps = db.prepare<[string], { state: string; atMs: number }>(listStepsSql)
  const insert = db.prepare<[TransferRow]>(`
    INSERT INTO transfers (${transferPairs.map(([, column]) => column).join(', ')})
    VALUES (${transferPairs.map(([name]) => `@${name}`).join(', ')})`)
  const update = db.prepare<[ReturnType<typeof bindTransfer> & { id: string }]>(`
    UPDATE transfers SET ${changedPairs.map(([name, column]) => `${column} = @${name}`).join(', ')} WHERE id = @id`)

  const read = (row: TransferRow | undefined) => (row ? readTransfer(db, row) : null)

  /** Inside a transaction. The caller knows that the row is there. */
  const readBack = (id: string): StoredTransfer => {
    const transfer = read(selectById.get(id))
    if (transfer === null) throw new AppError('internal', { what: 'written transfer is not there' })
    return transfer
  }

  function* findOwners(
    { networkKey, senderAddress }: StoredTransfer,
    { msgHash = null, nonce = null }: TransferChange,
  ): Generator<UsedField> {
    if (msgHash !== null) yield { field: 'msgHash', owner: findHash.get(msgHash) }
    if (nonce !== null) yield { field: 'nonce', owner: findNonce.get(networkKey, senderAddress, nonce) }
  }

  /** Inside a transaction, so that what was read is what is changed. */
  const write = (transfer: StoredTransfer, state: TransferState, change: TransferChange, atMs: number) => {
    refuseUsed(transfer.id, findOwners(transfer, change))
    const row = bindTransfer({ ...transfer, ...change, state, updatedAtMs: atMs })
    update.run({ ...row, id: transfer.id })
    return readBack(transfer.id)
  }

  return {
    createTransfer: (intent, note) =>
      inTransaction(db, () => {
        const { networkKey, senderAddress, reference, createdAtMs } = intent
        if (selectByReference.get(networkKey, senderAddress, reference) !== undefined) {
          throw new AppError('validation', { field: 'reference', reason: 'taken' })
        }
        const first = bindTransfer({ ...unchanged, note, state: 'intended', updatedAtMs: createdAtMs })
        insert.run({ ...intent, ...first })
        return readBack(intent.id)
      }),
    moveTransfer: (id, from, to, change, atMs) =>
      inTransaction(db, () => {
        const transfer = read(selectById.get(id))
        if (transfer === null || !from.includes(transfer.state)) return null
        return write(transfer, to, change, atMs)
      }),
    noteTransfer: (id, change, atMs) =>
      inTransaction(db, () => {
        const transfer = read(selectById.get(id))
        return transfer === null ? null : write(transfer, transfer.state, change, atMs)
      }),
    getStoredTransfer: (id) => read(selectById.get(id)),
    getTransferSteps: (id) =>
      listSteps.all(id).map(({ state, atMs }) => ({ state: readState(db, state), atMs })),
    findTransfer: (networkKey, senderAddress, reference) =>
      read(selectByReference.get(networkKey, senderAddress, reference)),
    listTransfers: (networkKey, senderAddress) =>
      list.all(networkKey, senderAddress).map((row) => readTransfer(db, row)),
    listWatchedTransfers: () => listWatched.all().map((row) => readTransfer(db, row)),
  }
}
