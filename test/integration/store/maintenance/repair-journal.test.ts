// A damaged journal is set aside and rebuilt, apart from the data file, and remembers that it was restored.
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { journalFile } from '../../../../src-main/store/files/journal-file.ts'
import { network, sender } from '../../../unit/store/sample-transfers.ts'
import { clock, openTestJournal } from '../support.ts'
import {
  backUp,
  backupsOf,
  damagePages,
  dayMs,
  journalOf,
  listAside,
  makeFilled,
  openKept,
  pagesOf,
  putJournal,
  putTransfer,
  readOwn,
} from './support.ts'

const nowMs = clock.now()
const allTables = journalFile.ownFamilies.flat()
const readJournal = (file: string) => readOwn(journalOf(file), journalFile)

interface BackedUp {
  readonly file: string
  readonly backedUp: Record<string, unknown[]>
  readonly newest: Record<string, unknown[]>
}

/** Both files closed, the journal backed up yesterday, with a second transfer and other limits since. */
async function makeBackedUp(): Promise<BackedUp> {
  const file = await makeFilled()
  const first = await openTestJournal(journalOf(file))
  await putJournal(first)
  await first.close()
  const backedUp = readJournal(file)
  backUp(journalOf(file), nowMs - dayMs, journalFile)
  const second = await openTestJournal(journalOf(file))
  await putTransfer(second, 5)
  await second.putTransferLimits(network, sender, { now: { perTransfer: '1', perDay: null }, next: null })
  await second.close()
  return { file, backedUp, newest: readJournal(file) }
}

const zeroHeader = (file: string) => {
  const bytes = readFileSync(file)
  bytes.fill(0, 0, 100)
  writeFileSync(file, bytes)
}

test('a repair of the data file leaves the journal as it is, to the byte', async () => {
  const { file } = await makeBackedUp()
  const before = readFileSync(journalOf(file))
  damagePages(file, [...pagesOf(file, 'orders').slice(1), ...pagesOf(file, 'settings')])
  const { journal, store, repair, reports } = await openKept(file)
  await repair('data', 'check')
  expect(reports).toMatchObject([{ file: 'data' }])
  expect(await journal.getUnreviewedRestore(network, sender)).toBeNull()
  expect(await journal.listTransfers(network, sender)).toHaveLength(2)
  await Promise.all([store.close(), journal.close()])
  expect(readFileSync(journalOf(file)).equals(before)).toBe(true)
  expect(listAside(journalOf(file))).toEqual([])
})

test('a repair of the journal leaves the data file alone, and tells which file it was', async () => {
  const { file, newest } = await makeBackedUp()
  const { store, journal, repair, reports } = await openKept(file)
  await repair('journal', 'check')
  expect(reports).toEqual([
    {
      file: 'journal',
      atMs: nowMs,
      reason: 'check',
      setAsideAs: `${journalOf(file)}.damaged-20231114T221320000Z`,
      backupMs: null,
      savedTables: allTables,
      restoredTables: [],
    },
  ])
  expect(readJournal(file)).toEqual(newest)
  expect(await store.countOrders('a')).toBe(600)
  expect(listAside(file)).toEqual([])
  // All of it came from the damaged file, so nothing is missing.
  expect(await journal.getUnreviewedRestore(network, sender)).toBeNull()
})

test('transfers and their steps come from one source, even when only one of the two is damaged', async () => {
  const { file, backedUp, newest } = await makeBackedUp()
  damagePages(journalOf(file), pagesOf(journalOf(file), 'transfer_steps'))
  const { journal, repair, reports } = await openKept(file)
  await repair('journal', 'check')
  expect(reports).toMatchObject([{ restoredTables: ['transfers', 'transfer_steps'] }])
  expect(readJournal(file)).toEqual({
    ...newest,
    transfers: backedUp['transfers'],
    transfer_steps: backedUp['transfer_steps'],
    journal_restore: [{ key: 1, at_ms: nowMs }],
  })
  expect(await journal.getUnreviewedRestore(network, sender)).toBe(nowMs)
})

test('damage that a call meets is repaired by itself, and the rules of the journal hold in the new file', async () => {
  const { file } = await makeBackedUp()
  damagePages(journalOf(file), pagesOf(journalOf(file), 'transfers'))
  const { store, journal, reports } = await openKept(file)
  await expect(journal.listTransfers(network, sender)).rejects.toMatchObject({ code: 'databaseCorrupt' })
  expect(await journal.listTransfers(network, sender)).toHaveLength(1)
  expect(reports).toMatchObject([{ file: 'journal', backupMs: nowMs - dayMs }])
  await putTransfer(journal, 3)
  await Promise.all([store.close(), journal.close()])
  const db = new Database(journalOf(file))
  expect(() => db.exec('DELETE FROM transfers')).toThrow('a transfer is never deleted')
  expect(() => db.exec("UPDATE transfers SET amount = '1'")).toThrow('what was meant never changes')
  expect(db.pragma('foreign_key_check')).toEqual([])
  db.close()
})

test.each([
  ['whose header was zeroed', zeroHeader],
  ['without a byte', (file: string) => writeFileSync(file, '')],
])('a journal %s is set aside at the start, and the backup brought back', async (_name, damage) => {
  const { file, backedUp } = await makeBackedUp()
  damage(journalOf(file))
  const damaged = readFileSync(journalOf(file))
  const { journal, reports } = await openKept(file)
  expect(await journal.getUnreviewedRestore(network, sender)).toBe(nowMs)
  expect(readJournal(file)).toEqual({ ...backedUp, journal_restore: [{ key: 1, at_ms: nowMs }] })
  expect(reports).toMatchObject([{ file: 'journal', backupMs: nowMs - dayMs, restoredTables: allTables }])
  const [aside] = listAside(journalOf(file))
  expect(readFileSync(join(dirname(file), aside ?? '')).equals(damaged)).toBe(true)
})

test('a journal that is gone comes back from the backup: one that began anew could sign again', async () => {
  const { file, backedUp } = await makeBackedUp()
  for (const end of ['-wal', '-shm']) rmSync(`${journalOf(file)}${end}`, { force: true })
  renameSync(journalOf(file), join(dirname(file), 'elsewhere.db'))
  const { journal, reports } = await openKept(file)
  expect(reports).toMatchObject([{ file: 'journal', reason: 'missing', setAsideAs: null }])
  expect(readJournal(file)['transfers']).toEqual(backedUp['transfers'])
  expect(await journal.getUnreviewedRestore(network, sender)).toBe(nowMs)
  expect(existsSync(`${journalOf(file)}.repaired`)).toBe(false)
})

test('without a backup a damaged journal begins anew, and says so until it was looked at', async () => {
  const { file } = await makeBackedUp()
  zeroHeader(journalOf(file))
  const { journal } = await openKept(file, join(dirname(file), 'no backups'))
  expect(await journal.listTransfers(network, sender)).toEqual([])
  expect(await journal.getUnreviewedRestore(network, sender)).toBe(nowMs)
})

test('that a journal was restored is forgotten only for the address whose transfers were looked at', async () => {
  const { file } = await makeBackedUp()
  zeroHeader(journalOf(file))
  const { store, journal } = await openKept(file)
  await journal.noteReviewed(network, sender.toLowerCase())
  await journal.noteReviewed(network, sender)
  expect(await journal.getUnreviewedRestore(network, sender)).toBeNull()
  expect(await journal.getUnreviewedRestore('another', sender)).toBe(nowMs)
  await Promise.all([store.close(), journal.close()])

  // What is restored a second time has to be looked at again.
  zeroHeader(journalOf(file))
  const again = await openKept(file)
  expect(await again.journal.getUnreviewedRestore(network, sender)).toBe(nowMs)
})

test('a new journal was never restored', async () => {
  const file = await makeFilled()
  const { journal, reports } = await openKept(file)
  expect(await journal.getUnreviewedRestore(network, sender)).toBeNull()
  expect(reports).toEqual([])
})

test('a journal of a newer version is refused untouched, and so is the data file in its place', async () => {
  const { file } = await makeBackedUp()
  const db = new Database(journalOf(file))
  db.pragma('user_version = 999')
  db.close()
  const before = readFileSync(journalOf(file))
  await expect(openKept(file)).rejects.toMatchObject({
    code: 'databaseTooNew',
    data: { file: journalOf(file) },
  })
  expect(readFileSync(journalOf(file)).equals(before)).toBe(true)
  writeFileSync(journalOf(file), readFileSync(file))
  await expect(openKept(file)).rejects.toMatchObject({
    code: 'databaseUnavailable',
    data: { file: journalOf(file), reason: 'anotherProgram' },
  })
  expect(listAside(journalOf(file))).toEqual([])
  expect(existsSync(backupsOf(file))).toBe(true)
})
