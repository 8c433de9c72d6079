// What a backup holds, when one is written, and which are thinned out.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { listBackupFiles } from '../../../../src-main/store/maintenance/backup-files.ts'
import { chooseOldBackups } from '../../../../src-main/store/maintenance/delete-old-backups.ts'
import type { Backup } from '../../../../src-main/store/maintenance/maintenance.ts'
import { dataFile } from '../../../../src-main/store/files/data-file.ts'
import { journalFile } from '../../../../src-main/store/files/journal-file.ts'
import { clock, makeFile } from '../support.ts'
import {
  backUp,
  backupsOf,
  damagePages,
  dayMs,
  journalOf,
  makeFilled,
  openKept,
  pagesOf,
  putCache,
  putJournal,
  putOwn,
  putTransfer,
  readOwn,
} from './support.ts'

const nowMs = clock.now()
const unsafeMode = 0o077

test('a backup holds all rows of the user’s own of both files, with rules and triggers, and nothing of the cache', async () => {
  const file = makeFile()
  const { store, journal, maintenance } = await openKept(file)
  await putOwn(store)
  await putJournal(journal)
  await putCache(store, 500)
  const made = await maintenance.backUp()
  for (const [kind, source] of [
    [dataFile, file],
    [journalFile, journalOf(file)],
  ] as const) {
    const backup = made[kind.name]
    const version = kind.migrations.length
    expect(backup).toMatchObject({ madeAtMs: nowMs, version, reason: 'rolling' })
    const name = `${kind.backupPrefix}-20231114T221320000Z-v${version}.sqlite`
    expect(backup.file).toBe(join(backupsOf(file), name))
    expect(readOwn(backup.file, kind)).toEqual(readOwn(source, kind))

    const db = new Database(backup.file)
    const tables = db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all()
    expect(tables.sort()).toEqual(kind.ownFamilies.flat().sort())
    expect(db.pragma('application_id', { simple: true })).toBe(kind.applicationId)
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    if (kind === journalFile)
      expect(() => db.exec('DELETE FROM transfers')).toThrow('a transfer is never deleted')
    db.close()
    if (process.platform !== 'win32') expect(statSync(backup.file).mode & unsafeMode).toBe(0)
  }
  expect(await maintenance.listBackups()).toHaveLength(2)
  if (process.platform !== 'win32') expect(statSync(backupsOf(file)).mode & unsafeMode).toBe(0)
})

test('only the file in which something has changed is backed up again', async () => {
  const { journal, maintenance } = await openKept(makeFile())
  await putJournal(journal)
  const first = await maintenance.backUp()
  await putTransfer(journal, 3)
  const second = await maintenance.backUp()
  expect(second.data).toEqual(first.data)
  expect(second.journal.madeAtMs).toBeGreaterThan(first.journal.madeAtMs)
  expect(await maintenance.listBackups()).toHaveLength(3)
})

test('damage in the data file keeps the journal from no backup', async () => {
  const file = await makeFilled(10)
  damagePages(file, pagesOf(file, 'watched_markets'))
  const { journal, maintenance } = await openKept(file)
  await putJournal(journal)
  await expect(maintenance.backUp()).rejects.toMatchObject({ code: 'databaseCorrupt' })
  const [backup] = listBackupFiles(backupsOf(file), journalFile)
  expect(readOwn(backup?.file ?? '', journalFile)).toEqual(readOwn(journalOf(file), journalFile))
})

test('a backup is written only when something of the user’s own has changed', async () => {
  const file = makeFile()
  const { store, maintenance } = await openKept(file)
  await putOwn(store)
  const first = await maintenance.backUp()
  await putCache(store, 100)
  expect(await maintenance.backUp()).toEqual(first)
  await store.setSetting('theme', 'light')
  const second = await maintenance.backUp()
  expect(second.data.madeAtMs).toBeGreaterThan(first.data.madeAtMs)
  expect(await maintenance.listBackups()).toEqual([second.data, first.data, first.journal])
  expect(await maintenance.backUp()).toEqual(second)
})

test('backups keep their order when the clock is set back', async () => {
  const file = await makeFilled(1)
  const first = backUp(file, nowMs)
  const db = new Database(file)
  db.exec("UPDATE settings SET value = 'light'")
  db.close()
  const second = backUp(file, nowMs - 10 * dayMs)
  expect(listBackupFiles(backupsOf(file), dataFile).map((each) => each.file)).toEqual([
    second.file,
    first.file,
  ])
})

test('a table of the user’s own that is damaged is not backed up over a good backup', async () => {
  const file = await makeFilled(10)
  const good = backUp(file, nowMs)
  damagePages(file, pagesOf(file, 'accounts'))
  expect(() => backUp(file, nowMs + 1)).toThrow(expect.objectContaining({ code: 'databaseCorrupt' }))
  expect(listBackupFiles(backupsOf(file), dataFile)).toEqual([good])
})

test('what cannot be read as a backup is not offered as one, and never thinned out', async () => {
  const file = await makeFilled(10)
  const folder = backupsOf(file)
  const good = backUp(file, nowMs - 400 * dayMs)
  const torn = join(folder, 'own-20200101T000000000Z-v5.sqlite')
  writeFileSync(torn, readFileSync(good.file).subarray(0, 9000))
  const wrongVersion = join(folder, 'own-20200102T000000000Z-v3.sqlite')
  writeFileSync(wrongVersion, readFileSync(good.file))
  writeFileSync(join(folder, 'notes.txt'), 'mine')
  writeFileSync(join(folder, 'own-20200103T000000000Z-v5.sqlite.part'), 'cut off')
  expect(listBackupFiles(folder, dataFile)).toEqual([good])
  const db = new Database(file)
  for (let round = 0; round < 7; round += 1) {
    db.prepare('UPDATE settings SET value = ?').run(String(round))
    backUp(file, nowMs - (300 - round) * dayMs)
  }
  db.close()
  const names = readdirSync(folder)
  expect(listBackupFiles(folder, dataFile)).toHaveLength(7)
  expect(listBackupFiles(folder, dataFile)).not.toContainEqual(good)
  expect(names).toContain('notes.txt')
  expect(names).toContain('own-20200101T000000000Z-v5.sqlite')
  expect(names).toContain('own-20200102T000000000Z-v3.sqlite')
  expect(names).not.toContain('own-20200103T000000000Z-v5.sqlite.part')
})

function backupsEvery(hours: number, days: number, reason: Backup['reason'] = 'rolling'): Backup[] {
  const count = (days * 24) / hours
  return Array.from({ length: count }, (_, at) => {
    const madeAtMs = nowMs - at * hours * 60 * 60 * 1000
    return { file: String(madeAtMs), madeAtMs, version: 5, reason, bytes: 1 }
  })
}

test('thinning keeps the newest five, the last of seven days and of four weeks', () => {
  const all = backupsEvery(3, 60)
  const thinned = new Set(chooseOldBackups(all, nowMs))
  const kept = all.filter((backup) => !thinned.has(backup))
  expect(kept.slice(0, 5)).toEqual(all.slice(0, 5))
  const days = new Set(kept.map(({ madeAtMs }) => Math.floor(madeAtMs / dayMs)))
  for (let day = 0; day < 7; day += 1) expect(days).toContain(Math.floor(nowMs / dayMs) - day)
  const weeks = new Set(kept.map(({ madeAtMs }) => Math.floor(madeAtMs / (7 * dayMs))))
  for (let week = 0; week < 4; week += 1) expect(weeks).toContain(Math.floor(nowMs / (7 * dayMs)) - week)
  expect(kept.length).toBeLessThanOrEqual(5 + 7 + 4)
})

test('a backup from before a migration is kept for ninety days', () => {
  const all = [...backupsEvery(24, 10), ...backupsEvery(24, 120, 'migration').slice(10)]
  const kept = all.filter((backup) => !chooseOldBackups(all, nowMs).includes(backup))
  const days = kept
    .filter(({ reason }) => reason === 'migration')
    .map(({ madeAtMs }) => (nowMs - madeAtMs) / dayMs)
  expect(Math.max(...days)).toBe(89)
  expect(days).toHaveLength(80)
})

test('thinning twice takes away nothing more', () => {
  const all = backupsEvery(5, 40)
  const kept = all.filter((backup) => !chooseOldBackups(all, nowMs).includes(backup))
  expect(chooseOldBackups(kept, nowMs)).toEqual([])
})
