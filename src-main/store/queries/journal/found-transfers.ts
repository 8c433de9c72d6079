// SQL on `found_transfers`.
import type Sqlite from 'better-sqlite3'
import type { JournalMethods } from '../../api/journal-api.ts'
import type { StoredFound } from '../../api/transfer-rows.ts'
import { bindTold, readTold, toldPairs, type ToldSet } from './told-columns.ts'

type FoundRow = Omit<StoredFound, 'told'> & ToldSet

export const listFoundSql = `
  SELECT account_id AS accountId, network_key AS networkKey, account_address AS accountAddress,
    ${toldPairs.map(([name, column]) => `${column} AS ${name}`).join(', ')}
  FROM found_transfers WHERE network_key = ? AND account_address = ?
  ORDER BY told_created_at_ms DESC, told_reference`

export function prepareFoundTransfers(
  db: Sqlite.Database,
): Pick<JournalMethods, 'putFoundTransfer' | 'listFoundTransfers'> {
  const list = db.prepare<[string, string], FoundRow>(listFoundSql)
  const columns = toldPairs.map(([, column]) => column)
  // An answer that was on its way for longer does not put an older state over a newer one.
  const upsert = db.prepare<[FoundRow]>(`
    INSERT INTO found_transfers (account_id, network_key, account_address, ${columns.join(', ')})
    VALUES (@accountId, @networkKey, @accountAddress, ${toldPairs.map(([name]) => `@${name}`).join(', ')})
    ON CONFLICT (network_key, account_address, told_reference) DO UPDATE SET account_id = excluded.account_id,
      ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}
    WHERE excluded.told_updated_at_ms >= told_updated_at_ms`)

  return {
    putFoundTransfer: ({ told, ...found }) => {
      upsert.run({ ...found, ...bindTold(told) })
    },
    listFoundTransfers: (networkKey, accountAddress) =>
      list.all(networkKey, accountAddress).map((row) => ({
        accountId: row.accountId,
        networkKey: row.networkKey,
        accountAddress: row.accountAddress,
        told: readTold(row),
      })),
  }
}
