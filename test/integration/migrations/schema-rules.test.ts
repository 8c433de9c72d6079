// What the tables of the schema refuse, count and note by themselves, whatever writes to them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../src-main/store/worker/database.ts'
import { dataFile } from '../../../src-main/store/files/data-file.ts'
import { journalFile } from '../../../src-main/store/files/journal-file.ts'

function open(kind = dataFile): Database.Database {
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-schema-'))
  const db = openDatabase(join(folder, 'starkdesk.db'), kind, 0)
  onTestFinished(() => {
    db.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return db
}

test('every table is STRICT and says whose data it holds', () => {
  const tables = [dataFile, journalFile].flatMap((kind) =>
    open(kind)
      .prepare<[], { name: string; strict: number; sql: string }>(
        `SELECT list.name, list.strict, sql FROM pragma_table_list AS list JOIN sqlite_schema USING (name)
       WHERE list.type = 'table' AND name NOT IN ('sqlite_schema', 'migration_history')`,
      )
      .all(),
  )
  expect(tables.length).toBeGreaterThan(25)
  for (const { strict, sql, name } of tables) {
    expect(strict, name).toBe(1)
    expect(sql).toMatch(/^ {2}-- (CACHE|USER'S OWN): \S/m)
  }
})

test('refuses rows of an account that is not here, and values of another type', () => {
  const db = open()
  expect(() => db.exec('INSERT INTO order_sync (account_key) VALUES (5)')).toThrow(/FOREIGN KEY/)
  expect(() => db.exec("INSERT INTO settings VALUES ('a', x'00')")).toThrow(/cannot store BLOB/)
  expect(() =>
    db.exec(
      "INSERT INTO candle_series (id, network, market, period_minutes, as_of_ms) VALUES (1, '', '', 'one', 0)",
    ),
  ).toThrow(/cannot store TEXT/)
})

describe('orders', () => {
  const insertOrder = (id: number, price: string | null, volume: string): string => `
    INSERT INTO orders (account_key, id, facet_id, created_at_ms, updated_at_ms, uuid, price, average_price, origin_volume,
      remaining_volume, executed_volume, maker_fee, taker_fee, trades_count, price_key, volume_key, uuid_key)
      VALUES (1, ${id}, 1, 10, 20, '', ${price === null ? 'NULL' : `'${price}'`}, '0', '${volume}', '0', '1', '0', '0', 2, '', '', '');`
  const rowsBefore = `
    INSERT INTO accounts (key, id, label, network_kind, ethereum_address, created_at_ms) VALUES (1, 'a', '', 'practice', '', 0);
    INSERT INTO order_facets (id, account_key, market, side, type, state, cancel_reason) VALUES (1, 1, 'ethusdc', 'buy', 'limit', 'done', '');`

  test('are counted by their combination, whatever writes them', () => {
    const db = open()
    db.exec(rowsBefore)
    db.exec(
      `INSERT INTO order_facets (id, account_key, market, side, type, state, cancel_reason) VALUES (2, 1, 'ethusdc', 'sell', 'limit', 'done', '')`,
    )
    const counts = () =>
      db.prepare<[], number>('SELECT orders_count FROM order_facets ORDER BY id').pluck().all()
    for (const id of [1, 2, 3]) db.exec(insertOrder(id, '1', '1'))
    expect(counts()).toEqual([3, 0])
    db.exec('UPDATE orders SET facet_id = 2 WHERE id < 3')
    expect(counts()).toEqual([1, 2])
    expect(() =>
      db.transaction(() => {
        db.exec(insertOrder(6, '1', '1'))
        throw new Error('undone')
      })(),
    ).toThrow('undone')
    expect(counts()).toEqual([1, 2])
    db.exec('DELETE FROM orders WHERE id = 2')
    expect(counts()).toEqual([1, 1])
    db.exec('DELETE FROM orders')
    expect(counts()).toEqual([0, 0])
  })

  test('that end are noticed once, and those that were cached as ended are not', () => {
    const db = open()
    db.exec(rowsBefore)
    db.exec(`INSERT INTO order_facets (id, account_key, market, side, type, state, cancel_reason)
      VALUES (2, 1, 'ethusdc', 'buy', 'limit', 'wait', ''), (3, 1, 'ethusdc', 'buy', 'limit', 'cancel', '')`)
    db.exec(insertOrder(1, '1', '1'))
    db.exec(insertOrder(2, '1', '1').replace('(1, 2, 1,', '(1, 2, 2,'))
    const notices = () => db.prepare<[], unknown[]>('SELECT kind, at_ms, order_id FROM notices').raw().all()
    expect(notices()).toEqual([])
    db.exec('UPDATE orders SET facet_id = 3, updated_at_ms = 30 WHERE id = 2')
    db.exec('UPDATE orders SET facet_id = 3, updated_at_ms = 30 WHERE id = 1')
    expect(notices()).toEqual([['orderCancelled', 30, 2]])
  })

  test('and fills count each change, and nothing that leaves the lists as they are', () => {
    const db = open()
    db.exec(rowsBefore)
    db.exec(
      `INSERT INTO order_facets (id, account_key, market, side, type, state, cancel_reason) VALUES (2, 1, 'ethusdc', 'sell', 'limit', 'done', '')`,
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
})

describe('transfers', () => {
  const intent = `INSERT INTO transfers (id, account_id, network_kind, network_key, host, sender_address,
    recipient_address, amount, currency, reference, created_at_ms, note, updated_at_ms, differences, look_ups_count, state`
  const insert = (id: string, more = '', values = '') =>
    `${intent}${more}) VALUES ('${id}', 'a', 'practice', 'practice', 'h', '0xAb', '0xCd', '1.5', 'usdc', '${id}', 5, '', 5,
      '', 0, ${values === '' ? "'intended'" : values})`
  const steps = (db: Database.Database) =>
    db.prepare<[], unknown[]>('SELECT * FROM transfer_steps').raw().all()

  test('writes a step with every state that a transfer enters, whatever moves it, and none where it stays', () => {
    const db = open(journalFile)
    db.exec(insert('one'))
    db.exec("UPDATE transfers SET state = 'initiating', updated_at_ms = 6")
    db.exec("UPDATE transfers SET state = 'initiating', updated_at_ms = 7, note = 'x'")
    db.exec("UPDATE transfers SET state = 'abandoned', updated_at_ms = 3")
    expect(steps(db)).toEqual([
      [1, 1, 'intended', 5],
      [1, 2, 'initiating', 6],
      [1, 3, 'abandoned', 3],
    ])
  })

  test('does not let what was meant, what was signed, or a step be changed or deleted', () => {
    const db = open(journalFile)
    db.exec(insert('one', ', msg_hash, nonce, signature_r, signature_s', "'signed', '0x1', 1, '0x2', '0x3'"))
    const refused: [string, RegExp][] = [
      ["UPDATE transfers SET amount = '2'", /what was meant/],
      ["UPDATE transfers SET recipient_address = '0xEE'", /what was meant/],
      ["UPDATE transfers SET msg_hash = '0x2'", /what was signed/],
      ['UPDATE transfers SET nonce = 2', /what was signed/],
      ["UPDATE transfers SET signature_s = '0x4'", /what was signed/],
      ["UPDATE transfers SET state = 'succeeded', signature_r = NULL, signature_s = NULL", /what was signed/],
      ['DELETE FROM transfers', /never deleted/],
      ["UPDATE transfer_steps SET state = 'refused'", /never changes/],
      ['DELETE FROM transfer_steps', /never deleted/],
    ]
    for (const [sql, why] of refused) expect(() => db.exec(sql), sql).toThrow(why)
    expect(steps(db)).toEqual([[1, 1, 'signed', 5]])
  })

  const told =
    ', told_reference, told_amount, told_currency, told_from_address, told_destination_address, told_status, '
  const toldTimes = 'told_created_at_ms, told_updated_at_ms, told_as_of_ms'
  test.each([
    ['a state that is none', '', "'lost'"],
    ['a hash before there can be one', ', msg_hash, nonce', "'initiating', '0x1', 1"],
    ['a hash without its nonce', ', msg_hash', "'abandoned', '0x1'"],
    ['an initiated one without hash', '', "'initiated'"],
    [
      'a signature before it is signed',
      ', msg_hash, nonce, signature_r, signature_s',
      "'initiated', '0x1', 1, 'r', 's'",
    ],
    [
      'one that was signed and given up',
      ', msg_hash, nonce, signature_r, signature_s',
      "'abandoned', '0x1', 1, 'r', 's'",
    ],
    ['a signed one without signature', ', msg_hash, nonce', "'signed', '0x1', 1"],
    ['one under way without signature', ', msg_hash, nonce', "'processing', '0x1', 1"],
    ['half a signature', ', msg_hash, nonce, signature_r', "'processing', '0x1', 1, 'r'"],
    ['a signature of nothing', ', signature_r, signature_s', "'refused', 'r', 's'"],
    ['a refused one without refusal', '', "'refused'"],
    [
      'a refused one with a failure that is no refusal',
      ', failure_step, failure_error, failure_is_refusal, failure_at_ms',
      "'refused', 'process', '{}', 0, 5",
    ],
    ['half a failure', ', failure_step', "'initiating', 'initiate'"],
    ['an error that is no JSON', ', look_ups_last_error', "'initiating', '{'"],
    ['one that succeeded by nobody’s word', '', "'succeeded'"],
    ['half of what was told', ', told_reference', "'processing', 'x'"],
    [
      'one that differs in nothing',
      `${told}${toldTimes}`,
      "'differs', 'x', '1', 'usdc', '0x1', '0x2', 'success', 1, 1, 1",
    ],
  ])('refuses %s', (_name, columns, values) => {
    const db = open(journalFile)
    expect(() => db.exec(insert('one', columns, values))).toThrow(/CHECK constraint failed/)
  })

  test('refuses amounts that are no decimal text', () => {
    const db = open(journalFile)
    for (const amount of ['', '-1', '1e5', '1,5', ' 1', '.5', 'NaN']) {
      expect(() => db.exec(insert('one').replace("'1.5'", `'${amount}'`)), amount).toThrow(/CHECK/)
    }
  })
})
