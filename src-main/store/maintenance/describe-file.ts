// Describes a database file: schema version, SQLite version, size of each table. Reads no row values.
import type Sqlite from 'better-sqlite3'
import { describeFailure } from '../worker/failures.ts'
import { readPragmaNumber } from '../worker/pragmas.ts'
import type { FileTables, FileVersions } from './maintenance.ts'
import { openForMaintenance } from './check.ts'
import { listTables } from './own-rows.ts'

function read<Result>(file: string, work: (db: Sqlite.Database) => Result): Result {
  try {
    const db = openForMaintenance(file)
    try {
      return work(db)
    } finally {
      db.close()
    }
  } catch (error) {
    throw describeFailure(error, file, 'describe')
  }
}

const versionsOf = (db: Sqlite.Database): FileVersions => ({
  schema: readPragmaNumber(db, 'user_version'),
  sqlite: db.prepare<[], string>('SELECT sqlite_version()').pluck().get() ?? '',
})

/** Errors: `databaseCorrupt`, `databaseUnavailable`. */
export function readVersions(file: string): FileVersions {
  return read(file, versionsOf)
}

/**
 * Counts rows and bytes by table; bytes include its indexes. Errors: `databaseCorrupt`, `databaseUnavailable`.
 * @param goOn - called between two statements; its errors are rethrown
 */
export function countTables(file: string, goOn: () => void = () => undefined): FileTables {
  return read(file, (db) => {
    const size = db
      .prepare<[string], number>(
        `SELECT coalesce(sum(pgsize), 0) FROM dbstat WHERE aggregate = TRUE
         AND name IN (SELECT name FROM sqlite_schema WHERE tbl_name = ? AND rootpage > 0)`,
      )
      .pluck()
    return {
      ...versionsOf(db),
      tables: listTables(db).map((name) => {
        goOn()
        // The name comes from our own schema, not from user input.
        const rows = db.prepare<[], number>(`SELECT count(*) FROM "${name}"`).pluck().get() ?? 0
        goOn()
        return { name, rows, bytes: size.get(name) ?? 0 }
      }),
    }
  })
}
