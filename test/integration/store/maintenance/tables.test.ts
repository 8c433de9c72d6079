// Every table of both schemas is known to be the user's own or cache.
import { expect, onTestFinished, test } from 'vitest'
import { dataKinds } from '../../../../src-preload/contract/app/data.ts'
import { openDatabase } from '../../../../src-main/store/worker/database.ts'
import { cacheTables, dataFile } from '../../../../src-main/store/files/data-file.ts'
import { type FileKind, fileTables } from '../../../../src-main/store/files/file-kind.ts'
import { journalFile } from '../../../../src-main/store/files/journal-file.ts'
import { makeFile } from '../support.ts'

interface TableFacts {
  readonly name: string
  readonly sql: string
  readonly refersTo: readonly string[]
}

const kinds = [dataFile, journalFile]

function readTables(kind: FileKind): TableFacts[] {
  const db = openDatabase(makeFile(), kind, 0)
  onTestFinished(() => {
    db.close()
  })
  const references = db.prepare<[string], string>('SELECT "table" FROM pragma_foreign_key_list(?)').pluck()
  return db
    .prepare<[], { name: string; sql: string }>("SELECT name, sql FROM sqlite_schema WHERE type = 'table'")
    .all()
    .filter(({ name }) => !fileTables.includes(name))
    .map((table) => ({ ...table, refersTo: references.all(table.name) }))
}

test.each(kinds)(
  'every table of the $name file that is the user’s own is backed up, and no other',
  (kind) => {
    const own = readTables(kind).filter(({ sql }) => /^ {2}-- USER'S OWN: /m.test(sql))
    expect(own.map(({ name }) => name).sort()).toEqual(kind.ownFamilies.flat().sort())
  },
)

test('nothing in the journal is cache', () => {
  expect(
    readTables(journalFile)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(journalFile.ownFamilies.flat().sort())
})

test('every table that the schema calls cache is measured as one kind of data', () => {
  const cache = readTables(dataFile).filter(({ sql }) => /^ {2}-- CACHE: /m.test(sql))
  expect(cache.map(({ name }) => name).sort()).toEqual(Object.keys(cacheTables).sort())
  expect(new Set(Object.values(cacheTables))).toEqual(
    new Set([...dataKinds.filter((kind) => kind !== 'coarseCandles'), 'candles']),
  )
})

test.each(kinds)('no table of the $name file is both, and none is neither', (kind) => {
  for (const { name, sql } of readTables(kind)) {
    expect(sql.match(/^ {2}-- (CACHE|USER'S OWN): /gm), name).toHaveLength(1)
  }
})

test.each(kinds)(
  'tables of the user’s own in the $name file refer to their own family only, what is referred to first',
  (kind) => {
    for (const { name, refersTo } of readTables(kind)) {
      const family = kind.ownFamilies.find((each) => each.includes(name))
      if (!family) continue
      for (const other of refersTo) {
        // Rows are copied in the order of their keys: a row refers to one before it.
        if (other === name) continue
        expect(family.slice(0, family.indexOf(name)), `${name} refers to ${other}`).toContain(other)
      }
    }
  },
)
