// The second connection, which answers while the first one writes.
import Database from 'better-sqlite3'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { describeFailure } from './failures.ts'
import { applyReadingPragmas, busyTimeoutMs, readPragmaNumber } from './pragmas.ts'

/**
 * Opens the database at `file`, which must be of version `supported`, for reading only. Errors: `databaseTooNew` when a
 * newer app was here meanwhile, `databaseUnavailable`, `databaseCorrupt`, `internal` when it is older.
 */
export function openForReading(file: string, supported: number): Database.Database {
  let db: Database.Database | null = null
  try {
    db = new Database(file, { readonly: true, fileMustExist: true, timeout: busyTimeoutMs })
    const found = readPragmaNumber(db, 'user_version')
    if (found > supported) throw new AppError('databaseTooNew', { found, supported, file })
    if (found < supported) throw new AppError('internal', { what: 'read before migration', found })
    applyReadingPragmas(db)
    return db
  } catch (error) {
    db?.close()
    throw describeFailure(error, file, 'open database')
  }
}
