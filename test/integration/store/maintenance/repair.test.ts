// A damaged data file is set aside and replaced, with the user's own data as new as it can be had.
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../../../../src-main/store/worker/database.ts'
import { dataFile } from '../../../../src-main/store/files/data-file.ts'
import { anyOrder, clock, makeFile, open, sampleAccount, sampleOrder, newestFirst } from '../support.ts'
import {
  backUp,
  backupsOf,
  damagePages,
  dayMs,
  listAside,
  makeFilled,
  namesBeside,
  newerThreads,
  openKept,
  pagesOf,
  putOwn,
  readOwn,
} from './support.ts'

const nowMs = clock.now()
const allTables = dataFile.ownFamilies.flat()
const asideName = (file: string) => `${file}.damaged-20231114T221320000Z`

interface BackedUp {
  readonly backedUp: Record<string, unknown[]>
  readonly newest: Record<string, unknown[]>
}

/** Holds what {@link makeBackedUp} copies. */
const original = mkdtempSync(join(tmpdir(), 'starkdesk-backed-up-'))
afterAll(() => rmSync(original, { recursive: true }))
let made: BackedUp | null = null

async function makeOriginal(): Promise<BackedUp> {
  const file = await makeFilled()
  const backedUp = readOwn(file)
  backUp(file, nowMs - dayMs)
  const store = await open(file)
  await store.putAccount(sampleAccount('c'))
  await store.setSetting('theme', 'light')
  await store.putMarkets('practice', ['ethusdc'])
  await store.close()
  cpSync(dirname(file), original, { recursive: true, preserveTimestamps: true })
  return { backedUp, newest: readOwn(file) }
}

/** A closed file, backed up yesterday, with a third account, a changed setting and a market less since. */
async function makeBackedUp(): Promise<BackedUp & { file: string }> {
  made ??= await makeOriginal()
  const file = makeFile()
  cpSync(original, dirname(file), { recursive: true, preserveTimestamps: true })
  return { file, ...made }
}

test('damage in the cache costs nothing of the user’s own: it is saved from the damaged file', async () => {
  const { file, newest } = await makeBackedUp()
  damagePages(file, pagesOf(file, 'orders').slice(1))
  const damaged = readFileSync(file)
  const { store, maintenance, reports, repair } = await openKept(file)
  expect((await maintenance.check()).isSound).toBe(false)
  await repair('data', 'check')
  expect(reports).toEqual([
    {
      file: 'data',
      atMs: nowMs,
      reason: 'check',
      setAsideAs: asideName(file),
      backupMs: null,
      savedTables: allTables,
      restoredTables: [],
    },
  ])
  expect(readFileSync(asideName(file)).equals(damaged)).toBe(true)
  expect(readOwn(file)).toEqual(newest)
  expect(await store.countOrders('a')).toBe(0)
  expect(await maintenance.check()).toEqual({ isSound: true, problems: [] })
  expect(namesBeside(file)).toEqual([
    'backups',
    'starkdesk-journal.db',
    'starkdesk.db',
    'starkdesk.db.damaged-20231114T221320000Z',
  ])
})

test('a damaged table of the user’s own comes from the backup, the others from the damaged file', async () => {
  const { file, backedUp, newest } = await makeBackedUp()
  damagePages(file, pagesOf(file, 'accounts'))
  const { store, reports } = await openKept(file)
  await expect(store.listAccounts()).rejects.toMatchObject({ code: 'databaseCorrupt' })
  expect((await store.listAccounts()).map(({ id }) => id)).toEqual(['a', 'b'])
  expect(readOwn(file)).toEqual({ ...newest, accounts: backedUp['accounts'] })
  expect(reports).toMatchObject([
    {
      backupMs: nowMs - dayMs,
      restoredTables: ['accounts'],
      savedTables: allTables.filter((table) => table !== 'accounts'),
    },
  ])
})

const cut = (file: string) => truncateSync(file, statSync(file).size / 2)
const zeroHeader = (file: string) => {
  const bytes = readFileSync(file)
  bytes.fill(0, 0, 100)
  writeFileSync(file, bytes)
}

test.each([
  ['a file whose header was zeroed', zeroHeader],
  ['a file that is no database', (file: string) => writeFileSync(file, 'not a database '.repeat(1000))],
  ['a file without a byte', (file: string) => truncateSync(file, 0)],
  ['a file of a few bytes', (file: string) => truncateSync(file, 60)],
])('%s is set aside at the start, and the backup brought back', async (_name, damage) => {
  const { file, backedUp } = await makeBackedUp()
  damage(file)
  const damaged = readFileSync(file)
  const { store, reports } = await openKept(file)
  expect(await store.getSetting('theme')).toBe('dark')
  expect(readOwn(file)).toEqual(backedUp)
  expect(reports).toMatchObject([
    { backupMs: nowMs - dayMs, savedTables: [], restoredTables: allTables, setAsideAs: asideName(file) },
  ])
  expect(readFileSync(asideName(file)).equals(damaged)).toBe(true)
})

test('a file that was cut off keeps what lies before the cut', async () => {
  const { file } = await makeBackedUp()
  cut(file)
  const { store, reports } = await openKept(file)
  expect((await store.listAccounts()).map(({ id }) => id).slice(0, 2)).toEqual(['a', 'b'])
  expect(await store.listOrders('a', anyOrder, newestFirst, 0, 10)).toMatchObject({ total: 0 })
  expect(reports).toHaveLength(1)
  expect(listAside(file)).toHaveLength(1)
})

test('without a backup the app begins anew, and says which tables are empty', async () => {
  const file = await makeFilled()
  zeroHeader(file)
  const { store, reports } = await openKept(file)
  expect(await store.listAccounts()).toEqual([])
  expect(reports).toMatchObject([{ backupMs: null, savedTables: [], restoredTables: allTables }])
})

test('a backup that is itself damaged is passed over for an older one', async () => {
  const { file, backedUp } = await makeBackedUp()
  const newer = backUp(file, nowMs - 1000)
  damagePages(newer.file, pagesOf(newer.file, 'settings'))
  zeroHeader(file)
  const { reports } = await openKept(file)
  expect(reports).toMatchObject([{ backupMs: nowMs - dayMs }])
  expect(readOwn(file)).toEqual(backedUp)
})

test('a log that is nonsense is passed over by SQLite: the file is as of its last merge, and sound', async () => {
  const { file, newest } = await makeBackedUp()
  writeFileSync(`${file}-wal`, Buffer.alloc(40_000, 0x5a))
  const { maintenance, reports } = await openKept(file)
  expect(await maintenance.check()).toEqual({ isSound: true, problems: [] })
  expect(readOwn(file)).toEqual(newest)
  expect(reports).toEqual([])
})

test('the log of a damaged file goes with it, and never lies beside the new one', async () => {
  const { file, newest } = await makeBackedUp()
  const db = new Database(file)
  db.exec("UPDATE settings SET value = 'last words' WHERE key = 'theme'")
  const log = readFileSync(`${file}-wal`)
  const main = readFileSync(file)
  db.close()
  // As a crash leaves it: what was written last is only in the log.
  main.fill(0xa5, (Math.max(...pagesOf(file, 'orders')) - 1) * 4096)
  writeFileSync(file, main)
  writeFileSync(`${file}-wal`, log)
  const { store, repair } = await openKept(file)
  await repair('data', 'check')
  expect(await store.getSetting('theme')).toBe('last words')
  expect(readOwn(file)['accounts']).toEqual(newest['accounts'])
})

test('calls that come during a repair wait for it, and the store stays the same', async () => {
  const { file } = await makeBackedUp()
  damagePages(file, pagesOf(file, 'accounts'))
  const { store, reports, faults } = await openKept(file)
  const first = store.listAccounts()
  const beside = store.getSetting('theme')
  await expect(first).rejects.toMatchObject({ code: 'databaseCorrupt' })
  await beside
  const waiting = [store.listAccounts(), store.getSetting('theme'), store.countOrders('a')]
  expect(await Promise.all(waiting)).toMatchObject([[{ id: 'a' }, { id: 'b' }], 'light', 0])
  expect(reports).toHaveLength(1)
  expect(faults).toEqual([])
  await store.putAccount(sampleAccount('d'))
  await store.close()
  await expect(store.listAccounts()).rejects.toMatchObject({ code: 'internal' })
})

test('what was known of the list of orders before a repair is not written into the file after it', async () => {
  const { file } = await makeBackedUp()
  const { store, repair } = await openKept(file)
  const known = { fromId: 0, toId: 600, rows: 600, fromMs: 1 }
  const repairing = repair('data', 'check')
  const late = store.putOrders('a', [sampleOrder(1)], { stretches: [known], keptFromMs: 0, asOfMs: nowMs })
  const choice = store.setSetting('theme', 'late')
  await expect(late).rejects.toMatchObject({ code: 'cancelled' })
  await repairing
  await choice
  expect(await store.getOrderSync('a')).toMatchObject({ stretches: [] })
  expect(await store.getSetting('theme')).toBe('late')
})

test('damage that a backup meets is repaired like that of a call', async () => {
  const { file, backedUp } = await makeBackedUp()
  damagePages(file, pagesOf(file, 'watched_markets'))
  const { maintenance, store, reports } = await openKept(file)
  await expect(maintenance.backUp()).rejects.toMatchObject({ code: 'databaseCorrupt' })
  await store.listAccounts()
  expect(reports).toMatchObject([{ restoredTables: ['watched_markets'] }])
  expect(readOwn(file)['watched_markets']).toEqual(backedUp['watched_markets'])
  expect(await maintenance.backUp()).toMatchObject({ data: { madeAtMs: nowMs } })
})

test('a second repair sets aside under a name of its own', async () => {
  const { file, newest } = await makeBackedUp()
  const { repair } = await openKept(file)
  await repair('data', 'one')
  await repair('data', 'two')
  expect(listAside(file)).toHaveLength(2)
  expect(readOwn(file)).toEqual(newest)
})

test('a version that never was is damage, and costs nothing of what fits the tables', async () => {
  const { file, newest } = await makeBackedUp()
  const db = new Database(file)
  db.pragma('user_version = -7')
  db.close()
  const { reports } = await openKept(file)
  expect(reports).toMatchObject([{ reason: 'version', savedTables: allTables, restoredTables: [] }])
  expect(readOwn(file)).toEqual(newest)
})

test('what an older damaged file holds is saved too', async () => {
  const file = makeFile()
  const db = openDatabase(file, dataFile, 0)
  db.exec(`INSERT INTO accounts (key, id, label, network_kind, ethereum_address, created_at_ms)
    VALUES (7, 'old', 'Old', 'practice', '0xA', 5);
    INSERT INTO watched_markets VALUES ('n', 0, 'ethusdc')`)
  db.close()
  damagePages(file, pagesOf(file, 'watched_markets'))
  const { store, reports } = await openKept(file, undefined, newerThreads)
  expect(await store.listAccounts()).toMatchObject([{ id: 'old' }])
  // Found by the backup before the migration, so that no step ran on it.
  expect(reports).toMatchObject([{ restoredTables: ['watched_markets'], backupMs: null }])
  expect(new Set(reports[0]?.savedTables)).toEqual(
    new Set(allTables.filter((table) => table !== 'watched_markets')),
  )
})

test.each([
  ['from a backup', zeroHeader],
  [
    'with accounts from a backup',
    (file: string) => {
      damagePages(file, pagesOf(file, 'accounts'))
    },
  ],
])(
  'notes of what was under way are not brought back %s: they would be believed of now',
  async (_name, damage) => {
    const file = makeFile()
    const first = await open(file)
    await putOwn(first)
    await first.setSetting('accountsWithoutRow', 'c')
    await first.close()
    backUp(file, nowMs - dayMs)
    damage(file)
    const { store, repair } = await openKept(file)
    await repair('data', 'check')
    expect(await store.getSetting('accountsWithoutRow')).toBeNull()
    expect(await store.getSetting('theme')).toBe('dark')
  },
)

test('notes of what was under way stay where all that they speak of was saved with them', async () => {
  const file = makeFile()
  const { store, repair } = await openKept(file)
  await putOwn(store)
  await store.setSetting('accountsWithoutRow', 'c')
  await repair('data', 'check')
  expect(await store.getSetting('accountsWithoutRow')).toBe('c')
})

test('a file of a newer version or of another program is refused untouched, backup or not', async () => {
  const { file } = await makeBackedUp()
  const db = new Database(file)
  db.pragma('user_version = 999')
  db.close()
  const before = readFileSync(file)
  await expect(openKept(file)).rejects.toMatchObject({ code: 'databaseTooNew' })
  expect(readFileSync(file).equals(before)).toBe(true)

  const strange = new Database(file)
  strange.pragma('application_id = 5')
  strange.close()
  await expect(openKept(file)).rejects.toMatchObject({ code: 'databaseUnavailable' })
  expect(listAside(file)).toEqual([])
})

test('a file that the user moved away is no damage: the app begins afresh, the backups stay', async () => {
  const { file } = await makeBackedUp()
  renameSync(file, join(dirname(file), 'elsewhere.db'))
  const { store, maintenance, reports } = await openKept(file)
  expect(await store.listAccounts()).toEqual([])
  expect(reports).toEqual([])
  expect(await maintenance.listBackups()).toHaveLength(1)
  expect(existsSync(backupsOf(file))).toBe(true)
})
