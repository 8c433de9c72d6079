// SQL on `journal_restore` and `restore_reviews`. A repair of the journal writes the first.
import type Sqlite from 'better-sqlite3'
import type { JournalMethods } from '../../api/journal-api.ts'

export const getUnreviewedSql = `
  SELECT at_ms FROM journal_restore
  WHERE NOT EXISTS (SELECT 1 FROM restore_reviews WHERE network_key = ? AND sender_address = ?)`

export function prepareRestores(
  db: Sqlite.Database,
): Pick<JournalMethods, 'getUnreviewedRestore' | 'noteReviewed'> {
  const select = db.prepare<[string, string], number>(getUnreviewedSql).pluck()
  const insert = db.prepare<[string, string]>('INSERT OR IGNORE INTO restore_reviews VALUES (?, ?)')
  return {
    getUnreviewedRestore: (networkKey, senderAddress) => select.get(networkKey, senderAddress) ?? null,
    noteReviewed: (networkKey, senderAddress) => {
      insert.run(networkKey, senderAddress)
    },
  }
}
