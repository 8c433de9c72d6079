// Owns: proving that the ninth migration keeps what is cached, and finds it by its new indexes.
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
import { charts } from '../../../src-main/store/migrations/0006-charts.ts'
import { alerts } from '../../../src-main/store/migrations/0007-alerts.ts'
import { orderSorts } from '../../../src-main/store/migrations/0008-order-sorts.ts'
import { orderSearch } from '../../../src-main/store/migrations/0009-order-search.ts'

const before9 = [firstTables, refusedOrders, keyKind, transfers, history, charts, alerts, orderSorts]

function open(file: string, list: readonly Migration[]): Database.Database {
  const db = openDatabase(file, list, 0)
  onTestFinished(() => {
    db.close()
  })
  return db
}

function makeFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'starkdesk.db')
}

/** Odd ones among them: without a uuid, with one in capitals, with one that is none, without a reason. */
const orders = [
  [1, '0550A991-aaaa', 'Order cancelled by user'],
  [2, '0550a991-bbbb', null],
  [3, '', 'Order cancelled by user'],
  [4, 'é\u{1f600}x', ''],
] as const

function fill(db: Database.Database): void {
  db.exec(`
    INSERT INTO accounts (key, id, label, network_kind, ethereum_address, created_at_ms) VALUES (1, 'a', '', 'practice', '', 0);
    INSERT INTO order_facets (id, account_key, market, side, type, state) VALUES (1, 1, 'ethusdc', 'buy', 'limit', 'cancel');`)
  const insert = db.prepare(`
    INSERT INTO orders (account_key, id, facet_id, created_at_ms, updated_at_ms, uuid, price, average_price, origin_volume,
      remaining_volume, executed_volume, maker_fee, taker_fee, trades_count, cancel_reason, price_key, volume_key)
    VALUES (1, ?, 1, 10, 20, ?, '1', '0', '1', '0', '1', '0', '0', 2, ?, 'p', 'v')`)
  for (const order of orders) insert.run(...order)
}

const readAll = (db: Database.Database): unknown[] => [
  db.prepare('SELECT * FROM orders ORDER BY id').all(),
  db.prepare('SELECT * FROM order_facets').all(),
  db.prepare('SELECT * FROM order_counts').all(),
]

test('0009 changes nothing of what is cached', () => {
  const file = makeFile()
  const before = open(file, before9)
  fill(before)
  const rows = readAll(before)
  before.close()

  const db = open(file, [...before9, orderSearch])
  expect(db.pragma('user_version', { simple: true })).toBe(9)
  expect(readAll(db)).toEqual(rows)
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(db.pragma('foreign_key_check')).toEqual([])
})

test('0009 finds orders that were cached before by the beginning of their uuid, whatever the case', () => {
  const file = makeFile()
  const before = open(file, before9)
  fill(before)
  before.close()

  const db = open(file, [...before9, orderSearch])
  const find = db
    .prepare(
      `SELECT id FROM orders INDEXED BY orders_by_uuid
       WHERE account_key = 1 AND lower(substr(uuid, 1, 8)) = ? ORDER BY id`,
    )
    .pluck()
  expect(find.all('0550a991')).toEqual([1, 2])
  expect(find.all('')).toEqual([3])
  expect(find.all('é\u{1f600}x')).toEqual([4])
})

test('0009 works on a file without orders', () => {
  const db = open(makeFile(), [...before9, orderSearch])
  fill(db)
  const count = db.prepare(
    "SELECT count(*) FROM orders INDEXED BY orders_by_reason WHERE account_key = 1 AND cancel_reason = 'Order cancelled by user'",
  )
  expect(count.pluck().get()).toBe(2)
})
