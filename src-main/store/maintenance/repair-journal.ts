// Records a decided repair and its progress beside the data file, so that the next start can finish it after a crash.
import { readFileSync, rmSync } from 'node:fs'
import { z } from 'zod'
import type { RepairReport } from '../../../src-preload/contract/data.ts'
import { writeTextDurably } from './file-steps.ts'

const report: z.ZodType<RepairReport> = z.strictObject({
  atMs: z.int(),
  reason: z.string(),
  setAsideAs: z.string(),
  backupMs: z.int().nullable(),
  savedTables: z.array(z.string()),
  restoredTables: z.array(z.string()),
})

/** Path of the repair journal. */
export const journalOf = (file: string): string => `${file}.repair.json`

/** The new file, complete and flushed once the journal exists. */
export const newFileOf = (file: string): string => `${file}.repaired`

/** From here on the repair is committed: after a crash the next start finishes it. */
export function writeJournal(file: string, repair: RepairReport): void {
  writeTextDurably(journalOf(file), JSON.stringify(repair))
}

/** The committed repair that was not reported yet; null if none. */
export function readJournal(file: string): RepairReport | null {
  let text: string
  try {
    text = readFileSync(journalOf(file), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
  try {
    return report.parse(JSON.parse(text))
  } catch {
    // It is written atomically, so it was damaged later. The data file is opened as it is, and repaired again if necessary.
    return null
  }
}

/** Call once the repair was reported. */
export function removeJournal(file: string): void {
  rmSync(journalOf(file), { force: true })
}
