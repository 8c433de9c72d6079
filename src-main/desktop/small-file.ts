// Owns: small JSON files beside the data file that must be readable before it opens: read whole, replaced whole.
// Must not: hold anything that a user would miss; a file that cannot be read counts as none.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { z } from 'zod'

export interface SmallFile<Value> {
  /** Null where there is none, or none that can be read. */
  read(): Value | null
  /** Synchronous: it is called while the app ends. Errors: those of the file system. */
  write(value: Value): void
  remove(): void
}

/** Who stops the app half-way finds the file of before or the new one, never a half. */
export function openSmallFile<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): SmallFile<z.output<Schema>> {
  return {
    read() {
      try {
        return schema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? null
      } catch {
        // Not there, not to be read, or no JSON: all the same for what it holds.
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
