// The migration runner: steps, failures, files from the future.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { openDatabase } from '../../../src-main/store/worker/database.ts'
import { latestVersion, migrate } from '../../../src-main/store/worker/migrate.ts'
import type { Migration } from '../../../src-main/store/worker/migrate.ts'
import { firstSchema } from '../../../src-main/store/migrations/0001-first-schema.ts'
import { dataFile } from '../../../src-main/store/files/data-file.ts'
import { migrations } from '../../../src-main/store/migrations/all.ts'

function makeFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'starkdesk.db')
}

/** The data file with other steps. */
const of = (list: readonly Migration[]) => ({ ...dataFile, migrations: list })

function open(file: string, list: readonly Migration[], nowMs = 0): Database.Database {
  const db = openDatabase(file, of(list), nowMs)
  onTestFinished(() => {
    db.close()
  })
  return db
}

const listTables = (db: Database.Database) =>
  db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").pluck().all()
const version = (db: Database.Database) => db.pragma('user_version', { simple: true })

const addNotes: Migration = {
  version: 2,
  name: 'notes',
  up: (db) => db.exec("CREATE TABLE notes (text TEXT) STRICT; INSERT INTO notes VALUES ('kept')"),
}
const failHalfWay: Migration = {
  version: 3,
  name: 'fails',
  up: (db) => {
    db.exec("CREATE TABLE half (a INTEGER) STRICT; UPDATE notes SET text = 'changed'; DROP TABLE settings")
    db.exec('CREATE TABLE notes (text TEXT)')
  },
}

describe('the runner', () => {
  test('runs only what the database has not seen, and notes when', () => {
    const file = makeFile()
    open(file, [firstSchema], 1).close()
    const db = open(file, [firstSchema, addNotes], 2)
    expect(version(db)).toBe(2)
    expect(db.prepare('SELECT version, applied_at_ms FROM migration_history').raw().all()).toEqual([
      [1, 1],
      [2, 2],
    ])
    migrate(db, [firstSchema, addNotes], 3)
    expect(db.prepare('SELECT text FROM notes').pluck().all()).toEqual(['kept'])
  })

  test('a step that fails half-way leaves version, tables and rows as the step before left them', () => {
    const file = makeFile()
    const before = open(file, [firstSchema, addNotes])
    const tables = listTables(before)
    before.close()
    expect(() => openDatabase(file, of([firstSchema, addNotes, failHalfWay]), 0)).toThrow(
      expect.objectContaining({ code: 'internal' }),
    )
    const db = open(file, [firstSchema, addNotes])
    expect(version(db)).toBe(2)
    expect(listTables(db)).toEqual(tables)
    expect(db.prepare('SELECT text FROM notes').pluck().all()).toEqual(['kept'])
    expect(db.pragma('foreign_keys', { simple: true })).toBe(1)
  })

  test('a first start that fails in its second step keeps the first, and goes on from there next time', () => {
    const file = makeFile()
    const failing: Migration = { ...addNotes, up: failHalfWay.up }
    expect(() => openDatabase(file, of([firstSchema, failing]), 0)).toThrow()
    const db = open(file, [firstSchema, addNotes])
    expect(version(db)).toBe(2)
  })

  test('a step that breaks a reference between tables is undone', () => {
    const file = makeFile()
    const orphan: Migration = {
      version: 2,
      name: 'orphan',
      up: (db) => db.exec('INSERT INTO order_sync (account_key) VALUES (77)'),
    }
    expect(() => openDatabase(file, of([firstSchema, orphan]), 0)).toThrow(
      expect.objectContaining({
        code: 'internal',
        data: { what: 'migration breaks references', version: 2 },
      }),
    )
    const db = open(file, [firstSchema])
    expect(version(db)).toBe(1)
    expect(db.prepare('SELECT count(*) FROM order_sync').pluck().get()).toBe(0)
  })

  test('a version from the future is refused and the file stays the same, byte for byte', () => {
    const file = makeFile()
    open(file, [firstSchema, addNotes]).close()
    const before = readFileSync(file)
    expect(() => openDatabase(file, of([firstSchema]), 0)).toThrow(
      expect.objectContaining({ code: 'databaseTooNew', data: { found: 2, supported: 1, file } }),
    )
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  test('a file with older tables is shown before the first step, a new or current one is not', () => {
    const file = makeFile()
    const shown: (readonly string[])[] = []
    const show = (db: Database.Database) => {
      expect(version(db)).toBe(1)
      shown.push(listTables(db))
    }
    openDatabase(file, of([firstSchema]), 0, show).close()
    openDatabase(file, of([firstSchema]), 0, show).close()
    expect(shown).toEqual([])
    const db = openDatabase(file, of([firstSchema, addNotes]), 0, show)
    expect(shown).toHaveLength(1)
    expect(shown[0]).not.toContain('notes')
    expect(version(db)).toBe(2)
    db.close()
    openDatabase(file, of([firstSchema, addNotes]), 0, show).close()
    expect(shown).toHaveLength(1)
  })

  test('a refusal before the first step leaves the file the same, byte for byte', () => {
    const file = makeFile()
    open(file, [firstSchema]).close()
    const before = readFileSync(file)
    const refuse = () => {
      throw new AppError('databaseUnavailable', { reason: 'noBackup' })
    }
    expect(() => openDatabase(file, of([firstSchema, addNotes]), 0, refuse)).toThrow(
      expect.objectContaining({ code: 'databaseUnavailable', data: { reason: 'noBackup' } }),
    )
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  test('the list of migrations counts up', () => {
    expect(latestVersion(migrations)).toBe(migrations.length)
    expect(migrations.map((step) => step.version)).toEqual(migrations.map((_, at) => at + 1))
    expect(() => latestVersion([firstSchema, firstSchema])).toThrow(/migration order/)
    expect(() => latestVersion([addNotes, firstSchema])).toThrow(/migration order/)
    expect(() => latestVersion([{ ...firstSchema, version: 0 }])).toThrow(/migration order/)
  })
})
