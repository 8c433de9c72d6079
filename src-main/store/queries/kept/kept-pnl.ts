// SQL that drops snapshots of profit and loss, the last readings of balances, and listed transfers.
import type Sqlite from 'better-sqlite3'
import { type KindDropper, allRows, collectOld, preparePieceEnd } from './kept-pieces.ts'
import { latestSnapshotSql } from '../pnl.ts'

/** By rising number: as they came. */
export const snapshotsSql =
  'SELECT id, as_of_ms AS asOfMs FROM pnl_snapshots WHERE account_key = ? AND id < ? ORDER BY id'

export function prepareKeptPnl(db: Sqlite.Database): KindDropper {
  const listAccounts = db.prepare<[], { key: number }>('SELECT key FROM accounts')
  const latest = db.prepare<[number], { id: number }>(latestSnapshotSql)
  const list = db.prepare<[number, number], { id: number; asOfMs: number }>(snapshotsSql)
  const findEnd = preparePieceEnd(db, 'pnl_snapshots', 'account_key', 'id')
  const dropEntries = db.prepare<[number]>('DELETE FROM pnl_entries WHERE snapshot_id = ?')
  const dropWhole = ['balance_readings', 'listed_transfers', 'listed_transfers_sync'].map((table) =>
    db.prepare<[]>(`DELETE FROM ${table}`),
  )
  const dropSnapshot = db.prepare<[number]>('DELETE FROM pnl_snapshots WHERE id = ?')

  const drop = (ids: readonly number[]): void => {
    for (const id of ids) {
      dropEntries.run(id)
      dropSnapshot.run(id)
    }
  }

  return {
    dropBefore(beforeMs, most) {
      let rows = 0
      for (const { key } of listAccounts.all()) {
        const latestId = latest.get(key)?.id
        if (latestId === undefined) continue
        const judge = ({ asOfMs }: { asOfMs: number }) => (asOfMs < beforeMs ? 'drop' : 'newer')
        const ids = collectOld(list.iterate(key, latestId), most - rows, judge)
        drop(ids)
        rows += ids.length
        if (rows >= most) return { rows, hasMore: true }
      }
      return { rows, hasMore: false }
    },

    dropAll(most) {
      // Few rows: one per account, and one per transfer.
      let rows = dropWhole.reduce((sum, drop) => sum + drop.run().changes, 0)
      for (const { key } of listAccounts.all()) {
        const endId = findEnd(key, most)
        const ids = list.all(key, endId < allRows ? endId + 1 : allRows).map(({ id }) => id)
        drop(ids)
        rows += ids.length
        if (endId < allRows || rows >= most) return { rows, hasMore: true }
      }
      return { rows, hasMore: false }
    },
  }
}
