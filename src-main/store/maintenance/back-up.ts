// Writes a backup of the user's own tables atomically, without changing the source file.
import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type Sqlite from 'better-sqlite3'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { applicationId } from '../worker/database.ts'
import { describeFailure, describeFileFailure } from '../worker/failures.ts'
import {
  backupName,
  chooseToThin,
  listBackupFiles,
  listNames,
  openBackup,
  unfinishedPattern,
} from './backup-files.ts'
import type { Backup } from './maintenance.ts'
import { makePrivateFolder, syncFolder } from './file-steps.ts'
import { digestOf, insertRows, readOwnData } from './own-rows.ts'
import type { OwnData } from './own-rows.ts'

/**
 * Backs up the user's own tables in `db` unless the newest backup is identical, deletes expired backups, and returns the
 * newest. Errors: `databaseCorrupt` when one of these tables is damaged (nothing was written); `databaseUnavailable` with the
 * backup's `file` and `reason` when it cannot be written.
 */
export function backUpOwnData(db: Sqlite.Database, folder: string, nowMs: number): Backup {
  const data = readSource(db)
  return inFolder(folder, () => {
    const known = listBackupFiles(folder)
    const newest = known[0]
    if (newest !== undefined && holdsSame(newest, data)) return newest
    const written = writeBackup(data, folder, 'rolling', nowMs, newest)
    for (const { file } of chooseToThin([written, ...known], nowMs)) rmSync(file, { force: true })
    syncFolder(folder)
    return written
  })
}

/**
 * Backs up before migrations change the tables of `db`. Deletes no backups, and reuses one from a failed earlier attempt.
 * Errors: `databaseCorrupt`; `databaseUnavailable`, reason `noBackup`, with `file` (of the data), `backupsFolder` and
 * `backupReason`.
 */
export function backUpBeforeMigration(db: Sqlite.Database, folder: string, nowMs: number): void {
  const data = readSource(db)
  try {
    inFolder(folder, () => {
      const known = listBackupFiles(folder)
      if (known.some((each) => each.reason === 'migration' && holdsSame(each, data))) return
      writeBackup(data, folder, 'migration', nowMs, known[0])
    })
  } catch (error) {
    const facts = error instanceof AppError ? error.data : {}
    throw new AppError(
      'databaseUnavailable',
      {
        file: db.name,
        reason: 'noBackup',
        backupsFolder: folder,
        backupReason: facts['reason'] ?? 'unknown',
      },
      error,
    )
  }
}

function readSource(db: Sqlite.Database): OwnData {
  try {
    return readOwnData(db)
  } catch (error) {
    throw describeFailure(error, db.name, 'read own data')
  }
}

/** Runs `work` after creating the folder and removing unfinished files from it. */
function inFolder<Result>(folder: string, work: () => Result): Result {
  try {
    makePrivateFolder(folder)
    for (const name of listNames(folder)) {
      if (unfinishedPattern.test(name)) rmSync(join(folder, name), { force: true })
    }
    return work()
  } catch (error) {
    throw describeFileFailure(error, folder)
  }
}

function holdsSame(backup: Backup, data: OwnData): boolean {
  try {
    const db = openBackup(backup.file)
    try {
      return digestOf(readOwnData(db)) === digestOf(data)
    } finally {
      db.close()
    }
  } catch {
    // An unreadable backup is not relied on: another is written.
    return false
  }
}

function writeBackup(
  data: OwnData,
  folder: string,
  reason: Backup['reason'],
  nowMs: number,
  newest: Backup | undefined,
): Backup {
  // File names sort in the order of creation, even if the clock was set back.
  const madeAtMs = Math.max(nowMs, newest === undefined ? 0 : newest.madeAtMs + 1)
  const facts = { madeAtMs, version: data.version, reason }
  const file = join(folder, backupName(facts))
  const unfinished = `${file}.part`
  try {
    // Readable by its owner only, from the first byte on.
    const handle = openSync(unfinished, 'wx', 0o600)
    try {
      writeOwnData(unfinished, data)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(unfinished, file)
    syncFolder(folder)
    return { file, ...facts, bytes: statSync(file).size }
  } catch (error) {
    rmSync(unfinished, { force: true })
    if (error instanceof Database.SqliteError) throw describeFailure(error, file, 'write backup')
    throw describeFileFailure(error, file)
  }
}

/** Writes a new file and verifies it by reading it back. */
function writeOwnData(file: string, data: OwnData): void {
  const db = new Database(file)
  try {
    // The file is renamed when complete, so until then no rollback is needed.
    db.pragma('journal_mode = MEMORY')
    db.pragma('synchronous = OFF')
    db.pragma('foreign_keys = OFF')
    db.transaction(() => {
      db.pragma(`application_id = ${applicationId}`)
      db.pragma(`user_version = ${data.version}`)
      for (const statement of data.tableStatements) db.exec(statement)
      for (const table of data.tables) insertRows(db, table)
      // After the rows, because triggers have already been applied to them.
      for (const statement of data.otherStatements) db.exec(statement)
    })()
    if (digestOf(readOwnData(db)) !== digestOf(data)) {
      throw new AppError('internal', { what: 'backup', reason: 'differs from what was backed up' })
    }
  } finally {
    db.close()
  }
}
