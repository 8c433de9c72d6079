// Taking a database from its version to ours, one committed step at a time.
import type Sqlite from 'better-sqlite3'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { readPragmaNumber } from './pragmas.ts'

export interface Migration {
  /** 1, 2, 3 ...: PRAGMA user_version after the step. */
  readonly version: number
  readonly name: string
  /** Runs inside a transaction with foreign keys unenforced; broken references are found before the commit. */
  readonly up: (db: Sqlite.Database) => void
}

/** The version that the last of `migrations` leads to; `internal` when their versions do not strictly increase from 1 up. */
export function latestVersion(migrations: readonly Migration[]): number {
  let last = 0
  for (const { version } of migrations) {
    if (!Number.isInteger(version) || version <= last) {
      throw new AppError('internal', { what: 'migration order', version, after: last })
    }
    last = version
  }
  return last
}

/**
 * Runs the steps that the database has not seen. A step, its version and its line in `migration_history` commit together,
 * so that a crash or failure leaves exactly the steps before it. Errors: `databaseTooNew` (nothing was written),
 * `internal` for broken references; whatever SQLite throws inside a step passes through after the rollback.
 */
export function migrate(db: Sqlite.Database, migrations: readonly Migration[], nowMs: number): void {
  const supported = latestVersion(migrations)
  refuseNewer(db, supported)
  if (readPragmaNumber(db, 'user_version') === supported) return

  // Rebuilding a table drops the one that others refer to; SQLite asks for this outside of the transaction.
  db.pragma('foreign_keys = OFF')
  try {
    for (const step of migrations) runStep(db, step, supported, nowMs)
  } finally {
    db.pragma('foreign_keys = ON')
  }
}

function runStep(db: Sqlite.Database, step: Migration, supported: number, nowMs: number): void {
  const transaction = db.transaction(() => {
    // Read under the write lock: another process may have migrated since.
    refuseNewer(db, supported)
    if (readPragmaNumber(db, 'user_version') >= step.version) return
    step.up(db)
    const broken = db.pragma('foreign_key_check')
    if (Array.isArray(broken) && broken.length > 0) {
      throw new AppError('internal', { what: 'migration breaks references', version: step.version })
    }
    db.exec(
      `CREATE TABLE IF NOT EXISTS migration_history (
  -- Which step ran when, for whoever has to find out what happened to a file.
  version INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  applied_at_ms INTEGER NOT NULL
) STRICT`,
    )
    db.prepare('INSERT INTO migration_history (version, name, applied_at_ms) VALUES (?, ?, ?)').run(
      step.version,
      step.name,
      nowMs,
    )
    db.pragma(`user_version = ${step.version}`)
  })
  transaction.immediate()
}

function refuseNewer(db: Sqlite.Database, supported: number): void {
  const found = readPragmaNumber(db, 'user_version')
  if (found > supported) throw new AppError('databaseTooNew', { found, supported, file: db.name })
}
