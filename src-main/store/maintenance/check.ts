// Checks a database file for damage, table by table. Read-only, with short transactions: a long one would block checkpoints of
// the write-ahead log.
import Database from 'better-sqlite3'
import type { FileKind } from '../files/file-kind.ts'
import { describeFailure } from '../worker/failures.ts'
import { applyReadingPragmas, busyTimeoutMs, readPragmaNumber } from '../worker/pragmas.ts'
import { findDamage, listTables } from './own-rows.ts'

const mostProblems = 100

/**
 * A read-only connection for work beside the main one. Never checkpoints or removes the write-ahead log. Throws SQLite's
 * error, also for a file too damaged to open.
 */
export function openForMaintenance(file: string): Database.Database {
  const db = new Database(file, { readonly: true, fileMustExist: true, timeout: busyTimeoutMs })
  try {
    applyReadingPragmas(db)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/**
 * Reads every page in use, and says what is wrong, a hundred times at most. Broken references between tables are not damage and are not checked.
 * Errors: `databaseUnavailable` when the file could not be read for another reason than damage.
 * @param goOn - called between two tables; its errors are rethrown
 */
export function checkFile(file: string, kind: FileKind, goOn: () => void = () => undefined): string[] {
  const problems: string[] = []
  /** Damage that stops a statement is a finding like any other. */
  const look = <Result>(work: () => Result): Result | null => {
    try {
      return work()
    } catch (error) {
      const failure = describeFailure(error, file, 'check')
      if (failure.code !== 'databaseCorrupt') throw failure
      problems.push(`${String(failure.data['reason'])}: ${error instanceof Error ? error.message : ''}`)
      return null
    }
  }
  const db = look(() => openForMaintenance(file))
  try {
    if (db !== null) {
      const found = look(() => readPragmaNumber(db, 'application_id'))
      if (found !== null && found !== kind.applicationId) problems.push('the application id is another')
      const tables = look(() => listTables(db))
      // The first entry also covers the free page list.
      for (const table of tables === null ? [] : ['sqlite_schema', ...tables]) {
        goOn()
        if (problems.length < mostProblems) problems.push(...(look(() => findDamage(db, table)) ?? []))
      }
    }
  } finally {
    db?.close()
  }
  return [...new Set(problems)].slice(0, mostProblems)
}
