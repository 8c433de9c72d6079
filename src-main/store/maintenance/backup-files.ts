// The files in the backups folder: names, readability, expiry. Never deletes a file that is not a readable backup.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { FileKind } from '../files/file-kind.ts'
import { applyReadingPragmas, busyTimeoutMs, readPragmaNumber } from '../worker/pragmas.ts'
import type { Backup } from './maintenance.ts'
import { nameTime } from './file-steps.ts'
import { findDamage, listTables } from './own-rows.ts'

/** The kind's prefix comes before. */
const namePattern = /^-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-v(\d+)(-migration)?\.sqlite$/

/** Whether a file is a backup of this kind being written, or left by a process that ended. */
export function isUnfinished(name: string, { backupPrefix }: FileKind): boolean {
  return (
    name.startsWith(`${backupPrefix}-`) &&
    /^-[\dTZv-]+(-migration)?\.sqlite\.part(-journal)?$/.test(name.slice(backupPrefix.length))
  )
}

/** `own-20260731T120102123Z-v5.sqlite`: which file it is of, creation time (UTC) and schema version. */
export function backupName(
  { backupPrefix }: FileKind,
  { madeAtMs, version, reason }: Pick<Backup, 'madeAtMs' | 'version' | 'reason'>,
): string {
  const ending = reason === 'migration' ? '-migration' : ''
  return `${backupPrefix}-${nameTime(madeAtMs)}-v${version}${ending}.sqlite`
}

function parseName(
  name: string,
  { backupPrefix }: FileKind,
): Pick<Backup, 'madeAtMs' | 'version' | 'reason'> | null {
  if (!name.startsWith(backupPrefix)) return null
  const parts = namePattern.exec(name.slice(backupPrefix.length)) ?? []
  const [, year, month, day, hour, minute, second, ms, version, migration] = parts
  if (version === undefined) return null
  const madeAtMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`)
  if (Number.isNaN(madeAtMs)) return null
  return { madeAtMs, version: Number(version), reason: migration === undefined ? 'rolling' : 'migration' }
}

/** Opens a backup for reading; throws if it is not one. Creates no side files, since it has no write-ahead log. */
export function openBackup(file: string, kind: FileKind): Database.Database {
  const db = new Database(file, { readonly: true, fileMustExist: true, timeout: busyTimeoutMs })
  try {
    applyReadingPragmas(db)
    if (readPragmaNumber(db, 'application_id') !== kind.applicationId) throw new Error('not a backup of ours')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Whether a file matches its name: ours, of that version, all pages intact. */
function isReadable(file: string, version: number, kind: FileKind): boolean {
  let db: Database.Database | null = null
  try {
    db = openBackup(file, kind)
    if (readPragmaNumber(db, 'user_version') !== version) return false
    for (const table of ['sqlite_schema', ...listTables(db)]) {
      if (findDamage(db, table).length > 0) return false
    }
    return true
  } catch {
    // A file with any defect is neither offered as a backup nor deleted.
    return false
  } finally {
    db?.close()
  }
}

/** Readable backups of a file of this kind, newest first; empty if the folder does not exist. */
export function listBackupFiles(folder: string, kind: FileKind): Backup[] {
  const backups: Backup[] = []
  for (const name of listNames(folder)) {
    const facts = parseName(name, kind)
    const file = join(folder, name)
    if (facts === null || !isReadable(file, facts.version, kind)) continue
    backups.push({ file, ...facts, bytes: statSync(file).size })
  }
  return backups.sort((a, b) => b.madeAtMs - a.madeAtMs || b.file.localeCompare(a.file))
}

/** Names in the folder; empty if it does not exist. */
export function listNames(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
