import { describe, expect, onTestFinished, test } from 'vitest'
import fc from 'fast-check'
import { soakRounds } from '../../fixtures/soak.ts'
import { openDatabase } from '../../../src-main/store/worker/database.ts'
import { dataFile } from '../../../src-main/store/files/data-file.ts'
import { ordersWantingFillsSql } from '../../../src-main/store/queries/history.ts'
import {
  makeFile,
  open,
  openWithAccount,
  sampleAccount,
  sampleOrder,
  sampleTrade,
  seed,
  newestFirst,
  anyOrder,
} from './support.ts'

const idsOf = (wanted: readonly { readonly id: number }[]): number[] => wanted.map(({ id }) => id)

test('the orders that want their fills are read from an index of their own', () => {
  const db = openDatabase(makeFile(), dataFile, 0)
  onTestFinished(() => {
    db.close()
  })
  const plan = db
    .prepare<[number, number, number], { detail: string }>(`EXPLAIN QUERY PLAN ${ordersWantingFillsSql}`)
    .all(1, 5, 10)
  expect(plan.map(({ detail }) => detail)).toEqual([
    expect.stringMatching(
      /^SEARCH orders USING (COVERING )?INDEX orders_wanting_fills \(account_key=\? AND id<\?\)$/,
    ),
  ])
})

describe('orders whose fills are not here', () => {
  test('are those that have fills, newest first, in portions', async () => {
    const store = await openWithAccount()
    const orders = [1, 2, 3, 4, 5].map((id) => sampleOrder(id, { tradesCount: id % 2 }))
    await store.putOrders('a', orders, null)
    expect(idsOf(await store.listOrdersWantingFills('a', null, 2))).toEqual([5, 3])
    expect(idsOf(await store.listOrdersWantingFills('a', 3, 2))).toEqual([1])
    expect(await store.getFillProgress('a')).toEqual({ orders: 3, wanted: 3 })
    expect(await store.listOrdersWantingFills('nobody', null, 9)).toEqual([])
    expect(await store.getFillProgress('nobody')).toEqual({ orders: 0, wanted: 0 })
  })

  test('are no more wanted when they are here, until the order has moved on', async () => {
    const store = await openWithAccount()
    const order = sampleOrder(1, { tradesCount: 1 })
    await store.putOrders('a', [order], null)
    await store.putOrderTrades('a', order, [sampleTrade(1)])
    expect(await store.getFillProgress('a')).toEqual({ orders: 1, wanted: 0 })
    const cancelled = { ...order, state: 'cancel', cancelReason: 'by user' } as const
    await store.putOrders('a', [cancelled], null)
    expect(await store.getFillProgress('a')).toEqual({ orders: 1, wanted: 0 })
    const later = { ...cancelled, updatedAtMs: order.updatedAtMs + 1, tradesCount: 2 }
    await store.putOrders('a', [later], null)
    expect(idsOf(await store.listOrdersWantingFills('a', null, 9))).toEqual([1])
    // A late answer about the version before.
    await store.putOrderTrades('a', order, [sampleTrade(1)])
    expect(await store.getFillProgress('a')).toEqual({ orders: 1, wanted: 1 })
    await store.putOrderTrades('a', later, [sampleTrade(1), sampleTrade(2)])
    expect(await store.getFillProgress('a')).toEqual({ orders: 1, wanted: 0 })
  })

  test('are the gap in how far back fills are here, unless they are the newest of all', async () => {
    const store = await openWithAccount()
    const put = (id: number) => sampleOrder(id, { tradesCount: id % 5 === 0 ? 0 : 1 })
    const orders = Array.from({ length: 12 }, (_, at) => put(at + 1))
    await store.putOrders('a', orders, null)
    const reach = () => store.getFillsFromMs('a')
    const read = (id: number) =>
      store.putOrderTrades('a', put(id), put(id).tradesCount === 0 ? [] : [sampleTrade(id)])
    const atMs = (id: number) => put(id).createdAtMs
    expect(await reach()).toBeNull()
    for (const [id, from] of [
      [10, null],
      [9, 9],
      [8, 8],
      // Behind a gap nothing is reached.
      [3, 8],
      [7, 7],
      // The newest ones were no gap before, and 11 is one once 12 is here.
      [12, 12],
      [11, 7],
      [6, 6],
      // Order 5 has no fills.
      [4, 3],
    ] as const) {
      await read(id)
      expect([id, await reach()]).toEqual([id, from === null ? null : atMs(from)])
    }
    expect(await store.countOrdersWithFills('a')).toBe(8)
    expect(await store.getFillsFromMs('nobody')).toBeNull()
    expect(await store.countOrdersWithFills('nobody')).toBe(0)
  })

  test('go with their account, and are not mixed up with those of another', async () => {
    const store = await open()
    for (const id of ['a', 'b']) await store.putAccount(sampleAccount(id))
    for (const id of ['a', 'b']) await store.putOrders(id, [sampleOrder(1, { tradesCount: 3 })], null)
    await store.removeAccount('a')
    expect(await store.getFillProgress('a')).toEqual({ orders: 0, wanted: 0 })
    expect(await store.getFillProgress('b')).toEqual({ orders: 1, wanted: 1 })
  })

  test(`are counted as they are listed, whatever comes in which order (SEED=${String(seed)})`, async () => {
    const version = fc.record({
      id: fc.integer({ min: 1, max: 6 }),
      at: fc.nat(4),
      tradesCount: fc.nat(2),
      state: fc.constantFrom('wait', 'done'),
      isAlone: fc.boolean(),
    })
    const store = await open()
    let accounts = 0
    await fc.assert(
      fc.asyncProperty(fc.array(version, { maxLength: 25 }), async (versions) => {
        accounts += 1
        const account = `account-${String(accounts)}`
        await store.putAccount(sampleAccount(account))
        for (const { id, at, tradesCount, state, isAlone } of versions) {
          const order = sampleOrder(id, { tradesCount, state, updatedAtMs: 1_650_000_000_000 + at })
          if (isAlone) await store.putOrderTrades(account, order, [])
          else await store.putOrders(account, [order], null)
        }
        const wanting = idsOf(await store.listOrdersWantingFills(account, null, 100))
        const { rows } = await store.listOrders(account, anyOrder, newestFirst, 0, 100)
        const filled = rows.filter((row) => row.tradesCount > 0)
        expect(await store.getFillProgress(account)).toEqual({
          orders: filled.length,
          wanted: wanting.length,
        })
        for (const { id, updatedAtMs } of filled) {
          const fetched = await store.getOrderTrades(account, id)
          if (fetched === null || fetched.orderUpdatedAtMs < updatedAtMs) expect(wanting).toContain(id)
        }
        for (const id of wanting) expect(filled.map((row) => row.id)).toContain(id)
      }),
      { numRuns: soakRounds(15), seed },
    )
  })
})
