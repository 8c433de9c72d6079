// What the page is told of the data on this computer, and what clearing and limits do.
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { DataKind } from '../../../src-preload/contract/app/data.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { keptFromMs, readKeepDays } from '../../../src-main/data/keep-days.ts'
import type { Store } from '../../../src-main/store/api/store-api.ts'
import {
  backupsOf,
  damagePages,
  journalOf,
  listAside,
  pagesOf,
  putJournal,
} from '../store/maintenance/support.ts'
import {
  makeFile,
  openTestJournal,
  sampleAccount,
  sampleCandles,
  sampleOrder,
  samplePnl,
  sampleTrade,
} from '../store/support.ts'
import { dayMs, openWorld, startMs, type World } from './data-world.ts'

/** An order a day back to before any limit, each with a fill. */
async function fillOrders({ store }: World, count = 400): Promise<void> {
  await store.putAccount(sampleAccount('a'))
  const orders = Array.from({ length: count }, (_, at) => {
    const createdAtMs = startMs - (count - at) * dayMs
    return sampleOrder(at + 1, { state: 'done', createdAtMs, updatedAtMs: createdAtMs, tradesCount: 1 })
  })
  await store.putOrders('a', orders, { stretches: [], keptFromMs: 0, asOfMs: 1 })
  for (const order of orders) await store.putOrderTrades('a', order, [sampleTrade(order.id)])
}

const kindOf = async (world: World, kind: DataKind) =>
  (await world.state()).kinds.find((each) => each.kind === kind)

test('the page is told the sizes once they were counted, and how long each kind is kept', async () => {
  const world = await openWorld()
  expect(await world.state()).toMatchObject({
    measuredAtMs: null,
    fileBytes: null,
    isMeasuring: false,
    check: { status: 'notYet', atMs: null },
    repair: null,
    dropping: null,
    dropError: null,
  })
  expect(await kindOf(world, 'orders')).toMatchObject({ rows: null, bytes: null, keepDays: null })
  await fillOrders(world, 40)
  world.data.measure()
  const state = await world.until(({ measuredAtMs }) => measuredAtMs !== null)
  expect(state.measuredAtMs).toBe(startMs)
  expect(state.fileBytes).toBeGreaterThan(0)
  expect(await kindOf(world, 'orders')).toMatchObject({ rows: 40, oldestMs: startMs - 40 * dayMs })
  expect(world.steps).toContain('data:changed')
})

test('backups are looked for again with each measurement', async () => {
  const world = await openWorld()
  await world.store.putAccount(sampleAccount('a'))
  await world.data.backUp()
  expect((await world.state()).backups).toMatchObject({ count: 1, newestMs: startMs })
  for (const name of readdirSync(backupsOf(world.file))) rmSync(join(backupsOf(world.file), name))
  expect((await world.state()).backups.count).toBe(1)
  world.data.measure()
  const { backups } = await world.until(
    ({ measuredAtMs, isMeasuring }) => measuredAtMs !== null && !isMeasuring,
  )
  expect(backups).toMatchObject({ count: 0, bytes: 0, newestMs: null, lastError: null })
})

test('counting asked for again while it runs is done once more, and never twice at once', async () => {
  let running = 0
  let runs = 0
  const world = await openWorld({
    wrapMaintenance: (maintenance) => ({
      ...maintenance,
      measure: async () => {
        running += 1
        expect(running).toBe(1)
        runs += 1
        const found = await maintenance.measure()
        running -= 1
        return found
      },
    }),
  })
  for (let times = 0; times < 5; times += 1) world.data.measure()
  await world.until(({ isMeasuring }) => !isMeasuring && runs === 2)
})

test('a shorter limit drops what is older at once and is noted; a longer one wants the fills again', async () => {
  const world = await openWorld()
  await fillOrders(world)
  await world.data.setKeepDays({ kind: 'fills', keepDays: 90 })
  expect((await readKeepDays(world.store)).fills).toBe(90)
  await world.until(({ kinds }) => kinds.some(({ kind, rows }) => kind === 'fills' && rows === 90))
  expect(await world.store.countOrders('a')).toBe(400)
  // Not fetched again.
  expect(await world.store.listOrdersWantingFills('a', null, 500)).toEqual([])

  await world.data.setKeepDays({ kind: 'fills', keepDays: 365 })
  expect(await world.store.listOrdersWantingFills('a', null, 500)).toHaveLength(365 - 90)
  await world.data.setKeepDays({ kind: 'orders', keepDays: 30 })
  await world.until(({ kinds }) => kinds.some(({ kind, rows }) => kind === 'orders' && rows === 30))
  // What reads the history knows that more was dropped than it left out itself.
  expect((await world.store.getOrderSync('a')).keptFromMs).toBe(keptFromMs(30, startMs))
  expect(world.steps.filter((step) => step === 'hold')).toHaveLength(3)
})

test('clearing drops everything of the kinds while the sync is held, and then tells how many rows', async () => {
  const world = await openWorld()
  await fillOrders(world, 50)
  await world.store.putPnlSnapshot('a', [samplePnl('usdc')], 1)
  await world.store.putCandles('n', 'ethusdc', 60, sampleCandles([0, 3_600_000]), null, {
    asOfMs: 1e13,
    nowMs: 1e13,
    settledMs: 1e13,
  })
  const answer = await world.data.clear({ kinds: ['orders', 'coarseCandles'] })
  expect(answer).toEqual({ rows: 50 + 50 + 2 })
  expect(world.steps.filter((step) => step !== 'data:changed')).toEqual(['hold', 'go on'])
  expect(await world.store.countOrders('a')).toBe(0)
  expect((await world.store.getCandles('n', 'ethusdc', 60, null, 5)).candles.timesMs).toHaveLength(0)
  expect(await world.store.getLatestPnl('a')).not.toBeNull()
  expect((await world.store.listAccounts()).map(({ id }) => id)).toEqual(['a'])
  await world.until(({ measuredAtMs, dropping }) => measuredAtMs !== null && dropping === null)
  expect(readFileSync(`${world.file}-wal`)).toHaveLength(0)
})

test('a second clearing waits for the first', async () => {
  const world = await openWorld()
  await fillOrders(world, 30)
  const answers = await Promise.all([
    world.data.clear({ kinds: ['orders'] }),
    world.data.clear({ kinds: ['orders', 'fills'] }),
  ])
  expect(answers).toEqual([{ rows: 60 }, { rows: 0 }])
  expect(world.steps.filter((step) => step !== 'data:changed')).toEqual(['hold', 'go on', 'hold', 'go on'])
})

test('fills cleared under a limit are wanted again only of orders within it', async () => {
  const world = await openWorld()
  await fillOrders(world, 60)
  await world.data.setKeepDays({ kind: 'fills', keepDays: 30 })
  await world.until(({ dropping }) => dropping === null)
  // One that the user looked at although it is older.
  const old = await world.store.getOrder('a', 3)
  if (old === null) throw new Error('no order')
  await world.store.putOrderTrades('a', old, [sampleTrade(3)])
  await world.data.clear({ kinds: ['fills'] })
  expect(await world.store.listOrdersWantingFills('a', null, 500)).toHaveLength(30)
})

test('a full disk ends a drop with its reason in the state, and the next one that works takes it away', async () => {
  let isFull = true
  const full = () => new AppError('databaseUnavailable', { file: 'x', reason: 'SQLITE_FULL' })
  const world = await openWorld({
    wrapStore: (store): Store => ({
      ...store,
      dropAll: (...args) => (isFull ? Promise.reject(full()) : store.dropAll(...args)),
    }),
  })
  await fillOrders(world, 5)
  await expect(world.data.clear({ kinds: ['orders'] })).rejects.toMatchObject({ code: 'databaseUnavailable' })
  expect(await world.state()).toMatchObject({
    dropping: null,
    dropError: { code: 'databaseUnavailable', data: { reason: 'SQLITE_FULL' } },
  })
  await expect(world.data.clear({ kinds: ['orders'] })).rejects.toMatchObject({ code: 'databaseUnavailable' })
  // Said once.
  expect(world.faults).toEqual([expect.stringContaining('SQLITE_FULL')])
  isFull = false
  expect(await world.data.clear({ kinds: ['orders'] })).toEqual({ rows: 10 })
  expect((await world.state()).dropError).toBeNull()
})

test('what the user asks for does not wait until all that is old has gone', async () => {
  const steps: string[] = []
  const underWay = Promise.withResolvers<undefined>()
  const world = await openWorld({
    pace: { pauseMs: 1 },
    wrapStore: (store): Store => ({
      ...store,
      dropBefore: async (kind, beforeMs) => {
        steps.push(`before ${kind}`)
        underWay.resolve(undefined)
        // A piece of a row, so that there is something to interrupt.
        return store.dropBefore(kind, beforeMs, 1)
      },
      dropAll: (...args) => {
        steps.push(`all ${args[0]}`)
        return store.dropAll(...args)
      },
    }),
  })
  await fillOrders(world, 80)
  await world.data.setKeepDays({ kind: 'orders', keepDays: 7 })
  await underWay.promise
  await world.data.clear({ kinds: ['pnl'] })
  const at = steps.indexOf('all pnl')
  expect(at).toBeGreaterThan(0)
  await world.until(({ kinds }) => kinds.some(({ kind, rows }) => kind === 'orders' && rows === 7))
  expect(steps.slice(at).filter((step) => step === 'before orders').length).toBeGreaterThan(1)
})

test('old rows go by themselves some time after the start, and again each day', async () => {
  const world = await openWorld({ pace: { shortenAfterMs: 5 } })
  await fillOrders(world, 40)
  await world.store.setSetting('keepDays.orders', '30')
  world.data.start()
  const countIs = (count: number) =>
    vi.waitFor(async () => expect(await world.store.countOrders('a')).toBe(count), { timeout: 20_000 })
  await countIs(30)
  world.clock.nowMs += dayMs
  await countIs(29)
})

test('what was repaired is told until it is accepted, over a restart too', async () => {
  const file = makeFile()
  const report = {
    file: 'data' as const,
    atMs: 5,
    reason: 'SQLITE_CORRUPT',
    setAsideAs: '/tmp/damaged',
    backupMs: null,
    savedTables: ['accounts'],
    restoredTables: [],
  }
  const first = await openWorld({ file, repaired: report })
  first.data.start()
  await first.until(({ repair }) => repair !== null)
  await first.close()
  const second = await openWorld({ file })
  second.data.start()
  expect((await second.state()).repair).toEqual(report)
  await second.data.acceptRepair()
  expect((await second.state()).repair).toBeNull()
  await second.close()
  const third = await openWorld({ file })
  expect((await third.state()).repair).toBeNull()
})

test('repairs of both files are told one after the other, that of the journal first', async () => {
  const ofData = {
    file: 'data' as const,
    atMs: 5,
    reason: 'SQLITE_CORRUPT',
    setAsideAs: '/tmp/damaged',
    backupMs: null,
    savedTables: [],
    restoredTables: [],
  }
  const ofJournal = { ...ofData, file: 'journal' as const, setAsideAs: null }
  const world = await openWorld()
  world.data.noteRepair(ofData)
  world.data.noteRepair(ofJournal)
  expect((await world.state()).repair).toEqual(ofJournal)
  await world.data.acceptRepair()
  expect((await world.state()).repair).toEqual(ofData)
  await world.data.acceptRepair()
  expect((await world.state()).repair).toBeNull()
})

test('a check finds damage in the journal, which is repaired while the data file stays', async () => {
  const file = makeFile()
  const journal = await openTestJournal(journalOf(file))
  await putJournal(journal)
  await journal.close()
  damagePages(journalOf(file), pagesOf(journalOf(file), 'found_transfers'))
  const world = await openWorld({ file })
  world.data.check()
  const { repair } = await world.until((state) => state.check.status === 'sound' && state.repair !== null)
  expect(repair).toMatchObject({ file: 'journal', restoredTables: ['found_transfers'] })
  expect(await world.journal.listRecipients('practice')).toHaveLength(1)
  expect(listAside(file)).toEqual([])
})

test('damage that a check finds leads to a repair, and the file that comes in its place is found sound', async () => {
  const file = makeFile()
  const first = await openWorld({ file })
  await fillOrders(first, 400)
  await first.data.backUp()
  await first.close()
  damagePages(file, pagesOf(file, 'orders_by_time').slice(0, 1))
  const world = await openWorld({ file })
  world.data.check()
  const state = await world.until(({ check, repair }) => check.status === 'sound' && repair !== null)
  expect(state.repair?.setAsideAs).toContain('starkdesk')
  expect((await world.store.listAccounts()).map(({ id }) => id)).toEqual(['a'])
})
