// Records a decided repair and its progress beside the file, so that the next start can finish it after a crash.
import { readFileSync, rmSync } from 'node:fs'
import { z } from 'zod'
import type { RepairReport } from '../../../src-preload/contract/app/data.ts'
import { writeTextDurably } from './file-steps.ts'

const report: z.ZodType<RepairReport> = z.strictObject({
  file: z.enum(['data', 'journal']),
  atMs: z.int(),
  reason: z.string(),
  setAsideAs: z.string().nullable(),
  backupMs: z.int().nullable(),
  savedTables: z.array(z.string()),
  restoredTables: z.array(z.string()),
})

/** Path of the note of a repair. */
export const noteOf = (file: string): string => `${file}.repair.json`

/** The new file, complete and flushed once the note exists. */
export const newFileOf = (file: string): string => `${file}.repaired`

/** From here on the repair is committed: after a crash the next start finishes it. */
export function writeNote(file: string, repair: RepairReport): void {
  writeTextDurably(noteOf(file), JSON.stringify(repair))
}

/** The committed repair that was not reported yet; null if none. */
export function readNote(file: string): RepairReport | null {
  let text: string
  try {
    text = readFileSync(noteOf(file), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
  try {
    return report.parse(JSON.parse(text))
  } catch {
    // It is written atomically, so it was damaged later. The file is opened as it is, and repaired again if necessary.
    return null
  }
}

/** Call once the repair was reported. */
export function removeNote(file: string): void {
  rmSync(noteOf(file), { force: true })
}
