// When the file is checked and backed up by itself. Maintenance is made by hand where only its being called matters.
import { expect, test, vi } from 'vitest'
import { AppError } from '../../../src-preload/domain/errors.ts'
import type { Maintenance } from '../../../src-main/store/maintenance/maintenance.ts'
import { makeFile, sampleAccount } from '../store/support.ts'
import { dayMs, openWorld, startMs, type WorldOptions } from './data-world.ts'

/** Counts the calls that go on to the real maintenance. */
function counted(maintenance: Maintenance, counts: { checks: number; backups: number }): Maintenance {
  return {
    ...maintenance,
    check: () => {
      counts.checks += 1
      return maintenance.check()
    },
    backUp: () => {
      counts.backups += 1
      return maintenance.backUp()
    },
  }
}

/** One life of the app with a check at its start, where one is due; answers whether there was one. */
async function live(file: string, nowMs: number, end: 'close' | 'crash'): Promise<boolean> {
  const counts = { checks: 0, backups: 0 }
  const world = await openWorld({
    file,
    nowMs,
    // Counting comes after the check in each life: then it is known whether there was one.
    pace: { checkAfterMs: 1, measureAfterMs: 150 },
    wrapMaintenance: (maintenance) => counted(maintenance, counts),
  })
  world.data.start()
  const state = await world.until(
    ({ measuredAtMs, check }) => measuredAtMs !== null && check.status !== 'running',
  )
  expect(state.check.status).toBe('sound')
  // A process that is killed closes nothing: its store does, here, or the file could not be opened again.
  await (end === 'close' ? world.close() : world.store.close())
  return counts.checks > 0
}

test('a file found sound and closed in order is not read again within a day; after a crash or a day it is', async () => {
  const file = makeFile()
  expect(await live(file, startMs, 'close')).toBe(true)
  expect(await live(file, startMs + 1000, 'close')).toBe(false)
  expect(await live(file, startMs + dayMs - 1, 'crash')).toBe(false)
  expect(await live(file, startMs + dayMs - 1, 'close')).toBe(true)
  expect(await live(file, startMs + 2 * dayMs, 'close')).toBe(true)
  // A clock that was set back.
  expect(await live(file, startMs, 'close')).toBe(true)
})

test('a file in use for a week is checked again', async () => {
  const counts = { checks: 0, backups: 0 }
  const world = await openWorld({
    pace: { checkAfterMs: 1 },
    wrapMaintenance: (maintenance) => counted(maintenance, counts),
  })
  world.data.start()
  await world.until(({ check }) => check.status === 'sound' && counts.checks === 1)
  world.clock.nowMs += 7 * dayMs
  await world.until(({ check }) => check.status === 'sound' && counts.checks === 2)
  expect((await world.state()).check.atMs).toBe(startMs + 7 * dayMs)
})

test('a check that could not be made says so, and is no damage', async () => {
  const repairs: string[] = []
  const world = await openWorld({
    repair: (file, reason) => {
      repairs.push(`${file}: ${reason}`)
      return Promise.resolve()
    },
    wrapMaintenance: (maintenance) => ({
      ...maintenance,
      check: () => Promise.reject(new AppError('databaseUnavailable', { file: 'x', reason: 'SQLITE_IOERR' })),
    }),
  })
  world.data.check()
  await world.until(({ check }) => check.status === 'failed')
  expect(repairs).toEqual([])
})

test('a file that is damaged again right after its repair is not repaired over and over', async () => {
  let checks = 0
  const repairs: string[] = []
  const world = await openWorld({
    repair: (file, reason) => {
      repairs.push(`${file}: ${reason}`)
      return Promise.resolve()
    },
    wrapMaintenance: (maintenance) => ({
      ...maintenance,
      check: () => {
        checks += 1
        return Promise.resolve({
          isSound: false,
          problems: [{ file: 'journal', text: 'page 7 is never used' }],
        })
      },
    }),
  })
  world.data.check()
  await vi.waitFor(() => expect(checks).toBe(2))
  await world.until(({ check }) => check.status === 'damaged')
  expect([checks, repairs]).toEqual([2, ['journal: page 7 is never used']])
})

const backingUp = (
  counts: { checks: number; backups: number },
  changes: WorldOptions = {},
): WorldOptions => ({
  wrapMaintenance: (maintenance) => counted(maintenance, counts),
  ...changes,
})

test('the user’s own data is backed up at the start, and each hour', async () => {
  const counts = { checks: 0, backups: 0 }
  const world = await openWorld(backingUp(counts, { pace: { backUpAfterMs: 1 } }))
  world.data.start()
  const first = await world.until(({ backups }) => backups.count === 1)
  expect(first.backups).toMatchObject({ newestMs: startMs, lastError: null })
  await world.store.putAccount(sampleAccount('a'))
  world.clock.nowMs += 3_600_000
  const second = await world.until(({ backups }) => backups.count === 2)
  expect(second.backups.newestMs).toBe(startMs + 3_600_000)
  expect(second.backups.bytes).toBeGreaterThan(first.backups.bytes)
  expect(counts.backups).toBe(2)
})

test('a change is backed up soon, many changes at once together, and one that is waiting is when the app closes', async () => {
  const counts = { checks: 0, backups: 0 }
  const soon = await openWorld(backingUp(counts, { pace: { backUpSoonMs: 20, backUpGapMs: 20 } }))
  for (let times = 0; times < 10; times += 1) soon.data.noteOwnChange(false)
  await soon.until(({ backups }) => backups.count === 1)
  expect(counts.backups).toBe(1)
  await soon.store.putAccount(sampleAccount('a'))
  soon.data.noteOwnChange(false)
  await soon.until(({ backups }) => backups.count === 2)

  const late = { checks: 0, backups: 0 }
  const world = await openWorld(backingUp(late))
  world.data.noteOwnChange(false)
  await world.close()
  expect(late.backups).toBe(1)
})

test('a step of a transfer is backed up at once, and not after the pause that other changes wait for', async () => {
  const counts = { checks: 0, backups: 0 }
  const world = await openWorld(backingUp(counts, { pace: { backUpSoonMs: 60_000, backUpGapMs: 60_000 } }))
  world.data.noteOwnChange(false)
  await world.store.putAccount(sampleAccount('a'))
  world.data.noteOwnChange(true)
  await world.until(({ backups }) => backups.count === 1)
  await world.store.putAccount(sampleAccount('b'))
  world.data.noteOwnChange(true)
  await world.until(({ backups }) => backups.count === 2)
})

test('a backup that cannot be made is told and logged once, tried again, and an asked one fails with the reason', async () => {
  let isFull = true
  let tries = 0
  const world = await openWorld({
    pace: { backUpSoonMs: 1, backUpGapMs: 1 },
    wrapMaintenance: (maintenance) => ({
      ...maintenance,
      backUp: () => {
        tries += 1
        if (!isFull) return maintenance.backUp()
        return Promise.reject(new AppError('databaseUnavailable', { file: 'x', reason: 'ENOSPC' }))
      },
    }),
  })
  world.data.noteOwnChange(false)
  await world.until(({ backups }) => backups.lastError?.data['reason'] === 'ENOSPC' && tries >= 3)
  expect(world.faults).toHaveLength(1)
  await expect(world.data.backUp()).rejects.toMatchObject({ code: 'databaseUnavailable' })
  isFull = false
  await world.until(({ backups }) => backups.lastError === null && backups.count === 1)
  expect(await world.data.backUp()).toEqual({})
})

test('an app that ends while it still notes its start leaves no fault, and its file as closed', async () => {
  const gate = Promise.withResolvers<undefined>()
  const world = await openWorld({
    wrapStore: (store) => ({
      ...store,
      getSetting: async (key) => {
        const value = await store.getSetting(key)
        if (key === 'fileCheck') await gate.promise
        return value
      },
    }),
  })
  world.data.start()
  const closing = world.close()
  setTimeout(() => gate.resolve(undefined), 50)
  await closing
  expect(world.faults).toEqual([])
  const again = await openWorld({ file: world.file })
  expect(JSON.parse((await again.store.getSetting('fileCheck')) ?? '')).toMatchObject({ isClosed: true })
})
