// Lists of several accounts against sorting the raw rows of all of them.
import { expect, it } from 'vitest'
import { randomFrom } from '../../../scripts/random.ts'
import type { Order, OrderTrade } from '../../../src-preload/contract/orders/entities.ts'
import { orderSortColumns } from '../../../src-preload/contract/orders/orders.ts'
import { compare, parseExact } from '../../../src-preload/domain/numbers/exact-decimal.ts'
import { anyFill } from '../../../src-main/store/api/order-filter.ts'
import { anyOrder, open, sampleAccount, sampleOrder, sampleTrade } from './support.ts'

const ids = ['a', 'b', 'c'] as const

interface Own {
  readonly accountId: string
  readonly order: Order
  readonly trade: OrderTrade | null
}

async function fill(seed: number) {
  const random = randomFrom(seed)
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
  const store = await open()
  const rows: Own[] = []
  for (const accountId of [...ids, 'left-out']) {
    await store.putAccount(sampleAccount(accountId))
    const own = Array.from({ length: 100 + Math.floor(random() * 500) }, (_, at): Own => {
      // Numbers of orders are the exchange's own, so that no two accounts share one.
      const id = at * 4 + [...ids, 'left-out'].indexOf(accountId)
      const isFilled = random() < 0.3
      const order = sampleOrder(id, {
        market: pick(['ethusdc', 'btcusdc']),
        createdAtMs: Math.floor(random() * 40),
        updatedAtMs: Math.floor(random() * 40),
        price: pick([null, '1', '1.0', '10', '9.9']),
        originVolume: pick(['0', '1.0', '1', '12.5']),
        tradesCount: isFilled ? 1 : 0,
        state: isFilled ? 'done' : 'wait',
      })
      const { market } = order
      const trade = isFilled
        ? sampleTrade(id, { orderId: id, market, createdAtMs: Math.floor(random() * 40) })
        : null
      return { accountId, order, trade }
    })
    await store.putOrders(
      accountId,
      own.map(({ order }) => order),
      null,
    )
    for (const { order, trade } of own)
      if (trade !== null) await store.putOrderTrades(accountId, order, [trade])
    rows.push(...own.filter(() => accountId !== 'left-out'))
  }
  return { store, rows, random, pick }
}

/** By the rule of the contract, told again. */
function sortRows(
  rows: readonly Own[],
  column: (typeof orderSortColumns)[number],
  isDescending: boolean,
): Own[] {
  const decimal = (a: string | null, b: string | null): number => {
    if (a === null || b === null) return a === b ? 0 : a === null ? Infinity : -Infinity
    return compare(parseExact(a), parseExact(b))
  }
  const by = (a: Order, b: Order): number => {
    if (column === 'created') return a.createdAtMs - b.createdAtMs
    if (column === 'updated') return a.updatedAtMs - b.updatedAtMs
    return column === 'price' ? decimal(a.price, b.price) : decimal(a.originVolume, b.originVolume)
  }
  return [...rows].sort(({ order: a }, { order: b }) => {
    const up = by(a, b)
    if (up === 0) return b.id - a.id
    return Number.isFinite(up) && isDescending ? -up : up
  })
}

it('lists the orders of several accounts as one, sorted, filtered, counted, from any place', async () => {
  const seed = Date.now() % 1_000_000
  const { store, rows, random, pick } = await fill(seed)
  for (let round = 0; round < 60; round += 1) {
    const filter = {
      ...anyOrder,
      markets: pick<string[]>([[], ['ethusdc']]),
      text: pick(['', 'btc', 'filled']),
    }
    const sort = { column: pick(orderSortColumns), isDescending: random() < 0.5 }
    const fitting = rows.filter(
      ({ order }) =>
        (filter.markets.length === 0 || filter.markets.includes(order.market)) &&
        (filter.text !== 'btc' || order.market === 'btcusdc') &&
        (filter.text !== 'filled' || order.state === 'done'),
    )
    const offset = Math.floor(random() * (fitting.length + 10))
    const expected = sortRows(fitting, sort.column, sort.isDescending).slice(offset, offset + 50)
    for (const id of ids) await store.countListed(id, filter)
    const page = await store.listOrdersOf(ids, filter, sort, offset, 50)
    const asked = JSON.stringify({ seed, round, sort, filter, offset })
    expect(
      page.rows.map(({ accountId, id }) => [accountId, id]),
      asked,
    ).toEqual(expected.map(({ accountId, order }) => [accountId, order.id]))
    expect(page.total, asked).toBe(fitting.length)
  }
})

it('lists the fills of several accounts as one, either way', async () => {
  const seed = Date.now() % 1_000_000
  const { store, rows, random } = await fill(seed)
  const fills = rows.flatMap(({ accountId, trade }) => (trade === null ? [] : [{ accountId, ...trade }]))
  const sorted = fills.sort(
    (a, b) => (a.createdAtMs ?? 0) - (b.createdAtMs ?? 0) || (a.orderId ?? 0) - (b.orderId ?? 0),
  )
  for (const isDescending of [true, false]) {
    const all = isDescending ? [...sorted].reverse() : sorted
    const offset = Math.floor(random() * all.length)
    for (const id of ids) await store.countFills(id, anyFill)
    const page = await store.listFillsOf(ids, anyFill, isDescending, offset, 40)
    expect(
      page.rows.map(({ accountId, id }) => [accountId, id]),
      `seed ${seed}`,
    ).toEqual(all.slice(offset, offset + 40).map(({ accountId, id }) => [accountId, id]))
    expect(page.total).toBe(fills.length)
  }
})

it('knows no total before every account is counted, and no rows of accounts that are not there', async () => {
  const { store } = await fill(1)
  const filter = { ...anyOrder, leastVolume: '1' }
  const sort = { column: 'created', isDescending: true } as const
  await store.countListed('a', filter)
  expect((await store.listOrdersOf(ids, filter, sort, 0, 10)).total).toBeNull()
  expect(await store.listOrdersOf(['nobody'], anyOrder, sort, 0, 10)).toEqual({
    rows: [],
    total: 0,
    version: 0,
  })
  expect(await store.listFillsOf([], anyFill, true, 0, 10)).toEqual({ rows: [], total: 0, version: 0 })
})
