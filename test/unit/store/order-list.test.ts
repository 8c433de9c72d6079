// Owns: proving the order list against a naive filter and sort in memory. Must not: know how the list is made.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Order } from '../../../src-preload/contract/entities.ts'
import type { OrderCursor, OrderFilter } from '../../../src-preload/contract/orders.ts'
import { orderSides, orderStates, orderTypes } from '../../../src-preload/shared/markets.ts'
import type { Store } from '../../../src-main/store/store-api.ts'
import { mergeKeys } from '../../../src-main/store/queries/merge-keys.ts'
import { anyOrder, open, openWithAccount, sampleAccount, sampleOrder, seed } from './support.ts'

const markets = ['ethusdc', 'btcusdc', 'ethbtc', 'solusdc', 'z9'] as const
// Few times for many orders: most pages cut through orders of the same millisecond.
const timeMs = fc.integer({ min: 0, max: 12 })
const anOrder = fc.record({
  id: fc.integer({ min: 0, max: 5000 }),
  createdAtMs: timeMs,
  market: fc.constantFrom(...markets),
  side: fc.constantFrom(...orderSides),
  type: fc.constantFrom(...orderTypes),
  state: fc.constantFrom(...orderStates),
})
const someOf = <Word>(words: readonly Word[]) => fc.uniqueArray(fc.constantFrom(...words), { maxLength: 4 })
const aFilter: fc.Arbitrary<OrderFilter> = fc.record({
  markets: someOf([...markets, 'nowhere']),
  sides: someOf(orderSides),
  types: someOf(orderTypes),
  states: someOf(orderStates),
  fromMs: fc.option(timeMs),
  toMs: fc.option(timeMs),
})

function listNaively(orders: Iterable<Order>, filter: OrderFilter): Order[] {
  const lets = (wanted: readonly string[], value: string) => wanted.length === 0 || wanted.includes(value)
  return [...orders]
    .filter(
      (order) =>
        lets(filter.markets, order.market) &&
        lets(filter.sides, order.side) &&
        lets(filter.types, order.type) &&
        lets(filter.states, order.state) &&
        (filter.fromMs === null || order.createdAtMs >= filter.fromMs) &&
        (filter.toMs === null || order.createdAtMs < filter.toMs),
    )
    .sort((a, b) => b.createdAtMs - a.createdAtMs || b.id - a.id)
}

async function listInPages(store: Store, accountId: string, filter: OrderFilter, limit: number) {
  const pages: Order[][] = []
  let cursor: OrderCursor | null = null
  let total: number
  do {
    const page = await store.listOrders(accountId, filter, cursor, limit)
    pages.push(page.rows)
    cursor = page.next
    total = page.total
  } while (cursor)
  return { pages, total }
}

test(`any filter lists what a naive filter and sort would, page by page (seed ${seed})`, async () => {
  const store = await open()
  let run = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(anOrder, { maxLength: 150 }),
      fc.array(anOrder, { maxLength: 60 }),
      fc.array(aFilter, { minLength: 3, maxLength: 3 }),
      fc.integer({ min: 1, max: 40 }),
      async (first, second, filters, limit) => {
        const accountId = `account ${String(run++)}`
        await store.putAccount(sampleAccount(accountId))
        const expected = new Map<number, Order>()
        // The second batch moves some orders of the first to other times, markets and states.
        for (const batch of [first, second]) {
          const orders = batch.map(({ id, ...rest }) => sampleOrder(id, { ...rest, updatedAtMs: 0 }))
          await store.putOrders(accountId, orders, null)
          for (const order of orders) expected.set(order.id, order)
        }
        for (const filter of [anyOrder, ...filters]) {
          const rows = listNaively(expected.values(), filter)
          const { pages, total } = await listInPages(store, accountId, filter, limit)
          expect(pages.flat()).toEqual(rows)
          expect(total).toBe(rows.length)
          expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true)
          expect(pages.length).toBe(Math.max(1, Math.ceil(rows.length / limit)))
        }
        expect(await store.countOrders(accountId)).toBe(expected.size)
        expect(await store.listOrderMarkets(accountId)).toEqual(
          [...new Set([...expected.values()].map(({ market }) => market))].sort(),
        )
      },
    ),
    { seed, numRuns: 60 },
  )
})

test('orders that arrive between two pages shift nothing', async () => {
  const store = await openWithAccount()
  const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)
  await store.putOrders(
    'a',
    numbers(0, 20).map((id) => sampleOrder(id)),
    null,
  )
  const first = await store.listOrders('a', anyOrder, null, 10)
  await store.putOrders(
    'a',
    numbers(20, 35).map((id) => sampleOrder(id)),
    null,
  )
  const second = await store.listOrders('a', anyOrder, first.next, 10)
  expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(numbers(0, 20).reverse())
  expect(second).toMatchObject({ next: null, total: 35 })
})

test(`merging sources reads each only as far as the page needs (seed ${seed})`, () => {
  const aKey = fc.record({ createdAtMs: timeMs, id: fc.integer({ min: 0, max: 999 }) })
  fc.assert(
    fc.property(
      fc.uniqueArray(aKey, { selector: ({ id }) => id, maxLength: 300 }),
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 60 }),
      aKey,
      (keys, sourceCount, limit, after) => {
        const isAfter = (key: typeof after) =>
          key.createdAtMs < after.createdAtMs || (key.createdAtMs === after.createdAtMs && key.id < after.id)
        const sorted = [...keys].sort((a, b) => b.createdAtMs - a.createdAtMs || b.id - a.id)
        let keysRead = 0
        const sources = Array.from({ length: sourceCount }, (_, source) => {
          const own = sorted.filter(({ id }) => id % sourceCount === source)
          return (from: typeof after, count: number) => {
            const start = own.findIndex(
              (key) =>
                key.createdAtMs < from.createdAtMs ||
                (key.createdAtMs === from.createdAtMs && key.id < from.id),
            )
            const read = start < 0 ? [] : own.slice(start, start + count)
            keysRead += read.length
            return read
          }
        })
        expect(mergeKeys(sources, after, limit)).toEqual(sorted.filter(isAfter).slice(0, limit))
        const portion = Math.min(limit, Math.max(8, Math.ceil((2 * limit) / sourceCount)))
        expect(keysRead).toBeLessThanOrEqual(limit + portion * sourceCount)
      },
    ),
    { seed },
  )
})
