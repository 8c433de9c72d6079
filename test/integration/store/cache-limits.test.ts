// What the service sends stops before the disk is full and at the quota of an account, and what is the user's own does not.
import { onTestFinished, describe, expect, test } from 'vitest'
import type { CacheLimits } from '../../../src-main/store/worker/disk-room.ts'
import { openStore } from '../../../src-main/store/client/open-store.ts'
import type { Store } from '../../../src-main/store/api/store-api.ts'
import type { MarketTrade } from '../../../src-preload/contract/orders/entities.ts'
import type { OwnTrade } from '../../../src-preload/contract/trading/trading-entities.ts'
import { workerUrl } from '../../fixtures/thread-scripts.ts'
import { failureOf } from '../../fixtures/test-client.ts'
import { sampleTold } from '../../unit/store/sample-transfers.ts'
import { clock, makeFile, sampleAccount, sampleCandles, sampleOrder, sampleTrade, toldAt } from './support.ts'

/** More than any disk has free. */
const noRoom = { minFreeBytes: Number.MAX_SAFE_INTEGER, minFreeShare: 1 }

async function openWith(limits: Partial<CacheLimits>): Promise<Store> {
  const store = await openStore({ file: makeFile(), clock, workerUrl, limits })
  onTestFinished(() => store.close())
  await store.putAccount(sampleAccount('a'))
  return store
}

const network = 'practice'
const allListed = { offsetUnit: null, nextPage: 1, isWhole: true }

const ownTrade = (id: number, orderId: number): OwnTrade => ({
  ...sampleTrade(id),
  orderId,
  market: 'ethusdc',
  side: 'buy',
  createdAtMs: 1_000,
})

const marketTrade = (id: number, market = 'ethusdc'): MarketTrade => ({
  id,
  market,
  price: '1',
  amount: '1',
  total: '1',
  createdAtMs: id * 1_000,
  takerType: 'buy',
})

const full = (reason: string) => ({ code: 'databaseUnavailable', data: { reason } })

describe('a disk that is almost full', () => {
  test('takes no more of what the service sends', async () => {
    const store = await openWith(noRoom)
    const streamed = { trades: [marketTrade(1)], candles: [] }
    for (const put of [
      () => store.putOrders('a', [sampleOrder(1)], null),
      () => store.putOrderTrades('a', sampleOrder(1), []),
      () => store.putOwnTrades('a', [ownTrade(1, 1)], 0, null),
      () => store.putPnlSnapshot('a', [], 0),
      () => store.putListedTransfers('a', [sampleTold(1)], allListed),
      () => store.putCandles(network, 'ethusdc', 1, sampleCandles([60_000]), null, toldAt(0)),
      () => store.putMarketTrades(network, 'ethusdc', [], null, 0),
      () => store.putStreamed(network, streamed, 0),
    ])
      expect([String(put), await failureOf(put())]).toMatchObject([String(put), full('DISK_LOW')])
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
    await store.putOrderTrades('a', sampleOrder(1), [sampleTrade(1)])
    await store.putOrders('a', [sampleOrder(2)], null)
    expect(await failureOf(store.putOrderTrades('a', sampleOrder(2), [sampleTrade(2)]))).toMatchObject(
      full('QUOTA_FILLS'),
    )
    expect(await failureOf(store.putOwnTrades('a', [ownTrade(2, 2)], 0, null))).toMatchObject(
      full('QUOTA_FILLS'),
    )
  })

  test('lets no transfer of the list in beyond it', async () => {
    const store = await openWith({ maxListedTransfers: 2 })
    await store.putListedTransfers('a', [sampleTold(1), sampleTold(2)], allListed)
    expect(await failureOf(store.putListedTransfers('a', [sampleTold(3)], allListed))).toMatchObject(
      full('QUOTA_TRANSFERS'),
    )
  })
})

describe('the quota of a market', () => {
  test('lets no public trade in beyond it, by an answer or by a stream, and others go on', async () => {
    const store = await openWith({ maxMarketTrades: 2 })
    await store.putMarketTrades(network, 'ethusdc', [marketTrade(1), marketTrade(2)], null, 0)
    expect(
      await failureOf(store.putMarketTrades(network, 'ethusdc', [marketTrade(3)], null, 0)),
    ).toMatchObject(full('QUOTA_TRADES'))
    const told = { trades: [marketTrade(4), marketTrade(5, 'btcusdc')], candles: [] }
    expect((await store.putStreamed(network, told, 0)).markets).toEqual(['btcusdc'])
    expect(await store.countMarketTrades(network, 'ethusdc')).toBe(2)
    expect(await store.countMarketTrades(network, 'btcusdc')).toBe(1)
  })
})
