// Notices from before the kinds of trading are kept as they are, and told on.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { dataFile } from '../../../src-main/store/files/data-file.ts'
import { migrations } from '../../../src-main/store/migrations/all.ts'
import { tradingNotices } from '../../../src-main/store/migrations/0005-trading-notices.ts'
import { openDatabase } from '../../../src-main/store/worker/database.ts'

test('keeps every notice, with what was read and cleared, and numbers new ones after them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-notices-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'starkdesk.db')
  const earlier = migrations.filter(({ version }) => version < tradingNotices.version)
  const before = openDatabase(file, { ...dataFile, migrations: earlier }, 0)
  before.exec(`
    INSERT INTO accounts (key, id, label, network_kind, ethereum_address, created_at_ms) VALUES (1, 'a', '', 'practice', '', 0);
    INSERT INTO notices (id, kind, at_ms, noted_at_ms, is_read, is_cleared, account_id, order_id, facts) VALUES
      (1, 'priceCrossed', 10, 11, 1, 1, NULL, NULL, '{}'), (7, 'orderFilled', 20, NULL, 0, 0, 'a', 5, '{"odd":"Ж"}');
    INSERT INTO order_facets (id, account_key, market, side, type, state, cancel_reason) VALUES (1, 1, 'ethusdc', 'buy', 'limit', 'cancel', '');
    INSERT INTO orders (account_key, id, facet_id, created_at_ms, updated_at_ms, uuid, price, average_price, origin_volume,
      remaining_volume, executed_volume, maker_fee, taker_fee, trades_count, price_key, volume_key, uuid_key)
      VALUES (1, 6, 1, 10, 20, '', '1', '0', '1', '0', '0', '0', '0', 0, '', '', '');`)
  const read = (db: typeof before) => db.prepare('SELECT * FROM notices ORDER BY id').all()
  const rows = read(before)
  before.close()
  const db = openDatabase(file, dataFile, 1)
  expect(read(db)).toEqual(rows)
  // An order that ends goes on to be told of, by its trigger.
  db.exec("INSERT INTO told_orders (account_id, order_id, ended_at_ms) VALUES ('a', 6, 30)")
  expect(db.prepare('SELECT id, kind FROM notices WHERE id > 7').raw().all()).toEqual([[8, 'orderCancelled']])
  expect(() =>
    db.exec(
      "INSERT INTO notices (id, kind, at_ms, account_id, facts) VALUES (9, 'orderFilled', 1, 'a', '{}')",
    ),
  ).toThrow(/CHECK/)
  db.close()
})

test('an empty file has the new kinds at once', () => {
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-notices-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const db = openDatabase(join(folder, 'starkdesk.db'), dataFile, 0)
  db.exec("INSERT INTO notices (id, kind, at_ms, account_id, facts) VALUES (1, 'orderGone', 1, 'a', '{}')")
  db.close()
})
