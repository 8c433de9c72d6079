// Owns: proving what the eighth migration does to orders that are here, and that what changes a list is counted.
// Must not: edit what a shipped migration is expected to do.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../src-main/store/database.ts'
import { decimalKey } from '../../../src-main/store/decimal-key.ts'
import type { Migration } from '../../../src-main/store/migrate.ts'
import { alerts } from '../../../src-main/store/migrations/0007-alerts.ts'
import { charts } from '../../../src-main/store/migrations/0006-charts.ts'
import { firstTables } from '../../../src-main/store/migrations/0001-first-tables.ts'
import { history } from '../../../src-main/store/migrations/0005-history.ts'
import { keyKind } from '../../../src-main/store/migrations/0003-key-kind.ts'
import { orderSorts } from '../../../src-main/store/migrations/0008-order-sorts.ts'
import { refusedOrders } from '../../../src-main/store/migrations/0002-refused-orders.ts'
import { transfers } from '../../../src-main/store/migrations/0004-transfers.ts'

const before8 = [firstTables, refusedOrders, keyKind, transfers, history, charts, alerts]

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

const insertOrder = (id: number, price: string | null, volume: string): string => `
  INSERT INTO orders (account_key, id, facet_id, created_at_ms, updated_at_ms, uuid, price, average_price, origin_volume,
    remaining_volume, executed_volume, maker_fee, taker_fee, trades_count)
    VALUES (1, ${id}, 1, 10, 20, '', ${price === null ? 'NULL' : `'${price}'`}, '0', '${volume}', '0', '1', '0', '0', 2);`
const rowsBefore = `
  INSERT INTO accounts (key, id, label, network_kind, ethereum_address, created_at_ms) VALUES (1, 'a', '', 'practice', '', 0);
  INSERT INTO order_facets (id, account_key, market, side, type, state) VALUES (1, 1, 'ethusdc', 'buy', 'limit', 'done');`

test('0008 sorts orders that were cached before by their price and volume as numbers', () => {
  const file = makeFile()
  const before = open(file, before8)
  before.exec(rowsBefore)
  const orders = [
    [1, '9.5', '1'],
    [2, null, '0.0'],
    [3, '10.0000', '00.1'],
    [4, '-3', '200'],
  ] as const
  for (const [id, price, volume] of orders) before.exec(insertOrder(id, price, volume))
  const counts = before
    .prepare('SELECT id, orders_count, filled_count, wanting_count FROM order_facets')
    .all()
  before.close()

  const db = open(file, [...before8, orderSorts])
  expect(db.pragma('user_version', { simple: true })).toBe(8)
  const keys = db
    .prepare<[], unknown[]>('SELECT id, price_key, volume_key FROM orders ORDER BY id')
    .raw()
    .all()
  expect(keys).toEqual(orders.map(([id, price, volume]) => [id, decimalKey(price), decimalKey(volume)]))
  const sorted = db
    .prepare('SELECT id FROM orders WHERE facet_id = 1 ORDER BY price_key DESC, id DESC')
    .pluck()
  expect(sorted.all()).toEqual([3, 1, 4, 2])
  expect(db.prepare('SELECT id, orders_count, filled_count, wanting_count FROM order_facets').all()).toEqual(
    counts,
  )
  expect(db.pragma('foreign_key_check')).toEqual([])
})

test('0008 runs on a database without a row', () => {
  const db = open(makeFile(), [...before8, orderSorts])
  expect(db.prepare('SELECT count(*) FROM order_changes').pluck().get()).toBe(0)
})

test('whatever writes orders and fills counts the change, and nothing that leaves the lists as they are', () => {
  const db = open(makeFile(), [...before8, orderSorts])
  db.exec(rowsBefore)
  db.exec(
    `INSERT INTO order_facets (id, account_key, market, side, type, state) VALUES (2, 1, 'ethusdc', 'sell', 'limit', 'done')`,
  )
  const changes = () => db.prepare('SELECT changes_count FROM order_facets ORDER BY id').pluck().all()
  const others = () =>
    db.prepare('SELECT dropped_count, fills_count FROM order_changes WHERE account_key = 1').raw().get()
  db.exec(insertOrder(1, '1', '1'))
  expect(changes()).toEqual([1, 0])
  db.exec('UPDATE orders SET fills_wanted = 1')
  expect(changes()).toEqual([1, 0])
  db.exec("UPDATE orders SET price_key = 'x'")
  expect(changes()).toEqual([2, 0])
  db.exec('UPDATE orders SET facet_id = 2')
  expect(changes()).toEqual([3, 1])
  db.exec('DELETE FROM orders')
  expect(changes()).toEqual([3, 2])
  expect(others()).toBeUndefined()
  db.exec('DELETE FROM order_facets WHERE id = 1')
  expect(others()).toEqual([4, 0])
  db.exec('INSERT INTO order_trade_fetches VALUES (1, 1, 1)')
  db.exec('UPDATE order_trade_fetches SET order_updated_at_ms = 2')
  db.exec('DELETE FROM order_trade_fetches')
  expect(others()).toEqual([4, 3])
})
