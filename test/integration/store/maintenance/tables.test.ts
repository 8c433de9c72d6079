// Every table of the schema is known to be the user's own or cache.
import { expect, onTestFinished, test } from 'vitest'
import { dataKinds } from '../../../../src-preload/contract/data.ts'
import { cacheTables, fileTables, ownFamilies } from '../../../../src-main/store/maintenance/own-tables.ts'
import { openDatabase } from '../../../../src-main/store/worker/database.ts'
import { migrations } from '../../../../src-main/store/migrations/all.ts'
import { makeFile } from '../support.ts'

interface TableFacts {
  readonly name: string
  readonly sql: string
  readonly refersTo: readonly string[]
}

function readTables(): TableFacts[] {
  const db = openDatabase(makeFile(), migrations, 0)
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

test('every table that the schema calls the user’s own is backed up, and no other', () => {
  const own = readTables().filter(({ sql }) => /^ {2}-- USER'S OWN: /m.test(sql))
  expect(own.map(({ name }) => name).sort()).toEqual(ownFamilies.flat().sort())
})

test('every table that the schema calls cache is measured as one kind of data', () => {
  const cache = readTables().filter(({ sql }) => /^ {2}-- CACHE: /m.test(sql))
  expect(cache.map(({ name }) => name).sort()).toEqual(Object.keys(cacheTables).sort())
  expect(new Set(Object.values(cacheTables))).toEqual(
    new Set([...dataKinds.filter((kind) => kind !== 'coarseCandles'), 'candles']),
  )
})

test('no table is both, and none is neither', () => {
  for (const { name, sql } of readTables()) {
    expect(sql.match(/^ {2}-- (CACHE|USER'S OWN): /gm), name).toHaveLength(1)
  }
})

test('tables of the user’s own refer to their own family only, what is referred to first', () => {
  for (const { name, refersTo } of readTables()) {
    const family = ownFamilies.find((each) => each.includes(name))
    if (!family) continue
    for (const other of refersTo) {
      expect(family.slice(0, family.indexOf(name)), `${name} refers to ${other}`).toContain(other)
    }
  }
})
