// With EXPLAIN that the lists and look-ups of transfers read an index in its order.
import { expect, onTestFinished, test } from 'vitest'
import type Sqlite from 'better-sqlite3'
import { transferStates } from '../../../src-preload/contract/transfers.ts'
import { openDatabase } from '../../../src-main/store/worker/database.ts'
import { migrations } from '../../../src-main/store/migrations/all.ts'
import { listFoundSql } from '../../../src-main/store/queries/found-transfers.ts'
import { listRecipientsSql } from '../../../src-main/store/queries/recipients.ts'
import {
  findHashSql,
  findNonceSql,
  findTransferSql,
  getTransferSql,
  listWatchedTransfersSql,
  listStepsSql,
  listTransfersSql,
} from '../../../src-main/store/queries/transfers.ts'
import { prepareStoreMethods } from '../../../src-main/store/worker/store-methods.ts'
import {
  network,
  sampleIntent,
  sampleTold,
  sender,
  timeOf,
  wayOf,
} from '../../unit/store/sample-transfers.ts'
import { makeFile } from './support.ts'

function openFilled(): Sqlite.Database {
  const db = openDatabase(makeFile(), migrations, 0)
  onTestFinished(() => {
    db.close()
  })
  const store = prepareStoreMethods(db)
  for (let number = 1; number <= 200; number += 1) {
    const { id } = store.createTransfer(sampleIntent(number), '')
    for (const [at, { to, change }] of wayOf(number).entries()) {
      store.moveTransfer(id, transferStates, to, change, timeOf(number, at + 1))
    }
    store.putFoundTransfer({
      accountId: 'a',
      networkKey: network,
      accountAddress: sender,
      told: sampleTold(number),
    })
    const address = `0x${String(number).padStart(40, '0')}`
    store.putRecipient(network, { address, label: `label ${number}`, note: '', createdAtMs: 1 })
  }
  return db
}

const plans: [name: string, sql: string, parameters: (string | number)[], plan: RegExp][] = [
  [
    'the transfers of a sender',
    listTransfersSql,
    ['', ''],
    /^SEARCH transfers USING INDEX transfers_by_time \(network_key=\? AND sender_address=\?\)$/,
  ],
  [
    'the transfers that are looked up',
    listWatchedTransfersSql,
    [],
    /^SCAN transfers USING INDEX transfers_watched$/,
  ],
  [
    'a transfer by reference',
    findTransferSql,
    ['', '', ''],
    /^SEARCH transfers USING INDEX transfers_by_reference \(network_key=\? AND sender_address=\? AND reference=\?\)$/,
  ],
  [
    'a transfer by id',
    getTransferSql,
    [''],
    /^SEARCH transfers USING INDEX sqlite_autoindex_transfers_1 \(id=\?\)$/,
  ],
  ['a hash', findHashSql, ['0x0A'], /^SEARCH transfers USING INDEX transfers_by_hash \(<expr>=\?\)$/],
  [
    'a nonce',
    findNonceSql,
    ['', '', 1],
    /^SEARCH transfers USING INDEX transfers_by_nonce \(network_key=\? AND sender_address=\? AND nonce=\?\)$/,
  ],
  [
    'the steps of a transfer',
    listStepsSql,
    [''],
    /^SEARCH transfer_steps USING PRIMARY KEY \(transfer_key=\?\)\nSCALAR SUBQUERY 1\nSEARCH transfers USING COVERING INDEX sqlite_autoindex_transfers_1 \(id=\?\)$/,
  ],
  [
    'what was looked up',
    listFoundSql,
    ['', ''],
    /^SEARCH found_transfers USING INDEX found_transfers_by_time \(network_key=\? AND account_address=\?\)$/,
  ],
  [
    'the address book by label',
    listRecipientsSql,
    [''],
    /^SEARCH recipients USING INDEX recipients_by_label \(network_key=\?\)$/,
  ],
]

test('every list and look-up reads one index in its order and sorts nothing, with and without statistics', () => {
  const db = openFilled()
  const explain = (sql: string, parameters: (string | number)[]) =>
    db
      .prepare<(string | number)[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...parameters)
      .map(({ detail }) => detail)
      .join('\n')
  for (const [name, sql, parameters, plan] of plans) expect(explain(sql, parameters), name).toMatch(plan)
  db.exec('ANALYZE')
  for (const [name, sql, parameters, plan] of plans) expect(explain(sql, parameters), name).toMatch(plan)
})
