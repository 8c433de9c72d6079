// Lines and notes from before the shapes are read as drawings of the new kinds.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { dataFile } from '../../../src-main/store/files/data-file.ts'
import { drawingShapes } from '../../../src-main/store/migrations/0006-drawing-shapes.ts'
import { migrations } from '../../../src-main/store/migrations/all.ts'
import { prepareDrawings } from '../../../src-main/store/queries/drawings.ts'
import { openDatabase } from '../../../src-main/store/worker/database.ts'
import { lineAt, noteAt } from '../../fixtures/drawings.ts'

const lineId = '5f0c1d1e-6f3c-4d3b-9a53-000000000001'
const noteId = '5f0c1d1e-6f3c-4d3b-9a53-000000000002'

test('keeps every line and note at its place, with its text', () => {
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-drawings-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'starkdesk.db')
  const earlier = migrations.filter(({ version }) => version < drawingShapes.version)
  const before = openDatabase(file, { ...dataFile, migrations: earlier }, 0)
  before
    .prepare(
      `INSERT INTO drawings (network, id, market, kind, price, at_ms, text, created_at_ms)
       VALUES ('n', ?, 'ethusdc', ?, ?, ?, ?, ?)`,
    )
    .run(lineId, 'line', '3000.50', null, 'Support', 10)
  before
    .prepare(
      `INSERT INTO drawings (network, id, market, kind, price, at_ms, text, created_at_ms)
       VALUES ('n', ?, 'ethusdc', ?, ?, ?, ?, ?)`,
    )
    .run(noteId, 'note', '0.000000000000000001', 1_700_000_000_000, 'Sold "too early" 🙈', 20)
  before.close()
  const db = openDatabase(file, dataFile, 1)
  onTestFinished(() => void db.close())
  const { listDrawings, putDrawing } = prepareDrawings(db)
  const line = lineAt(lineId, '3000.50', {
    text: 'Support',
    createdAtMs: 10,
    points: [{ atMs: 10, price: '3000.50' }],
  })
  const note = noteAt(noteId, '0.000000000000000001', 1_700_000_000_000, {
    text: 'Sold "too early" 🙈',
    createdAtMs: 20,
    style: { color: 'text', width: 1, dash: 'solid' },
  })
  expect(listDrawings('n', 'ethusdc')).toEqual([line, note])
  // What is written back is read back the same.
  putDrawing('n', note, { ofMarket: 9, inAll: 9 })
  expect(listDrawings('n', 'ethusdc')).toEqual([line, note])
})

test('a drawing that is damaged in the file is told of as damage, not shown', () => {
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-drawings-'))
  const db = openDatabase(join(folder, 'starkdesk.db'), dataFile, 0)
  onTestFinished(() => {
    db.close()
    rmSync(folder, { recursive: true, force: true })
  })
  db.prepare(
    `INSERT INTO drawings (network, id, market, kind, body, created_at_ms)
     VALUES ('n', ?, 'ethusdc', 'trend', '{"points":[]}', 1)`,
  ).run(lineId)
  expect(() => prepareDrawings(db).listDrawings('n', 'ethusdc')).toThrow(/databaseCorrupt/)
})
