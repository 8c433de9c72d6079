// SQL on `recipients`.
import type Sqlite from 'better-sqlite3'
import { AppError } from '../../../../src-preload/domain/errors.ts'
import type { Recipient } from '../../../../src-preload/contract/transfers.ts'
import type { JournalMethods } from '../../api/journal-api.ts'

const columns = 'address, label, note, created_at_ms AS createdAtMs'

export const listRecipientsSql = `
  SELECT ${columns} FROM recipients WHERE network_key = ? ORDER BY label COLLATE NOCASE, address`

export function prepareRecipients(
  db: Sqlite.Database,
): Pick<JournalMethods, 'listRecipients' | 'putRecipient' | 'removeRecipient'> {
  const list = db.prepare<[string], Recipient>(listRecipientsSql)
  const upsert = db.prepare<[Recipient & { networkKey: string }], Recipient>(`
    INSERT INTO recipients (network_key, address, label, note, created_at_ms)
    VALUES (@networkKey, @address, @label, @note, @createdAtMs)
    ON CONFLICT (network_key, address) DO UPDATE SET label = excluded.label, note = excluded.note
    RETURNING ${columns}`)
  const remove = db.prepare<[string, string]>('DELETE FROM recipients WHERE network_key = ? AND address = ?')

  return {
    listRecipients: (networkKey) => list.all(networkKey),
    putRecipient: (networkKey, recipient) => {
      const put = upsert.get({ ...recipient, networkKey })
      if (!put) throw new AppError('internal', { what: 'put without row' })
      return put
    },
    removeRecipient: (networkKey, address) => {
      remove.run(networkKey, address)
    },
  }
}
