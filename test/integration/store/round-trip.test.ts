// Everything the store is given comes back as it was.
import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { MarketTrade } from '../../../src-preload/contract/orders/entities.ts'
import {
  anyOrder,
  makeFile,
  open,
  openWithAccount,
  sampleAccount,
  sampleCandles,
  sampleOrder,
  samplePnl,
  sampleTrade,
  toldAt,
  newestFirst,
} from './support.ts'

const huge = `${'9'.repeat(60)}.${'0'.repeat(59)}1`

describe('the user’s own', () => {
  test('a setting is null before it is set, and keeps the last value, also an empty or a strange one', async () => {
    const store = await open()
    expect(await store.getSetting('theme')).toBeNull()
    for (const value of ['dark', '', '’ "quoted" ; DROP TABLE settings --', '\u{1F4C8}', '{"a":1}']) {
      await store.setSetting('theme', value)
      expect(await store.getSetting('theme')).toBe(value)
    }
    expect(await store.getSetting('Theme')).toBeNull()
  })

  test('settings are listed by the start of their keys, which is no pattern', async () => {
    const store = await open()
    const own = [
      { key: 'account/a/', value: '0' },
      { key: 'account/a/l2Key', value: '1' },
      { key: 'account/a/\u{1F4C8}', value: '2' },
    ]
    for (const { key, value } of own) await store.setSetting(key, value)
    for (const key of ['account/a', 'account/a0', 'account/A/l2Key', 'account/b/l2Key', 'theme', '']) {
      await store.setSetting(key, 'other')
    }
    expect(await store.listSettings('account/a/')).toEqual(own)
    expect(await store.listSettings('account/')).toHaveLength(7)
    expect(await store.listSettings('account/_/')).toEqual([])
    expect(await store.listSettings('account/%')).toEqual([])
    expect(await store.listSettings('')).toHaveLength(9)
  })

  test('accounts come back as they were put, oldest first, and a second put replaces', async () => {
    const store = await open()
    expect(await store.listAccounts()).toEqual([])
    const profile = { name: 'USER NAME', customerId: null, username: 'guthal', starkKey: '0x70f41c' }
    const second = sampleAccount('b', {
      networkKind: 'custom',
      baseUrl: 'http://127.0.0.1:1/',
      keyKind: 'stark',
      createdAtMs: 2,
    })
    await store.putAccount(second)
    const first = sampleAccount('a', { createdAtMs: 1, profile })
    await store.putAccount(first)
    expect(await store.listAccounts()).toEqual([first, second])

    const renamed = {
      ...second,
      label: 'Renamed',
      keyKind: 'ethereum' as const,
      profile: { ...profile, customerId: '27' },
    }
    await store.putAccount(renamed)
    await store.putAccount({ ...first, profile: null })
    expect(await store.listAccounts()).toEqual([{ ...first, profile: null }, renamed])
  })

  test('watched markets keep their order, per network, and an empty list empties', async () => {
    const store = await open()
    expect(await store.listMarkets('practice')).toEqual([])
    await store.putMarkets('practice', ['ethusdc', 'btcusdc', 'ethbtc'])
    await store.putMarkets('https://example.invalid', ['solusdc'])
    await store.putMarkets('practice', ['btcusdc', 'ethusdc', 'btcusdc'])
    expect(await store.listMarkets('practice')).toEqual(['btcusdc', 'ethusdc'])
    await store.putMarkets('practice', [])
    expect(await store.listMarkets('practice')).toEqual([])
    expect(await store.listMarkets('https://example.invalid')).toEqual(['solusdc'])
  })
})

describe('orders', () => {
  test('every field survives: nulls, huge decimals, trailing zeros, texts of the service', async () => {
    const store = await openWithAccount()
    const orders = [
      sampleOrder(0, { createdAtMs: 0, updatedAtMs: 0, uuid: '' }),
      sampleOrder(1, { type: 'market', price: null, state: 'pending', side: 'sell' }),
      sampleOrder(2, { price: huge, stopPrice: huge, originVolume: `-${huge}`, averagePrice: '0.10' }),
      sampleOrder(Number.MAX_SAFE_INTEGER, { createdAtMs: Number.MAX_SAFE_INTEGER - 1, state: 'cancel' }),
      sampleOrder(3, {
        state: 'cancel',
        cancelReason: 'Order cancelled – by “someone”',
        type: 'limit_maker',
      }),
      sampleOrder(4, { type: 'stop_limit', state: 'done', tradesCount: 4096, market: 'z9' }),
    ]
    await store.putOrders('a', orders, null)
    for (const order of orders) expect(await store.getOrder('a', order.id)).toEqual(order)
    expect(await store.countOrders('a')).toBe(orders.length)
    expect((await store.listOrders('a', anyOrder, newestFirst, 0, 500)).rows).toHaveLength(orders.length)
    expect(await store.listOrderMarkets('a')).toEqual(['ethusdc', 'z9'])
  })

  test('nothing is here before it was put, for an account and for a stranger', async () => {
    const store = await openWithAccount()
    for (const id of ['a', 'nobody']) {
      expect(await store.getOrder(id, 1)).toBeNull()
      expect(await store.listOrders(id, anyOrder, newestFirst, 0, 10)).toMatchObject({ rows: [], total: 0 })
      expect(await store.listOpenOrders(id, 10)).toEqual([])
      expect(await store.countOrders(id)).toBe(0)
      expect(await store.listOrderMarkets(id)).toEqual([])
      expect(await store.getOrderSync(id)).toEqual({ stretches: [], keptFromMs: 0, asOfMs: null })
      expect(await store.getOrderTrades(id, 1)).toBeNull()
      expect(await store.getLatestPnl(id)).toBeNull()
    }
  })

  test('putting says what is new or different, and only that', async () => {
    const store = await openWithAccount()
    const orders = [1, 2, 3].map((id) => sampleOrder(id))
    expect(await store.putOrders('a', orders, null)).toEqual({ changedIds: [1, 2, 3] })
    expect(await store.putOrders('a', orders, null)).toEqual({ changedIds: [] })
    expect(await store.putOrders('a', [], null)).toEqual({ changedIds: [] })
    const changes = [
      { price: null },
      { price: '1867.5' },
      { stopPrice: '1' },
      { state: 'done' },
      { cancelReason: '' },
      { market: 'btcusdc' },
      { side: 'sell' },
      { tradesCount: 1 },
      { createdAtMs: 5 },
      { uuid: 'x' },
    ] as const
    for (const change of changes) {
      const before = await store.getOrder('a', 2)
      if (!before) throw new Error('the order is gone')
      const after = { ...before, ...change }
      expect(await store.putOrders('a', [sampleOrder(1), after], null)).toEqual({ changedIds: [2] })
      expect(await store.getOrder('a', 2)).toEqual(after)
    }
    expect(await store.countOrders('a')).toBe(3)
  })

  test('an older version that arrives late does not undo a newer one', async () => {
    const store = await openWithAccount()
    const done = sampleOrder(1, { state: 'done', updatedAtMs: 2_000_000_000_000 })
    await store.putOrders('a', [done], null)
    expect(await store.putOrders('a', [sampleOrder(1)], null)).toEqual({ changedIds: [] })
    await store.putOrderTrades('a', sampleOrder(1), [])
    expect(await store.getOrder('a', 1)).toEqual(done)
  })

  test('an order that moves between states is counted and listed once, under its new state', async () => {
    const store = await openWithAccount()
    await store.putOrders('a', [sampleOrder(1), sampleOrder(2)], null)
    await store.putOrders('a', [sampleOrder(1, { state: 'done' })], null)
    const waiting = await store.listOrders('a', { ...anyOrder, states: ['wait'] }, newestFirst, 0, 10)
    const done = await store.listOrders('a', { ...anyOrder, states: ['done'] }, newestFirst, 0, 10)
    expect([waiting.total, waiting.rows.map(({ id }) => id)]).toEqual([1, [2]])
    expect([done.total, done.rows.map(({ id }) => id)]).toEqual([1, [1]])
    expect((await store.listOpenOrders('a', 10)).map(({ id }) => id)).toEqual([2])
  })

  test('open orders are the pending and the waiting ones, newest first, up to the limit', async () => {
    const store = await openWithAccount()
    const states = ['pending', 'wait', 'done', 'cancel'] as const
    const orders = Array.from({ length: 40 }, (_, id) => sampleOrder(id, { state: states[id % 4] ?? 'wait' }))
    await store.putOrders('a', orders, null)
    expect((await store.listOpenOrders('a', 5)).map(({ id }) => id)).toEqual([37, 36, 33, 32, 29])
    expect(await store.listOpenOrders('a', 500)).toHaveLength(20)
  })

  test('the sync record comes with the rows, and stays when rows come without one', async () => {
    const store = await openWithAccount()
    const records = [
      { stretches: [{ fromId: 7, toId: 9, rows: 3, fromMs: 8 }], keptFromMs: 0, asOfMs: 5 },
      { stretches: [], keptFromMs: 0, asOfMs: null },
      {
        stretches: [
          { fromId: 7, toId: 9, rows: 3, fromMs: null },
          { fromId: 0, toId: 2, rows: 2, fromMs: 1 },
        ],
        keptFromMs: 4,
        asOfMs: 6,
      },
    ]
    for (const record of records) {
      await store.putOrders('a', [], record)
      await store.putOrders('a', [sampleOrder(1)], null)
      expect(await store.getOrderSync('a')).toEqual(record)
    }
  })

  test('a batch with one bad row leaves neither its rows nor its cursor', async () => {
    const store = await openWithAccount()
    const record = { stretches: [{ fromId: 0, toId: 1, rows: 1, fromMs: 1 }], keptFromMs: 0, asOfMs: 1 }
    await store.putOrders('a', [sampleOrder(1)], record)
    const bad = sampleOrder(3, { createdAtMs: 0.5, market: 'newusdc' })
    const later = { ...record, asOfMs: 2 }
    await expect(store.putOrders('a', [sampleOrder(2), bad], later)).rejects.toMatchObject({
      code: 'internal',
    })
    expect(await store.countOrders('a')).toBe(1)
    expect(await store.listOrderMarkets('a')).toEqual(['ethusdc'])
    expect(await store.getOrderSync('a')).toEqual(record)
    // The market that was rolled back with the batch can be used again.
    await store.putOrders('a', [{ ...bad, createdAtMs: 1 }], null)
    expect(await store.listOrderMarkets('a')).toEqual(['ethusdc', 'newusdc'])
  })
})

describe('fills and PnL', () => {
  test('fills keep their order and their nulls; none is not the same as never fetched', async () => {
    const store = await openWithAccount()
    const order = sampleOrder(1, { tradesCount: 2 })
    const bare = sampleTrade(8, {
      orderId: null,
      market: null,
      side: null,
      takerType: null,
      total: null,
      feeCurrency: null,
      feeRate: null,
      feeAmount: null,
      createdAtMs: null,
      price: huge,
    })
    const trades = [sampleTrade(9), bare, sampleTrade(7)]
    await store.putOrderTrades('a', order, trades)
    expect(await store.getOrderTrades('a', 1)).toEqual({ trades, orderUpdatedAtMs: order.updatedAtMs })
    expect(await store.getOrder('a', 1)).toEqual(order)

    const later = { ...order, updatedAtMs: order.updatedAtMs + 1 }
    await store.putOrderTrades('a', later, [])
    expect(await store.getOrderTrades('a', 1)).toEqual({ trades: [], orderUpdatedAtMs: later.updatedAtMs })
    await store.putOrderTrades('a', order, trades)
    expect(await store.getOrderTrades('a', 1)).toEqual({ trades: [], orderUpdatedAtMs: later.updatedAtMs })
  })

  test('looking at an order does not lose the cancel reason that only lists carry', async () => {
    const store = await openWithAccount()
    const cancelled = sampleOrder(1, { state: 'cancel', cancelReason: 'Order cancelled by user' })
    await store.putOrders('a', [cancelled], null)
    await store.putOrderTrades('a', { ...cancelled, cancelReason: null }, [])
    expect(await store.getOrder('a', 1)).toEqual(cancelled)
  })

  test('orders that could not be read are counted until they can be', async () => {
    const store = await openWithAccount()
    expect(await store.getRefusedOrders('a')).toBeNull()
    expect(await store.getRefusedOrders('nobody')).toBeNull()
    const refused = [
      { id: 5, field: 'state' },
      { id: 9, field: 'ord_type' },
    ]
    await store.putOrders('a', [sampleOrder(1)], null, refused)
    await store.putOrders('a', [], null, refused)
    expect(await store.getRefusedOrders('a')).toEqual({ count: 2, newest: { id: 9, field: 'ord_type' } })
    await store.putOrders('a', [sampleOrder(9)], null)
    expect(await store.getRefusedOrders('a')).toEqual({ count: 1, newest: { id: 5, field: 'state' } })
    expect(await store.countOrders('a')).toBe(2)
  })

  test('the latest PnL is the answer that came last, also after the clock was set back', async () => {
    const store = await openWithAccount()
    const first = [samplePnl('eth'), samplePnl('btc', { totalCredit: huge })]
    await store.putPnlSnapshot('a', first, 100)
    expect(await store.getLatestPnl('a')).toEqual({ entries: first, asOfMs: 100 })
    await store.putPnlSnapshot('a', first, 200)
    expect(await store.getLatestPnl('a')).toEqual({ entries: first, asOfMs: 200 })
    const swapped = [...first].reverse()
    await store.putPnlSnapshot('a', swapped, 300)
    await store.putPnlSnapshot('a', first, 250)
    expect(await store.getLatestPnl('a')).toEqual({ entries: first, asOfMs: 250 })
    await store.putPnlSnapshot('a', first, 240)
    expect(await store.getLatestPnl('a')).toEqual({ entries: first, asOfMs: 240 })
    await store.putPnlSnapshot('a', [], 400)
    expect(await store.getLatestPnl('a')).toEqual({ entries: [], asOfMs: 400 })
  })
})

describe('market trades', () => {
  const trade = (id: number, market = 'ethusdc', createdAtMs = 1_667_855_520_000) => ({
    id,
    market,
    price: '1336.63',
    amount: '0.0375',
    total: huge,
    createdAtMs,
    takerType: 'sell' as const,
  })

  test('come back newest first, once each, per market and network', async () => {
    const store = await open()
    expect(await store.listMarketTrades('n', 'ethusdc', 10)).toEqual({ trades: [], asOfMs: null })
    const put = (market: string, trades: MarketTrade[], asOfMs: number) =>
      store.putMarketTrades('n', market, trades, null, asOfMs)
    expect(await put('ethusdc', [], 5)).toEqual({ added: 0 })
    expect(await store.listMarketTrades('n', 'ethusdc', 10)).toEqual({ trades: [], asOfMs: 5 })
    const newest = trade(0, 'ethusdc', 1_667_855_520_001)
    expect(await put('ethusdc', [trade(1), trade(3), newest], 50)).toEqual({ added: 3 })
    expect(await put('btcusdc', [trade(2, 'btcusdc')], 50)).toEqual({ added: 1 })
    expect(await put('ethusdc', [trade(1), trade(4)], 40)).toEqual({ added: 1 })
    await store.putMarketTrades('other', 'ethusdc', [trade(99)], null, 60)
    expect(await store.listMarketTrades('n', 'ethusdc', 3)).toEqual({
      trades: [newest, trade(4), trade(3)],
      asOfMs: 40,
    })
    expect((await store.listMarketTrades('n', 'btcusdc', 10)).trades).toEqual([trade(2, 'btcusdc')])
  })
})

describe('the file', () => {
  test('is made with its folder, private to its user, and holds everything after a restart', async () => {
    const file = makeFile()
    const first = await open(file)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700)
    await first.putAccount(sampleAccount('a'))
    await first.putOrders('a', [sampleOrder(1)], null)
    await first.putCandles('n', 'ethusdc', 1, sampleCandles([0, 60_000]), null, toldAt(1e9))
    await first.close()
    expect(existsSync(`${file}-wal`)).toBe(false)

    const second = await open(file)
    expect(await second.listAccounts()).toEqual([sampleAccount('a')])
    expect(await second.getOrder('a', 1)).toEqual(sampleOrder(1))
    expect((await second.getCandles('n', 'ethusdc', 1, null, 9)).candles).toEqual(sampleCandles([0, 60_000]))
  })
})
