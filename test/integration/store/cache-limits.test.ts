// What the service sends stops before the disk is full and at the quota of an account, and what is the user's own does not.
import { onTestFinished, describe, expect, test } from 'vitest'
import type { CacheLimits } from '../../../src-main/store/worker/disk-room.ts'
import { openStore } from '../../../src-main/store/client/open-store.ts'
import type { Store } from '../../../src-main/store/api/store-api.ts'
import { workerUrl } from '../../fixtures/thread-scripts.ts'
import { failureOf } from '../../fixtures/test-client.ts'
import { clock, makeFile, sampleAccount, sampleOrder } from './support.ts'

/** More than any disk has free. */
const noRoom = { minFreeBytes: Number.MAX_SAFE_INTEGER, minFreeShare: 1 }

async function openWith(limits: Partial<CacheLimits>): Promise<Store> {
  const store = await openStore({ file: makeFile(), clock, workerUrl, limits })
  onTestFinished(() => store.close())
  await store.putAccount(sampleAccount('a'))
  return store
}

const full = (reason: string) => ({ code: 'databaseUnavailable', data: { reason } })

describe('a disk that is almost full', () => {
  test('takes no more of what the service sends', async () => {
    const store = await openWith(noRoom)
    expect(await failureOf(store.putOrders('a', [sampleOrder(1)], null))).toMatchObject(full('DISK_LOW'))
    expect(await failureOf(store.putOrderTrades('a', sampleOrder(1), []))).toMatchObject(full('DISK_LOW'))
    expect(await failureOf(store.putPnlSnapshot('a', [], 0))).toMatchObject(full('DISK_LOW'))
    expect(await failureOf(store.putMarketTrades('practice', 'ethusdc', [], null, 0))).toMatchObject(
      full('DISK_LOW'),
    )
    expect(await store.countOrders('a')).toBe(0)
  })

  test("still takes the user's own settings and accounts", async () => {
    const store = await openWith(noRoom)
    await store.setSetting('theme', 'dark')
    expect(await store.getSetting('theme')).toBe('dark')
  })
})

describe('the quota of an account', () => {
  test('lets no order in beyond it, and goes on taking news of those that are here', async () => {
    const store = await openWith({ maxOrders: 2 })
    await store.putOrders('a', [sampleOrder(1), sampleOrder(2)], null)
    expect(await failureOf(store.putOrders('a', [sampleOrder(3)], null))).toMatchObject(full('QUOTA_ORDERS'))
    const news = sampleOrder(2, { updatedAtMs: sampleOrder(2).updatedAtMs + 1, state: 'cancel' })
    expect(await store.putOrders('a', [news], null)).toEqual({ changedIds: [2] })
    expect(await store.countOrders('a')).toBe(2)
  })

  test('is of each account alone', async () => {
    const store = await openWith({ maxOrders: 1 })
    await store.putAccount(sampleAccount('b'))
    await store.putOrders('a', [sampleOrder(1)], null)
    await store.putOrders('b', [sampleOrder(1)], null)
    expect(await store.countOrders('b')).toBe(1)
  })

  test('lets no market in beyond it', async () => {
    const store = await openWith({ maxFacets: 1 })
    await store.putOrders('a', [sampleOrder(1)], null)
    expect(
      await failureOf(store.putOrders('a', [sampleOrder(2, { market: 'madeup1' })], null)),
    ).toMatchObject(full('QUOTA_MARKETS'))
    await store.putOrders('a', [sampleOrder(3)], null)
    expect(await store.countOrders('a')).toBe(2)
  })

  test('lets no fill in beyond it', async () => {
    const store = await openWith({ maxFills: 1 })
    const fill = {
      id: 1,
      orderId: 1,
      market: null,
      side: null,
      takerType: null,
      price: '1',
      amount: '1',
      total: null,
      feeCurrency: null,
      feeRate: null,
      feeAmount: null,
      createdAtMs: null,
    }
    await store.putOrderTrades('a', sampleOrder(1), [fill])
    expect(await failureOf(store.putOrderTrades('a', sampleOrder(2), [{ ...fill, id: 2 }]))).toMatchObject(
      full('QUOTA_FILLS'),
    )
  })
})
