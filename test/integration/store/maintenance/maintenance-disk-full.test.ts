// Maintenance on a disk without room leaves all data where it was, with a real full file system.
import { migrations } from '../../../../src-main/store/migrations/all.ts'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../../src-main/store/worker/database.ts'
import { dataFile } from '../../../../src-main/store/files/data-file.ts'
import { clock } from '../support.ts'
import { fillUp, mountSmall } from './small-disk.ts'
import { damagePages, listAside, makeFilled, newerThreads, openKept, pagesOf, readOwn } from './support.ts'

/** The system's word for a full disk, or SQLite's. */
const noRoom: unknown = expect.stringMatching(/ENOSPC|FULL/)
const inBackups = (folder: string): unknown => expect.stringContaining(folder)

test('a repair without room leaves the damaged file where it was, and can be tried again', async ({
  skip,
}) => {
  const folder = mountSmall(2 * 1024 * 1024)
  if (folder === null) return skip('mounting takes root')
  const original = await makeFilled(100)
  const file = join(folder, 'starkdesk.db')
  const own = readOwn(original)
  writeFileSync(file, readFileSync(original))
  damagePages(file, pagesOf(file, 'orders').slice(1))
  const damaged = readFileSync(file)

  const { store, repair } = await openKept(file)
  await store.countOrders('a')
  const makeRoom = fillUp(folder)
  await expect(repair('data', 'check')).rejects.toMatchObject({
    code: 'databaseCorrupt',
    data: { file, reason: 'check', repairReason: noRoom, setAsideAs: null },
  })
  await expect(store.listAccounts()).rejects.toMatchObject({ code: 'databaseCorrupt' })
  expect(readFileSync(file).equals(damaged)).toBe(true)
  expect(listAside(file)).toEqual([])
  makeRoom()
  await repair('data', 'check')
  expect((await store.listAccounts()).map(({ id }) => id)).toEqual(['a', 'b'])
  expect(readOwn(file)).toEqual(own)
})

test('a start that cannot repair for want of room says so, and changes nothing', async ({ skip }) => {
  const folder = mountSmall(1024 * 1024)
  if (folder === null) return skip('mounting takes root')
  const file = join(folder, 'starkdesk.db')
  writeFileSync(file, 'no database '.repeat(1000))
  fillUp(folder)
  await expect(openKept(file)).rejects.toMatchObject({
    code: 'databaseCorrupt',
    data: { file, reason: 'SQLITE_NOTADB', repairReason: noRoom },
  })
  expect(readFileSync(file, 'utf8')).toMatch(/^no database/)
})

test('a backup without room fails by name, and the older ones stay', async ({ skip }) => {
  const folder = mountSmall(1024 * 1024)
  if (folder === null) return skip('mounting takes root')
  const file = await makeFilled(10)
  const backups = join(folder, 'backups')
  const { store, maintenance } = await openKept(file, backups)
  const first = await maintenance.backUp()
  await store.setSetting('theme', 'light')
  fillUp(folder)
  await expect(maintenance.backUp()).rejects.toMatchObject({
    code: 'databaseUnavailable',
    data: { file: inBackups(backups), reason: noRoom },
  })
  expect(await maintenance.listBackups()).toEqual([first.data, first.journal])
  expect(readdirSync(backups)).toHaveLength(2)
})

test('without room for the backup no migration begins', async ({ skip }) => {
  const folder = mountSmall(1024 * 1024)
  if (folder === null) return skip('mounting takes root')
  const file = await makeFilled(10)
  rmSync(file)
  const db = openDatabase(file, dataFile, 0)
  db.exec("INSERT INTO settings VALUES ('theme', 'dark')")
  db.close()
  const before = readFileSync(file)
  const backups = join(folder, 'backups')
  mkdirSync(backups)
  const makeRoom = fillUp(folder)
  await expect(openKept(file, backups, newerThreads)).rejects.toMatchObject({
    code: 'databaseUnavailable',
    data: {
      file,
      reason: 'noBackup',
      backupsFolder: backups,
      backupReason: noRoom,
    },
  })
  expect(readFileSync(file).equals(before)).toBe(true)
  expect(readdirSync(backups)).toEqual([])
  makeRoom()
  const { store, maintenance } = await openKept(file, backups, newerThreads)
  expect(await store.getSetting('theme')).toBe('dark')
  expect(await maintenance.listBackups()).toMatchObject([
    { version: migrations.length, reason: 'migration', madeAtMs: clock.now() },
  ])
})
