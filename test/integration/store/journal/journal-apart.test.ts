// The journal is on the disk when it says so, and waits for nothing that goes on in the data file.
import { expect, test } from 'vitest'
import Database from 'better-sqlite3'
import { openDatabase } from '../../../../src-main/store/worker/database.ts'
import { journalFile } from '../../../../src-main/store/files/journal-file.ts'
import { network, sampleIntent, sender } from '../../../unit/store/sample-transfers.ts'
import { journalOf, openKept, putTransfer } from '../maintenance/support.ts'
import { fillUp, mountSmall } from '../maintenance/small-disk.ts'
import { makeFile, openTestJournal, sampleAccount, sampleOrder } from '../support.ts'

test('a transfer is written while a bulk write to the cache is under way', async () => {
  const { store, journal } = await openKept(makeFile())
  await store.putAccount(sampleAccount('a'))
  const orders = Array.from({ length: 50_000 }, (_, id) => sampleOrder(id))
  const ends: string[] = []
  await Promise.all([
    store.putOrders('a', orders, null).then(() => ends.push('orders')),
    journal.createTransfer(sampleIntent(1), '').then(() => ends.push('transfer')),
  ])
  expect(ends).toEqual(['transfer', 'orders'])
})

test('a lock that somebody holds on the data file keeps no step of a transfer from the disk', async () => {
  const file = makeFile()
  const { store, journal } = await openKept(file)
  const other = new Database(file)
  other.exec('BEGIN IMMEDIATE')
  const ends: string[] = []
  const setting = store.setSetting('theme', 'dark').then(() => ends.push('setting'))
  await putTransfer(journal, 8)
  ends.push('transfer')
  other.exec('COMMIT')
  other.close()
  await setting
  expect(ends).toEqual(['transfer', 'setting'])
})

test('every commit waits for the disk', () => {
  const db = openDatabase(makeFile(), journalFile, 0)
  // 2 is FULL (sqlite.org/pragma.html).
  expect(db.pragma('synchronous', { simple: true })).toBe(2)
  expect(db.pragma('journal_mode', { simple: true })).toBe('wal')
  db.close()
})

test('removed accounts and a cleared cache leave the journal as it was', async () => {
  const { store, journal } = await openKept(makeFile())
  await store.putAccount(sampleAccount('a'))
  await putTransfer(journal, 8)
  const before = await journal.listTransfers(network, sender)
  await store.clearPrivateCache()
  await store.removeAccount('a')
  expect(await journal.listTransfers(network, sender)).toEqual(before)
})

test('limits are kept for an address on a network, whatever its case, also by the next start', async () => {
  const file = makeFile()
  const journal = await openTestJournal(file)
  expect(await journal.getTransferLimits(network, sender)).toBeNull()
  const first = { now: { perTransfer: '5', perDay: null }, next: null }
  const second = {
    now: { perTransfer: '5', perDay: null },
    next: { limits: { perTransfer: null, perDay: '10.5' }, fromMs: 7 },
  }
  await journal.putTransferLimits(network, sender, first)
  expect(await journal.getTransferLimits(network, sender.toLowerCase())).toEqual(first)
  await journal.putTransferLimits(network, sender.toLowerCase(), second)
  await journal.close()
  const next = await openTestJournal(file)
  expect(await next.getTransferLimits(network, sender)).toEqual(second)
  expect(await next.getTransferLimits('another', sender)).toBeNull()
})

test('a limit that is no decimal text is refused', async () => {
  const journal = await openTestJournal()
  for (const perDay of ['', '-1', '1e5', ' 1']) {
    const limits = { now: { perTransfer: null, perDay }, next: null }
    await expect(journal.putTransferLimits(network, sender, limits)).rejects.toMatchObject({
      code: 'internal',
    })
  }
  expect(await journal.getTransferLimits(network, sender)).toBeNull()
})

test('a full disk refuses a step by name, and the journal goes on where it was once there is room', async ({
  skip,
}) => {
  const folder = mountSmall(1024 * 1024)
  if (folder === null) return skip('mounting takes root')
  const file = `${folder}/starkdesk.db`
  const journal = await openTestJournal(journalOf(file))
  await putTransfer(journal, 1)
  const before = await journal.listTransfers(network, sender)
  const makeRoom = fillUp(folder)
  const failures: unknown[] = []
  // A log that has room left inside takes a few more.
  for (let number = 100; failures.length === 0; number += 1) {
    await journal
      .createTransfer(sampleIntent(number), 'x'.repeat(400))
      .catch((error: unknown) => failures.push(error))
  }
  expect(failures).toMatchObject([{ code: 'databaseUnavailable', data: { reason: 'SQLITE_FULL' } }])
  const during = await journal.listTransfers(network, sender)
  expect(during.slice(-before.length)).toEqual(before)
  makeRoom()
  await journal.createTransfer(sampleIntent(9_999), '')
  expect(await journal.listTransfers(network, sender)).toHaveLength(during.length + 1)
})
