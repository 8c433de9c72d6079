// Owns: proving what the fifth migration does to cached candles. Must not: edit what a shipped migration is expected to
// do.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../src-main/store/database.ts'
import type { Migration } from '../../../src-main/store/migrate.ts'
import { firstTables } from '../../../src-main/store/migrations/0001-first-tables.ts'
import { refusedOrders } from '../../../src-main/store/migrations/0002-refused-orders.ts'
import { keyKind } from '../../../src-main/store/migrations/0003-key-kind.ts'
import { transfers } from '../../../src-main/store/migrations/0004-transfers.ts'
import { history } from '../../../src-main/store/migrations/0005-history.ts'

const before5 = [firstTables, refusedOrders, keyKind, transfers]

function makeFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'starkdesk.db')
}

function open(file: string, list: readonly Migration[], nowMs = 0): Database.Database {
  const db = openDatabase(file, list, nowMs)
  onTestFinished(() => {
    db.close()
  })
  return db
}

const rowsOf = (db: Database.Database, table: string) =>
  db.prepare<[], unknown[]>(`SELECT * FROM ${table}`).raw().all()

describe('0005', () => {
  test('drops minute candles, whose aggregates are not here, and leaves all others with what is known of them', () => {
    const file = makeFile()
    const before = open(file, before5, 1)
    before.exec(`
      INSERT INTO candle_series VALUES (1, 'n', 'm', 1, 5), (2, 'n', 'm', 60, 6), (3, 'n', 'k', 1, 7), (4, 'n', 'k', 1440, 8);
      INSERT INTO candles VALUES (1, 0, 1, 2, 0.5, 1.5, 3), (2, 0, 1, 2, 0.5, 1.5, 3), (4, 0, 1, 2, 0.5, 1.5, 3);
      INSERT INTO candle_coverage VALUES (1, 0, 0, 1), (2, 0, 0, 1), (3, 5, 9, 0), (4, 0, 0, 0)`)
    before.close()
    const db = open(file, [...before5, history], 2)
    expect(db.pragma('user_version', { simple: true })).toBe(5)
    expect(rowsOf(db, 'candle_series')).toEqual([
      [2, 'n', 'm', 60, 6, null, null],
      [4, 'n', 'k', 1440, 8, null, null],
    ])
    expect(rowsOf(db, 'candles')).toEqual([
      [2, 0, 1, 2, 0.5, 1.5, 3],
      [4, 0, 1, 2, 0.5, 1.5, 3],
    ])
    expect(rowsOf(db, 'candle_coverage')).toEqual([
      [2, 0, 0, 1],
      [4, 0, 0, 0],
    ])
    expect(rowsOf(db, 'candle_rollups')).toEqual([])
    expect(db.pragma('foreign_key_check')).toEqual([])
  })

  test('runs on a database without a row, and makes tables that are STRICT and say that they may be fetched again', () => {
    const file = makeFile()
    open(file, before5, 1).close()
    const db = open(file, [...before5, history], 2)
    const tables = db
      .prepare<[], { strict: number; sql: string }>(
        `SELECT list.strict, sql FROM pragma_table_list AS list JOIN sqlite_schema USING (name)
         WHERE name IN ('candle_rollups', 'trade_coverage')`,
      )
      .all()
    expect(tables).toHaveLength(2)
    for (const { strict, sql } of tables) {
      expect(strict).toBe(1)
      expect(sql).toMatch(/^ {2}-- CACHE: \S/m)
    }
  })

  test.each([
    ['an aggregate of one minute', '(1, 1, 0, 1, 2, 0.5, 1.5, 3, 0)'],
    ['an aggregate of no series', '(9, 5, 0, 1, 2, 0.5, 1.5, 3, 0)'],
    ['an aggregate without volume', '(1, 5, 0, 1, 2, 0.5, 1.5, NULL, 0)'],
    ['two aggregates of one start', '(1, 5, 0, 1, 2, 0.5, 1.5, 3, 0), (1, 5, 0, 1, 2, 0.5, 1.5, 3, 0)'],
  ])('refuses %s', (_name, values) => {
    const db = open(makeFile(), [...before5, history])
    db.exec(
      "INSERT INTO candle_series (id, network, market, period_minutes, as_of_ms) VALUES (1, 'n', 'm', 1, 5)",
    )
    expect(() => db.exec(`INSERT INTO candle_rollups VALUES ${values}`)).toThrow(/constraint failed/)
    expect(() =>
      db.exec('INSERT INTO candle_rollups VALUES (1, 5, 0, 1, 2, 0.5, 1.5, 3, NULL)'),
    ).not.toThrow()
  })
})
