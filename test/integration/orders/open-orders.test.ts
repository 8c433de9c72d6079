import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../../src-main/store/api/store-api.ts'
import { createSync, GrowingExchange, openTestStore, START_MS } from '../growing-exchange.ts'

let store: Store
let close: () => Promise<void>

beforeAll(async () => {
  ;({ store, close } = await openTestStore())
})
afterAll(() => close())

const { signal } = new AbortController()

describe('open orders', () => {
  it('learns why an open order was cancelled', async () => {
    const exchange = new GrowingExchange()
    exchange.grow(300)
    exchange.grow(1, 'wait')
    exchange.grow(400)
    const sync = await createSync(store, exchange)
    await sync.run(signal)
    const reason = 'Order cancelled by user'
    exchange.orders = exchange.orders.map((order) =>
      order.state === 'wait'
        ? { ...order, state: 'cancel', cancelReason: reason, updatedAtMs: order.updatedAtMs + 5 }
        : order,
    )
    await sync.run(signal)
    expect(await store.getOrder(sync.accountId, 301)).toMatchObject({ state: 'cancel', cancelReason: reason })
  })

  it('notices the end of every order where more are open than a page holds', async () => {
    const exchange = new GrowingExchange()
    exchange.grow(500, 'wait')
    const sync = await createSync(store, exchange)
    await sync.run(signal)
    for (const id of [1, 2, 3])
      exchange.change(id, { state: 'cancel', cancelReason: 'Order cancelled by user' })
    await sync.run(signal)
    const open = await store.listOpenOrders(sync.accountId, 1_000)
    expect(open).toHaveLength(497)
    expect(await store.getOrder(sync.accountId, 1)).toMatchObject({ cancelReason: 'Order cancelled by user' })
    expect(exchange.askedAlone).toEqual([])
  })

  it('gets to every order that has ended, however many ended at once', async () => {
    const exchange = new GrowingExchange()
    exchange.grow(70, 'wait')
    exchange.grow(300)
    const sync = await createSync(store, exchange)
    await sync.run(signal)
    // The first 25 asked for cannot be found out about: the others must have their turn all the same.
    for (let id = 46; id <= 70; id += 1) exchange.gone.add(id)
    for (let id = 1; id <= 70; id += 1) exchange.change(id, { state: 'done' })
    exchange.rangeOf = 'updatedAtMs'
    for (let turn = 0; turn < 4; turn += 1) await sync.run(signal).catch(() => undefined)
    const open = await store.listOpenOrders(sync.accountId, 1_000)
    expect(open.map(({ id }) => id)).toEqual(Array.from({ length: 25 }, (_, index) => 70 - index))
  })

  it('finds open orders that are older than what is kept, though none is known, and does not look each turn', async () => {
    const exchange = new GrowingExchange()
    exchange.grow(3, 'wait')
    exchange.grow(600)
    const sync = await createSync(store, exchange)
    sync.keepFrom(START_MS + 500 * 60_000)
    await sync.look(signal)
    const open = await store.listOpenOrders(sync.accountId, 1_000)
    expect(open.map(({ id }) => id)).toEqual([3, 2, 1])
    exchange.orders = exchange.orders.filter(({ id }) => id > 3)
    exchange.grow(0, 'wait')
    exchange.calls = 0
    for (const id of [1, 2, 3]) exchange.gone.add(id)
    await sync.look(signal).catch(() => undefined)
    await sync.look(signal)
    // Two newest pages, the two lists of open orders each time, and each of the three asked for once.
    expect(exchange.calls).toBeLessThan(14)
  })

  it('learns that an order has closed where the service filters by the time of the last change', async () => {
    const exchange = new GrowingExchange()
    exchange.rangeOf = 'updatedAtMs'
    exchange.grow(3, 'wait')
    exchange.change(2, { stopPrice: '7' })
    exchange.grow(300)
    const sync = await createSync(store, exchange)
    await sync.run(signal)
    exchange.change(2, { state: 'cancel', stopPrice: '7' })
    await sync.run(signal)
    // The single answer carries no stop price; the cached one stays.
    expect(await store.getOrder(sync.accountId, 2)).toMatchObject({ state: 'cancel', stopPrice: '7' })
    expect(exchange.askedAlone).toEqual([2])
  })

  it('does not ask every few seconds for an order that no list has and that is still open', async () => {
    const exchange = new GrowingExchange()
    exchange.grow(2, 'wait')
    const sync = await createSync(store, exchange)
    await sync.run(signal)
    exchange.rangeOf = 'updatedAtMs'
    exchange.change(1, {})
    const list = exchange.listOrders.bind(exchange)
    exchange.listOrders = async (query) => {
      const { orders, refused } = await list(query)
      return { orders: query.state === undefined ? orders : orders.filter(({ id }) => id !== 1), refused }
    }
    for (let turn = 0; turn < 120; turn += 1) {
      await sync.run(signal)
      sync.clock.moveTo(sync.clock.now() + 5_000)
    }
    // Ten minutes of turns: at 0, 30, 90, 210 and 450 seconds.
    expect(exchange.askedAlone).toEqual([1, 1, 1, 1, 1])
  })

  it('loses and doubles none where orders end, open and change their list between two of its pages', async () => {
    const exchange = new GrowingExchange()
    exchange.grow(450, 'wait')
    exchange.grow(50, 'pending')
    exchange.grow(10)
    const sync = await createSync(store, exchange)
    await sync.run(signal)
    const list = exchange.listOrders.bind(exchange)
    let pages = 0
    exchange.listOrders = (query) => {
      const answer = list(query)
      if (query.state !== undefined) {
        pages += 1
        // Rows of later pages move up by one, others down by two, and one goes to the list that was read already.
        exchange.change(450 - pages * 3, { state: 'done' })
        exchange.change(450 + pages, { state: 'wait' })
        exchange.grow(2, 'wait')
      }
      return answer
    }
    await sync.run(signal)
    exchange.listOrders = list
    for (let turn = 0; turn < 3; turn += 1) await sync.run(signal)
    const open = await store.listOpenOrders(sync.accountId, 1_000)
    const isOpen = (state: string): boolean => state === 'wait' || state === 'pending'
    const expected = exchange.orders.filter(({ state }) => isOpen(state)).toReversed()
    expect(open).toEqual(expected)
    expect(pages).toBeGreaterThan(3)
  })
})
