// Owns: damaging a page of a closed data file. Must not: damage one that is in use.
import { closeSync, openSync, writeSync } from 'node:fs'
import Database from 'better-sqlite3'

/** Overwrites the root page of a table or index with nonsense. */
export function damagePage(file: string, name: string): void {
  const db = new Database(file, { readonly: true })
  const page = db
    .prepare<[string], number>('SELECT rootpage FROM sqlite_schema WHERE name = ?')
    .pluck()
    .get(name)
  db.close()
  if (page === undefined) throw new Error(`no ${name}`)
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(512, 0xab), 0, 512, (page - 1) * 4096)
  closeSync(handle)
}
