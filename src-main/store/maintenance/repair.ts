// Replaces a damaged database file with a new one that holds the recoverable user data.
// Never deletes the damaged file; every step can be resumed after a crash.
import { existsSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import type { RepairReport } from '../../../src-preload/contract/app/data.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import type { FileKind } from '../files/file-kind.ts'
import { openDatabase } from '../worker/database.ts'
import { describeFailure, describeFileFailure } from '../worker/failures.ts'
import { inTransaction } from '../worker/pragmas.ts'
import { listBackupFiles, openBackup } from './backup-files.ts'
import { openForMaintenance } from './check.ts'
import { hasDatabase, nameTime, removeDatabase, sideSuffixes, syncFile, syncFolder } from './file-steps.ts'
import type { MaintenanceStart } from './maintenance-protocol.ts'
import { insertRows, withoutTriggers, type TableRows } from './own-rows.ts'
import { newFileOf, readNote, removeNote, writeNote } from './repair-note.ts'
import { salvage, type Recovered } from './recovery.ts'

/** In this order. A crash before `note` completes restarts the repair; after it, the next start finishes it. */
export type RepairStep = 'build' | 'note' | 'setAside' | 'setAsideSideFile' | 'replace' | 'done'

export interface RepairOptions extends Pick<MaintenanceStart, 'file' | 'backupsFolder' | 'nowMs' | 'reason'> {
  readonly kind: FileKind
  /** Called before each step; tests end the process here. */
  readonly beforeStep?: (step: RepairStep) => void
}

interface Found {
  readonly family: readonly string[]
  readonly rows: readonly TableRows[]
  /** Null if taken from the damaged file. */
  readonly backupMs: number | null
}

/**
 * Moves the damaged file aside and builds a new one. The file must not be open anywhere. The caller reports the result and
 * then removes the note. Errors: `databaseCorrupt` with `file`, `reason`, `repairReason` (why the repair failed) and
 * `setAsideAs` (path of the damaged file; null if not moved).
 */
export function repairDatabase(options: RepairOptions): RepairReport {
  const { file, kind, reason, nowMs, beforeStep } = options
  let setAsideAs = hasDatabase(file) ? chooseName(file, nowMs) : null
  try {
    const decided = readNote(file)
    if (decided !== null && existsSync(newFileOf(file))) {
      // The damaged file may already be moved: the file built from it is the best result available.
      setAsideAs = decided.setAsideAs
      replace(file, decided, beforeStep)
      return decided
    }
    beforeStep?.('build')
    // In this order: a note must never refer to an incomplete new file.
    removeNote(file)
    syncFolder(dirname(file))
    removeDatabase(newFileOf(file))
    const report: RepairReport = { file: kind.name, atMs: nowMs, reason, setAsideAs, ...build(options) }
    beforeStep?.('note')
    writeNote(file, report)
    replace(file, report, beforeStep)
    return report
  } catch (error) {
    const failure = describeFileError(error, file)
    const isMoved = setAsideAs !== null && !existsSync(file) && existsSync(setAsideAs)
    // The new file is useless without its note; with it, the next start continues.
    if (!isDecided(file)) removeQuietly(newFileOf(file))
    throw new AppError(
      'databaseCorrupt',
      {
        file,
        reason,
        repairReason: failure.data['reason'] ?? failure.code,
        setAsideAs: isMoved ? setAsideAs : null,
      },
      failure,
    )
  }
}

/** Finishes a committed repair after a crash; null if there is none. Errors: `databaseUnavailable`. */
export function finishRepair(file: string): RepairReport | null {
  try {
    const report = readNote(file)
    if (report !== null) replace(file, report)
    return report
  } catch (error) {
    throw describeFileFailure(error, file)
  }
}

/** Every step is idempotent: while the new file has its own name, the others are the old ones. */
function replace(file: string, { setAsideAs }: RepairReport, beforeStep?: RepairOptions['beforeStep']): void {
  if (!existsSync(newFileOf(file))) return
  if (setAsideAs !== null) setAside(file, setAsideAs, beforeStep)
  beforeStep?.('replace')
  renameSync(newFileOf(file), file)
  syncFolder(dirname(file))
  beforeStep?.('done')
}

function setAside(file: string, aside: string, beforeStep: RepairOptions['beforeStep']): void {
  beforeStep?.('setAside')
  move(file, aside)
  beforeStep?.('setAsideSideFile')
  // The old file's log must never be beside the new file.
  for (const suffix of sideSuffixes) move(`${file}${suffix}`, `${aside}${suffix}`)
  syncFolder(dirname(file))
}

function move(from: string, to: string): void {
  if (existsSync(from)) renameSync(from, to)
}

/** `starkdesk.sqlite.damaged-20260731T120102123Z`, with a number if that name is taken. */
function chooseName(file: string, nowMs: number): string {
  for (let number = 1; ; number += 1) {
    const name = `${file}.damaged-${nameTime(nowMs)}${number === 1 ? '' : `-${number}`}`
    if (!hasDatabase(name)) return name
  }
}

/** Builds the new file, complete and flushed, under a separate name. */
function build(options: RepairOptions): Pick<RepairReport, 'backupMs' | 'savedTables' | 'restoredTables'> {
  const { file, kind, nowMs } = options
  const found = findOwnData(options)
  const saved = new Set(found.flatMap(({ family, backupMs }) => (backupMs === null ? family : [])))
  const newFile = newFileOf(file)
  const db = openDatabase(newFile, kind, nowMs)
  try {
    inTransaction(db, () => {
      withoutTriggers(db, () => {
        for (const { rows } of found) for (const table of rows) insertRows(db, table)
      })
      kind.afterRepair(db, saved, nowMs)
    })
  } finally {
    db.close()
  }
  syncFile(newFile)
  syncFolder(dirname(newFile))
  const backups = found.flatMap(({ backupMs }) => (backupMs === null ? [] : [backupMs]))
  return {
    // The oldest backup in use: everything restored is at least as new.
    backupMs: backups.length === 0 ? null : Math.min(...backups),
    savedTables: [...saved],
    restoredTables: kind.ownFamilies.flat().filter((table) => !saved.has(table)),
  }
}

/** Takes each family from the damaged file if intact there, else from the newest backup where it is intact. */
function findOwnData({ file, kind, backupsFolder, nowMs }: RepairOptions): Found[] {
  const { ownFamilies } = kind
  const found = new Map<number, Found>()
  const take = (salvaged: Recovered, backupMs: number | null): void => {
    for (const [at, rows] of salvaged) {
      const family = ownFamilies[at]
      if (family !== undefined && !found.has(at)) found.set(at, { family, rows, backupMs })
    }
  }
  if (existsSync(file)) take(salvage(file, openForMaintenance, kind, nowMs), null)
  for (const backup of listBackupFiles(backupsFolder, kind)) {
    if (found.size === ownFamilies.length) break
    take(
      salvage(backup.file, (name) => openBackup(name, kind), kind, nowMs),
      backup.madeAtMs,
    )
  }
  return [...found.values()]
}

function describeFileError(error: unknown, file: string): AppError {
  const isOfFiles = error instanceof Error && 'syscall' in error
  return isOfFiles ? describeFileFailure(error, file) : describeFailure(error, file, 'repair')
}

function isDecided(file: string): boolean {
  try {
    return readNote(file) !== null
  } catch {
    // The source is unreadable; its content stays where it is.
    return true
  }
}

function removeQuietly(file: string): void {
  try {
    removeDatabase(file)
  } catch {
    // The original error is the one to report; leftovers are removed before the next attempt.
  }
}
