// Owns: SQL on `settings`. Must not: know what a key means.
import type Sqlite from 'better-sqlite3'
import { writeDurably } from '../pragmas.ts'
import type { StoreMethods } from '../store-api.ts'

export function prepareSettings(db: Sqlite.Database): Pick<StoreMethods, 'getSetting' | 'setSetting'> {
  const select = db.prepare<[string], { value: string }>('SELECT value FROM settings WHERE key = ?')
  const upsert = db.prepare<[string, string]>(
    'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  )
  return {
    getSetting: (key) => select.get(key)?.value ?? null,
    setSetting: (key, value) => {
      writeDurably(db, () => upsert.run(key, value))
    },
  }
}
