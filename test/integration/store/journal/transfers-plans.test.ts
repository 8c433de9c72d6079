// With EXPLAIN that the lists and look-ups of transfers read an index in its order.
import { expect, onTestFinished, test } from 'vitest'
import type Sqlite from 'better-sqlite3'
import { transferStates } from '../../../../src-preload/contract/transfers.ts'
import { openDatabase } from '../../../../src-main/store/worker/database.ts'
import { journalFile } from '../../../../src-main/store/files/journal-file.ts'
import { listFoundSql } from '../../../../src-main/store/queries/journal/found-transfers.ts'
import { getUnreviewedSql } from '../../../../src-main/store/queries/journal/restores.ts'
import { getLimitsSql } from '../../../../src-main/store/queries/journal/transfer-limits.ts'
import { listRecipientsSql } from '../../../../src-main/store/queries/journal/recipients.ts'
import {
  findNonceSql,
  findTransferSql,
  getTransferSql,
  listWatchedTransfersSql,
  listStepsSql,
  listTransfersSql,
} from '../../../../src-main/store/queries/journal/transfers.ts'
import { listMovesSql } from '../../../../src-main/store/queries/journal/order-moves.ts'
import {
  findOrderIdSql,
  findOrderNonceSql,
  getPlacedOrderSql,
  getSecondAttemptSql,
  listPlacedOrdersSql,
  listSentOrdersSql,
  listWatchedOrdersSql,
} from '../../../../src-main/store/queries/journal/placed-orders.ts'
import { findHashOwnerSql } from '../../../../src-main/store/queries/journal/seen-hashes.ts'
import { prepareJournalMethods } from '../../../../src-main/store/worker/journal-methods.ts'
import {
  network,
  sampleIntent,
  sampleTold,
  sender,
  timeOf,
  wayOf,
} from '../../../unit/store/sample-transfers.ts'
import { makeFile } from '../support.ts'

function openFilled(): Sqlite.Database {
  const db = openDatabase(makeFile(), journalFile, 0)
  onTestFinished(() => {
    db.close()
  })
  const journal = prepareJournalMethods(db)
  for (let number = 1; number <= 200; number += 1) {
    const { id } = journal.createTransfer(sampleIntent(number), '')
    for (const [at, { to, change }] of wayOf(number).entries()) {
      journal.moveTransfer(id, transferStates, to, change, timeOf(number, at + 1))
    }
    journal.putFoundTransfer({
      accountId: 'a',
      networkKey: network,
      accountAddress: sender,
      told: sampleTold(number),
    })
    const address = `0x${String(number).padStart(40, '0')}`
    journal.putRecipient(network, { address, label: `label ${number}`, note: '', createdAtMs: 1 })
    journal.putTransferLimits(network, address, { now: { perTransfer: '1', perDay: null }, next: null })
    journal.noteReviewed(network, address)
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
  ['a hash', findHashOwnerSql, ['0x0A'], /^SEARCH seen_hashes USING PRIMARY KEY \(hash=\?\)$/],
  [
    'an order by id',
    getPlacedOrderSql,
    [''],
    /^SEARCH placed_orders USING INDEX sqlite_autoindex_placed_orders_1 \(id=\?\)$/,
  ],
  [
    'its second attempt',
    getSecondAttemptSql,
    [''],
    /^SEARCH placed_orders USING INDEX placed_orders_by_first \(again_of=\?\)$/,
  ],
  [
    'orders of a sender',
    listPlacedOrdersSql,
    ['', '', 5],
    /^SEARCH placed_orders USING INDEX placed_orders_by_time \(network_key=\? AND sender_address=\?\)$/,
  ],
  [
    'orders that were sent since',
    listSentOrdersSql,
    ['', '', 1],
    /^SEARCH placed_orders USING INDEX placed_orders_sent \(network_key=\? AND sender_address=\? AND sent_at_ms>\?\)$/,
  ],
  [
    'the orders that are watched',
    listWatchedOrdersSql,
    [],
    /^SCAN placed_orders USING INDEX placed_orders_watched$/,
  ],
  [
    'moves that have not ended',
    listMovesSql,
    ['', ''],
    /^SEARCH order_moves USING INDEX order_moves_by_order \(network_key=\? AND sender_address=\?\)$/,
  ],
  [
    'the nonce of an order',
    findOrderNonceSql,
    ['', '', 1],
    /^SEARCH placed_orders USING INDEX placed_orders_by_nonce \(network_key=\? AND sender_address=\? AND nonce=\?\)$/,
  ],
  [
    'the id of an order',
    findOrderIdSql,
    ['', '', 1],
    /^SEARCH placed_orders USING INDEX placed_orders_by_order \(network_key=\? AND sender_address=\? AND order_id=\?\)$/,
  ],
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
  [
    'the limits of a sender',
    getLimitsSql,
    ['', ''],
    /^SEARCH transfer_limits USING PRIMARY KEY \(network_key=\? AND sender_address=\?\)$/,
  ],
  [
    'whether a restore was looked at',
    getUnreviewedSql,
    ['', ''],
    /^SCAN journal_restore\nSCALAR SUBQUERY 1\nSEARCH restore_reviews USING PRIMARY KEY \(network_key=\? AND sender_address=\?\)$/,
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
