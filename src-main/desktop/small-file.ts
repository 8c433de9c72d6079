// Reads and atomically replaces small JSON files that must be available before the data file opens.
// An unreadable file counts as missing, so it must hold nothing that a user would miss.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { z } from 'zod'

export interface SmallFile<Value> {
  /** Null if the file is missing or unreadable. */
  read(): Value | null
  /** Synchronous, because it is called while the app ends. Errors: those of the file system. */
  write(value: Value): void
  remove(): void
}

/** Writes are atomic: a crash leaves either the old or the new file. */
export function openSmallFile<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): SmallFile<z.output<Schema>> {
  return {
    read() {
      try {
        return schema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? null
      } catch {
        // Missing, unreadable and malformed files are treated alike.
        return null
      }
    },
    write(value) {
      const half = `${file}.new`
      writeFileSync(half, JSON.stringify(value), { mode: 0o600 })
      renameSync(half, file)
    },
    remove() {
      rmSync(file, { force: true })
    },
  }
}
