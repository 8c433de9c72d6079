// What SQLite's and the file system's failures mean to the app.
import Database from 'better-sqlite3'
import { AppError } from '../../../src-preload/domain/errors.ts'

/** Result codes (sqlite.org/rescode.html) that say: these bytes are no intact database. */
const damage = ['SQLITE_CORRUPT', 'SQLITE_NOTADB']

/** Codes that say: the bytes may be fine, but file, disk or lock do not let us. */
const obstacles = [
  'SQLITE_AUTH',
  'SQLITE_BUSY',
  'SQLITE_CANTOPEN',
  'SQLITE_FULL',
  'SQLITE_IOERR',
  'SQLITE_LOCKED',
  'SQLITE_NOLFS',
  'SQLITE_PERM',
  'SQLITE_PROTOCOL',
  'SQLITE_READONLY',
]

/**
 * Turns whatever a database call threw into an AppError: `databaseCorrupt` or `databaseUnavailable` with `file` and `reason`
 * (the result code), AppErrors as they are, and everything else `internal` with `what` and the kind of failure.
 */
export function describeFailure(error: unknown, file: string, what: string): AppError {
  if (error instanceof AppError) return error
  if (error instanceof Database.SqliteError) {
    const { code } = error
    const isOneOf = (codes: readonly string[]) =>
      codes.some((each) => code === each || code.startsWith(`${each}_`))
    if (isOneOf(damage)) return new AppError('databaseCorrupt', { file, reason: code }, error)
    if (isOneOf(obstacles)) return new AppError('databaseUnavailable', { file, reason: code }, error)
    return new AppError('internal', { what, reason: code, detail: error.message }, error)
  }
  const reason = error instanceof Error ? error.name : typeof error
  // SQLite's and Node's own messages name columns and types, never values.
  const detail = error instanceof Error ? error.message : ''
  return new AppError('internal', { what, reason, detail }, error)
}

/** A failure of the file system as `databaseUnavailable`, its reason the error code (such as EACCES). */
export function describeFileFailure(error: unknown, file: string): AppError {
  if (error instanceof AppError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  return new AppError('databaseUnavailable', { file, reason: code }, error)
}
