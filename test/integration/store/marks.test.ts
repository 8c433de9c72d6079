// Which marks the store finds of what an account's orders did.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chartMark } from '../../../src-preload/contract/markets/charts.ts'
import type { Store } from '../../../src-main/store/api/store-api.ts'
import { type FilledOrder, listMarks } from './marks-oracle.ts'
import { openWithAccount, sampleAccount, sampleOrder, sampleTrade } from './support.ts'

const always = { market: 'ethusdc', fromMs: 0, toMs: Number.MAX_SAFE_INTEGER - 1, most: 2_000 }

async function put(store: Store, all: readonly FilledOrder[], accountId = 'a'): Promise<void> {
  await store.putOrders(
    accountId,
    all.map(({ order }) => order),
    null,
  )
  for (const { order, trades } of all) {
    if (trades.length > 0) await store.putOrderTrades(accountId, order, [...trades])
  }
}

const kindsOf = async (store: Store, patch: Partial<typeof always> = {}, accountId = 'a') => {
  const { marks, isCut } = await store.listMarks(accountId, { ...always, ...patch })
  return { marks: marks.map(({ kind, orderId, atMs }) => `${kind} ${orderId} at ${atMs}`), isCut }
}

const done = { state: 'done', remainingVolume: '0.0', executedVolume: '1.0', tradesCount: 1 } as const
const cancelled = { state: 'cancel', remainingVolume: '0.4000' } as const

describe('the marks of a market', () => {
  it('say what an order was for, how it was filled, and what was left when it was cancelled', async () => {
    const store = await openWithAccount()
    const order = sampleOrder(1, {
      ...cancelled,
      createdAtMs: 10,
      updatedAtMs: 30,
      tradesCount: 1,
      cancelReason: 'Order cancelled by user',
    })
    await put(store, [{ order, trades: [sampleTrade(5, { createdAtMs: 20 })] }])
    const { marks, isCut } = await store.listMarks('a', always)
    expect(isCut).toBe(false)
    expect(marks.map((mark) => chartMark.parse(mark))).toEqual([
      {
        kind: 'placed',
        orderId: 1,
        side: 'buy',
        atMs: 10,
        price: '1867.5000000000',
        amount: '1.0000000000',
        type: 'limit',
        stopPrice: null,
        state: 'cancel',
        isOpen: false,
      },
      { kind: 'fill', orderId: 1, tradeId: 5, side: 'buy', atMs: 20, price: '1336.63', amount: '0.0375' },
      {
        kind: 'cancelled',
        orderId: 1,
        side: 'buy',
        atMs: 30,
        price: '1867.5000000000',
        amount: '0.4000',
        reason: 'Order cancelled by user',
      },
    ])
  })

  it('have a market order without a price, and no end for an order that was filled whole', async () => {
    const store = await openWithAccount()
    await put(store, [{ order: sampleOrder(1, { ...done, type: 'market', price: null }), trades: [] }])
    expect((await store.listMarks('a', always)).marks).toMatchObject([{ kind: 'placed', price: null }])
  })

  it('are those of the range, its ends included, and open orders whenever they were placed', async () => {
    const store = await openWithAccount()
    await put(store, [
      { order: sampleOrder(1, { createdAtMs: 5 }), trades: [] },
      { order: sampleOrder(2, { ...done, createdAtMs: 10 }), trades: [] },
      { order: sampleOrder(3, { ...done, createdAtMs: 20 }), trades: [] },
      { order: sampleOrder(4, { ...done, createdAtMs: 21 }), trades: [] },
      { order: sampleOrder(5, { state: 'pending', createdAtMs: 99 }), trades: [] },
      { order: sampleOrder(6, { ...cancelled, createdAtMs: 1, updatedAtMs: 15 }), trades: [] },
      { order: sampleOrder(7, { ...cancelled, createdAtMs: 2, updatedAtMs: 21 }), trades: [] },
    ])
    expect(await kindsOf(store, { fromMs: 10, toMs: 20 })).toEqual({
      marks: ['placed 1 at 5', 'placed 2 at 10', 'cancelled 6 at 15', 'placed 3 at 20', 'placed 5 at 99'],
      isCut: false,
    })
    expect(await kindsOf(store, { fromMs: 21, toMs: 21 })).toMatchObject({
      marks: ['placed 1 at 5', 'placed 4 at 21', 'cancelled 7 at 21', 'placed 5 at 99'],
    })
  })

  it('take the place of a fill that told neither market, time nor side from its order', async () => {
    const store = await openWithAccount()
    const bare = { market: null, createdAtMs: null, side: null }
    const order = sampleOrder(1, { ...done, side: 'sell', createdAtMs: 10, updatedAtMs: 30 })
    await put(store, [{ order, trades: [sampleTrade(5, bare), sampleTrade(6, { createdAtMs: 20 })] }])
    expect((await kindsOf(store)).marks).toEqual(['placed 1 at 10', 'fill 1 at 20', 'fill 1 at 30'])
    expect((await store.listMarks('a', always)).marks[2]).toMatchObject({ side: 'sell', tradeId: 5 })
    expect((await kindsOf(store, { market: 'btcusdc' })).marks).toEqual([])
  })

  it('follow an order that changes, and its fills', async () => {
    const store = await openWithAccount()
    await put(store, [{ order: sampleOrder(1, { createdAtMs: 10, updatedAtMs: 10 }), trades: [] }])
    expect((await store.listMarks('a', always)).marks).toMatchObject([{ isOpen: true }])
    const order = sampleOrder(1, { ...cancelled, createdAtMs: 10, updatedAtMs: 40, tradesCount: 1 })
    await put(store, [{ order, trades: [sampleTrade(5, { createdAtMs: null })] }])
    expect((await kindsOf(store)).marks).toEqual(['placed 1 at 10', 'fill 1 at 40', 'cancelled 1 at 40'])
  })

  it('are the newest where there are too many, open orders before all others', async () => {
    const store = await openWithAccount()
    const all = Array.from({ length: 30 }, (_, id) => ({
      order: sampleOrder(id, { ...(id < 3 ? {} : done), createdAtMs: id }),
      trades: [],
    }))
    await put(store, all)
    expect(await kindsOf(store, { most: 5 })).toEqual({
      marks: ['placed 0 at 0', 'placed 1 at 1', 'placed 2 at 2', 'placed 28 at 28', 'placed 29 at 29'],
      isCut: true,
    })
    expect(await kindsOf(store, { most: 2 })).toEqual({
      marks: ['placed 1 at 1', 'placed 2 at 2'],
      isCut: true,
    })
    expect(await kindsOf(store, { most: 30 })).toMatchObject({ isCut: false })
    expect(await kindsOf(store, { most: 3, fromMs: 50, toMs: 60 })).toMatchObject({ isCut: false })
  })

  it('are of one account, and none where it is not here', async () => {
    const store = await openWithAccount()
    await store.putAccount(sampleAccount('b'))
    await put(store, [{ order: sampleOrder(1, { ...done }), trades: [] }], 'b')
    expect((await kindsOf(store)).marks).toEqual([])
    expect((await kindsOf(store, {}, 'b')).marks).toHaveLength(1)
    expect(await kindsOf(store, {}, 'nobody')).toEqual({ marks: [], isCut: false })
  })

  const trade = fc.record({
    id: fc.nat(1_000_000),
    market: fc.constantFrom('told' as const, null),
    createdAtMs: fc.option(fc.nat(60)),
    side: fc.constantFrom('buy' as const, 'sell' as const, null),
  })
  const filledOrder = fc
    .record({
      market: fc.constantFrom('ethusdc', 'btcusdc'),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      state: fc.constantFrom('pending' as const, 'wait' as const, 'done' as const, 'cancel' as const),
      createdAtMs: fc.nat(50),
      lastsMs: fc.nat(20),
      remainingVolume: fc.constantFrom('0', '0.0', '0.000100', '20', '0.0000000001'),
      trades: fc.array(trade, { maxLength: 3 }),
    })
    .map(({ trades, lastsMs, ...changes }) => ({ changes, lastsMs, trades }))

  it('are those that one finds by looking at every order, whatever the range and however few are asked for', async () => {
    const store = await openWithAccount()
    let runs = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(filledOrder, { maxLength: 25 }),
        fc.array(fc.tuple(fc.nat(60), fc.nat(60), fc.integer({ min: 1, max: 40 })), {
          minLength: 1,
          maxLength: 4,
        }),
        async (drawn, asked) => {
          const accountId = `run ${(runs += 1)}`
          await store.putAccount(sampleAccount(accountId))
          const all = drawn.map(({ changes, lastsMs, trades }, id): FilledOrder => {
            const { createdAtMs, market } = changes
            const updatedAtMs = createdAtMs + lastsMs
            const order = sampleOrder(id, { ...changes, updatedAtMs, tradesCount: trades.length })
            return {
              order,
              trades: trades.map((one) =>
                sampleTrade(one.id, { ...one, market: one.market === null ? null : market }),
              ),
            }
          })
          await put(store, all, accountId)
          for (const [fromMs, spanMs, most] of asked) {
            const query = { market: 'ethusdc', fromMs, toMs: fromMs + spanMs, most }
            expect(await store.listMarks(accountId, query)).toEqual(listMarks(all, query))
          }
        },
      ),
      { numRuns: 200 },
    )
  })
})
