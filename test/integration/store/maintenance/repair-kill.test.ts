// A repair that is killed at any step is finished or begun anew by the next start, and backups are whole.
import { spawnSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { dataFile } from '../../../../src-main/store/files/data-file.ts'
import { listBackupFiles } from '../../../../src-main/store/maintenance/backup-files.ts'
import { newFileOf } from '../../../../src-main/store/maintenance/repair-note.ts'
import type { RepairStep } from '../../../../src-main/store/maintenance/repair.ts'
import { runAndKill } from '../../../fixtures/run-and-kill.ts'
import {
  backUp,
  backupsOf,
  damagePages,
  listAside,
  makeFilled,
  namesBeside,
  openKept,
  pagesOf,
  readOwn,
} from './support.ts'

const script = fileURLToPath(new URL('repair-until-killed.ts', import.meta.url))

function repairAndKill(file: string, step: RepairStep): void {
  const child = spawnSync(process.execPath, [script, file, backupsOf(file), step], { encoding: 'utf8' })
  expect(child.stderr).toBe('')
  expect(child.signal).toBe('SIGKILL')
}

async function makeDamaged(): Promise<{ file: string; own: Record<string, unknown[]> }> {
  const file = await makeFilled()
  const own = readOwn(file)
  backUp(file, 1_600_000_000_000)
  damagePages(file, [...pagesOf(file, 'orders').slice(1), ...pagesOf(file, 'accounts')])
  return { file, own }
}

const steps: RepairStep[] = ['build', 'note', 'setAside', 'setAsideSideFile', 'replace', 'done']

test.each(steps)(
  'killed before %s: the next start has all, tells it, and leaves nothing behind',
  async (step) => {
    const { file, own } = await makeDamaged()
    repairAndKill(file, step)
    const { store, reports, repair } = await openKept(file)
    const isDecided = steps.indexOf(step) > steps.indexOf('note')
    // Before that, the next start knows of no damage: it is met again by whoever meets it.
    if (!isDecided) await repair('data', 'second try')
    expect(reports).toMatchObject([
      { reason: isDecided ? 'first try' : 'second try', restoredTables: ['accounts'] },
    ])
    expect((await store.listAccounts()).map(({ id }) => id)).toEqual(['a', 'b'])
    expect(readOwn(file)).toEqual(own)
    expect(listAside(file)).toHaveLength(1)
    expect(namesBeside(file)).toEqual(['backups', 'starkdesk-journal.db', 'starkdesk.db', ...listAside(file)])
    await store.close()

    const again = await openKept(file)
    expect(again.reports).toEqual([])
  },
)

test('killed at one step after the other, it still comes to its end', async () => {
  const { file, own } = await makeDamaged()
  for (const step of ['build', 'note', 'setAside'] as const) repairAndKill(file, step)
  const { reports } = await openKept(file)
  expect(reports).toMatchObject([{ reason: 'first try' }])
  expect(readOwn(file)).toEqual(own)
})

test('a half-built new file of an earlier try is never taken for a whole one', async () => {
  const { file, own } = await makeDamaged()
  repairAndKill(file, 'done')
  // The note of that repair is still there when the next one is cut off in the middle of building.
  damagePages(file, pagesOf(file, 'accounts'))
  repairAndKill(file, 'note')
  writeFileSync(newFileOf(file), 'half')
  const { store, reports } = await openKept(file)
  await expect(store.listAccounts()).rejects.toMatchObject({ code: 'databaseCorrupt' })
  await store.listAccounts()
  expect(reports).toMatchObject([{ restoredTables: ['accounts'] }])
  expect(readOwn(file)).toEqual(own)
})

test('a process killed while it backs up leaves only backups that can be read, and nothing that stays', async () => {
  const file = await makeFilled(10)
  const folder = backupsOf(file)
  const loop = new URL('back-up-until-killed.ts', import.meta.url)
  for (const reports of [1, 4, 2]) {
    await runAndKill(loop, [file, folder], reports)
    const whole = readdirSync(folder).filter((name) => name.endsWith('.sqlite'))
    expect(listBackupFiles(folder, dataFile)).toHaveLength(whole.length)
    expect(whole.length).toBeGreaterThan(0)
  }
  const last = backUp(file, 1_800_000_000_000)
  expect(readOwn(last.file)).toEqual(readOwn(file))
  expect(readdirSync(folder).filter((name) => !name.endsWith('.sqlite'))).toEqual([])
})
