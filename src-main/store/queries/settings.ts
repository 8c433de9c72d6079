// SQL on `settings`.
import type Sqlite from 'better-sqlite3'
import { writeDurably } from '../worker/pragmas.ts'
import type { StoreMethods } from '../api/store-api.ts'

/** Keys that begin with a prefix are those between it and the last of them that any text can make: keys are not patterns. */
export const listSettingsSql = 'SELECT key, value FROM settings WHERE key >= ? AND key < ? ORDER BY key'
const lastCharacter = '\u{10FFFF}'

export function prepareSettings(
  db: Sqlite.Database,
): Pick<StoreMethods, 'getSetting' | 'setSetting' | 'listSettings'> {
  const select = db.prepare<[string], { value: string }>('SELECT value FROM settings WHERE key = ?')
  const list = db.prepare<[string, string], { key: string; value: string }>(listSettingsSql)
  const upsert = db.prepare<[string, string]>(
    'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  )
  return {
    getSetting: (key) => select.get(key)?.value ?? null,
    listSettings: (prefix) => list.all(prefix, `${prefix}${lastCharacter}`),
    setSetting: (key, value) => {
      writeDurably(db, () => upsert.run(key, value))
    },
  }
}
