// The app's migrations and one more, for tests of files that are one version older (scripts/test-threads.ts puts it into their threads).
import type { Migration } from '../../../src-main/store/worker/migrate.ts'
import { firstSchema } from '../../../src-main/store/migrations/0001-first-schema.ts'

const addNotes: Migration = {
  version: 2,
  name: 'notes',
  up: (db) => db.exec('CREATE TABLE notes (-- CACHE: of a test.\n  text TEXT) STRICT'),
}

export const migrations: readonly Migration[] = [firstSchema, addNotes]
