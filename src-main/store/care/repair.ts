// Owns: putting a new data file in the place of a damaged one, with the user's own data as far as it can be saved.
// Must not: delete the damaged file, or do a step that a start after a crash could not go on from.
import { existsSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import type { RepairReport } from '../../../src-preload/contract/data.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { openDatabase } from '../database.ts'
import { describeFailure, describeFileFailure } from '../failures.ts'
import type { Migration } from '../migrate.ts'
import { inTransaction } from '../pragmas.ts'
import { listBackupFiles, openBackup } from './backup-files.ts'
import { openForCare } from './check.ts'
import { hasDatabase, nameTime, removeDatabase, sideSuffixes, syncFile, syncFolder } from './file-steps.ts'
import { insertRows, withoutTriggers } from './own-rows.ts'
import type { TableRows } from './own-rows.ts'
import { ownFamilies, settingsOfTheMoment } from './own-tables.ts'
import { newFileOf, readJournal, removeJournal, writeJournal } from './repair-journal.ts'
import { salvage } from './salvage.ts'
import type { Salvaged } from './salvage.ts'

/** In this order. Killed before `journal` is through, a repair begins anew; after it, the next start finishes it. */
export type RepairStep = 'build' | 'journal' | 'setAside' | 'setAsideSideFile' | 'replace' | 'done'

export interface RepairOptions {
  readonly file: string
  readonly backupsFolder: string
  readonly migrations: readonly Migration[]
  readonly nowMs: number
  /** What was found. */
  readonly reason: string
  /** Told before each step; for whoever wants to end the process there. */
  readonly beforeStep?: (step: RepairStep) => void
}

interface Found {
  readonly family: readonly string[]
  readonly rows: readonly TableRows[]
  /** Null: from the damaged file. */
  readonly backupMs: number | null
}

/**
 * Sets the damaged file aside and makes a new one. Nobody may have the file open. The caller tells of the report and
 * then removes the journal. Errors: `databaseCorrupt` with `file`, `reason`, `repairReason` (why it could not be
 * repaired) and `setAsideAs` (where the damaged file lies now; null: where it was).
 */
export function repairDatabase(options: RepairOptions): RepairReport {
  const { file, reason, nowMs, beforeStep } = options
  let setAsideAs = chooseName(file, nowMs)
  try {
    const decided = readJournal(file)
    if (decided !== null && existsSync(newFileOf(file))) {
      // The damaged file may lie aside already: what was built from it is all that can be had.
      setAsideAs = decided.setAsideAs
      replace(file, decided, beforeStep)
      return decided
    }
    beforeStep?.('build')
    // In this order: a journal must never speak of a new file that is only half there.
    removeJournal(file)
    syncFolder(dirname(file))
    removeDatabase(newFileOf(file))
    const report: RepairReport = { atMs: nowMs, reason, setAsideAs, ...build(options) }
    beforeStep?.('journal')
    writeJournal(file, report)
    replace(file, report, beforeStep)
    return report
  } catch (error) {
    const failure = describeFileError(error, file)
    const isMoved = !existsSync(file) && existsSync(setAsideAs)
    // What was built is of no use without its journal; with it, the next start goes on.
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

/**
 * Goes on with a repair that was decided when its process ended; null where there is none. Errors:
 * `databaseUnavailable`.
 */
export function finishRepair(file: string): RepairReport | null {
  try {
    const report = readJournal(file)
    if (report !== null) replace(file, report)
    return report
  } catch (error) {
    throw describeFileFailure(error, file)
  }
}

/**
 * Every step can be done again from wherever the last try ended: while the new file has its own name, the others are
 * the old ones.
 */
function replace(file: string, { setAsideAs }: RepairReport, beforeStep?: RepairOptions['beforeStep']): void {
  if (!existsSync(newFileOf(file))) return
  beforeStep?.('setAside')
  move(file, setAsideAs)
  beforeStep?.('setAsideSideFile')
  // The log of the old file must never lie beside the new one.
  for (const suffix of sideSuffixes) move(`${file}${suffix}`, `${setAsideAs}${suffix}`)
  syncFolder(dirname(file))
  beforeStep?.('replace')
  renameSync(newFileOf(file), file)
  syncFolder(dirname(file))
  beforeStep?.('done')
}

function move(from: string, to: string): void {
  if (existsSync(from)) renameSync(from, to)
}

/** `starkdesk.sqlite.damaged-20260731T120102123Z`, with a number where that is taken. */
function chooseName(file: string, nowMs: number): string {
  for (let number = 1; ; number += 1) {
    const name = `${file}.damaged-${nameTime(nowMs)}${number === 1 ? '' : `-${number}`}`
    if (!hasDatabase(name)) return name
  }
}

/** Makes the new file, complete and on the disk, under its own name. */
function build(options: RepairOptions): Pick<RepairReport, 'backupMs' | 'savedTables' | 'restoredTables'> {
  const { file, migrations, nowMs } = options
  const found = findOwnData(options)
  const newFile = newFileOf(file)
  const db = openDatabase(newFile, migrations, nowMs)
  try {
    inTransaction(db, () => {
      withoutTriggers(db, () => {
        for (const { rows } of found) for (const table of rows) insertRows(db, table)
      })
      if (!areOfTheMoment(found)) {
        const forget = db.prepare<[string]>('DELETE FROM settings WHERE key = ?')
        for (const key of settingsOfTheMoment) forget.run(key)
      }
    })
  } finally {
    db.close()
  }
  syncFile(newFile)
  syncFolder(dirname(newFile))
  const saved = found.filter(({ backupMs }) => backupMs === null).map(({ family }) => family)
  const backups = found.flatMap(({ backupMs }) => (backupMs === null ? [] : [backupMs]))
  return {
    // The oldest of those that were used: everything restored is at least as new.
    backupMs: backups.length === 0 ? null : Math.min(...backups),
    savedTables: saved.flat(),
    restoredTables: ownFamilies.filter((family) => !saved.includes(family)).flat(),
  }
}

/**
 * Notes of the moment speak of accounts too: they hold only where both are of the same, last moment. Backups have none.
 */
function areOfTheMoment(found: readonly Found[]): boolean {
  const isSaved = (table: string) =>
    found.some(({ family, backupMs }) => backupMs === null && family.includes(table))
  return isSaved('settings') && isSaved('accounts')
}

/** Each family from the damaged file where it is whole there, else from the newest backup that has it whole. */
function findOwnData({ file, backupsFolder, migrations, nowMs }: RepairOptions): Found[] {
  const found = new Map<number, Found>()
  const take = (salvaged: Salvaged, backupMs: number | null): void => {
    for (const [at, rows] of salvaged) {
      const family = ownFamilies[at]
      if (family !== undefined && !found.has(at)) found.set(at, { family, rows, backupMs })
    }
  }
  if (existsSync(file)) take(salvage(file, openForCare, migrations, nowMs), null)
  for (const backup of listBackupFiles(backupsFolder)) {
    if (found.size === ownFamilies.length) break
    take(salvage(backup.file, openBackup, migrations, nowMs), backup.madeAtMs)
  }
  return [...found.values()]
}

function describeFileError(error: unknown, file: string): AppError {
  const isOfFiles = error instanceof Error && 'syscall' in error
  return isOfFiles ? describeFileFailure(error, file) : describeFailure(error, file, 'repair')
}

function isDecided(file: string): boolean {
  try {
    return readJournal(file) !== null
  } catch {
    // It cannot even be read: what is there is left there.
    return true
  }
}

function removeQuietly(file: string): void {
  try {
    removeDatabase(file)
  } catch {
    // The fault that led here is the one to tell; what lies there is removed before the next try.
  }
}
