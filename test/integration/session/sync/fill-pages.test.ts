// Fills by pages of own trades: what they bring is what orders tell themselves, and what they lack or contradict is asked for.
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { fixedClock } from '../../../../src-main/async/clock.ts'
import type { ExchangeClient } from '../../../../src-main/exchange/client.ts'
import type { OwnTradesQuery } from '../../../../src-main/exchange/endpoints/orders/own-trades.ts'
import type { Rows } from '../../../../src-main/exchange/endpoints/rows.ts'
import { createFillHistory } from '../../../../src-main/orders/sync/fill-history.ts'
import { type PracticeExchange, startPracticeExchange } from '../../../../src-main/practice/exchange.ts'
import { derivePracticeUsers } from '../../../../src-main/practice/users.ts'
import type { Store } from '../../../../src-main/store/api/store-api.ts'
import type { OwnTrade } from '../../../../src-preload/contract/trading/trading-entities.ts'
import { AppError } from '../../../../src-preload/domain/errors.ts'
import { makeTestClient, movableClock } from '../../../fixtures/test-client.ts'
import { makeFile, open, sampleAccount } from '../../store/support.ts'
import { finish } from './history-runs.ts'
import { expectSame, readTables } from './sync-tables.ts'

const practiceSeed = 7
const nowMs = Date.UTC(2026, 10, 20, 12, 0, 30)
const ORDERS = 600
const span = { fromMs: 0, untilMs: nowMs }
const { signal } = new AbortController()

let exchange: PracticeExchange

beforeAll(async () => {
  exchange = await startPracticeExchange({
    host: '127.0.0.1',
    seed: practiceSeed,
    orders: ORDERS,
    genesisMs: nowMs,
    clock: fixedClock(nowMs),
  })
})
afterAll(() => exchange.close())

type Source = Pick<ExchangeClient, 'getOrder' | 'listOwnTrades'>

function makeClient(): ExchangeClient {
  const privateKey = derivePracticeUsers(practiceSeed)[0]?.ethereumPrivateKey ?? ''
  const { client } = makeTestClient(exchange.baseUrl, { privateKey, clock: movableClock(nowMs) })
  onTestFinished(() => client.close())
  return client
}

/** A store that has all orders and no fills. */
async function makeStore(client: ExchangeClient, file = makeFile()): Promise<Store> {
  const store = await open(file)
  await store.putAccount(sampleAccount('a'))
  const { orders } = await client.listOrders({ limit: 1_000 })
  expect(orders.length).toBeGreaterThanOrEqual(ORDERS)
  await store.putOrders('a', orders, null)
  return store
}

const clock = movableClock(nowMs)

function makeHistory(store: Store, source: Source, keptFromMs = 0) {
  return createFillHistory({
    accountId: 'a',
    source,
    store,
    clock,
    keptFromMs: () => Promise.resolve(keptFromMs),
    areOrdersKnown: () => Promise.resolve(true),
    everyMs: 0,
  })
}

interface Calls {
  readonly source: Source
  readonly pages: OwnTradesQuery[]
  readonly orders: number[]
}

/** The service's answers, with pages of at most so many rows, changed by the test. */
function watch(
  client: ExchangeClient,
  most: number,
  change: (rows: OwnTrade[], query: OwnTradesQuery) => OwnTrade[] = (rows) => rows,
): Calls {
  const pages: OwnTradesQuery[] = []
  const orders: number[] = []
  const source: Source = {
    getOrder(id, options) {
      orders.push(id)
      return client.getOrder(id, options)
    },
    async listOwnTrades(query, options): Promise<Rows<OwnTrade>> {
      pages.push(query)
      const { rows } = await client.listOwnTrades({ ...query, limit: most }, options)
      return { rows: change(rows, query), unread: null }
    },
  }
  return { source, pages, orders }
}

const noPages = (client: ExchangeClient): Source => ({
  getOrder: client.getOrder,
  listOwnTrades: () => Promise.reject(new AppError('rejectedByExchange', { status: 404 })),
})

/** The file after every order was asked for its own fills. */
async function readOneByOne(client: ExchangeClient): Promise<string> {
  const file = makeFile()
  const store = await makeStore(client, file)
  expect(await finish(makeHistory(store, noPages(client)))).toBe('complete')
  await store.close()
  return file
}

describe('fills by pages', () => {
  it('are row for row what the orders tell themselves, without asking one of them', async () => {
    const client = makeClient()
    const file = makeFile()
    const store = await makeStore(client, file)
    const { source, pages, orders } = watch(client, 70)
    const history = makeHistory(store, source)
    expect(await finish(history)).toBe('complete')
    expect(orders).toEqual([])
    expect(pages.length).toBeGreaterThan(5)
    expect(await history.progress()).toMatchObject({ isComplete: true, conflicts: 0 })
    await store.close()
    expectSame(readTables(file, span), readTables(await readOneByOne(client), span))
  })

  it('go on after a crash at the page where they were', async () => {
    const client = makeClient()
    const store = await makeStore(client)
    const { source, pages, orders } = watch(client, 70)
    const before = makeHistory(store, source)
    for (let page = 1; page <= 3; page += 1) expect(await before.step(signal)).toBe('more')
    const { wanted } = await store.getFillProgress('a')
    pages.length = 0
    const after = makeHistory(store, source)
    expect(await after.step(signal)).toBe('more')
    expect(pages[0]).toMatchObject({ page: 4 })
    expect((await store.getFillProgress('a')).wanted).toBeLessThan(wanted)
    expect(await finish(after)).toBe('complete')
    expect(orders).toEqual([])
  })

  it('that are missing from pages come from the orders', async () => {
    const client = makeClient()
    const file = makeFile()
    const store = await makeStore(client, file)
    const { source, orders } = watch(client, 70, (rows) => rows.filter(({ id }) => id % 40 > 0))
    const history = makeHistory(store, source)
    expect(await finish(history)).toBe('complete')
    expect(orders.length).toBeGreaterThan(0)
    expect(orders.length).toBeLessThan(ORDERS / 10)
    expect(await history.progress()).toMatchObject({ conflicts: 0 })
    await store.close()
    expectSame(readTables(file, span), readTables(await readOneByOne(client), span))
  })

  it('that contradict an order are counted, and the order decides', async () => {
    const client = makeClient()
    const file = makeFile()
    const store = await makeStore(client, file)
    const { source, orders } = watch(client, 70, (rows) =>
      rows.map((row) => (row.orderId % 100 === 0 ? { ...row, amount: '123.4' } : row)),
    )
    const history = makeHistory(store, source)
    expect(await finish(history)).toBe('complete')
    expect(orders.length).toBeGreaterThan(0)
    expect(orders.every((id) => id % 100 === 0)).toBe(true)
    expect(await history.progress()).toMatchObject({ conflicts: orders.length, isComplete: true })
    await store.close()
    expectSame(readTables(file, span), readTables(await readOneByOne(client), span))
  })

  it('that contradict fills which are here bring the order to be asked once more, and no further', async () => {
    const client = makeClient()
    const store = await makeStore(client)
    const [one] = await store.listOrdersWantingFills('a', null, 1)
    const id = one?.id ?? 0
    const fresh = await client.getOrder(id)
    await store.putOrderTrades('a', fresh.order, fresh.trades)
    const { source, orders } = watch(client, 70, (rows) =>
      rows.map((row) => (row.orderId === id ? { ...row, price: '1' } : row)),
    )
    const history = makeHistory(store, source)
    expect(await finish(history)).toBe('complete')
    expect(orders).toEqual([id])
    expect(await history.progress()).toMatchObject({ conflicts: 1, isComplete: true })
    expect((await store.getOrderTrades('a', id))?.trades).toEqual(fresh.trades)
    // Asked for again, nothing is found that is new.
    for (const { id: wanted } of (await client.listOrders({ limit: 10 })).orders) {
      const told = await client.getOrder(wanted)
      await store.putOrders('a', [{ ...told.order, updatedAtMs: told.order.updatedAtMs + 1 }], null)
    }
    history.freshen()
    await finish(history)
    expect(await store.countFillConflicts('a')).toBe(1)
  })

  it('come on smaller pages where large ones are refused', async () => {
    const client = makeClient()
    const store = await makeStore(client)
    const { source, pages, orders } = watch(client, 70, (rows, { limit = 0 }) => {
      if (limit > 100) throw new AppError('rejectedByExchange', { status: 400 })
      return rows
    })
    expect(await finish(makeHistory(store, source))).toBe('complete')
    expect(pages.slice(0, 2)).toMatchObject([
      { page: 1, limit: 1_000 },
      { page: 1, limit: 100 },
    ])
    expect(orders).toEqual([])
  })

  it('end where a service tells the same page again and again', async () => {
    const client = makeClient()
    const store = await makeStore(client)
    const seen: OwnTrade[][] = []
    const { source, pages, orders } = watch(client, 70, (rows) => {
      seen.push(rows)
      return seen[0] ?? []
    })
    expect(await finish(makeHistory(store, source))).toBe('complete')
    expect(pages.length).toBeLessThan(4)
    expect(orders.length).toBeGreaterThan(ORDERS / 4)
  })

  it('of the newest orders come before the old ones', async () => {
    const client = makeClient()
    const store = await makeStore(client)
    const { source, pages } = watch(client, 70)
    const history = makeHistory(store, source)
    await history.step(signal)
    await history.step(signal)
    pages.length = 0
    history.freshen()
    await history.step(signal)
    expect(pages[0]).toMatchObject({ page: 1 })
    expect(await finish(history)).toBe('complete')
  })

  it('are not read beyond what is kept', async () => {
    const client = makeClient()
    const store = await makeStore(client)
    const { orders: newest } = await client.listOrders({ limit: 100 })
    const keptFromMs = newest.at(-1)?.createdAtMs ?? 0
    const { source, pages, orders } = watch(client, 20)
    expect(await finish(makeHistory(store, source, keptFromMs))).toBe('complete')
    expect(orders).toEqual([])
    expect(pages.length).toBeLessThan(15)
    const [next] = await store.listOrdersWantingFills('a', null, 1)
    expect(next?.createdAtMs).toBeLessThan(keptFromMs)
  })
})
