import { anyOrder, newestFirst } from '../../../../src-main/store/api/order-filter.ts'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../../../src-main/async/clock.ts'
import { startPracticeExchange } from '../../../../src-main/practice/exchange.ts'
import { derivePracticeUsers } from '../../../../src-main/practice/users.ts'
import { composeServices, type Services } from '../../../../src-main/app/compose.ts'
import { openStore } from '../../../../src-main/store/client/open-store.ts'
import type { CacheLimits } from '../../../../src-main/store/worker/disk-room.ts'
import type { Store } from '../../../../src-main/store/api/store-api.ts'
import { events } from '../../../../src-preload/contract/contract.ts'
import type { StreamState } from '../../../../src-preload/contract/app/sync.ts'
import { CountingKeychain } from '../../../fixtures/counting-keychain.ts'
import { makeTestClient, movableClock } from '../../../fixtures/test-client.ts'
import { eventually } from '../../../fixtures/eventually.ts'
import { account, makeEvents, makeLog, openPlaces, type Told } from '../../world.ts'
import { startKeptThread } from '../../../fixtures/kept-threads.ts'
import { workerUrl } from '../../../fixtures/thread-scripts.ts'
import { nobodyThere } from '../../../fixtures/nobody-there.ts'
import { openJournalHere } from '../../../fixtures/journal-here.ts'

const practiceSeed = 7
const ORDERS = 1_300
const users = derivePracticeUsers(practiceSeed)

let exchange: Awaited<ReturnType<typeof startPracticeExchange>>

beforeAll(async () => {
  exchange = await startPracticeExchange({ host: '127.0.0.1', port: 0, seed: practiceSeed, orders: ORDERS })
})
afterAll(() => exchange.close())

interface App {
  readonly services: Services
  readonly store: Store
  readonly told: Told
  end(): Promise<void>
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-history-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The services over a data file, as a new start of the app makes them. */
async function startApp(
  folder: string,
  prepare: (store: Store) => Promise<void> = async () => {},
  limits: Partial<CacheLimits> = {},
): Promise<App> {
  const store = await openStore({
    file: join(folder, 'test.sqlite'),
    clock: systemClock,
    workerUrl,
    startThread: startKeptThread,
    limits,
  })
  for (const [at, id] of ['a', 'b'].entries()) {
    const ethereumAddress = users[at]?.ethereumAddress ?? ''
    await store.putAccount({
      ...account,
      id,
      networkKind: 'practice',
      baseUrl: null,
      ethereumAddress,
      createdAtMs: at,
    })
  }
  await prepare(store)
  const told = makeEvents()
  const services = await composeServices({
    store,
    journal: openJournalHere(),
    places: await openPlaces(store, new CountingKeychain()),
    clock: systemClock,
    fetch: globalThis.fetch,
    userAgent: 'Starkdesk/0.1.0 (test)',
    emit: told.emit,
    log: makeLog().log,
    practice: { start: () => Promise.resolve(exchange.baseUrl), stop: () => Promise.resolve() },
    practiceSeed,
    random: () => 0,
    ...nobodyThere,
  })
  let ended: Promise<void> | null = null
  const end = (): Promise<void> =>
    (ended ??= (async () => {
      await services.close()
      await store.close()
    })())
  onTestFinished(end)
  return { services, store, told, end }
}

async function readIds(store: Store, id: string): Promise<number[]> {
  const { rows } = await store.listOrders(id, anyOrder, newestFirst, 0, 10_000)
  return rows.map((row) => row.id)
}

async function streamOf({ services }: App, name: StreamState['stream']): Promise<StreamState> {
  const found = (await services.sync.getState()).streams.find(({ stream }) => stream === name)
  if (found === undefined) throw new Error(`no stream ${name}`)
  return found
}

/** Every order of a user as the exchange tells them to a client that does nothing else. */
async function listAll(user: number): Promise<number[]> {
  const privateKey = users[user]?.ethereumPrivateKey ?? ''
  const clock = movableClock(Date.now())
  const { client } = makeTestClient(exchange.baseUrl, { privateKey, clock })
  onTestFinished(() => client.close())
  const { orders } = await client.listOrders({ limit: 1_000 })
  const { orders: more } = await client.listOrders({ limit: 1_000, page: 2 })
  return [...new Set([...orders, ...more].map(({ id }) => id))]
}

async function expectAllOrders(app: App, id: string): Promise<void> {
  await eventually(async () => expect((await streamOf(app, 'orders')).status).toBe('complete'))
  const ids = await readIds(app.store, id)
  expect(new Set(ids).size).toBe(ids.length)
  // Orders that the exchange has made since are not asked for.
  const listed = await listAll(id === 'a' ? 0 : 1)
  const newestHere = ids[0] ?? 0
  expect(ids).toEqual(listed.filter((one) => one <= newestHere))
  expect(ids.length).toBeGreaterThanOrEqual(ORDERS)
}

describe('the reading of history', () => {
  it('shows how far it is, rests while it is paused, after a new start too, and goes on to its end', async () => {
    const folder = makeFolder()
    const first = await startApp(folder, (store) => store.setSetting('sync.paused', 'yes'))
    await eventually(async () => expect(await first.store.countOrders('a')).toBe(200))
    expect(await first.services.sync.getState()).toMatchObject({ isPaused: true, hold: null })
    expect(await streamOf(first, 'orders')).toMatchObject({ status: 'waiting', done: 200, total: null })
    await first.end()

    const app = await startApp(folder)
    await eventually(() => expect(app.services.connection.getState().status).toBe('online'))
    expect(await app.store.countOrders('a')).toBe(200)
    await app.services.sync.setPaused({ isPaused: false })
    await expectAllOrders(app, 'a')
    const done = await streamOf(app, 'orders')
    expect(done).toMatchObject({ done: await app.store.countOrders('a'), lastError: null })
    expect(done.total).toBe(done.done)
    expect(done.backToMs).toBeGreaterThan(0)
    await eventually(async () => expect((await streamOf(app, 'fills')).done).toBeGreaterThan(3))
    // Changes are told at most twice a second.
    await eventually(() => {
      const told = app.told.last('sync:changed')
      expect(events['sync:changed'].safeParse(told).success).toBe(true)
      expect(told?.isPaused).toBe(false)
    })
    expect((await app.store.getSetting('sync.paused')) ?? '').toBe('no')
  })

  it('is cut off anywhere and taken up again by a new start, without loss and without a second row', async () => {
    const folder = makeFolder()
    for (const rows of [200, 300, 700, 1_100]) {
      const app = await startApp(folder)
      await eventually(async () => expect(await app.store.countOrders('a')).toBeGreaterThanOrEqual(rows))
      await app.end()
    }
    await expectAllOrders(await startApp(folder), 'a')
  })

  it('goes to the account that is chosen in the middle, and mixes up nothing', async () => {
    const app = await startApp(makeFolder())
    await eventually(async () => expect(await app.store.countOrders('a')).toBeGreaterThan(200))
    await app.services.accounts.activate({ id: 'b' })
    await expectAllOrders(app, 'b')
    const [ofA, ofB] = await Promise.all([readIds(app.store, 'a'), readIds(app.store, 'b')])
    const both = new Set(ofB)
    expect(ofA.filter((id) => both.has(id))).toEqual([])
    await app.services.accounts.activate({ id: 'a' })
    await expectAllOrders(app, 'a')
  })

  it('lets nothing land while the cache is cleared in the middle of it, and begins again after that', async () => {
    const app = await startApp(makeFolder())
    await eventually(async () => expect(await app.store.countOrders('a')).toBeGreaterThan(200))
    await app.services.pauseDuring(async () => {
      await app.store.clearPrivateCache()
      expect((await app.services.sync.getState()).streams).toEqual([])
      await app.services.orders.list({ filter: anyOrder, sort: newestFirst, offset: 0, limit: 10 })
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect(await app.store.countOrders('a')).toBe(0)
      expect(await app.store.getFillProgress('a')).toEqual({ orders: 0, wanted: 0 })
    })
    await expectAllOrders(app, 'a')
  })

  it('goes on showing the chart and the trades that are on screen after the cache was cleared', async () => {
    const app = await startApp(makeFolder())
    const { markets, pauseDuring } = app.services
    const readAge = async () => (await markets.listTrades({ market: 'ethusdc', limit: 1 })).asOfMs ?? 0
    markets.watch({ charts: [{ market: 'ethusdc', period: 60 }], tape: 'ethusdc' })
    await eventually(async () => expect(await readAge()).toBeGreaterThan(0))
    await pauseDuring(() => Promise.resolve())
    const heldAtMs = Date.now()
    await eventually(async () => expect(await readAge()).toBeGreaterThan(heldAtMs - 1))
  })

  it('ends at once when the data file is another one, and for good where that has no account', async () => {
    const app = await startApp(makeFolder())
    await eventually(async () => expect(await app.store.countOrders('a')).toBeGreaterThan(0))
    for (const id of ['a', 'b']) await app.store.removeAccount(id)
    const takenUp = app.services.reloadAfterRepair('data')
    expect((await app.services.sync.getState()).streams).toEqual([])
    await takenUp
    expect((await app.services.accounts.getState()).activeId).toBeNull()
    expect((await app.services.sync.getState()).streams).toEqual([])
  })

  it('says that the disk is full, loses nothing, and goes on when there is room', async ({ skip }) => {
    const folder = mkdtempSync(join(tmpdir(), 'starkdesk-full-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const mount = (...options: string[]) => spawnSync('mount', [...options, 'tmpfs', folder]).status
    if (mount('-t', 'tmpfs', '-o', 'size=1000k') !== 0) return skip('mounting takes root')
    // Nothing is left free before it is full: how soon that would be told depends on when it is looked at.
    const app = await startApp(folder, undefined, { minFreeShare: 0 })
    onTestFinished(async () => {
      await app.end()
      spawnSync('umount', [folder])
    })
    await eventually(async () => expect((await app.services.sync.getState()).hold).toBe('diskFull'))
    await eventually(() => expect(app.told.last('sync:changed')?.hold).toBe('diskFull'))
    const before = await readIds(app.store, 'a')
    expect(before.length).toBeLessThan(ORDERS)
    mount('-o', 'remount,size=64m', '-t', 'tmpfs')
    await app.services.sync.setPaused({ isPaused: true }).catch(() => undefined)
    await app.services.sync.setPaused({ isPaused: false })
    await expectAllOrders(app, 'a')
    const after = new Set(await readIds(app.store, 'a'))
    expect(before.filter((id) => !after.has(id))).toEqual([])
    expect((await app.services.sync.getState()).hold).toBeNull()
  })
})
