// Damage is found wherever it lies, and what is measured.
import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { dataFile } from '../../../../src-main/store/files/data-file.ts'
import { journalFile } from '../../../../src-main/store/files/journal-file.ts'
import { checkFile } from '../../../../src-main/store/maintenance/check.ts'
import { measureFile, measureSize } from '../../../../src-main/store/maintenance/measure.ts'
import { makeFile, openTestJournal, sampleCandles, toldAt } from '../support.ts'
import {
  damagePages,
  journalOf,
  makeFilled,
  openKept,
  pagesOf,
  putCache,
  putJournal,
  putOwn,
} from './support.ts'

test('a sound file is called sound, while it is in use', async () => {
  const file = makeFile()
  const { store, maintenance } = await openKept(file)
  await putOwn(store)
  const [result] = await Promise.all([maintenance.check(), putCache(store, 3000)])
  expect(result).toEqual({ isSound: true, problems: [] })
  expect(await maintenance.check()).toEqual({ isSound: true, problems: [] })
})

test.each(['orders', 'orders_by_time', 'order_trades', 'sqlite_autoindex_accounts_1'])(
  'a damaged page of %s is found, and said where',
  async (tree) => {
    const file = await makeFilled()
    const [page] = pagesOf(file, tree).slice(-1)
    damagePages(file, [page ?? 0])
    const problems = checkFile(file, dataFile)
    expect(problems.length).toBeGreaterThan(0)
    expect(problems.length).toBeLessThanOrEqual(100)
  },
)

test('damage in the journal is found like that in the data file, and it is said in which of them it is', async () => {
  const file = await makeFilled()
  const journal = await openTestJournal(journalOf(file))
  await putJournal(journal)
  await journal.close()
  damagePages(journalOf(file), pagesOf(journalOf(file), 'recipients'))
  const { maintenance } = await openKept(file)
  const { isSound, problems } = await maintenance.check()
  expect(isSound).toBe(false)
  expect(new Set(problems.map((problem) => problem.file))).toEqual(new Set(['journal']))
})

test('a wrong page in the list of free pages is found', async () => {
  const file = await makeFilled()
  const db = new Database(file)
  db.exec('DELETE FROM orders')
  db.close()
  const bytes = readFileSync(file)
  // The first page of the list, and how many there are (sqlite.org/fileformat2.html, 1.3).
  expect(bytes.readUInt32BE(36)).toBeGreaterThan(2)
  bytes.writeUInt32BE(bytes.readUInt32BE(36) + 3, 36)
  writeFileSync(file, bytes)
  expect(checkFile(file, dataFile)).not.toEqual([])
})

test('a file that was cut off, or is none, is damage and not an error', async () => {
  const file = await makeFilled()
  truncateSync(file, statSync(file).size / 2)
  expect(checkFile(file, dataFile)).not.toEqual([])
  writeFileSync(file, 'no database '.repeat(1000))
  expect(checkFile(file, dataFile)).toEqual([expect.stringContaining('NOTADB')])
})

test('rows, bytes and times of every kind are measured while the file is in use', async () => {
  const file = makeFile()
  const { store, journal, maintenance } = await openKept(file)
  await putOwn(store)
  await putJournal(journal)
  await putCache(store, 300)
  const minutes = Array.from({ length: 1000 }, (_, at) => 60_000 * at)
  const hours = Array.from({ length: 50 }, (_, at) => 3_600_000 * at)
  await store.putCandles('practice', 'ethusdc', 1, sampleCandles(minutes), null, toldAt(1e12))
  await store.putCandles('practice', 'ethusdc', 60, sampleCandles(hours), null, toldAt(1e12))
  const { kinds, fileBytes, freeBytes, ownBytes } = await maintenance.measure()
  expect(kinds.orders).toMatchObject({
    rows: 300,
    oldestMs: 1_650_000_000_000,
    newestMs: 1_650_000_000_000 + 299_000,
  })
  expect(kinds.fills).toMatchObject({ rows: 1, oldestMs: 1_667_855_520_000 })
  expect(kinds.pnl).toMatchObject({ rows: 1, newestMs: 1_600_000_000_000 })
  expect(kinds.fineCandles).toMatchObject({ rows: 1000, oldestMs: 0, newestMs: 999 * 60_000 })
  expect(kinds.coarseCandles).toMatchObject({ rows: 50, newestMs: 49 * 3_600_000 })
  expect(kinds.marketTrades).toMatchObject({ rows: 0, oldestMs: null, newestMs: null })
  expect(kinds.fineCandles.bytes).toBeGreaterThan(kinds.coarseCandles.bytes)
  expect(freeBytes).toBeGreaterThan(0)
  // In use each of the two is three files.
  const sizes = [file, journalOf(file)].flatMap((name) =>
    [name, `${name}-wal`, `${name}-shm`].map((each) => statSync(each).size),
  )
  for (const size of sizes) expect(size).toBeGreaterThan(0)
  expect(fileBytes).toBe(sizes.reduce((total, size) => total + size))
  // Candles of both kinds lie in the same tables.
  for (const [kind, { areBytesEstimated }] of Object.entries(kinds))
    expect([kind, areBytesEstimated]).toEqual([kind, kind.endsWith('Candles')])
  await store.dropAll('coarseCandles', 100)
  expect((await maintenance.measure()).kinds.fineCandles.areBytesEstimated).toBe(false)
  await Promise.all([store.close(), journal.close()])

  // Nothing is measured twice, and nothing but the list of tables and the pages that map others is left out.
  const measured = measureFile(file, dataFile)
  const sum = Object.values(measured.kinds).reduce((total, { bytes }) => total + bytes, measured.ownBytes)
  const db = new Database(file, { readonly: true })
  const used = db.prepare<[], number>("SELECT sum(pgsize) FROM dbstat WHERE name <> 'sqlite_schema'").pluck()
  expect(sum).toBe(used.get())
  db.close()
  expect(measured.fileBytes).toBe(statSync(file).size)
  const size = measureSize(journalOf(file), journalFile)
  expect(size.fileBytes).toBe(statSync(journalOf(file)).size)
  expect(ownBytes).toBe(measured.ownBytes + size.ownBytes)
})

test('stopped maintenance fails by name, and the store goes on', async () => {
  const { store, maintenance } = await openKept(makeFile())
  await putCache(await putAccount(store), 2000)
  const running = maintenance.check().then(
    () => 'done',
    (error: unknown) => error,
  )
  const waiting = maintenance.measure().then(
    () => 'done',
    (error: unknown) => error,
  )
  await maintenance.stop()
  expect(await running).toMatchObject({ code: 'cancelled' })
  expect(await waiting).toMatchObject({ code: 'cancelled' })
  await expect(maintenance.backUp()).rejects.toMatchObject({ code: 'cancelled' })
  expect(await store.countOrders('a')).toBe(2000)
})

async function putAccount<Kept extends Parameters<typeof putOwn>[0]>(store: Kept): Promise<Kept> {
  await putOwn(store)
  return store
}
