// The settings of a connection, each with its reason.
import type Sqlite from 'better-sqlite3'
import { AppError } from '../../../src-preload/domain/errors.ts'

/** How long a statement waits for another connection's lock before it fails. */
export const busyTimeoutMs = 5000

/** Reads a pragma that is one whole number; `internal` when it is not. */
export function readPragmaNumber(db: Sqlite.Database, name: string): number {
  const value = db.pragma(name, { simple: true })
  if (typeof value !== 'number') throw new AppError('internal', { what: 'pragma', name })
  return value
}

/** What must be decided before the first table exists. `applicationId` marks the file as ours. */
export function applyCreationPragmas(db: Sqlite.Database, applicationId: number): void {
  // One transaction: a file that has any page at all has our mark in it, wherever the process was killed. (BEGIN that takes no
  // lock yet: the first write decides about auto_vacuum.)
  db.transaction(() => {
    // Lets removed accounts and a cleared cache give their space back without rewriting the whole file.
    db.pragma('auto_vacuum = INCREMENTAL')
    // Before WAL, so that the mark is in the file's own header and not only in the log.
    db.pragma(`application_id = ${applicationId}`)
  }).deferred()
}

/** The settings of a connection that writes. The busy timeout is given when it is opened. */
export function applyConnectionPragmas(db: Sqlite.Database, synchronous: 'NORMAL' | 'FULL'): void {
  // Readers never wait for the writer, and a commit is one append. A file system that cannot do it stays as it is: slower, right.
  db.pragma('journal_mode = WAL')
  // NORMAL makes no fsync per commit: a power cut may take the last commits but never half of one.
  db.pragma(`synchronous = ${synchronous}`)
  // Off unless asked for, per connection: a row of an account that is gone must not be written.
  db.pragma('foreign_keys = ON')
  // After a bulk write the WAL shrinks back to this instead of staying as large as it ever was.
  db.pragma('journal_size_limit = 67108864')
  // What is deleted or moved within a page is zeroed there, so that a removed account leaves no copies behind.
  db.pragma('secure_delete = FAST')
  applyCommonPragmas(db)
}

/** The settings of a connection that was opened read-only. */
export function applyReadingPragmas(db: Sqlite.Database): void {
  // Refused by name before SQLite looks for a way; the file was opened read-only besides.
  db.pragma('query_only = ON')
  applyCommonPragmas(db)
}

function applyCommonPragmas(db: Sqlite.Database): void {
  // A damaged page is an error when it is read, not a wrong answer.
  db.pragma('cell_size_check = ON')
  // A file from elsewhere cannot run functions through its own triggers and views.
  db.pragma('trusted_schema = OFF')
  // A read error of a mapped file kills the process instead of failing the call.
  db.pragma('mmap_size = 0')
  // 32 MiB each: the inner pages of a million orders and years of candles stay in memory.
  db.pragma('cache_size = -32768')
  // Intermediate results do not go to a folder that others may read.
  db.pragma('temp_store = MEMORY')
}

/**
 * Runs `write` in one transaction that is on the disk when it returns, power cut or not: for what of the data file cannot be
 * fetched again.
 */
export function writeDurably<Result>(db: Sqlite.Database, write: () => Result): Result {
  db.pragma('synchronous = FULL')
  try {
    return inTransaction(db, write)
  } finally {
    db.pragma('synchronous = NORMAL')
  }
}

/** Runs `write` in one transaction: all of it or, when it throws, nothing. */
export function inTransaction<Result>(db: Sqlite.Database, write: () => Result): Result {
  // IMMEDIATE takes the write lock at once: a read that turns into a write later can fail without waiting.
  return db.transaction(write).immediate()
}

/** Runs several reads on one state of the database. */
export function inReadTransaction<Result>(db: Sqlite.Database, read: () => Result): Result {
  return db.transaction(read).deferred()
}
