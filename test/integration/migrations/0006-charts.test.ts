// Owns: proving what the sixth migration does to fills that are here, and what the table of drawings refuses. Must not: edit
// what a shipped migration is expected to do.
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
import { charts } from '../../../src-main/store/migrations/0006-charts.ts'

const before6 = [firstTables, refusedOrders, keyKind, transfers, history]

function makeFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'starkdesk.db')
}

function open(file: string, list: readonly Migration[]): Database.Database {
  const db = openDatabase(file, list, 0)
  onTestFinished(() => {
    db.close()
  })
  return db
}

describe('0006', () => {
  test('knows the market and the time of fills that told neither by their order, and changes nothing of what was told', () => {
    const file = makeFile()
    const before = open(file, before6)
    before.exec(`
      INSERT INTO accounts (key, id, label, network_kind, ethereum_address, created_at_ms) VALUES (1, 'a', '', 'practice', '', 0);
      INSERT INTO order_facets (id, account_key, market, side, type, state) VALUES (1, 1, 'ethusdc', 'buy', 'limit', 'done');
      INSERT INTO orders (account_key, id, facet_id, created_at_ms, updated_at_ms, uuid, average_price, origin_volume,
        remaining_volume, executed_volume, maker_fee, taker_fee, trades_count)
        VALUES (1, 7, 1, 10, 20, '', '0', '1', '0', '1', '0', '0', 2);
      INSERT INTO order_trades (account_key, order_id, position, id, market, price, amount, created_at_ms) VALUES
        (1, 7, 0, 70, 'ethusdc', '5', '1', 15), (1, 7, 1, 71, NULL, '5', '1', NULL), (1, 7, 2, 72, 'ethusdc', '5', '1', NULL),
        (1, 7, 3, 73, NULL, '5', '1', 16), (1, 8, 0, 80, NULL, '5', '1', NULL)`)
    before.close()
    const db = open(file, [...before6, charts])
    expect(db.pragma('user_version', { simple: true })).toBe(6)
    const fills = db.prepare<[], unknown[]>(
      'SELECT id, market, created_at_ms, order_market, order_at_ms FROM order_trades ORDER BY id',
    )
    expect(fills.raw().all()).toEqual([
      [70, 'ethusdc', 15, null, null],
      [71, null, null, 'ethusdc', 20],
      [72, 'ethusdc', null, null, 20],
      [73, null, 16, 'ethusdc', null],
      // Its order is not here.
      [80, null, null, null, null],
    ])
    expect(db.pragma('foreign_key_check')).toEqual([])
  })

  test('runs on a database without a row, and makes a table that is STRICT and says that it is the user’s own', () => {
    const file = makeFile()
    open(file, before6).close()
    const db = open(file, [...before6, charts])
    const tables = db
      .prepare<[], { strict: number; sql: string }>(
        `SELECT list.strict, sql FROM pragma_table_list AS list JOIN sqlite_schema USING (name) WHERE name = 'drawings'`,
      )
      .all()
    expect(tables).toMatchObject([{ strict: 1 }])
    expect(tables[0]?.sql).toMatch(/^ {2}-- USER'S OWN: \S/m)
  })

  test.each([
    ['a line with a time', `('n', 'a', 'm', 'line', '5', 1, '', 0)`],
    ['a note without one', `('n', 'a', 'm', 'note', '5', NULL, 'x', 0)`],
    ['a circle', `('n', 'a', 'm', 'circle', '5', NULL, '', 0)`],
    ['a drawing without a price', `('n', 'a', 'm', 'line', NULL, NULL, '', 0)`],
    [
      'two with one id on a network',
      `('n', 'a', 'm', 'line', '5', NULL, '', 0), ('n', 'a', 'k', 'line', '5', NULL, '', 0)`,
    ],
  ])('refuses %s', (_name, values) => {
    const db = open(makeFile(), [...before6, charts])
    expect(() => db.exec(`INSERT INTO drawings VALUES ${values}`)).toThrow(/constraint failed/)
    expect(() =>
      db.exec(`INSERT INTO drawings VALUES ('n', 'a', 'm', 'line', '5', NULL, '', 0),
        ('k', 'a', 'm', 'note', '5', 1, 'x', 0)`),
    ).not.toThrow()
  })
})
