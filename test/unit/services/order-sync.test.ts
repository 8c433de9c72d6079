import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fixedClock } from '../../../src-main/clock.ts'
import type { OrdersQuery } from '../../../src-main/exchange/endpoints/orders.ts'
import { syncOrders, type OrderSyncOptions } from '../../../src-main/services/order-sync.ts'
import { openStore } from '../../../src-main/store/open-store.ts'
import type { Store } from '../../../src-main/store/store-api.ts'
import type { Order } from '../../../src-preload/contract/entities.ts'

const START_MS = 1_700_000_000_000
const anyOrder = {
  cursor: null,
  filter: { markets: [], sides: [], types: [], states: [], fromMs: null, toMs: null },
}

let folder: string
let store: Store

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'starkdesk-sync-'))
  store = await openStore({
    file: join(folder, 'test.sqlite'),
    clock: fixedClock(START_MS),
    workerUrl: new URL('../../../src-main/store/worker.ts', import.meta.url),
  })
})
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

function makeOrder(id: number, state: Order['state']): Order {
  return {
    id,
    uuid: `order-${id}`,
    side: id % 2 ? 'buy' : 'sell',
    type: 'limit',
    price: '1.5',
    stopPrice: null,
    averagePrice: '0.0',
    state,
    market: id % 3 ? 'ethusdc' : 'btcusdc',
    createdAtMs: START_MS + id * 60_000,
    updatedAtMs: START_MS + id * 60_000,
    originVolume: '1',
    remainingVolume: '1',
    executedVolume: '0',
    makerFee: '0.001',
    takerFee: '0.001',
    tradesCount: 0,
    cancelReason: null,
  }
}

/** A list of orders that grows and changes between any two calls, paged and filtered as the interface says. */
class GrowingExchange {
  orders: Order[] = []
  calls = 0
  /** The connection breaks at this call. */
  breaksAt = Infinity
  /** Orders that appear just before each call. */
  growth = 0

  grow(count: number, state: Order['state'] = 'done'): void {
    for (let i = 0; i < count; i += 1) this.orders.push(makeOrder(this.orders.length + 1, state))
  }

  listOrders(query: OrdersQuery): Promise<Order[]> {
    this.calls += 1
    if (this.calls >= this.breaksAt) return Promise.reject(new Error('cut off'))
    this.grow(this.growth)
    const { limit = 50, page = 1, state, market, startMs = 0, endMs = Infinity } = query
    const fitting = this.orders
      .filter((order) => state === undefined || order.state === state)
      .filter((order) => market === undefined || order.market === market)
      .filter((order) => order.createdAtMs >= startMs && order.createdAtMs <= endMs)
      .toReversed()
    return Promise.resolve(fitting.slice((page - 1) * limit, page * limit))
  }
}

let accounts = 0
async function createSync(exchange: GrowingExchange): Promise<OrderSyncOptions> {
  accounts += 1
  const accountId = `account-${accounts}`
  await store.putAccount({
    id: accountId,
    label: 'Test',
    networkKind: 'practice',
    baseUrl: null,
    ethereumAddress: `0x${String(accounts).padStart(40, '0')}`,
    createdAtMs: START_MS,
    profile: null,
  })
  return { accountId, source: exchange, store, clock: fixedClock(START_MS), onProgress: () => undefined }
}

async function readAll(accountId: string): Promise<Order[]> {
  const { rows, total } = await store.listOrders(accountId, anyOrder.filter, null, 10_000)
  expect(total).toBe(rows.length)
  return rows
}

const { signal } = new AbortController()

describe('the order sync', () => {
  it('reads a history of several pages to its end', async () => {
    const exchange = new GrowingExchange()
    exchange.grow(1_234)
    const sync = await createSync(exchange)
    await syncOrders(sync, signal)
    expect(await readAll(sync.accountId)).toEqual(exchange.orders.toReversed())
  })

  it('asks for one page when nothing happened since', async () => {
    const exchange = new GrowingExchange()
    exchange.grow(1_234)
    const sync = await createSync(exchange)
    await syncOrders(sync, signal)
    exchange.calls = 0
    await syncOrders(sync, signal)
    expect(exchange.calls).toBe(1)
  })

  it('learns why an open order was cancelled', async () => {
    const exchange = new GrowingExchange()
    exchange.grow(300)
    exchange.grow(1, 'wait')
    exchange.grow(400)
    const sync = await createSync(exchange)
    await syncOrders(sync, signal)
    const reason = 'Order cancelled by user'
    exchange.orders = exchange.orders.map((order) =>
      order.state === 'wait'
        ? { ...order, state: 'cancel', cancelReason: reason, updatedAtMs: order.updatedAtMs + 5 }
        : order,
    )
    await syncOrders(sync, signal)
    expect(await store.getOrder(sync.accountId, 301)).toMatchObject({ state: 'cancel', cancelReason: reason })
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
          const sync = await createSync(exchange)
          for (const { arrive, breaksAfter, growth } of turns) {
            exchange.grow(arrive)
            exchange.growth = growth
            exchange.calls = 0
            exchange.breaksAt = breaksAfter
            await syncOrders(sync, signal).catch(() => undefined)
          }
          exchange.growth = 0
          exchange.breaksAt = Infinity
          await syncOrders(sync, signal)
          const ids = (await readAll(sync.accountId)).map((order) => order.id)
          expect(ids).toEqual(exchange.orders.map((order) => order.id).toReversed())
        },
      ),
      { numRuns: 40 },
    )
  })
})
