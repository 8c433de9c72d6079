// The order list against a naive filter and sort in memory.
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { soakRounds } from '../../fixtures/soak.ts'
import type { Order } from '../../../src-preload/contract/orders/entities.ts'
import {
  type OrderFilter,
  type OrderSort,
  orderSortColumns,
} from '../../../src-preload/contract/orders/orders.ts'
import { orderSides, orderStates, orderTypes } from '../../../src-preload/domain/markets/markets.ts'
import type { Store } from '../../../src-main/store/api/store-api.ts'
import type { ListPage, OrderPlace } from '../../../src-main/store/api/order-pages.ts'
import { openDatabase } from '../../../src-main/store/worker/database.ts'
import { dataFile } from '../../../src-main/store/files/data-file.ts'
import { prepareOrderFacets } from '../../../src-main/store/queries/orders/order-facets.ts'
import { knownCount } from '../../../src-main/store/queries/orders/order-ask.ts'
import { prepareOrderList } from '../../../src-main/store/queries/orders/order-list.ts'
import { prepareStoreMethods } from '../../../src-main/store/worker/store-methods.ts'
import { listNaively } from './order-oracle.ts'
import {
  anyOrder,
  makeFile,
  newestFirst,
  open,
  openWithAccount,
  sampleAccount,
  sampleOrder,
  seed,
} from './support.ts'
import { randomFrom } from '../../../scripts/random.ts'

const markets = ['ethusdc', 'btcusdc', 'ethbtc', 'solusdc', 'z9'] as const
const reasons = [
  'Order cancelled by user',
  'Slippage greater than 30%. Order cancelled',
  'ÄRGER mit 100_%',
] as const
// Few values for many orders: most pages cut through orders that are equal.
const timeMs = fc.integer({ min: 0, max: 12 })
const decimal = fc.constantFrom(
  '0',
  '0.0',
  '1',
  '1.0',
  '1.00',
  '-2',
  '10',
  '9.9',
  '0.00000001',
  `${'9'.repeat(60)}.1`,
)
const isOpen = ({ state }: Order): boolean => state === 'wait' || state === 'pending'

/** What comes later is newer, unless its time says otherwise, or it is open and what is known of the same second is not. */
function isNewer(order: Order, known: Order | undefined): boolean {
  if (known === undefined || order.updatedAtMs !== known.updatedAtMs) {
    return known === undefined || order.updatedAtMs > known.updatedAtMs
  }
  return isOpen(known) || !isOpen(order)
}

const anOrder = fc.record({
  id: fc.integer({ min: 0, max: 5000 }),
  createdAtMs: timeMs,
  updatedAtMs: timeMs,
  market: fc.constantFrom(...markets),
  side: fc.constantFrom(...orderSides),
  type: fc.constantFrom(...orderTypes),
  state: fc.constantFrom(...orderStates),
  price: fc.option(decimal, { freq: 2 }),
  originVolume: decimal,
  cancelReason: fc.option(fc.constantFrom(...reasons)),
})
const someOf = <Word>(words: readonly Word[]) => fc.uniqueArray(fc.constantFrom(...words), { maxLength: 4 })
const seldom = <Word>(words: readonly Word[]): fc.Arbitrary<Word[]> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant<Word[]>([]) }, someOf(words))
const rarely = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, value)
/** Words of a search: what orders are called by, its beginnings, and what none has. */
const word = fc.constantFrom(
  ...['ETH', 'usd', 'btc/usdc', 'sol-usdc', 'z9', 'buy', 'S', 'stop', 'post-only', 'limit', 'maker'],
  ...['open', 'Untriggered', 'filled', 'canceled', 'by', 'you', '0', '00000000', '12', 'nowhere'],
)
const aFilter: fc.Arbitrary<OrderFilter> = fc.record({
  markets: someOf([...markets, 'nowhere']),
  bases: seldom(['eth', 'btc']),
  quotes: seldom(['usdc', 'btc']),
  sides: fc.uniqueArray(fc.constantFrom(...orderSides), { maxLength: 2 }),
  types: someOf(orderTypes),
  states: someOf(orderStates),
  fromMs: rarely(timeMs),
  toMs: rarely(timeMs),
  leastPrice: rarely(decimal),
  mostPrice: rarely(decimal),
  leastVolume: rarely(decimal),
  mostVolume: rarely(decimal),
  cancelReasons: seldom([...reasons, 'None']),
  text: fc.oneof(
    { weight: 4, arbitrary: fc.constant('') },
    fc.constantFrom('7', '00000000-0000-4000-8000-00000000000', 'USER', 'ärger', '%', '_', "'"),
    fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' ')),
  ),
})
const aSort: fc.Arbitrary<OrderSort> = fc.record({
  column: fc.constantFrom(...orderSortColumns),
  isDescending: fc.boolean(),
})

/** A page, beside how many there are in all. The page before the count is the same as the one after it. */
async function list(
  store: Store,
  accountId: string,
  filter: OrderFilter,
  sort: OrderSort,
  offset: number,
  limit: number,
): Promise<ListPage<Order>> {
  const page = await store.listOrders(accountId, filter, sort, offset, limit)
  const total = await store.countListed(accountId, filter)
  let counted = await store.listOrders(accountId, filter, sort, offset, limit)
  if (counted.total === null) {
    // The thread that only reads began between the two, and remembers no count yet.
    await store.countListed(accountId, filter)
    counted = await store.listOrders(accountId, filter, sort, offset, limit)
  }
  expect(counted).toEqual({ ...page, total })
  expect([null, total]).toContain(page.total)
  return counted
}

async function readAll(
  store: Store,
  accountId: string,
  filter: OrderFilter,
  sort: OrderSort,
  limit: number,
): Promise<Order[]> {
  const rows: Order[] = []
  let after: OrderPlace | null = null
  do {
    const piece: Awaited<ReturnType<Store['readOrders']>> = await store.readOrders(
      accountId,
      filter,
      sort,
      after,
      limit,
    )
    rows.push(...piece.rows)
    after = piece.next
  } while (after !== null)
  return rows
}

test(`any filter and sort lists what a naive filter and sort would, from any place (seed ${seed})`, async () => {
  const store = await open()
  let run = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(anOrder, { maxLength: 150 }),
      fc.array(anOrder, { maxLength: 60 }),
      fc.array(fc.tuple(aFilter, aSort), { minLength: 4, maxLength: 4 }),
      fc.integer({ min: 1, max: 40 }),
      fc.nat(200),
      async (first, second, asks, limit, place) => {
        const accountId = `account ${String(run++)}`
        await store.putAccount(sampleAccount(accountId))
        const expected = new Map<number, Order>()
        // The second batch moves some orders of the first to other times, prices, markets and states.
        for (const [batch, beginMs] of [
          [first, 0],
          [second, 20],
        ] as const) {
          const orders = batch.map(({ id, ...rest }) =>
            sampleOrder(id, { ...rest, updatedAtMs: beginMs + rest.updatedAtMs }),
          )
          await store.putOrders(accountId, orders, null)
          for (const order of orders) {
            const known = expected.get(order.id)
            if (isNewer(order, known)) expected.set(order.id, order)
          }
        }
        for (const [filter, sort] of [[anyOrder, newestFirst] as const, ...asks]) {
          const rows = listNaively(expected.values(), filter, sort)
          const pages: Order[] = []
          for (let offset = 0; offset <= rows.length; offset += limit) {
            const page = await list(store, accountId, filter, sort, offset, limit)
            expect(page.total).toBe(rows.length)
            pages.push(...page.rows)
          }
          expect(pages).toEqual(rows)
          const page = await list(store, accountId, filter, sort, place, limit)
          expect(page.rows).toEqual(rows.slice(place, place + limit))
          expect(await readAll(store, accountId, filter, sort, limit)).toEqual(rows)
        }
        expect(await store.countOrders(accountId)).toBe(expected.size)
        const sorted = (words: Iterable<string>) => [...new Set(words)].sort()
        expect(await store.listOrderMarkets(accountId)).toEqual(
          sorted([...expected.values()].map(({ market }) => market)),
        )
        expect(await store.listCancelReasons(accountId)).toEqual(
          sorted([...expected.values()].flatMap(({ cancelReason }) => cancelReason ?? [])),
        )
      },
    ),
    { seed, numRuns: soakRounds(15) },
  )
}, 120_000)

test(`a list is the same by whichever index it is read (seed ${seed})`, () => {
  const db = openDatabase(makeFile(), dataFile, 0)
  onTestFinished(() => {
    db.close()
  })
  const store = prepareStoreMethods(db)
  const facets = prepareOrderFacets(db)
  const keyOf = db.prepare<[string], number>('SELECT key FROM accounts WHERE id = ?').pluck()
  const size = fc.constantFrom(0, 5, 30, 1_000)
  const sizes = fc.record({
    look: size,
    maxNear: fc.constantFrom(20, 1_000),
    few: fc.constantFrom(0, 5),
    maxSorted: fc.constantFrom(0, 30),
    maxWordIds: size,
  })
  const uuid = fc.constantFrom('AB00', 'ab001234', 'ab001234-0000-4000', 'cd', '')
  const text = fc.oneof(
    fc.constantFrom('', '', 'ab', 'AB001234', 'ab001234-0', '7', 'user', 'e', 'a', 'cd%'),
    fc.constantFrom('eth ab', 'buy ab', 'ab 7', 'a c', 'AB buy open', 'usdc sell user', 'b s'),
  )
  // A filter of all at once lets hardly any order through.
  const someWords = fc
    .tuple(aFilter, fc.subarray(Object.keys(anyOrder), { maxLength: 3 }))
    .map(([filter, names]) =>
      Object.fromEntries(Object.entries(filter).filter(([name]) => names.includes(name))),
    )
  let run = 0
  fc.assert(
    fc.property(
      fc.array(fc.tuple(anOrder, uuid), { maxLength: 80, size: 'max' }),
      fc.array(fc.tuple(someWords, text, aSort), { minLength: 4, maxLength: 4 }),
      sizes,
      fc.oneof(fc.constant(0), fc.nat(60)),
      fc.integer({ min: 1, max: 12 }),
      (made, asks, itsSizes, offset, limit) => {
        const accountId = `account ${String(run++)}`
        store.putAccount(sampleAccount(accountId))
        const known = new Map<number, Order>()
        for (const [{ id, ...rest }, its] of made) {
          if (!known.has(id)) known.set(id, sampleOrder(id, { ...rest, uuid: its }))
        }
        store.putOrders(accountId, [...known.values()], null)
        const list = prepareOrderList(db, facets, itsSizes)
        for (const [some, typed, sort] of asks) {
          const filter = { ...anyOrder, ...some, text: typed }
          const ids = listNaively(known.values(), filter, sort).map(({ id }) => id)
          const ask = list.describe(keyOf.get(accountId) ?? -1, filter)
          expect(list.count(ask)).toBe(ids.length)
          expect([null, ids.length]).toContain(knownCount(ask))
          for (const total of [null, ids.length]) {
            const page = list.page(ask, sort, offset, limit, total)
            expect(page.map(({ id }) => id)).toEqual(ids.slice(offset, offset + limit))
          }
          const read: number[] = []
          for (let after: OrderPlace | null | undefined = null; after !== undefined;) {
            const piece: OrderPlace[] = list.readAfter(ask, sort, after, limit)
            read.push(...piece.map(({ id }) => id))
            after = piece.length < limit ? undefined : piece.at(-1)
          }
          expect(read).toEqual(ids)
        }
      },
    ),
    { seed, numRuns: soakRounds(80) },
  )
}, 120_000)

test(`every place of a long list is the right one, whatever it is sorted by (seed ${seed})`, async () => {
  const store = await openWithAccount()
  const random = randomFrom(seed)
  const pick = <Word>(words: readonly Word[]): Word | undefined => words[Math.floor(random() * words.length)]
  const orders = Array.from({ length: 12_000 }, (_, id) =>
    sampleOrder(id, {
      market: id % 3 === 0 ? (pick(markets) ?? 'z9') : 'ethusdc',
      side: pick(orderSides) ?? 'buy',
      state: id % 2 === 0 ? 'done' : (pick(orderStates) ?? 'done'),
      // One price in two is the same: a group that no note falls into the middle of by itself.
      price: id % 5 === 0 ? null : id % 2 === 0 ? '1850' : String(Math.floor(random() * 4_000)),
      originVolume: `${Math.floor(random() * 10)}.${Math.floor(random() * 1_000)}`,
      createdAtMs: 1_650_000_000_000 + Math.floor(random() * 5_000),
      updatedAtMs: 1_650_000_000_000 + Math.floor(random() * 5_000_000),
      cancelReason: pick([...reasons, null, null]) ?? null,
    }),
  )
  for (let at = 0; at < orders.length; at += 4_000) {
    await store.putOrders('a', orders.slice(at, at + 4_000), null)
  }
  const filters: OrderFilter[] = [
    anyOrder,
    { ...anyOrder, markets: ['ethusdc'] },
    { ...anyOrder, leastPrice: '100', mostPrice: '1850' },
    { ...anyOrder, cancelReasons: [reasons[1]], leastVolume: '3' },
    { ...anyOrder, text: 'cancelled' },
    { ...anyOrder, text: 'buy eth 00' },
    { ...anyOrder, fromMs: 1_650_000_001_000, toMs: 1_650_000_004_000, sides: ['buy'] },
  ]
  for (const column of orderSortColumns) {
    for (const isDescending of [true, false]) {
      for (const filter of filters) {
        const sort = { column, isDescending }
        const rows = listNaively(orders, filter, sort).map(({ id }) => id)
        for (const part of [0, 0.3, 0.77, 0.999, 1]) {
          const offset = Math.floor(rows.length * part)
          const page = await list(store, 'a', filter, sort, offset, 100)
          expect({ sort, offset, ids: page.rows.map(({ id }) => id), total: page.total }).toEqual({
            sort,
            offset,
            ids: rows.slice(offset, offset + 100),
            total: rows.length,
          })
        }
      }
    }
  }
  // What was noted of places is noted anew after a change.
  const sort = { column: 'price', isDescending: true } as const
  const before = await list(store, 'a', anyOrder, sort, 9_000, 10)
  const moved = sampleOrder(5, { price: '5000', updatedAtMs: 1_660_000_000_000 })
  await store.putOrders('a', [moved], null)
  const after = await list(store, 'a', anyOrder, sort, 9_000, 10)
  expect(after.version).toBeGreaterThan(before.version)
  const expected = listNaively([...orders.filter(({ id }) => id !== 5), moved], anyOrder, sort)
  expect(after.rows.map(({ id }) => id)).toEqual(expected.slice(9_000, 9_010).map(({ id }) => id))
}, 120_000)

test('an order that has ended is not open again by an older answer of the same second', async () => {
  const store = await openWithAccount()
  const open = sampleOrder(1, { state: 'wait', tradesCount: 0, updatedAtMs: 5_000 })
  const ended = { ...open, state: 'cancel', cancelReason: 'Order cancelled by user' } as const
  await store.putOrders('a', [open], null)
  await store.putOrders('a', [ended], null)
  expect(await store.putOrders('a', [open], null)).toEqual({ changedIds: [] })
  expect(await store.getOrder('a', 1)).toEqual(ended)
  const told = { ...ended, cancelReason: null }
  expect(await store.putOrders('a', [told], null)).toEqual({ changedIds: [1] })
})

test('a version tells of each change of the list, and of nothing else', async () => {
  const store = await openWithAccount()
  const version = async () => (await store.listOrders('a', anyOrder, newestFirst, 0, 1)).version
  const versions = [await version()]
  const note = async () => versions.push(await version())
  await store.putOrders('a', [sampleOrder(1), sampleOrder(2)], null)
  await note()
  await store.putOrders('a', [sampleOrder(2, { state: 'done', tradesCount: 1, updatedAtMs: 2e12 })], null)
  await note()
  await store.dropAll('orders', 100)
  await note()
  await store.putOrders('a', [sampleOrder(1)], null)
  await note()
  await store.clearPrivateCache()
  await note()
  expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b))
  const last = versions.at(-1)
  await store.putOrders('a', [], null)
  await store.setSetting('theme', 'dark')
  expect(await version()).toBe(last)
})

test('an account that comes again has none of the places noted of the one before', async () => {
  const store = await openWithAccount()
  const sort = { column: 'price', isDescending: false } as const
  for (const factor of [1, -1]) {
    const orders = Array.from({ length: 3_000 }, (_, id) => sampleOrder(id, { price: String(id * factor) }))
    await store.putOrders('a', orders, null)
    const rows = listNaively(orders, anyOrder, sort)
    expect((await list(store, 'a', anyOrder, sort, 2_500, 50)).rows).toEqual(rows.slice(2_500, 2_550))
    await store.removeAccount('a')
    await store.putAccount(sampleAccount('a'))
  }
})

test('orders that arrive between two pieces shift nothing', async () => {
  const store = await openWithAccount()
  const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)
  const put = (ids: readonly number[]) =>
    store.putOrders(
      'a',
      ids.map((id) => sampleOrder(id)),
      null,
    )
  await put(numbers(0, 20))
  const first = await store.readOrders('a', anyOrder, newestFirst, null, 10)
  await put(numbers(20, 35))
  const second = await store.readOrders('a', anyOrder, newestFirst, first.next, 10)
  expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(numbers(0, 20).reverse())
  expect(await store.readOrders('a', anyOrder, newestFirst, second.next, 10)).toEqual({
    rows: [],
    next: null,
  })
})

test('an account without orders, or one that is not here, has an empty list', async () => {
  const store = await openWithAccount()
  for (const id of ['a', 'b']) {
    for (const offset of [0, 5_000]) {
      const filter = { ...anyOrder, text: offset === 0 ? '' : 'x' }
      const page = await list(store, id, filter, { column: 'volume', isDescending: true }, offset, 10)
      expect(page).toMatchObject({ rows: [], total: 0 })
    }
    expect(await store.listCancelReasons(id)).toEqual([])
  }
})
