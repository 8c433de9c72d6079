// SQL on `pnl_snapshots` and `pnl_entries`.
import type Sqlite from 'better-sqlite3'
import { AppError } from '../../../src-preload/domain/errors.ts'
import type { PnlEntry } from '../../../src-preload/contract/orders/entities.ts'
import { inTransaction } from '../worker/pragmas.ts'
import type { StoreMethods } from '../api/store-api.ts'
import type { AccountKeys } from './accounts.ts'

/** Column of each field, in the table's order. Typed as a whole record: a new field does not compile until it is here. */
const columnOf: Record<keyof PnlEntry, string> = {
  currency: 'currency',
  pnlCurrency: 'pnl_currency',
  totalCredit: 'total_credit',
  totalDebit: 'total_debit',
  totalCreditValue: 'total_credit_value',
  totalDebitValue: 'total_debit_value',
  averageBuyPrice: 'average_buy_price',
  averageSellPrice: 'average_sell_price',
  averageBalancePrice: 'average_balance_price',
  totalBalanceValue: 'total_balance_value',
}
const pairs = Object.entries(columnOf)

export const latestSnapshotSql =
  'SELECT id, as_of_ms AS asOfMs FROM pnl_snapshots WHERE account_key = ? ORDER BY id DESC LIMIT 1'

/** Answers the entries of a snapshot, in their order. */
export function preparePnlEntries(db: Sqlite.Database): (snapshotId: number) => PnlEntry[] {
  const select = db.prepare<[number], PnlEntry>(`
    SELECT ${pairs.map(([field, column]) => `${column} AS ${field}`).join(', ')}
    FROM pnl_entries WHERE snapshot_id = ? ORDER BY position`)
  return (snapshotId) => select.all(snapshotId)
}

export function preparePnl(
  db: Sqlite.Database,
  keys: AccountKeys,
): Pick<StoreMethods, 'putPnlSnapshot' | 'notePnlListed' | 'getLatestPnl'> {
  const insertSnapshot = db.prepare<[number, number, number, number | null], { id: number }>(`
    INSERT INTO pnl_snapshots (account_key, first_as_of_ms, as_of_ms, moment_ms) VALUES (?, ?, ?, ?) RETURNING id`)
  const extendSnapshot = db.prepare<[number, number | null, number]>(
    'UPDATE pnl_snapshots SET as_of_ms = ?, moment_ms = ? WHERE id = ?',
  )
  const setListed = db.prepare<[number, number]>(
    'UPDATE pnl_snapshots SET listed_moment_ms = moment_ms WHERE id = ? AND moment_ms = ?',
  )
  const latest = db.prepare<[number], { id: number; asOfMs: number }>(latestSnapshotSql)
  const insertEntry = db.prepare<[PnlEntry & { snapshotId: number; position: number }]>(`
    INSERT INTO pnl_entries (snapshot_id, position, ${pairs.map(([, column]) => column).join(', ')})
    VALUES (@snapshotId, @position, ${pairs.map(([field]) => `@${field}`).join(', ')})`)
  const selectEntries = preparePnlEntries(db)

  return {
    putPnlSnapshot: (accountId, entries, asOfMs, momentMs = null) => {
      inTransaction(db, () => {
        const accountKey = keys.require(accountId)
        const last = latest.get(accountKey)
        // Polling an idle account adds nothing: the snapshot is seen again. Earlier than before, where the clock was set back.
        if (last && isSame(selectEntries(last.id), entries)) {
          extendSnapshot.run(asOfMs, momentMs, last.id)
          return
        }
        const made = insertSnapshot.get(accountKey, asOfMs, asOfMs, momentMs)
        if (!made) throw new AppError('internal', { what: 'insert without id' })
        for (const [position, entry] of entries.entries()) {
          insertEntry.run({ ...entry, snapshotId: made.id, position })
        }
      })
    },
    notePnlListed: (accountId, momentMs) => {
      const accountKey = keys.find(accountId)
      const last = accountKey === null ? undefined : latest.get(accountKey)
      if (last) setListed.run(last.id, momentMs)
    },
    getLatestPnl(accountId) {
      const accountKey = keys.find(accountId)
      const last = accountKey === null ? undefined : latest.get(accountKey)
      return last ? { entries: selectEntries(last.id), asOfMs: last.asOfMs } : null
    },
  }
}

/** The same figures, in whichever order the service tells the currencies. */
function isSame(a: readonly PnlEntry[], b: readonly PnlEntry[]): boolean {
  const text = (entries: readonly PnlEntry[]) =>
    JSON.stringify(
      entries
        .map((entry) => {
          const values: Record<string, string | null> = { ...entry }
          return JSON.stringify(pairs.map(([field]) => values[field]))
        })
        .sort(),
    )
  return text(a) === text(b)
}
