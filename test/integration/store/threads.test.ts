// Reads pass a bulk write by, see what was written before, and cannot write.
import { anyFill } from '../../../src-main/store/api/order-filter.ts'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type Sqlite from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../src-main/store/worker/database.ts'
import { latestVersion } from '../../../src-main/store/worker/migrate.ts'
import { dataFile } from '../../../src-main/store/files/data-file.ts'
import { migrations } from '../../../src-main/store/migrations/all.ts'
import { openForReading } from '../../../src-main/store/worker/read-connection.ts'
import { prepareStoreMethods } from '../../../src-main/store/worker/store-methods.ts'
import { methodAccess } from '../../../src-main/store/client/method-access.ts'
import type { ReadName } from '../../../src-main/store/client/method-access.ts'
import type { StoreMethods } from '../../../src-main/store/api/store-api.ts'
import { anyOrder, makeFile, makeFolder, open, sampleAccount, sampleOrder, newestFirst } from './support.ts'
import { openCrashing } from './threads-support.ts'

const supported = latestVersion(migrations)

/** Both connections of the store, in this thread, on a file with one account and its orders. */
function openBoth(): { writing: StoreMethods; reading: StoreMethods; readOnly: Sqlite.Database } {
  const file = makeFile()
  const db = openDatabase(file, dataFile, 0)
  const writing = prepareStoreMethods(db)
  writing.putAccount(sampleAccount('a'))
  writing.putOrders(
    'a',
    [1, 2, 3].map((id) => sampleOrder(id)),
    null,
  )
  const readOnly = openForReading(file, supported)
  onTestFinished(() => {
    readOnly.close()
    db.close()
  })
  return { writing, reading: prepareStoreMethods(readOnly), readOnly }
}

test('reads are answered while a bulk write is under way, each from a whole state', async () => {
  const { store } = await openCrashing()
  await store.putAccount(sampleAccount('a'))
  await store.putOrders('a', [sampleOrder(0)], null)
  const orders = Array.from({ length: 50_000 }, (_, at) => sampleOrder(at + 1))
  const answers: string[] = []
  const write = store.putOrders('a', orders, null).then(() => answers.push('write'))
  for (let round = 0; round < 20; round += 1) {
    const { rows, total } = await store.listOrders('a', anyOrder, newestFirst, 0, 100)
    expect(rows).toHaveLength(Math.min(total ?? 0, 100))
    expect([1, 50_001]).toContain(total)
    answers.push('read')
  }
  await write
  expect(answers.indexOf('write')).toBeGreaterThanOrEqual(10)
  expect(await store.countOrders('a')).toBe(50_001)
})

test('whoever awaited a write sees it in the next read', async () => {
  const { store } = await openCrashing()
  await store.putAccount(sampleAccount('a'))
  for (let round = 1; round <= 200; round += 1) {
    await store.setSetting('round', String(round))
    expect(await store.getSetting('round')).toBe(String(round))
    await store.putOrders('a', [sampleOrder(round)], null)
    expect((await store.listOrders('a', anyOrder, newestFirst, 0, 1)).rows).toEqual([sampleOrder(round)])
  }
})

test('what is removed for good leaves the write-ahead log too, while reads go on', async () => {
  const { store, file } = await openCrashing()
  await store.putAccount(sampleAccount('a'))
  await store.putAccount(sampleAccount('b'))
  const orders = Array.from({ length: 2000 }, (_, id) => sampleOrder(id))
  await store.putOrders('a', orders, null)
  await store.putOrders('b', orders, null)
  const work = { isDone: false }
  const reading = (async () => {
    while (!work.isDone) await store.listOrders('b', anyOrder, newestFirst, 0, 100)
  })()
  expect(await store.removeAccount('a')).toMatchObject({ orders: 2000 })
  work.isDone = true
  await reading
  expect(statSync(`${file}-wal`).size).toBe(0)
  expect(await store.countOrders('a')).toBe(0)
})

test('the first reads are answered before the thread for them has started, and see what was written', async () => {
  const store = await open()
  await store.setSetting('a', '1')
  expect(await store.getSetting('a')).toBe('1')
})

test('closing merges the write-ahead log into the file, though two connections were open', async () => {
  const { store, file } = await openCrashing()
  await store.setSetting('a', '1')
  expect(await store.getSetting('a')).toBe('1')
  await store.close()
  expect(existsSync(`${file}-wal`)).toBe(false)
  expect(existsSync(`${file}-shm`)).toBe(false)
})

test('closing in the moment of opening leaves the file as whole as any other', async () => {
  const file = makeFile()
  for (let round = 0; round < 5; round += 1) {
    const store = await open(file)
    const written = store.setSetting('round', String(round))
    await store.close()
    await written
  }
  const store = await open(file)
  expect(await store.getSetting('round')).toBe('4')
})

/** Some arguments for each, so that it runs; a new reading call does not compile until it is here. */
const readArgs: { readonly [Name in ReadName]: Parameters<StoreMethods[Name]> } = {
  getSetting: ['a'],
  listSettings: [''],
  listAccounts: [],
  listOrders: ['a', { ...anyOrder, states: ['wait'] }, newestFirst, 0, 100],
  listOrdersOf: [['a', 'b'], { ...anyOrder, states: ['wait'] }, newestFirst, 0, 100],
  countListed: ['a', { ...anyOrder, text: 'x' }],
  readOrders: ['a', anyOrder, { column: 'price', isDescending: false }, null, 100],
  sumOrders: ['a', anyOrder, null],
  sumOrderFills: ['a', [1, 2]],
  listCancelReasons: ['a'],
  listFills: ['a', anyFill, true, 0, 100],
  listFillsOf: [['a', 'b'], anyFill, true, 0, 100],
  countFills: ['a', anyFill],
  readFills: ['a', anyFill, false, null, 100],
  sumFills: ['a', anyFill, null],
  getOrder: ['a', 1],
  listOpenOrders: ['a', 100],
  countOrders: ['a'],
  listOrderMarkets: ['a'],
  getOrderSync: ['a'],
  getRefusedOrders: ['a'],
  getOrderTrades: ['a', 1],
  getLatestPnl: ['a'],
  getBalances: ['a'],
  getTransferSync: ['a'],
  listReceivedTransfers: ['a', '0x1'],
  listCompletedTransfers: ['a'],
  listFillMarkets: ['a'],
  readFillsByTime: ['a', 'ethusdc', null, 1_700_000_000_000, 100],
  countCreatedOrders: ['a', { fromMs: 0, toMs: 1_700_000_000_000 }],
  listLackingOrders: ['a', null, 100],
  listChangedLackingOrders: ['a', 0],
  sumFlows: ['a', 'ethusdc', null, 1_700_000_000_000, 100],
  sumFlowsByStep: ['a', null, 1_700_000_000_000, 3_600_000, 100],
  countFillsBetween: ['a', -1, 1_700_000_000_000],
  getLedgerVersion: ['a'],
  listPnlReadings: ['a', null, 100],
  listMovements: [{ networkKey: 'n', address: '0x1' }],
  listOpeningParts: [{ networkKey: 'n', address: '0x1' }],
  listPnlValues: ['a', { fromMs: 0, toMs: 1_700_000_000_000 }, null, 100],
  getPnlSnapshots: ['a', [1]],
  getCandles: ['n', 'ethusdc', 1, null, 100],
  listLastCloses: ['n'],
  listCandleMarkets: ['n'],
  listClosesAt: ['n', ['ethusdc'], [0]],
  getCandleCoverage: ['n', 'ethusdc', 1],
  listMarketTrades: ['n', 'ethusdc', 100],
  listMarkets: ['n'],
  listDrawings: ['n', 'ethusdc'],
  listMarks: ['a', { market: 'ethusdc', fromMs: 0, toMs: 1e15, most: 100 }],
  getCandleRange: [
    'n',
    'ethusdc',
    { fromMs: 0, toMs: 86_400_000, most: 1600, shortest: null, settledMs: 1e15 },
  ],
  getDayVwap: ['n', 'ethusdc', 60, Float64Array.of(0, 3_600_000), 1e15],
  listOrdersWantingFills: ['a', null, 100],
  getFillProgress: ['a'],
  getFillCursor: ['a'],
  countFillConflicts: ['a'],
  countOrdersWithFills: ['a'],
  getFillsFromMs: ['a'],
  getTradeCoverage: ['n', 'ethusdc'],
  countMarketTrades: ['n', 'ethusdc'],
  listAlerts: ['n'],
  listNotices: [null, 50],
  countUnreadNotices: [],
}

function run(methods: StoreMethods, name: ReadName): unknown {
  const read = methods[name] as (...args: unknown[]) => unknown
  return read(...readArgs[name])
}

test('every call that only reads answers the same on the connection that cannot write', () => {
  const { writing, reading } = openBoth()
  const names = (Object.keys(methodAccess) as (keyof StoreMethods)[]).filter(
    (name): name is ReadName => methodAccess[name] === 'read',
  )
  for (const name of names) expect([name, run(reading, name)]).toEqual([name, run(writing, name)])
})

test('the connection for reading really cannot write, by statement or by call', () => {
  const { writing, reading, readOnly } = openBoth()
  const refusal = expect.objectContaining({ code: 'SQLITE_READONLY' }) as unknown
  for (const sql of [
    "INSERT INTO settings (key, value) VALUES ('a', '1')",
    'UPDATE orders SET price = 0',
    'DELETE FROM orders',
    'CREATE TABLE strange (a)',
    'PRAGMA user_version = 999',
  ]) {
    expect(() => readOnly.exec(sql)).toThrow(refusal)
  }
  expect(() => reading.setSetting('a', '1')).toThrow(refusal)
  expect(() => reading.putOrders('a', [sampleOrder(9)], null)).toThrow(refusal)
  // Not even after the setting that says so is undone: the file itself was opened for reading.
  readOnly.pragma('query_only = OFF')
  expect(() => readOnly.exec('DELETE FROM orders')).toThrow(refusal)
  expect(writing.countOrders('a')).toBe(3)
  expect(writing.getSetting('a')).toBeNull()
})

test('a file that is missing, older or newer than this version is not opened for reading', () => {
  const file = join(makeFolder(), 'starkdesk.db')
  expect(() => openForReading(file, supported)).toThrow(
    expect.objectContaining({ code: 'databaseUnavailable' }),
  )
  expect(existsSync(file)).toBe(false)
  openDatabase(file, dataFile, 0).close()
  expect(() => openForReading(file, supported + 1)).toThrow(expect.objectContaining({ code: 'internal' }))
  expect(() => openForReading(file, supported - 1)).toThrow(
    expect.objectContaining({ code: 'databaseTooNew' }),
  )
})
