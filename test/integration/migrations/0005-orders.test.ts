// Owns: proving what the fifth migration makes of cached orders: which want their fills, their counts, what is known of
// the list.
// Must not: edit what a shipped migration is expected to do.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../src-main/store/database.ts'
import type { Migration } from '../../../src-main/store/migrate.ts'
import { firstTables } from '../../../src-main/store/migrations/0001-first-tables.ts'
import { refusedOrders } from '../../../src-main/store/migrations/0002-refused-orders.ts'
import { keyKind } from '../../../src-main/store/migrations/0003-key-kind.ts'
import { transfers } from '../../../src-main/store/migrations/0004-transfers.ts'
import { history } from '../../../src-main/store/migrations/0005-history.ts'

const before5 = [firstTables, refusedOrders, keyKind, transfers]

function open(file: string, list: readonly Migration[]): Database.Database {
  const db = openDatabase(file, list, 0)
  onTestFinished(() => {
    db.close()
  })
  return db
}

test('orders want the fills of their present version, are counted so, and stay known as far as they were', () => {
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'starkdesk.db')
  const before = open(file, before5)
  before.exec(`
    INSERT INTO accounts (key, id, label, network_kind, ethereum_address, created_at_ms)
      VALUES (1, 'a', '', '', '', 0), (2, 'b', '', '', '', 0), (3, 'c', '', '', '', 0);
    INSERT INTO order_facets (id, account_key, market, side, type, state)
      VALUES (1, 1, 'm', 'buy', 'limit', 'done'), (2, 1, 'm', 'buy', 'limit', 'wait'), (3, 2, 'm', 'buy', 'limit', 'wait')`)
  const order = (key: number, id: number, facet: number, updatedAtMs: number, tradesCount: number) =>
    before.exec(`INSERT INTO orders VALUES (${String(key)}, ${String(id)}, ${String(facet)}, ${String(id * 10)},
      ${String(updatedAtMs)}, '', NULL, NULL, '', '', '', '', '', '', ${String(tradesCount)}, NULL)`)
  // Never fetched, fetched, fetched of an older version, without fills, and of another account.
  order(1, 5, 1, 50, 2)
  order(1, 4, 1, 40, 2)
  order(1, 3, 2, 30, 2)
  order(1, 2, 2, 20, 0)
  order(2, 4, 3, 40, 1)
  before.exec(`
    INSERT INTO order_trade_fetches VALUES (1, 4, 40), (1, 3, 29), (1, 9, 90);
    INSERT INTO order_sync VALUES (1, 4, 7, 5, 900), (2, NULL, 3, 4, 800), (3, 0, NULL, NULL, NULL)`)
  before.close()

  const db = open(file, [...before5, history])
  const all = (sql: string) => db.prepare<[], unknown[]>(sql).raw().all()
  expect(all('SELECT account_key, id FROM orders WHERE fills_wanted = 1 ORDER BY account_key, id')).toEqual([
    [1, 3],
    [1, 5],
    [2, 4],
  ])
  expect(all('SELECT id, orders_count, filled_count, wanting_count FROM order_facets ORDER BY id')).toEqual([
    [1, 2, 2, 1],
    [2, 2, 1, 1],
    [3, 1, 1, 1],
  ])
  const known = (fromMs: number | null, toId: number, rows: number) =>
    JSON.stringify([{ fromId: 0, toId, rows, fromMs }])
  // A pass that was under way is begun again: its pages have moved since.
  expect(
    all('SELECT account_key, stretches, kept_from_ms, as_of_ms FROM order_sync ORDER BY account_key'),
  ).toEqual([
    [1, known(20, 4, 3), 0, 900],
    [2, '[]', 0, 800],
    [3, known(null, 0, 0), 0, null],
  ])
  db.exec('DELETE FROM orders WHERE account_key = 1')
  expect(all('SELECT id, orders_count, filled_count, wanting_count FROM order_facets WHERE id < 3')).toEqual([
    [1, 0, 0, 0],
    [2, 0, 0, 0],
  ])
  expect(db.pragma('foreign_key_check')).toEqual([])
})

test('orders are counted by their combination and the four days of their creation, whatever writes them', () => {
  const fourDaysMs = 345_600_000
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'starkdesk.db')
  const before = open(file, before5)
  before.exec(`
    INSERT INTO accounts (key, id, label, network_kind, ethereum_address, created_at_ms)
      VALUES (1, 'a', '', '', '', 0), (2, 'b', '', '', '', 0);
    INSERT INTO order_facets (id, account_key, market, side, type, state)
      VALUES (1, 1, 'm', 'buy', 'limit', 'done'), (2, 1, 'm', 'buy', 'limit', 'wait'), (3, 2, 'm', 'buy', 'limit', 'wait')`)
  const insert = (db: Database.Database, key: number, id: number, facet: number, createdAtMs: number) =>
    db.exec(`INSERT INTO orders (account_key, id, facet_id, created_at_ms, updated_at_ms, uuid, average_price, origin_volume,
        remaining_volume, executed_volume, maker_fee, taker_fee, trades_count)
      VALUES (${String(key)}, ${String(id)}, ${String(facet)}, ${String(createdAtMs)}, 0, '', '', '', '', '', '', '', 0)`)
  // The first and the last millisecond of a bucket, another facet, another account.
  insert(before, 1, 1, 1, 0)
  insert(before, 1, 2, 1, fourDaysMs - 1)
  insert(before, 1, 3, 1, fourDaysMs)
  insert(before, 1, 4, 2, fourDaysMs * 2 - 1)
  insert(before, 2, 1, 3, fourDaysMs * 4000)
  before.close()

  const db = open(file, [...before5, history])
  const counts = () =>
    db.prepare<[], unknown[]>('SELECT * FROM order_counts ORDER BY facet_id, bucket').raw().all()
  expect(counts()).toEqual([
    [1, 0, 2],
    [1, 1, 1],
    [2, 1, 1],
    [3, 4000, 1],
  ])
  insert(db, 1, 5, 2, fourDaysMs)
  // To another state, and of the same combination to other days.
  db.exec('UPDATE orders SET facet_id = 1 WHERE account_key = 1 AND id = 4')
  db.exec(`UPDATE orders SET created_at_ms = ${String(fourDaysMs)} WHERE account_key = 1 AND id = 1`)
  db.exec('UPDATE orders SET fills_wanted = 1, created_at_ms = created_at_ms + 1 WHERE account_key = 2')
  const moved = [
    [1, 0, 1],
    [1, 1, 3],
    [2, 1, 1],
    [3, 4000, 1],
  ]
  expect(counts()).toEqual(moved)
  expect(() =>
    db.transaction(() => {
      insert(db, 1, 6, 1, 5)
      throw new Error('undone')
    })(),
  ).toThrow('undone')
  expect(counts()).toEqual(moved)
  db.exec('DELETE FROM orders WHERE account_key = 1 AND id <> 3')
  expect(counts()).toEqual([
    [1, 1, 1],
    [3, 4000, 1],
  ])
  db.exec('DELETE FROM orders')
  expect(counts()).toEqual([])
  expect(db.pragma('foreign_key_check')).toEqual([])
  const table = db
    .prepare<[], string>("SELECT sql FROM sqlite_schema WHERE name = 'order_counts'")
    .pluck()
    .get()
  expect(table).toMatch(/^ {2}-- CACHE: \S/m)
  expect(table).toMatch(/STRICT/)
})
