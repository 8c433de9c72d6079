// Reads and writes complete tables of the user's own data, of any schema version.
import { createHash } from 'node:crypto'
import type Sqlite from 'better-sqlite3'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { inReadTransaction, readPragmaNumber } from '../worker/pragmas.ts'
import { settingsOfTheMoment } from '../files/data-file.ts'
import type { FileKind } from '../files/file-kind.ts'

export interface TableRows {
  readonly table: string
  readonly columns: readonly string[]
  /** Integers as bigint, so that no digit is lost. */
  readonly rows: readonly (readonly unknown[])[]
}

/** All of the user's own data in a file at one moment, except settings valid only at that moment. */
export interface OwnData {
  /** Schema version of the tables. */
  readonly version: number
  readonly tableStatements: readonly string[]
  /** Indexes and triggers. */
  readonly otherStatements: readonly string[]
  readonly tables: readonly TableRows[]
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Names of existing tables, including SQLite's own. */
export function listTables(db: Sqlite.Database): string[] {
  return db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all()
}

/** Column names of a table in order; empty if the table does not exist. */
export function listColumns(db: Sqlite.Database, table: string): string[] {
  return db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table)
}

/** SQLite's messages about one table and its indexes; empty if intact. */
export function findDamage(db: Sqlite.Database, table: string): string[] {
  const told = db.prepare<[string], string>('SELECT * FROM pragma_quick_check(?)').pluck().all(table)
  return told.filter((each) => each !== 'ok')
}

/** All rows of a table in key order; throws SQLite's error when it is damaged or lacks a column. */
export function readRows(db: Sqlite.Database, table: string, columns: readonly string[]): TableRows {
  const damage = findDamage(db, table)
  if (damage.length > 0) throw new AppError('databaseCorrupt', { file: db.name, reason: `damaged ${table}` })
  const select = `SELECT ${columns.map(quoted).join(', ')} FROM ${quoted(table)} NOT INDEXED`
  const rows = db.prepare<[], unknown[]>(select).raw().safeIntegers().all()
  return { table, columns, rows }
}

/** Inserts rows into an empty table. Triggers run unless dropped (see withoutTriggers). */
export function insertRows(db: Sqlite.Database, { table, columns, rows }: TableRows): void {
  const values = columns.map(() => '?').join(', ')
  const insert = db.prepare(
    `INSERT INTO ${quoted(table)} (${columns.map(quoted).join(', ')}) VALUES (${values})`,
  )
  for (const row of rows) insert.run(...row)
}

/** Runs `write` with triggers dropped, in the caller's transaction, because triggers have already been applied to these rows. */
export function withoutTriggers(db: Sqlite.Database, write: () => void): void {
  const triggers = db
    .prepare<[], { name: string; sql: string }>("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
    .all()
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${quoted(name)}`)
  write()
  for (const { sql } of triggers) db.exec(sql)
}

/** Reads the user's own data in one transaction. Errors: `databaseCorrupt` for a damaged table; SQLite's own. */
export function readOwnData(db: Sqlite.Database, { ownFamilies }: FileKind): OwnData {
  return inReadTransaction(db, () => {
    const here = new Set(listTables(db))
    const names = ownFamilies.flat().filter((table) => here.has(table))
    const statementsOf = db.prepare<[string], { type: string; sql: string }>(
      // Automatic indexes have no statement; they are created with their table. Indexes before triggers.
      'SELECT type, sql FROM sqlite_schema WHERE tbl_name = ? AND sql IS NOT NULL ORDER BY type, name',
    )
    const statements = names.flatMap((table) => statementsOf.all(table))
    const pick = (isTable: boolean) =>
      statements.filter(({ type }) => (type === 'table') === isTable).map(({ sql }) => sql)
    return {
      version: readPragmaNumber(db, 'user_version'),
      tableStatements: pick(true),
      otherStatements: pick(false),
      tables: names.map((table) => withoutTheMoment(readRows(db, table, listColumns(db, table)))),
    }
  })
}

function withoutTheMoment(table: TableRows): TableRows {
  if (table.table !== 'settings') return table
  const keyAt = table.columns.indexOf('key')
  return { ...table, rows: table.rows.filter((row) => !settingsOfTheMoment.includes(String(row[keyAt]))) }
}

/** Equal for the same version and rows, regardless of the file. */
export function digestOf({ version, tables }: OwnData): string {
  const hash = createHash('sha256').update(`${version}`)
  const plain = (_key: string, value: unknown) => (typeof value === 'bigint' ? { whole: `${value}` } : value)
  for (const { table, columns, rows } of tables) {
    hash.update(JSON.stringify([table, columns, rows.length]))
    for (const row of rows) hash.update(JSON.stringify(row, plain))
  }
  return hash.digest('hex')
}
