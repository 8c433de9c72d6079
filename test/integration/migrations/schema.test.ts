// The schema as it stands in git, so that a change to it is seen in review.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../src-main/store/worker/database.ts'
import { dataFile } from '../../../src-main/store/files/data-file.ts'
import type { FileKind } from '../../../src-main/store/files/file-kind.ts'
import { journalFile } from '../../../src-main/store/files/journal-file.ts'

function readSchema(kind: FileKind): string {
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-schema-'))
  try {
    const db = openDatabase(join(folder, 'starkdesk.db'), kind, 0)
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

test.each([
  ['data file', dataFile, 'schema.sql'],
  ['journal', journalFile, 'journal-schema.sql'],
])('the schema of the %s is the one in git', (_name, kind, file) => {
  const snapshot = new URL(file, import.meta.url)
  const schema = readSchema(kind)
  if (process.env['RENEW_SCHEMA'] === '1') writeFileSync(snapshot, schema)
  expect(
    schema,
    `The migrations lead to another schema than test/integration/migrations/${file}. A shipped migration is never edited: add a ` +
      'new one. Then run RENEW_SCHEMA=1 vitest run test/integration/migrations and commit it.',
  ).toBe(readFileSync(snapshot, 'utf8'))
})
