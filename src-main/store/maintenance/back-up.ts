// Writes a backup of the user's own tables of a file atomically, without changing that file.
import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type Sqlite from 'better-sqlite3'
import { AppError } from '../../../src-preload/domain/errors.ts'
import type { FileKind } from '../files/file-kind.ts'
import { describeFailure, describeFileFailure } from '../worker/failures.ts'
import { backupName, isUnfinished, listBackupFiles, listNames, openBackup } from './backup-files.ts'
import { deleteOldBackups } from './delete-old-backups.ts'
import type { Backup } from './maintenance.ts'
import { makePrivateFolder, syncFolder } from './file-steps.ts'
import { digestOf, insertRows, readOwnData, type OwnData } from './own-rows.ts'

/**
 * Backs up the user's own tables in `db` unless the newest backup is identical, deletes expired backups, and returns the
 * newest. Errors: `databaseCorrupt` when one of these tables is damaged (nothing was written); `databaseUnavailable` with the
 * backup's `file` and `reason` when it cannot be written.
 */
export function backUpOwnData(db: Sqlite.Database, kind: FileKind, folder: string, nowMs: number): Backup {
  const data = readSource(db, kind)
  return inFolder(folder, kind, () => {
    const known = listBackupFiles(folder, kind)
    const newest = known[0]
    if (newest !== undefined && holdsSame(newest, kind, data)) return newest
    const written = writeBackup(data, kind, folder, 'rolling', nowMs, newest)
    deleteOldBackups([written, ...known], nowMs)
    syncFolder(folder)
    return written
  })
}

/**
 * Backs up before migrations change the tables of `db`. Deletes no backups, and reuses one from a failed earlier attempt.
 * Errors: `databaseCorrupt`; `databaseUnavailable`, reason `noBackup`, with `file` (of the data), `backupsFolder` and
 * `backupReason`.
 */
export function backUpBeforeMigration(
  db: Sqlite.Database,
  kind: FileKind,
  folder: string,
  nowMs: number,
): void {
  const data = readSource(db, kind)
  try {
    inFolder(folder, kind, () => {
      const known = listBackupFiles(folder, kind)
      if (known.some((each) => each.reason === 'migration' && holdsSame(each, kind, data))) return
      writeBackup(data, kind, folder, 'migration', nowMs, known[0])
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

function readSource(db: Sqlite.Database, kind: FileKind): OwnData {
  try {
    return readOwnData(db, kind)
  } catch (error) {
    throw describeFailure(error, db.name, 'read own data')
  }
}

/** Runs `work` after creating the folder and removing unfinished files of this kind from it. */
function inFolder<Result>(folder: string, kind: FileKind, work: () => Result): Result {
  try {
    makePrivateFolder(folder)
    for (const name of listNames(folder)) {
      if (isUnfinished(name, kind)) rmSync(join(folder, name), { force: true })
    }
    return work()
  } catch (error) {
    throw describeFileFailure(error, folder)
  }
}

function holdsSame(backup: Backup, kind: FileKind, data: OwnData): boolean {
  try {
    const db = openBackup(backup.file, kind)
    try {
      return digestOf(readOwnData(db, kind)) === digestOf(data)
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
  kind: FileKind,
  folder: string,
  reason: Backup['reason'],
  nowMs: number,
  newest: Backup | undefined,
): Backup {
  // File names sort in the order of creation, even if the clock was set back.
  const madeAtMs = Math.max(nowMs, newest === undefined ? 0 : newest.madeAtMs + 1)
  const facts = { madeAtMs, version: data.version, reason }
  const file = join(folder, backupName(kind, facts))
  const unfinished = `${file}.part`
  try {
    // Readable by its owner only, from the first byte on.
    const handle = openSync(unfinished, 'wx', 0o600)
    try {
      writeOwnData(unfinished, kind, data)
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
function writeOwnData(file: string, kind: FileKind, data: OwnData): void {
  const db = new Database(file)
  try {
    // The file is renamed when complete, so until then no rollback is needed.
    db.pragma('journal_mode = MEMORY')
    db.pragma('synchronous = OFF')
    db.pragma('foreign_keys = OFF')
    db.transaction(() => {
      db.pragma(`application_id = ${kind.applicationId}`)
      db.pragma(`user_version = ${data.version}`)
      for (const statement of data.tableStatements) db.exec(statement)
      for (const table of data.tables) insertRows(db, table)
      // After the rows, because triggers have already been applied to them.
      for (const statement of data.otherStatements) db.exec(statement)
    })()
    if (digestOf(readOwnData(db, kind)) !== digestOf(data)) {
      throw new AppError('internal', { what: 'backup', reason: 'differs from what was backed up' })
    }
  } finally {
    db.close()
  }
}
