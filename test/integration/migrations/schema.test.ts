// The schema as it stands in git, so that a change to it is seen in review.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../src-main/store/worker/database.ts'
import { migrations } from '../../../src-main/store/migrations/all.ts'

const snapshot = new URL('schema.sql', import.meta.url)

function readSchema(): string {
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-schema-'))
  try {
    const db = openDatabase(join(folder, 'starkdesk.db'), migrations, 0)
    const statements = db
      .prepare<[], string>(
        'SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY tbl_name, type DESC, name',
      )
      .pluck()
      .all()
    const version = String(db.pragma('user_version', { simple: true }))
    db.close()
    return `-- The schema after all migrations, user_version ${version}.\n\n${statements.join(';\n\n')};\n`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test('the schema is the one in schema.sql', () => {
  const schema = readSchema()
  if (process.env['RENEW_SCHEMA'] === '1') writeFileSync(snapshot, schema)
  expect(
    schema,
    'The migrations lead to another schema than test/integration/migrations/schema.sql. A shipped migration is never edited: add a ' +
      'new one. Then run RENEW_SCHEMA=1 vitest run test/integration/migrations and commit schema.sql with it.',
  ).toBe(readFileSync(snapshot, 'utf8'))
})
