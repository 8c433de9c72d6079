// Owns: proving the migration runner and every shipped migration. Must not: edit what a shipped migration is expected to do.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { openDatabase } from '../../../src-main/store/database.ts'
import { latestVersion, migrate } from '../../../src-main/store/migrate.ts'
import type { Migration } from '../../../src-main/store/migrate.ts'
import { firstTables } from '../../../src-main/store/migrations/0001-first-tables.ts'
import { refusedOrders } from '../../../src-main/store/migrations/0002-refused-orders.ts'
import { keyKind } from '../../../src-main/store/migrations/0003-key-kind.ts'
import { migrations } from '../../../src-main/store/migrations/all.ts'

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

describe('0001', () => {
  test('makes every table from nothing, all STRICT, each saying whose data it holds', () => {
    const db = open(makeFile(), [firstTables], 1234)
    expect(version(db)).toBe(1)
    const tables = db
      .prepare<[], { name: string; strict: number; sql: string }>(
        `SELECT list.name, list.strict, sql FROM pragma_table_list AS list JOIN sqlite_schema USING (name)
         WHERE list.type = 'table' AND name NOT IN ('sqlite_schema', 'migration_history')`,
      )
      .all()
    expect(tables.map(({ name }) => name).sort()).toEqual([
      'accounts',
      'candle_coverage',
      'candle_series',
      'candles',
      'market_trades',
      'order_facets',
      'order_sync',
      'order_trade_fetches',
      'order_trades',
      'orders',
      'pnl_entries',
      'pnl_snapshots',
      'settings',
      'trade_feeds',
      'watched_markets',
    ])
    for (const { strict, sql } of tables) {
      expect(strict).toBe(1)
      expect(sql).toMatch(/^ {2}-- (CACHE|USER'S OWN): \S/m)
    }
    expect(db.prepare('SELECT * FROM migration_history').all()).toEqual([
      { version: 1, name: 'first-tables', applied_at_ms: 1234 },
    ])
  })

  test('keeps the counts of orders with the orders, whatever writes them', () => {
    const db = open(makeFile(), [firstTables])
    db.exec(`
      INSERT INTO accounts (key, id, label, network_kind, ethereum_address, created_at_ms) VALUES (1, 'a', '', '', '', 0);
      INSERT INTO order_facets (id, account_key, market, side, type, state)
        VALUES (1, 1, 'm', 'buy', 'limit', 'wait'), (2, 1, 'm', 'buy', 'limit', 'done')`)
    const insert = db.prepare(`INSERT OR REPLACE INTO orders VALUES
      (1, ?, ?, 0, 0, '', NULL, NULL, '', '', '', '', '', '', 0, NULL)`)
    const counts = () =>
      db.prepare<[], number>('SELECT orders_count FROM order_facets ORDER BY id').pluck().all()
    for (const id of [1, 2, 3]) insert.run(id, 1)
    expect(counts()).toEqual([3, 0])
    db.exec('UPDATE orders SET facet_id = 2 WHERE id < 3')
    expect(counts()).toEqual([1, 2])
    db.exec('UPDATE orders SET facet_id = 2, uuid = id')
    expect(counts()).toEqual([0, 3])
    db.exec('DELETE FROM orders WHERE id = 2')
    expect(counts()).toEqual([0, 2])
  })

  test('refuses rows of an account that is not here, and amounts that are no text', () => {
    const db = open(makeFile(), [firstTables])
    expect(() => db.exec('INSERT INTO order_sync (account_key) VALUES (5)')).toThrow(/FOREIGN KEY/)
    expect(() => db.exec("INSERT INTO settings VALUES ('a', x'00')")).toThrow(/cannot store BLOB/)
    expect(() => db.exec("INSERT INTO candle_series VALUES (1, '', '', 'one', 0, NULL, NULL)")).toThrow(
      /cannot store TEXT/,
    )
  })
})

describe('0002', () => {
  test('keeps orders, their cursor and profit and loss, and begins candles anew', () => {
    const file = makeFile()
    const before = open(file, [firstTables], 1)
    before.exec(`
      INSERT INTO accounts (key, id, label, network_kind, ethereum_address, created_at_ms) VALUES (1, 'a', '', '', '', 0);
      INSERT INTO order_facets (id, account_key, market, side, type, state) VALUES (1, 1, 'm', 'buy', 'limit', 'wait');
      INSERT INTO orders VALUES (1, 7, 1, 0, 0, '', NULL, NULL, '', '', '', '', '', '', 0, NULL);
      INSERT INTO order_sync VALUES (1, 7, NULL, NULL, 5);
      INSERT INTO pnl_snapshots VALUES (3, 1, 900, 900), (4, 1, 100, 100);
      INSERT INTO candle_series VALUES (1, 'n', 'm', 1, 50, 60000, 50);
      INSERT INTO candles VALUES (1, 0, 1, 1, 1, 1, 1);
      INSERT INTO candle_coverage VALUES (1, 0, 0, 1)`)
    before.close()
    const db = open(file, [firstTables, refusedOrders], 2)
    const all = (sql: string) => db.prepare<[], unknown[]>(sql).raw().all()
    expect(version(db)).toBe(2)
    expect(all('SELECT id FROM orders')).toEqual([[7]])
    expect(all('SELECT known_through_id, as_of_ms FROM order_sync')).toEqual([[7, 5]])
    expect(all('SELECT id, as_of_ms FROM pnl_snapshots ORDER BY id')).toEqual([
      [3, 900],
      [4, 100],
    ])
    for (const table of ['candle_series', 'candles', 'candle_coverage', 'order_refusals']) {
      expect(all(`SELECT * FROM ${table}`)).toEqual([])
    }
  })

  test('runs on a database without a row', () => {
    const file = makeFile()
    open(file, [firstTables], 1).close()
    const db = open(file, [firstTables, refusedOrders], 2)
    expect(listTables(db)).toContain('order_refusals')
    expect(db.pragma('foreign_key_check')).toEqual([])
  })

  test('leaves every table STRICT and saying whose data it holds', () => {
    const db = open(makeFile(), [firstTables, refusedOrders])
    const tables = db
      .prepare<[], { strict: number; sql: string }>(
        `SELECT list.strict, sql FROM pragma_table_list AS list JOIN sqlite_schema USING (name)
         WHERE list.type = 'table' AND name NOT IN ('sqlite_schema', 'migration_history')`,
      )
      .all()
    for (const { strict, sql } of tables) {
      expect(strict).toBe(1)
      expect(sql).toMatch(/^ {2}-- (CACHE|USER'S OWN): \S/m)
    }
  })
})

describe('0003', () => {
  test('takes every account that is here for one by its wallet’s key, and leaves the rest of it alone', () => {
    const file = makeFile()
    const before = open(file, [firstTables, refusedOrders], 1)
    before.exec(`
      INSERT INTO accounts VALUES
        (1, 'a', 'Mine', 'practice', NULL, '0xA', 5, 'Alice', '27', 'alice', '0x1'),
        (7, 'b', '', 'custom', 'https://exchange.example', '', 0, NULL, NULL, NULL, NULL);
      INSERT INTO order_sync (account_key) VALUES (7)`)
    before.close()
    const db = open(file, [firstTables, refusedOrders, keyKind], 2)
    expect(version(db)).toBe(3)
    expect(db.prepare<[], unknown[]>('SELECT * FROM accounts ORDER BY key').raw().all()).toEqual([
      [1, 'a', 'Mine', 'practice', null, '0xA', 5, 'Alice', '27', 'alice', '0x1', 'ethereum'],
      [7, 'b', '', 'custom', 'https://exchange.example', '', 0, null, null, null, null, 'ethereum'],
    ])
    expect(db.pragma('foreign_key_check')).toEqual([])
    expect(() => db.exec('UPDATE accounts SET key_kind = NULL')).toThrow(/NOT NULL/)
  })

  test('runs on a database without an account', () => {
    const file = makeFile()
    open(file, [firstTables, refusedOrders], 1).close()
    const db = open(file, [firstTables, refusedOrders, keyKind], 2)
    expect(db.prepare('SELECT key_kind FROM accounts').all()).toEqual([])
  })
})

describe('the runner', () => {
  test('runs only what the database has not seen, and notes when', () => {
    const file = makeFile()
    open(file, [firstTables], 1).close()
    const db = open(file, [firstTables, addNotes], 2)
    expect(version(db)).toBe(2)
    expect(db.prepare('SELECT version, applied_at_ms FROM migration_history').raw().all()).toEqual([
      [1, 1],
      [2, 2],
    ])
    migrate(db, [firstTables, addNotes], 3)
    expect(db.prepare('SELECT text FROM notes').pluck().all()).toEqual(['kept'])
  })

  test('a step that fails half-way leaves version, tables and rows as the step before left them', () => {
    const file = makeFile()
    const before = open(file, [firstTables, addNotes])
    const tables = listTables(before)
    before.close()
    expect(() => openDatabase(file, [firstTables, addNotes, failHalfWay], 0)).toThrow(
      expect.objectContaining({ code: 'internal' }),
    )
    const db = open(file, [firstTables, addNotes])
    expect(version(db)).toBe(2)
    expect(listTables(db)).toEqual(tables)
    expect(db.prepare('SELECT text FROM notes').pluck().all()).toEqual(['kept'])
    expect(db.pragma('foreign_keys', { simple: true })).toBe(1)
  })

  test('a first start that fails in its second step keeps the first, and goes on from there next time', () => {
    const file = makeFile()
    const failing: Migration = { ...addNotes, up: failHalfWay.up }
    expect(() => openDatabase(file, [firstTables, failing], 0)).toThrow()
    const db = open(file, [firstTables, addNotes])
    expect(version(db)).toBe(2)
  })

  test('a step that breaks a reference between tables is undone', () => {
    const file = makeFile()
    const orphan: Migration = {
      version: 2,
      name: 'orphan',
      up: (db) => db.exec('INSERT INTO order_sync (account_key) VALUES (77)'),
    }
    expect(() => openDatabase(file, [firstTables, orphan], 0)).toThrow(
      expect.objectContaining({
        code: 'internal',
        data: { what: 'migration breaks references', version: 2 },
      }),
    )
    const db = open(file, [firstTables])
    expect(version(db)).toBe(1)
    expect(db.prepare('SELECT count(*) FROM order_sync').pluck().get()).toBe(0)
  })

  test('a version from the future is refused and the file stays the same, byte for byte', () => {
    const file = makeFile()
    open(file, [firstTables, addNotes]).close()
    const before = readFileSync(file)
    expect(() => openDatabase(file, [firstTables], 0)).toThrow(
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
    openDatabase(file, [firstTables], 0, show).close()
    openDatabase(file, [firstTables], 0, show).close()
    expect(shown).toEqual([])
    const db = openDatabase(file, [firstTables, addNotes], 0, show)
    expect(shown).toHaveLength(1)
    expect(shown[0]).not.toContain('notes')
    expect(version(db)).toBe(2)
    db.close()
    openDatabase(file, [firstTables, addNotes], 0, show).close()
    expect(shown).toHaveLength(1)
  })

  test('a refusal before the first step leaves the file the same, byte for byte', () => {
    const file = makeFile()
    open(file, [firstTables]).close()
    const before = readFileSync(file)
    const refuse = () => {
      throw new AppError('databaseUnavailable', { reason: 'noBackup' })
    }
    expect(() => openDatabase(file, [firstTables, addNotes], 0, refuse)).toThrow(
      expect.objectContaining({ code: 'databaseUnavailable', data: { reason: 'noBackup' } }),
    )
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  test('the list of migrations counts up', () => {
    expect(latestVersion(migrations)).toBe(migrations.length)
    expect(migrations.map((step) => step.version)).toEqual(migrations.map((_, at) => at + 1))
    expect(() => latestVersion([firstTables, firstTables])).toThrow(/migration order/)
    expect(() => latestVersion([addNotes, firstTables])).toThrow(/migration order/)
    expect(() => latestVersion([{ ...firstTables, version: 0 }])).toThrow(/migration order/)
  })
})
