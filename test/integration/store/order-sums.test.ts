// Totals of orders and fills are exact, against an independent way with fractions.
import { expect, test } from 'vitest'
import type { Order, OrderTrade } from '../../../src-preload/contract/orders/entities.ts'
import { sumFills, sumOrders } from '../../../src-main/orders/order-totals.ts'
import { anyFill } from '../../../src-main/store/api/order-filter.ts'
import type { Store } from '../../../src-main/store/api/store-api.ts'
import { soakRounds } from '../../fixtures/soak.ts'
import {
  type Fraction,
  fractionOf,
  isExactly,
  isFillFound,
  isMatch,
  plus,
  roundedText,
  sumFeesNaively,
  sumNaively,
  times,
} from './order-oracle.ts'
import { anyOrder, openWithAccount, sampleOrder, sampleTrade, seed } from './support.ts'
import { randomFrom } from '../../../scripts/random.ts'

const never = new AbortController().signal
const markets = ['ethusdc', 'btcusdc', 'ethbtc', 'z9'] as const

/** Whole numbers below what is asked, the same for the same seed. */
function makeRandom(start: number): (below: number) => number {
  const random = randomFrom(start)
  return (below) => Math.floor(random() * below)
}

/** From nothing to twenty digits on either side, zeros at either end. */
function makeDecimal(random: (below: number) => number): string {
  const digits = (count: number) => Array.from({ length: count }, () => String(random(10))).join('')
  if (random(20) === 0) return '0.0'
  const places = random(19)
  return `${random(3) === 0 ? '0' : digits(1 + random(9))}${places === 0 ? '' : `.${digits(places)}`}`
}

function makeOrders(random: (below: number) => number, count: number): Order[] {
  return Array.from({ length: count }, (_, id) =>
    sampleOrder(id, {
      market: markets[random(4)] ?? 'z9',
      side: random(2) === 0 ? 'buy' : 'sell',
      state: random(2) === 0 ? 'done' : 'cancel',
      price: random(9) === 0 ? null : makeDecimal(random),
      averagePrice: makeDecimal(random),
      originVolume: makeDecimal(random),
      executedVolume: random(3) === 0 ? '0.0' : makeDecimal(random),
      tradesCount: random(3),
      cancelReason: random(4) === 0 ? 'Order cancelled by user' : null,
    }),
  )
}

async function putAll(store: Store, orders: readonly Order[]): Promise<void> {
  for (let at = 0; at < orders.length; at += 5_000) {
    await store.putOrders('a', orders.slice(at, at + 5_000), null)
  }
}

/** `npm run soak -- sums` takes five times as many. */
const count = soakRounds(4_000)

test(
  `totals of ${count} orders are those of exact fractions, to the last digit (seed ${seed})`,
  async () => {
    const random = makeRandom(seed)
    const store = await openWithAccount()
    const orders = makeOrders(random, count)
    await putAll(store, orders)
    const fills = new Map<number, OrderTrade[]>()
    for (const order of orders.filter(({ id }) => id % 400 === 0)) {
      const trades = Array.from({ length: random(3) }, (_, at) =>
        sampleTrade(order.id * 10 + at, {
          // Of one fill in two all is here that the order filled.
          amount: random(2) === 0 ? order.executedVolume : makeDecimal(random),
          price: makeDecimal(random),
          total: random(3) === 0 ? null : makeDecimal(random),
          feeAmount: random(9) === 0 ? null : makeDecimal(random),
          feeCurrency: random(2) === 0 ? 'usdc' : 'eth',
        }),
      )
      fills.set(order.id, trades)
      await store.putOrderTrades('a', order, trades)
    }
    const fillsOf = (id: number) => fills.get(id) ?? null
    for (const filter of [
      anyOrder,
      { ...anyOrder, sides: ['buy' as const], quotes: ['usdc'], leastPrice: '0.5', mostPrice: '50000' },
      { ...anyOrder, cancelReasons: ['Order cancelled by user'], text: '1' },
    ]) {
      const fitting = orders.filter((order) => isMatch(order, filter))
      const totals = await sumOrders(store, ['a'], filter, never)
      const expected = sumNaively(fitting, fillsOf)
      expect(totals.orders).toBe(fitting.length)
      expect(totals.markets.map(({ market }) => market)).toEqual([...expected.keys()].sort())
      for (const told of totals.markets) {
        const sums = expected.get(told.market)
        if (sums === undefined) throw new Error(told.market)
        expect(told.orders).toBe(sums.orders)
        expect(isExactly(told.originVolume, sums.originVolume)).toBe(true)
        const both = [
          [told.bought, sums.buy],
          [told.sold, sums.sell],
        ] as const
        for (const [side, wanted] of both) {
          expect(isExactly(side.amount, wanted.executedVolume)).toBe(true)
          expect(isExactly(side.value, wanted.executedValue)).toBe(true)
          expect(side.inexactValues).toBe(wanted.inexactValues)
          const average: Fraction = {
            top: wanted.executedValue.top * wanted.executedVolume.bottom,
            bottom: wanted.executedValue.bottom * wanted.executedVolume.top,
          }
          expect(side.averagePrice).toBe(wanted.executedVolume.top === 0n ? null : roundedText(average, 18))
        }
        expect(isExactly(told.executedVolume, plus(sums.buy.executedVolume, sums.sell.executedVolume))).toBe(
          true,
        )
        expect(isExactly(told.executedValue, plus(sums.buy.executedValue, sums.sell.executedValue))).toBe(
          true,
        )
        expect(told.inexactValues).toBe(sums.buy.inexactValues + sums.sell.inexactValues)
      }
      const fees = sumFeesNaively(fitting, fillsOf)
      expect(totals.ordersWithoutFees).toBe(fees.without)
      expect(totals.fees.map(({ currency }) => currency)).toEqual([...fees.fees.keys()].sort())
      for (const { currency, amount } of totals.fees) {
        expect(isExactly(amount, fees.fees.get(currency) ?? fractionOf('0'))).toBe(true)
      }
      expect(totals.quoteFees.map(({ currency }) => currency)).toEqual([...fees.quoted.keys()].sort())
      for (const { currency, amount } of totals.quoteFees) {
        expect(isExactly(amount, fees.quoted.get(currency) ?? fractionOf('0'))).toBe(true)
      }
      expect(totals.unquotedFees).toBe(fees.unquoted)
    }
  },
  soakRounds(240_000),
)

test('totals of nothing, of one order and of one that was never executed', async () => {
  const store = await openWithAccount()
  const empty = { orders: 0, markets: [], fees: [], quoteFees: [], unquotedFees: 0, ordersWithoutFees: 0 }
  expect(await sumOrders(store, ['a'], anyOrder, never)).toEqual(empty)
  expect(await sumOrders(store, ['nobody'], anyOrder, never)).toEqual(empty)
  await store.putOrders('a', [sampleOrder(0, { originVolume: '0.10' })], null)
  expect(await sumOrders(store, ['a'], anyOrder, never)).toEqual({
    ...empty,
    orders: 1,
    markets: [
      {
        market: 'ethusdc',
        orders: 1,
        originVolume: '0.1',
        executedVolume: '0',
        executedValue: '0',
        inexactValues: 0,
        bought: { amount: '0', value: '0', inexactValues: 0, averagePrice: null },
        sold: { amount: '0', value: '0', inexactValues: 0, averagePrice: null },
      },
    ],
  })
  expect(await sumOrders(store, ['a'], { ...anyOrder, markets: ['nowhere'] }, never)).toEqual(empty)
})

test('an average price is rounded to 18 decimals, halves to the even digit', async () => {
  const store = await openWithAccount()
  const average = async (averagePrice: string, executedVolume: string) => {
    const order = sampleOrder(1, { averagePrice, executedVolume, tradesCount: 1, updatedAtMs: 1e15 })
    await store.putOrders('a', [order], null)
    return (await sumOrders(store, ['a'], anyOrder, never)).markets[0]?.bought.averagePrice
  }
  expect(await average('0.0000000000000000005', '1')).toBe('0')
  expect(await average('0.0000000000000000015', '1')).toBe('0.000000000000000002')
  expect(await average('0.0000000000000000025', '1')).toBe('0.000000000000000002')
  const two = [
    sampleOrder(1, { averagePrice: '1', executedVolume: '1', tradesCount: 1, updatedAtMs: 2e15 }),
    sampleOrder(2, { averagePrice: '2', executedVolume: '2', tradesCount: 1 }),
  ]
  await store.putOrders('a', two, null)
  const [both] = (await sumOrders(store, ['a'], anyOrder, never)).markets
  expect(both?.bought).toMatchObject({ value: '5', averagePrice: '1.666666666666666667' })
})

test('bought and sold have averages apart, and values come from fills, whatever the average was rounded to', async () => {
  const store = await openWithAccount()
  // 0.3376 ETH for 433.56049; the exchange told an average with 8 decimals, whose product is 433.560489999008.
  const bought = sampleOrder(1, {
    side: 'buy',
    averagePrice: '1284.24315758',
    executedVolume: '0.3376',
    tradesCount: 2,
  })
  const sold = sampleOrder(2, { side: 'sell', averagePrice: '2000', executedVolume: '2', tradesCount: 1 })
  await store.putOrders('a', [bought, sold], null)
  const read = async () => (await sumOrders(store, ['a'], anyOrder, never)).markets[0]
  expect(await read()).toMatchObject({
    executedValue: '4433.560489999008',
    inexactValues: 2,
    bought: { value: '433.560489999008', inexactValues: 1 },
    sold: { value: '4000', inexactValues: 1, averagePrice: '2000' },
  })
  await store.putOrderTrades('a', bought, [
    sampleTrade(1, { amount: '0.3', total: '385.3' }),
    sampleTrade(2, { amount: '0.0376', total: '48.26049' }),
  ])
  expect(await read()).toMatchObject({
    executedValue: '4433.56049',
    inexactValues: 1,
    bought: {
      amount: '0.3376',
      value: '433.56049',
      inexactValues: 0,
      averagePrice: '1284.243157582938388626',
    },
    sold: { inexactValues: 1 },
  })
  // One of two fills is here: nothing is exact.
  await store.putOrders('a', [{ ...bought, tradesCount: 3, updatedAtMs: bought.updatedAtMs + 1 }], null)
  expect(await read()).toMatchObject({ bought: { value: '433.560489999008', inexactValues: 1 } })
})

test('an order that filled something at a price that is not told has no exact value', async () => {
  const store = await openWithAccount()
  const order = sampleOrder(1, { averagePrice: '0.0', executedVolume: '2', tradesCount: 1 })
  await store.putOrders('a', [order], null)
  const [market] = (await sumOrders(store, ['a'], anyOrder, never)).markets
  expect(market).toMatchObject({ executedVolume: '2', executedValue: '0', inexactValues: 1 })
})

test('fees of an order whose fills have changed since are not counted, and are counted once they are here again', async () => {
  const store = await openWithAccount()
  const order = sampleOrder(1, { executedVolume: '1', averagePrice: '1', tradesCount: 1 })
  await store.putOrderTrades('a', order, [sampleTrade(1, { feeAmount: '0.5' })])
  const read = async () => {
    const { fees, ordersWithoutFees } = await sumOrders(store, ['a'], anyOrder, never)
    return { fees, ordersWithoutFees }
  }
  expect(await read()).toEqual({ fees: [{ currency: 'eth', amount: '0.5' }], ordersWithoutFees: 0 })
  const later = { ...order, updatedAtMs: order.updatedAtMs + 1, tradesCount: 2 }
  await store.putOrders('a', [later], null)
  expect(await read()).toEqual({ fees: [], ordersWithoutFees: 1 })
  await store.putOrderTrades('a', later, [
    sampleTrade(1, { feeAmount: '0.5' }),
    sampleTrade(2, { feeAmount: '0.25' }),
  ])
  expect(await read()).toEqual({ fees: [{ currency: 'eth', amount: '0.75' }], ordersWithoutFees: 0 })
})

test('a sum that nobody waits for any more ends with the reason, before its next piece', async () => {
  const store = await openWithAccount()
  await store.putOrders(
    'a',
    Array.from({ length: 3_000 }, (_, id) => sampleOrder(id)),
    null,
  )
  const waiting = new AbortController()
  const sum = sumOrders(store, ['a'], anyOrder, waiting.signal)
  waiting.abort(new Error('no more'))
  await expect(sum).rejects.toThrow('no more')
})

/** As the fills are told in: with gaps that their order fills. */
async function putFills(store: Store, random: (below: number) => number) {
  const expected: (OrderTrade & { order: Order; position: number })[] = []
  for (let id = 0; id < 400; id += 1) {
    const order = sampleOrder(id, {
      market: markets[random(4)] ?? 'z9',
      side: random(2) === 0 ? 'buy' : 'sell',
      tradesCount: 3,
      updatedAtMs: 1_650_000_000_000 + random(500),
    })
    const trades = Array.from({ length: random(6) }, (_, position) =>
      sampleTrade(id * 10 + position, {
        market: random(2) === 0 ? null : order.market,
        side: random(2) === 0 ? null : order.side,
        createdAtMs: random(3) === 0 ? null : 1_650_000_000_000 + random(500),
        price: makeDecimal(random),
        amount: makeDecimal(random),
        total: random(2) === 0 ? null : makeDecimal(random),
        feeAmount: random(5) === 0 ? null : makeDecimal(random),
      }),
    )
    await store.putOrderTrades('a', order, trades)
    expected.push(...trades.map((trade, position) => ({ ...trade, order, position })))
  }
  return expected
}

test(`fills are listed by time with what their orders say, and their totals are exact (seed ${seed})`, async () => {
  const random = makeRandom(seed)
  const store = await openWithAccount()
  const trades = await putFills(store, random)
  const all = trades.map(({ order, position, ...trade }) => ({
    position,
    fill: {
      ...trade,
      orderId: order.id,
      market: trade.market ?? order.market,
      side: trade.side ?? order.side,
      createdAtMs: trade.createdAtMs ?? order.updatedAtMs,
    },
  }))
  all.sort(
    (a, b) =>
      b.fill.createdAtMs - a.fill.createdAtMs || b.fill.orderId - a.fill.orderId || b.position - a.position,
  )
  const filters = [
    anyFill,
    { ...anyFill, sides: ['sell' as const] },
    { ...anyFill, quotes: ['usdc'], fromMs: 1_650_000_000_100, toMs: 1_650_000_000_300 },
    { ...anyFill, text: '17' },
    { ...anyFill, text: 'eth/usdc Sell' },
    { ...anyFill, text: 'b' },
    { ...anyFill, text: '1 se' },
    { ...anyFill, text: 'buy nowhere' },
    { ...anyFill, markets: ['nowhere'] },
  ]
  for (const filter of filters) {
    for (const isDescending of [true, false]) {
      const fits = all
        .map(({ fill }) => fill)
        .filter(
          ({ side, market, createdAtMs, id, orderId }) =>
            (filter.sides.length === 0 || filter.sides.some((each) => each === side)) &&
            (filter.quotes.length === 0 || market.endsWith('usdc')) &&
            filter.markets.length === 0 &&
            (filter.fromMs === null || createdAtMs >= filter.fromMs) &&
            (filter.toMs === null || createdAtMs < filter.toMs) &&
            isFillFound({ id, orderId, market, side }, filter.text),
        )
      const rows = isDescending ? fits : fits.toReversed()
      for (const offset of [0, 7, Math.max(0, rows.length - 3), rows.length + 5]) {
        expect(await store.countFills('a', filter)).toBe(rows.length)
        const page = await store.listFills('a', filter, isDescending, offset, 20)
        expect(page.rows).toEqual(rows.slice(offset, offset + 20))
        expect(page.total).toBe(rows.length)
      }
      const { rows: read, next } = await store.readFills('a', filter, isDescending, null, 100_000)
      expect(read).toEqual(rows)
      expect(next).toBeNull()
    }
    const totals = await sumFills(store, ['a'], filter, never)
    const { rows } = await store.readFills('a', filter, true, null, 100_000)
    expect(totals.fills).toBe(rows.length)
    for (const told of totals.markets) {
      const sum = (side: string, read: (fill: (typeof rows)[number]) => Fraction) =>
        rows
          .filter((fill) => fill.market === told.market && fill.side === side)
          .map(read)
          .reduce(plus, fractionOf('0'))
      const value = ({ total, price, amount }: (typeof rows)[number]) =>
        total === null ? times(fractionOf(price), fractionOf(amount)) : fractionOf(total)
      expect(
        isExactly(
          told.boughtAmount,
          sum('buy', ({ amount }) => fractionOf(amount)),
        ),
      ).toBe(true)
      expect(
        isExactly(
          told.soldAmount,
          sum('sell', ({ amount }) => fractionOf(amount)),
        ),
      ).toBe(true)
      expect(isExactly(told.boughtValue, sum('buy', value))).toBe(true)
      expect(isExactly(told.soldValue, sum('sell', value))).toBe(true)
    }
  }
}, 60_000)

test('what was listed of fills is found anew once more of them are here', async () => {
  const store = await openWithAccount()
  const order = sampleOrder(1, { tradesCount: 1 })
  await store.putOrderTrades('a', order, [sampleTrade(1)])
  const before = await store.listFills('a', anyFill, true, 0, 10)
  expect(before.total).toBe(1)
  await store.putOrderTrades('a', { ...order, tradesCount: 2, updatedAtMs: 2e12 }, [
    sampleTrade(1),
    sampleTrade(2),
  ])
  const after = await store.listFills('a', anyFill, true, 0, 10)
  expect(after.total).toBe(2)
  expect(after.version).toBeGreaterThan(before.version)
  expect(await store.listFills('nobody', anyFill, true, 0, 10)).toMatchObject({ rows: [], total: 0 })
})
