// Owns: the tables' third form: accounts that are held by their L2 key alone. Must not: be edited once shipped; a change
// is a new migration.
import type { Migration } from '../migrate.ts'

export const keyKind: Migration = {
  version: 3,
  name: 'key-kind',
  up(db) {
    // Every account that is here came in by its wallet's key.
    db.exec("ALTER TABLE accounts ADD COLUMN key_kind TEXT NOT NULL DEFAULT 'ethereum'")
  },
}
