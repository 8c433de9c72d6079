// Owns: proving the fourth migration: what it leaves alone, and which rows its tables refuse by themselves. Must not: edit what
// a shipped migration is expected to do.
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

describe('0004', () => {
  const before4 = [firstTables, refusedOrders, keyKind]
  const intent = `INSERT INTO transfers (id, account_id, network_kind, network_key, host, sender_address,
    recipient_address, amount, currency, reference, created_at_ms, note, updated_at_ms, differences, look_ups_count, state`
  const insert = (id: string, more = '', values = '') =>
    `${intent}${more}) VALUES ('${id}', 'a', 'practice', 'practice', 'h', '0xAb', '0xCd', '1.5', 'usdc', '${id}', 5, '', 5,
      '', 0, ${values === '' ? "'intended'" : values})`
  const steps = (db: Database.Database) =>
    db.prepare<[], unknown[]>('SELECT * FROM transfer_steps').raw().all()

  test('leaves accounts, settings and cached rows as they were', () => {
    const file = makeFile()
    const before = open(file, before4, 1)
    before.exec(`
      INSERT INTO settings VALUES ('account/a/x', '1'), ('', '');
      INSERT INTO accounts VALUES (1, 'a', 'Mine', 'practice', NULL, '0xA', 5, NULL, NULL, NULL, NULL, 'stark');
      INSERT INTO order_sync (account_key) VALUES (1)`)
    const tables = listTables(before)
    const rows = (db: Database.Database) =>
      tables
        .filter((table) => table !== 'migration_history')
        .map((table) => db.prepare(`SELECT * FROM ${table}`).raw().all())
    const found = rows(before)
    before.close()
    const db = open(file, [...before4, transfers], 2)
    expect(db.pragma('user_version', { simple: true })).toBe(4)
    expect(rows(db)).toEqual(found)
    expect(listTables(db).filter((table) => !tables.includes(table))).toEqual([
      'found_transfers',
      'recipients',
      'transfer_steps',
      'transfers',
    ])
  })

  test('runs on a database without a row, and makes tables that are STRICT and the user’s own', () => {
    const file = makeFile()
    open(file, before4, 1).close()
    const db = open(file, [...before4, transfers], 2)
    const tables = db
      .prepare<[], { strict: number; sql: string }>(
        `SELECT list.strict, sql FROM pragma_table_list AS list JOIN sqlite_schema USING (name)
         WHERE name IN ('transfers', 'transfer_steps', 'found_transfers', 'recipients')`,
      )
      .all()
    expect(tables).toHaveLength(4)
    for (const { strict, sql } of tables) {
      expect(strict).toBe(1)
      expect(sql).toMatch(/^ {2}-- USER'S OWN: \S/m)
    }
  })

  test('writes a step with every state that a transfer enters, whatever moves it, and none where it stays', () => {
    const db = open(makeFile(), [...before4, transfers])
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
    const db = open(makeFile(), [...before4, transfers])
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
    const db = open(makeFile(), [...before4, transfers])
    expect(() => db.exec(insert('one', columns, values))).toThrow(/CHECK constraint failed/)
  })

  test('refuses amounts that are no decimal text', () => {
    const db = open(makeFile(), [...before4, transfers])
    for (const amount of ['', '-1', '1e5', '1,5', ' 1', '.5', 'NaN']) {
      expect(() => db.exec(insert('one').replace("'1.5'", `'${amount}'`)), amount).toThrow(/CHECK/)
    }
  })
})
