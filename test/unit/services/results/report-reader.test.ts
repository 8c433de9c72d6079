// Owns: reports of what lies in the store: in pieces, of the right orders, with what is missing told. Must not: stand in for it.
import { describe, expect, it } from 'vitest'
import { openZone } from '../../../../src-preload/shared/zone.ts'
import type { Order, OrderTrade } from '../../../../src-preload/contract/entities.ts'
import { knownFrom, readReport } from '../../../../src-main/services/results/report-reader.ts'
import type { FillPlace } from '../../../../src-main/store/order-pages.ts'
import type { Store } from '../../../../src-main/store/store-api.ts'
import { openWithAccount, sampleAccount, sampleOrder, sampleTrade, seed } from '../../store/support.ts'
import { makeFills, randomOf } from './random-fills.ts'
import { dateIn, expectedReport, type KnownFill } from './report-oracle.ts'

const utc = openZone('UTC')
const never = new AbortController().signal
const fromMs = Date.UTC(2025, 0, 1)
const toMs = Date.UTC(2025, 6, 1)

const reportOf = (store: Store, range = { fromMs, toMs }, accountId = 'a') =>
  readReport({ store, accountId, range, zone: utc, signal: never, nowMs: toMs })

const filled = (id: number, changes: Partial<Order> = {}): Order =>
  sampleOrder(id, {
    tradesCount: 1,
    state: 'done',
    createdAtMs: fromMs + id,
    updatedAtMs: fromMs + id,
    ...changes,
  })
const tradeOf = (order: Order, changes: Partial<OrderTrade> = {}): OrderTrade =>
  sampleTrade(order.id * 10, { orderId: order.id, createdAtMs: order.createdAtMs, ...changes })

describe('a report from the store', () => {
  it(`is that of all fills, in whatever order they came (seed ${seed})`, { timeout: 60_000 }, async () => {
    const store = await openWithAccount()
    const random = randomOf(seed)
    // One fill an order, numbered as time goes, so that equal times have one order.
    const fills = makeFills(700, seed, fromMs - 100 * 86_400_000, toMs + 86_400_000)
    const numbered = fills.map((fill, id): [number, KnownFill] => [id, fill])
    for (const [id, fill] of [...numbered].sort(() => random() - 0.5)) {
      const order = filled(id, {
        market: fill.market,
        side: fill.side,
        createdAtMs: fill.atMs,
        updatedAtMs: fill.atMs,
      })
      // What a fill does not tell is told by its order.
      const told = <Value>(value: Value): Value | null => (random() < 0.3 ? null : value)
      const { price, amount, total, feeCurrency, feeAmount } = fill
      const trade = tradeOf(order, {
        ...{ price, amount, total, feeCurrency, feeAmount },
        market: told(fill.market),
        side: told(fill.side),
        createdAtMs: told(fill.atMs),
      })
      await store.putOrderTrades('a', order, [trade])
    }
    const report = await reportOf(store)
    const expected = expectedReport(fills, fromMs, toMs, dateIn('UTC'))
    const dated = <Row extends { dayMs: number }>({ dayMs, ...rest }: Row) => ({
      day: dateIn('UTC')(dayMs),
      ...rest,
    })
    expect(report).toMatchObject({
      trades: expected.trades,
      markets: expected.markets,
      volumes: expected.volumes,
      fees: expected.fees,
    })
    expect(report.days.map(dated)).toEqual(expected.days)
    expect(report.best.map(dated)).toEqual(expected.best)
    const created = fills.filter(({ atMs }) => atMs >= fromMs && atMs < toMs).length
    expect(report.orders).toEqual({ created, filled: created, cancelled: 0 })
    expect([report.ordersWithoutFills, report.earlierOrdersWithoutFills]).toEqual([0, 0])
  })

  it('reads the same fills in pieces of any size', async () => {
    const store = await openWithAccount()
    for (let id = 0; id < 40; id += 1) {
      // Many of one time, several of one order.
      const order = filled(id, {
        createdAtMs: fromMs + (id % 5),
        updatedAtMs: fromMs + (id % 5),
        tradesCount: 2,
      })
      await store.putOrderTrades('a', order, [
        tradeOf(order, { amount: `${id}` }),
        tradeOf(order, { id: id * 10 + 1, amount: `${id}.5` }),
      ])
    }
    const whole = await store.readFillsByTime('a', 'ethusdc', null, toMs, 1_000)
    expect(whole.fills).toHaveLength(80)
    expect(whole.next).toBeNull()
    for (const limit of [1, 2, 3, 7, 16, 80]) {
      const amounts: string[] = []
      let after: FillPlace | null = null
      do {
        const piece: typeof whole = await store.readFillsByTime('a', 'ethusdc', after, toMs, limit)
        amounts.push(...piece.fills.map(({ amount }) => amount))
        after = piece.next
      } while (after !== null)
      expect(amounts).toEqual(whole.fills.map(({ amount }) => amount))
    }
    expect((await store.readFillsByTime('a', 'ethusdc', null, fromMs + 1, 1_000)).fills).toHaveLength(16)
  })

  it('counts orders by when they were created, and those whose fills are not all here, of which nothing is counted', async () => {
    const store = await openWithAccount()
    const early = filled(1, { createdAtMs: fromMs - 1 })
    const edge = filled(2, { createdAtMs: fromMs })
    const late = filled(3, { createdAtMs: toMs - 1, state: 'cancel' })
    const after = filled(4, { createdAtMs: toMs })
    const bare = sampleOrder(5, { createdAtMs: fromMs + 5, state: 'cancel' })
    const moved = filled(6, { createdAtMs: fromMs + 6, state: 'wait' })
    await store.putOrders('a', [early, edge, late, after, bare, moved], null)
    await store.putOrderTrades('a', edge, [tradeOf(edge)])
    await store.putOrderTrades('a', moved, [tradeOf(moved)])
    const before = await reportOf(store)
    expect(before.orders).toEqual({ created: 4, filled: 1, cancelled: 2 })
    expect([before.trades, before.ordersWithoutFills, before.earlierOrdersWithoutFills]).toEqual([2, 1, 1])
    // It has moved on since its fills were fetched.
    await store.putOrders('a', [{ ...moved, tradesCount: 2, updatedAtMs: moved.updatedAtMs + 1 }], null)
    const then = await reportOf(store)
    expect([then.trades, then.ordersWithoutFills]).toEqual([1, 2])
  })

  it('tells of orders whose fills are here no more', async () => {
    const store = await openWithAccount()
    const order = filled(1)
    await store.putOrderTrades('a', order, [tradeOf(order)])
    await store.dropBefore('fills', toMs, 100)
    const report = await reportOf(store)
    expect([report.trades, report.ordersWithoutFills, report.orders.filled]).toEqual([0, 1, 1])
  })

  it('of an account has nothing of another, and of one without orders is empty', async () => {
    const store = await openWithAccount()
    await store.putAccount(sampleAccount('b'))
    const order = filled(1)
    await store.putOrderTrades('b', order, [tradeOf(order)])
    expect(await reportOf(store)).toMatchObject({
      trades: 0,
      orders: { created: 0 },
      markets: [],
      knownFromMs: toMs,
    })
    expect((await reportOf(store, undefined, 'b')).trades).toBe(1)
    expect((await reportOf(store, undefined, 'gone')).trades).toBe(0)
  })

  it('ends with what it was aborted with', async () => {
    const store = await openWithAccount()
    const signal = AbortSignal.abort(new Error('left'))
    const options = { store, accountId: 'a', range: { fromMs, toMs }, zone: utc, nowMs: toMs }
    await expect(readReport({ ...options, signal })).rejects.toThrow('left')
  })

  it('with trades on more than 4,000 days is refused', { timeout: 60_000 }, async () => {
    const store = await openWithAccount()
    const order = filled(1, { tradesCount: 4_001 })
    const days = Array.from({ length: 4_001 }, (_, day) =>
      tradeOf(order, { id: day, createdAtMs: day * 86_400_000 }),
    )
    await store.putOrderTrades('a', order, days)
    await expect(reportOf(store, { fromMs: 0, toMs })).rejects.toMatchObject({
      code: 'validation',
      data: { field: 'toMs', reason: 'tooLong' },
    })
    expect((await reportOf(store, { fromMs: 86_400_000, toMs })).days).toHaveLength(4_000)
  })
})

describe('from when on orders are known', () => {
  const stretch = { fromId: 5, toId: 9, rows: 5, fromMs: 700 }
  it.each([
    ['none read', [], 0, 1_000],
    ['the newest part', [stretch, { ...stretch, fromId: 0, toId: 3 }], 0, 700],
    ['all', [{ ...stretch, fromId: 0 }], 0, null],
    ['all that are kept', [{ ...stretch, fromId: 0 }], 300, 300],
    ['less than is kept', [stretch], 300, 700],
    ['a part without a time', [{ ...stretch, fromMs: null }], 0, 1_000],
  ])('%s', (_what, stretches, keptFromMs, known) => {
    expect(knownFrom({ stretches, keptFromMs, asOfMs: null }, 1_000)).toBe(known)
  })
})
