// SQL on `listed_transfers` and `listed_transfers_sync`.
import type Sqlite from 'better-sqlite3'
import { inTransaction } from '../worker/pragmas.ts'
import type { StoreMethods } from '../api/store-api.ts'
import type { TransferSync } from '../api/transfer-rows.ts'
import type { AccountKeys } from './accounts.ts'
import { bindTold, readTold, toldPairs, type ToldSet } from './journal/told-columns.ts'

export const listReceivedSql = `
  SELECT ${toldPairs.map(([name, column]) => `${column} AS ${name}`).join(', ')}
  FROM listed_transfers WHERE account_key = ? AND told_destination_address = ?
  ORDER BY told_created_at_ms DESC`
export const listCompletedSql = `
  SELECT ${toldPairs.map(([name, column]) => `${column} AS ${name}`).join(', ')}
  FROM listed_transfers WHERE account_key = ? AND told_status = 'success'
  ORDER BY told_updated_at_ms, told_reference`
export const countListedTransfersSql = 'SELECT count(*) FROM listed_transfers WHERE account_key = ?'

type SyncRow = Omit<TransferSync, 'isWhole'> & { readonly isWhole: number }

export function prepareListedTransfers(db: Sqlite.Database, keys: AccountKeys) {
  const columns = toldPairs.map(([, column]) => column)
  // An unchanged row is not written anew: its age is that of the list.
  const upsert = db.prepare<[ToldSet & { accountKey: number }]>(`
    INSERT INTO listed_transfers (account_key, ${columns.join(', ')})
    VALUES (@accountKey, ${toldPairs.map(([name]) => `@${name}`).join(', ')})
    ON CONFLICT (account_key, told_reference) DO UPDATE SET
      ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}
    WHERE excluded.told_updated_at_ms > told_updated_at_ms OR excluded.told_status <> told_status`)
  const count = db.prepare<[number], number>(countListedTransfersSql).pluck()
  const putSync = db.prepare<[SyncRow & { accountKey: number }]>(`
    INSERT INTO listed_transfers_sync (account_key, offset_unit, next_page, is_whole)
    VALUES (@accountKey, @offsetUnit, @nextPage, @isWhole)
    ON CONFLICT (account_key) DO UPDATE SET offset_unit = excluded.offset_unit, next_page = excluded.next_page,
      is_whole = excluded.is_whole`)
  const getSync = db.prepare<[number], SyncRow>(`
    SELECT offset_unit AS offsetUnit, next_page AS nextPage, is_whole AS isWhole
    FROM listed_transfers_sync WHERE account_key = ?`)
  const list = db.prepare<[number, string], ToldSet>(listReceivedSql)
  const listCompleted = db.prepare<[number], ToldSet>(listCompletedSql)

  return {
    putListedTransfers: (accountId, transfers, sync) =>
      inTransaction(db, () => {
        const accountKey = keys.require(accountId)
        let changed = 0
        for (const told of transfers) changed += upsert.run({ accountKey, ...bindTold(told) }).changes
        putSync.run({ accountKey, ...sync, isWhole: Number(sync.isWhole) })
        return { changed, stored: count.get(accountKey) ?? 0 }
      }),
    getTransferSync(accountId) {
      const accountKey = keys.find(accountId)
      const row = accountKey === null ? undefined : getSync.get(accountKey)
      return row === undefined ? null : { ...row, isWhole: row.isWhole === 1 }
    },
    listReceivedTransfers(accountId, address) {
      const accountKey = keys.find(accountId)
      return accountKey === null ? [] : list.all(accountKey, address).map((row) => readTold(row))
    },
    listCompletedTransfers(accountId) {
      const accountKey = keys.find(accountId)
      return accountKey === null ? [] : listCompleted.all(accountKey).map((row) => readTold(row))
    },
  } satisfies Partial<StoreMethods>
}
