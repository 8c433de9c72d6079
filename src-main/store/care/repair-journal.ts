// Owns: the note beside the data file that a repair is decided and how far it got, for a start after a crash.
// Must not: be there when no repair is under way.
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

/** Where the note of a repair lies. */
export const journalOf = (file: string): string => `${file}.repair.json`

/** The new file, complete and on the disk once the journal is there. */
export const newFileOf = (file: string): string => `${file}.repaired`

/** From here on the repair is done, as far as the next start is concerned: it goes on where this one ends. */
export function writeJournal(file: string, repair: RepairReport): void {
  writeTextDurably(journalOf(file), JSON.stringify(repair))
}

/** The repair that was decided and not told yet; null where there is none. */
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
    // Written whole or not at all, so it was damaged later. The data file is opened as it is, and repaired again if
    // need be.
    return null
  }
}

/** The repair was told. */
export function removeJournal(file: string): void {
  rmSync(journalOf(file), { force: true })
}
