// Maintenance on a disk without room leaves all data where it was, with a real full file system.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../../src-main/store/worker/database.ts'
import { migrations } from '../../../../src-main/store/migrations/all.ts'
import { clock } from '../support.ts'
import { damagePages, listAside, makeFilled, newerThreads, openKept, pagesOf, readOwn } from './support.ts'

/** A file system of this many bytes, or null where this user may not mount one. */
function mountSmall(bytes: number): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-full-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder])
  if (mounted.status !== 0) return null
  onTestFinished(() => {
    execFileSync('umount', [folder])
  })
  return folder
}

/** The system's word for a full disk, or SQLite's. */
const noRoom: unknown = expect.stringMatching(/ENOSPC|FULL/)
const inBackups = (folder: string): unknown => expect.stringContaining(folder)

/** Leaves no room in a folder's file system; returns what makes room again. */
function fillUp(folder: string): () => void {
  for (let index = 0; ; index += 1) {
    try {
      writeFileSync(join(folder, `filler-${index}`), Buffer.alloc(16_384))
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' })
      return () => {
        for (let at = 0; at <= index; at += 1) rmSync(join(folder, `filler-${at}`), { force: true })
      }
    }
  }
}

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
  await expect(repair('check')).rejects.toMatchObject({
    code: 'databaseCorrupt',
    data: { file, reason: 'check', repairReason: noRoom, setAsideAs: null },
  })
  await expect(store.listAccounts()).rejects.toMatchObject({ code: 'databaseCorrupt' })
  expect(readFileSync(file).equals(damaged)).toBe(true)
  expect(listAside(file)).toEqual([])
  makeRoom()
  await repair('check')
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
  expect(await maintenance.listBackups()).toEqual([first])
  expect(readdirSync(backups)).toHaveLength(1)
})

test('without room for the backup no migration begins', async ({ skip }) => {
  const folder = mountSmall(1024 * 1024)
  if (folder === null) return skip('mounting takes root')
  const file = await makeFilled(10)
  rmSync(file)
  const db = openDatabase(file, migrations, 0)
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
    { version: 1, reason: 'migration', madeAtMs: clock.now() },
  ])
})
