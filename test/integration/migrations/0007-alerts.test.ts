// Owns: proving what the seventh migration leaves of orders that were cached before it. Must not: edit what a shipped
// migration is expected to do.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../src-main/store/database.ts'
import { migrations } from '../../../src-main/store/migrations/all.ts'

test('orders that were cached before tell of nothing, and of their end from then on', () => {
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'starkdesk.db')
  const before = openDatabase(file, migrations.slice(0, 6), 0)
  before.exec(`
    INSERT INTO accounts (key, id, label, network_kind, ethereum_address, created_at_ms) VALUES (1, 'a', '', '', '', 0);
    INSERT INTO order_facets (id, account_key, market, side, type, state)
      VALUES (1, 1, 'm', 'buy', 'limit', 'done'), (2, 1, 'm', 'buy', 'limit', 'wait'), (3, 1, 'm', 'buy', 'limit', 'cancel');
    INSERT INTO orders (account_key, id, facet_id, created_at_ms, updated_at_ms, uuid, average_price, origin_volume,
        remaining_volume, executed_volume, maker_fee, taker_fee, trades_count)
      VALUES (1, 1, 1, 10, 10, '', '0', '1', '1', '0', '0', '0', 0), (1, 2, 2, 20, 20, '', '0', '1', '1', '0', '0', '0', 0)`)
  before.close()

  const db = openDatabase(file, migrations.slice(0, 7), 0)
  onTestFinished(() => {
    db.close()
  })
  const notices = () => db.prepare<[], unknown[]>('SELECT id, kind, at_ms, order_id FROM notices').raw().all()
  expect(notices()).toEqual([])
  db.exec('UPDATE orders SET facet_id = 3, updated_at_ms = 30 WHERE id = 2')
  db.exec('UPDATE orders SET facet_id = 3, updated_at_ms = 30 WHERE id = 1')
  expect(notices()).toEqual([[1, 'orderCancelled', 30, 2]])
  expect(db.prepare('SELECT count(*) FROM price_alerts').pluck().get()).toBe(0)
})
