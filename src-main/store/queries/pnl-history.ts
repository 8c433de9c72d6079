// SQL that reads earlier snapshots of profit and loss, in pieces.
import type Sqlite from 'better-sqlite3'
import type { PnlReading, PnlValues, ResultMethods } from '../api/result-rows.ts'
import type { AccountKeys } from './accounts.ts'
import { latestSnapshotSql, preparePnlEntries } from './pnl.ts'

const columns = 'id, first_as_of_ms AS firstAsOfMs, as_of_ms AS asOfMs'
/** Told at some time of the range. By number, not by time: times are those of a clock that can be set back. */
const isWithin = 'account_key = ? AND id > ? AND as_of_ms >= ? AND first_as_of_ms < ?'

export const snapshotsWithinSql = `SELECT ${columns} FROM pnl_snapshots WHERE ${isWithin} ORDER BY id LIMIT ?`
export const selectSnapshotSql = `SELECT ${columns} FROM pnl_snapshots WHERE id = ? AND account_key = ?`
/** Readings that a listing of the orders followed, newest first. */
export const readingsSql = `
  SELECT id, listed_moment_ms AS momentMs FROM pnl_snapshots
  WHERE account_key = ? AND id < ? AND listed_moment_ms IS NOT NULL ORDER BY id DESC LIMIT ?`
export const snapshotValuesSql = `
  SELECT pnl_currency AS pnlCurrency, total_balance_value AS value FROM pnl_entries
  WHERE snapshot_id = ? ORDER BY position`

type SnapshotRow = Omit<PnlValues, 'values'>

export function preparePnlHistory(
  db: Sqlite.Database,
  keys: AccountKeys,
): Pick<ResultMethods, 'listPnlValues' | 'getPnlSnapshots' | 'listPnlReadings'> {
  const within = db.prepare<[number, number, number, number, number], SnapshotRow>(snapshotsWithinSql)
  const selectReadings = db.prepare<[number, number, number], PnlReading>(readingsSql)
  const selectOne = db.prepare<[number, number], SnapshotRow>(selectSnapshotSql)
  const latest = db.prepare<[number], { id: number }>(latestSnapshotSql)
  const selectValues = db.prepare<[number], { pnlCurrency: string; value: string }>(snapshotValuesSql)
  const selectEntries = preparePnlEntries(db)

  function readValues(row: SnapshotRow): PnlValues {
    const entries = selectValues.all(row.id)
    const values = entries.filter(({ pnlCurrency }) => pnlCurrency === entries[0]?.pnlCurrency)
    return { ...row, values: values.map(({ value }) => value) }
  }

  return {
    listPnlValues(accountId, { fromMs, toMs }, after, limit) {
      const accountKey = keys.find(accountId)
      return accountKey === null
        ? []
        : within.all(accountKey, after?.id ?? -1, fromMs, toMs, limit).map(readValues)
    },

    listPnlReadings(accountId, beforeId, limit) {
      const accountKey = keys.find(accountId)
      return accountKey === null
        ? []
        : selectReadings.all(accountKey, beforeId ?? Number.MAX_SAFE_INTEGER, limit)
    },

    getPnlSnapshots(accountId, ids) {
      const accountKey = keys.find(accountId)
      if (accountKey === null) return []
      const newest = latest.get(accountKey)?.id
      return [...ids]
        .sort((a, b) => a - b)
        .flatMap((id) => selectOne.get(id, accountKey) ?? [])
        .map((row) => ({ ...row, isNewest: row.id === newest, entries: selectEntries(row.id) }))
    },
  }
}
