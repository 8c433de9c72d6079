// The databases of the store's bench: the store as the app opens it, and the same tables without it.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Sqlite from 'better-sqlite3'
import { systemClock } from '../../src-main/async/clock.ts'
import { derivePracticeUsers } from '../../src-main/practice/users.ts'
import { openDatabase } from '../../src-main/store/worker/database.ts'
import { dataFile } from '../../src-main/store/files/data-file.ts'
import { openStore } from '../../src-main/store/client/open-store.ts'
import type { Store, StoredAccount } from '../../src-main/store/api/store-api.ts'
import { workerUrl } from '../fixtures/thread-scripts.ts'

export const practiceSeed = 7

const [practiceUser] = derivePracticeUsers(practiceSeed)
if (practiceUser === undefined) throw new Error('the practice exchange has no user')

/** Whose orders they are. */
export const account: StoredAccount = {
  id: '00000000-0000-4000-8000-0000000be9c4',
  label: 'Bench',
  networkKind: 'practice',
  baseUrl: null,
  ethereumAddress: practiceUser.ethereumAddress,
  keyKind: 'ethereum',
  createdAtMs: 0,
  profile: null,
}

/** A folder that is gone when the process ends, however it ends of itself. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-bench-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The store in its thread, as the app opens it. */
export function openBenchStore(file: string): Promise<Store> {
  return openStore({ file, clock: systemClock, workerUrl })
}

/**
 * The same file format, tables, indexes, triggers and settings of the connection, in this thread, and nothing else of
 * the store.
 */
export function openTables(file: string): Sqlite.Database {
  return openDatabase(file, dataFile, 0)
}

type Value = string | number | null
export type Row = readonly Value[]

/** Puts rows into a table, each with one plain insert; whole ones unless the columns are named. */
export function prepareInsert(
  db: Sqlite.Database,
  table: string,
  columns: readonly string[] = db
    .prepare(`SELECT * FROM ${table} LIMIT 0`)
    .columns()
    .map(({ name }) => name),
): (row: Row) => void {
  const marks = columns.map(() => '?').join(', ')
  const insert = db.prepare<Value[]>(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${marks})`)
  return (row) => {
    insert.run(...row)
  }
}

/** Reads whole rows, for {@link prepareInsert} to put elsewhere. */
export function readRows(db: Sqlite.Database, table: string, where: string, values: Row): Row[] {
  // Raw rows are arrays in the order of the columns.
  return db
    .prepare<Value[]>(`SELECT * FROM ${table} ${where}`)
    .raw()
    .all(...values) as Row[]
}

/** Copies a database that nobody writes to just now. */
export function copyDatabase(from: string, to: string): void {
  const db = openTables(from)
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
  copyFileSync(from, to)
}
