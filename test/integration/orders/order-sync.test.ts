import { soakRounds } from '../../fixtures/soak.ts'
import { anyOrder, newestFirst } from '../../../src-main/store/api/order-filter.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { readSyncState } from '../../../src-main/orders/order-sync.ts'
import type { Store } from '../../../src-main/store/api/store-api.ts'
import type { Order } from '../../../src-preload/contract/orders/entities.ts'
import { createSync, GrowingExchange, openTestStore, START_MS } from '../growing-exchange.ts'

let store: Store
let close: () => Promise<void>

beforeAll(async () => {
  ;({ store, close } = await openTestStore())
})
afterAll(() => close())

const { signal } = new AbortController()

async function readAll(accountId: string): Promise<Order[]> {
  const { rows, total } = await store.listOrders(accountId, anyOrder, newestFirst, 0, 10_000)
  expect(total).toBe(rows.length)
  return rows
}

describe('the order sync', () => {
  it('reads a history of several pages to its end', async () => {
    const exchange = new GrowingExchange()
    exchange.grow(1_234)
    const sync = await createSync(store, exchange)
    await sync.run(signal)
    expect(await readAll(sync.accountId)).toEqual(exchange.orders.toReversed())
  })

  it('lets nothing land once it was ended, though its page had come: the cache may be cleared then', async () => {
    const exchange = new GrowingExchange()
    exchange.grow(30)
    exchange.grow(2, 'wait')
    const stopper = new AbortController()
    // The page has come, and it is looked up how far the history was read.
    const ending: Store = {
      ...store,
      getOrderSync: (accountId) => {
        stopper.abort()
        return store.getOrderSync(accountId)
      },
    }
    const sync = await createSync(ending, exchange)
    await expect(sync.run(stopper.signal)).rejects.toThrow()
    expect(await readAll(sync.accountId)).toEqual([])
  })

  it('asks for one page when nothing happened since', async () => {
    const exchange = new GrowingExchange()
    exchange.grow(1_234)
    const sync = await createSync(store, exchange)
    await sync.run(signal)
    exchange.calls = 0
    await sync.run(signal)
    expect(exchange.calls).toBe(1)
  })

  it('looks at few of the newest rows once they joined, at all of a page where they do not, and now and then', async () => {
    const exchange = new GrowingExchange()
    exchange.grow(1_000)
    const sync = await createSync(store, exchange)
    const limits: (number | undefined)[] = []
    const list = exchange.listOrders.bind(exchange)
    exchange.listOrders = (query) => {
      if (query.page === 1) limits.push(query.limit)
      return list(query)
    }
    await sync.run(signal)
    await sync.look(signal)
    // More than the few rows have come.
    exchange.grow(130)
    await sync.look(signal)
    expect(await readAll(sync.accountId)).toEqual(exchange.orders.toReversed())
    // One has changed after its end.
    exchange.change(1_000, { remainingVolume: '0' })
    await sync.look(signal)
    sync.clock.moveTo(START_MS + 600_000)
    await sync.look(signal)
    expect(await readAll(sync.accountId)).toEqual(exchange.orders.toReversed())
    // The fourth reads what the third did not reach.
    expect(limits).toEqual([200, 25, 25, 200, 25, 200])
  })

  it('reads a history to its end where the service gives fewer rows than were asked for', async () => {
    const exchange = new GrowingExchange()
    exchange.largestPage = 100
    exchange.grow(730)
    const sync = await createSync(store, exchange)
    await sync.run(signal)
    expect(await readAll(sync.accountId)).toEqual(exchange.orders.toReversed())
    expect(await readSyncState(store, sync.accountId, null)).toMatchObject({ cached: 730, isComplete: true })
    exchange.calls = 0
    await sync.run(signal)
    expect(exchange.calls).toBe(1)
  })

  it('gives up on a service that answers every page with the same one', async () => {
    const exchange = new GrowingExchange()
    exchange.grow(300)
    const sync = await createSync(store, exchange)
    const first = exchange.listOrders.bind(exchange)
    exchange.listOrders = (query) => first({ ...query, page: 1 })
    await expect(sync.run(signal)).rejects.toMatchObject({
      code: 'contractViolation',
      data: { field: 'page' },
    })
    expect(await readSyncState(store, sync.accountId, null)).toMatchObject({ isComplete: false })
  })

  it('keeps the rows that fit beside one that does not, and does not call the history complete', async () => {
    const exchange = new GrowingExchange()
    exchange.grow(450)
    exchange.unreadable.add(7).add(440)
    const sync = await createSync(store, exchange)
    await sync.run(signal)
    expect((await readAll(sync.accountId)).length).toBe(448)
    expect(await readSyncState(store, sync.accountId, null)).toEqual({
      cached: 448,
      open: expect.any(Number) as number,
      isComplete: false,
      asOfMs: START_MS,
      refusedRows: 2,
      lastError: {
        code: 'contractViolation',
        data: { endpoint: 'orders.list', field: 'state', reason: 'rowsRefused', count: 2 },
        ref: null,
      },
    })
    exchange.calls = 0
    await sync.run(signal)
    expect(exchange.calls).toBe(1)
  })

  it('reads a history with refused rows once more after a start, and is complete when they can be read', async () => {
    const exchange = new GrowingExchange()
    exchange.grow(450)
    exchange.unreadable.add(7)
    const sync = await createSync(store, exchange)
    await sync.run(signal)
    const next = sync.restart()
    exchange.unreadable.clear()
    await next.run(signal)
    expect(await readSyncState(store, sync.accountId, null)).toMatchObject({
      cached: 450,
      isComplete: true,
      refusedRows: 0,
      lastError: null,
    })
  })

  it('does not read it once more each time somebody comes back to the account', async () => {
    const exchange = new GrowingExchange()
    exchange.grow(450)
    exchange.unreadable.add(7)
    const sync = await createSync(store, exchange)
    await sync.run(signal)
    exchange.calls = 0
    await sync.comeBack().run(signal)
    expect(exchange.calls).toBe(1)
  })

  it('tells whether anything was left over for a later turn', async () => {
    const exchange = new GrowingExchange()
    exchange.grow(30, 'wait')
    exchange.grow(1_000)
    const sync = await createSync(store, exchange)
    expect(await sync.run(signal)).toBe(true)
    // More than a turn reads of what is missing below the newest page.
    exchange.grow(2_000)
    expect(await sync.look(signal)).toBe(false)
    await sync.run(signal)
    expect(await sync.look(signal)).toBe(true)
    // More orders have ended than a turn asks for one by one.
    for (let id = 1; id <= 25; id += 1) exchange.change(id, { state: 'done' })
    expect(await sync.look(signal)).toBe(false)
    expect(await sync.look(signal)).toBe(true)
  })

  it('misses nothing when it is cut off anywhere and orders arrive all the while', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ arrive: fc.nat(900), breaksAfter: fc.integer({ min: 1, max: 8 }), growth: fc.nat(3) }),
          {
            minLength: 1,
            maxLength: 6,
          },
        ),
        async (turns) => {
          const exchange = new GrowingExchange()
          const sync = await createSync(store, exchange)
          for (const { arrive, breaksAfter, growth } of turns) {
            exchange.grow(arrive)
            exchange.growth = growth
            exchange.calls = 0
            exchange.breaksAt = breaksAfter
            await sync.run(signal).catch(() => undefined)
          }
          exchange.growth = 0
          exchange.breaksAt = Infinity
          await sync.run(signal)
          const ids = (await readAll(sync.accountId)).map((order) => order.id)
          expect(ids).toEqual(exchange.orders.map((order) => order.id).toReversed())
        },
      ),
      { numRuns: soakRounds(10) },
    )
  })
})
