// From a path to an open, current database, or a refusal that leaves the file as it was.
import { closeSync, mkdirSync, openSync, readSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { describeFailure, describeFileFailure } from './failures.ts'
import type { FileKind } from '../files/file-kind.ts'
import { latestVersion, migrate } from './migrate.ts'
import { applyConnectionPragmas, applyCreationPragmas, busyTimeoutMs, readPragmaNumber } from './pragmas.ts'

/** Header layout: sqlite.org/fileformat2.html, "The Database Header". Integers are big-endian. */
const header = { size: 100, magic: 'SQLite format 3\0', userVersionAt: 60, applicationIdAt: 68 }

/** better-sqlite3 asks for Node 22 and brings an older process down with a segmentation fault; we run on the pinned 24. */
const oldestNode = 24

interface Identity {
  readonly applicationId: number
  readonly version: number
}

/**
 * Opens the database at `file`, one of `kind`, and brings it to the version of its migrations, making folder (0700) and file
 * (0600) where missing. Errors: `databaseTooNew`, `databaseCorrupt` (damaged, or no SQLite file), `databaseUnavailable` (folder
 * or file cannot be used, or `anotherProgram`: a sound SQLite file that is not ours, or another one of ours); after each of
 * them the file is as it was.
 * @param beforeMigration - called with the older tables before the first step changes them; what it throws is thrown,
 *   and nothing was changed
 */
export function openDatabase(
  file: string,
  kind: Pick<FileKind, 'applicationId' | 'migrations' | 'synchronous'>,
  nowMs: number,
  beforeMigration?: (db: Database.Database) => void,
): Database.Database {
  const { applicationId, migrations } = kind
  const supported = latestVersion(migrations)
  refuseOldNode(process.versions.node, file)
  prepareFile(file)
  const identity = readIdentity(file, applicationId)
  if (identity) judge(identity, applicationId, supported, file)

  let db: Database.Database | null = null
  try {
    db = new Database(file, { timeout: busyTimeoutMs })
    // A creation that was cut off is rolled back by SQLite only now, and another process may have been here since.
    if (readPragmaNumber(db, 'page_count') === 0) applyCreationPragmas(db, applicationId)
    judge(
      {
        applicationId: readPragmaNumber(db, 'application_id'),
        version: readPragmaNumber(db, 'user_version'),
      },
      applicationId,
      supported,
      file,
    )
    applyConnectionPragmas(db, kind.synchronous)
    const version = readPragmaNumber(db, 'user_version')
    if (version > 0 && version < supported) beforeMigration?.(db)
    migrate(db, migrations, nowMs)
    return db
  } catch (error) {
    db?.close()
    throw describeFailure(error, file, 'open database')
  }
}

/** Fails with `databaseUnavailable`, reason `nodeTooOld`, on a Node that the SQLite binding would crash. */
export function refuseOldNode(version: string, file: string): void {
  if (Number.parseInt(version, 10) >= oldestNode) return
  throw new AppError('databaseUnavailable', { file, reason: 'nodeTooOld', version })
}

function judge(
  { applicationId: found, version }: Identity,
  wanted: number,
  supported: number,
  file: string,
): void {
  if (found !== wanted) throw new AppError('databaseUnavailable', { file, reason: 'anotherProgram' })
  if (version < 0) throw new AppError('databaseCorrupt', { file, reason: 'version' })
  if (version > supported) throw new AppError('databaseTooNew', { found: version, supported, file })
}

/** Makes folder and file where they are missing, and finds out whether they can be read and written. */
function prepareFile(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const found = statSync(file, { throwIfNoEntry: false })
    if (found && !found.isFile()) {
      throw new AppError('databaseUnavailable', { file, reason: found.isDirectory() ? 'EISDIR' : 'notAFile' })
    }
    // Private from the first byte on; SQLite gives its side files the same mode. Appending nothing changes nothing.
    closeSync(openSync(file, found ? 'r+' : 'ax', 0o600))
  } catch (error) {
    throw describeFileFailure(error, file)
  }
}

/** What the file says it is, read without writing to it or beside it where that can be; null for an empty file. */
function readIdentity(file: string, applicationId: number): Identity | null {
  const bytes = Buffer.alloc(header.size)
  let length: number
  let hasUnmergedLog: boolean
  try {
    const handle = openSync(file, 'r')
    try {
      length = readSync(handle, bytes, 0, header.size, 0)
    } finally {
      closeSync(handle)
    }
    hasUnmergedLog = (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
  } catch (error) {
    throw describeFileFailure(error, file)
  }
  if (length === 0) return null
  if (length < header.size || bytes.toString('latin1', 0, header.magic.length) !== header.magic) {
    throw new AppError('databaseCorrupt', { file, reason: 'SQLITE_NOTADB' })
  }
  const inHeader: Identity = {
    applicationId: bytes.readInt32BE(header.applicationIdAt),
    version: bytes.readInt32BE(header.userVersionAt),
  }
  // The mark is in the header from the first page on; the version may still be only in the write-ahead log.
  if (inHeader.applicationId !== applicationId || !hasUnmergedLog) return inHeader
  return readIdentityThroughLog(file)
}

function readIdentityThroughLog(file: string): Identity {
  let db: Database.Database | null = null
  try {
    // A read-only connection neither merges the log nor removes it when it closes.
    db = new Database(file, { readonly: true, fileMustExist: true, timeout: busyTimeoutMs })
    return {
      applicationId: readPragmaNumber(db, 'application_id'),
      version: readPragmaNumber(db, 'user_version'),
    }
  } catch (error) {
    throw describeFailure(error, file, 'open database')
  } finally {
    db?.close()
  }
}
