// Accounts see only their own rows, and that removing one leaves nothing.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { accountSetting } from '../../../src-main/store/api/account-settings.ts'
import {
  anyOrder,
  makeFile,
  open,
  sampleAccount,
  sampleCandles,
  sampleOrder,
  samplePnl,
  sampleTrade,
  toldAt,
  newestFirst,
} from './support.ts'

const marketTrade = {
  id: 1,
  market: 'ethusdc',
  price: '1336.63',
  amount: '0.0375',
  total: '50.123625',
  takerType: 'buy',
  createdAtMs: 1_667_855_520_000,
} as const

test('two accounts with the same order ids do not see each other’s rows', async () => {
  const store = await open()
  for (const id of ['a', 'b']) {
    await store.putAccount(sampleAccount(id))
    const record = { stretches: [], keptFromMs: id === 'a' ? 1 : 2, asOfMs: 1 }
    await store.putOrders(id, [sampleOrder(1, { uuid: id, market: `${id}usdc` })], record)
    await store.putOrderTrades(id, sampleOrder(1, { uuid: id, market: `${id}usdc` }), [
      sampleTrade(1, { feeCurrency: id }),
    ])
    await store.putPnlSnapshot(id, [samplePnl(id)], 1)
  }
  for (const id of ['a', 'b']) {
    expect((await store.listOrders(id, anyOrder, newestFirst, 0, 10)).rows.map(({ uuid }) => uuid)).toEqual([
      id,
    ])
    expect((await store.listOpenOrders(id, 10)).map(({ uuid }) => uuid)).toEqual([id])
    expect((await store.getOrder(id, 1))?.uuid).toBe(id)
    expect(await store.listOrderMarkets(id)).toEqual([`${id}usdc`])
    expect((await store.getOrderTrades(id, 1))?.trades.map((trade) => trade.feeCurrency)).toEqual([id])
    expect((await store.getLatestPnl(id))?.entries.map(({ currency }) => currency)).toEqual([id])
    expect((await store.getOrderSync(id)).keptFromMs).toBe(id === 'a' ? 1 : 2)
  }
})

test('removing an account takes its rows from the tables and its bytes from the file, and nothing of the other', async () => {
  const file = makeFile()
  const store = await open(file)
  const secret = 'uuid-that-must-not-stay'
  for (const id of ['a', 'b']) {
    await store.putAccount(sampleAccount(id))
    const orders = Array.from({ length: 300 }, (_, at) => sampleOrder(at, id === 'a' ? { uuid: secret } : {}))
    await store.putOrders(id, orders, { stretches: [], keptFromMs: 9, asOfMs: 1 }, [
      { id: 900, field: 'state' },
    ])
    await store.putOrderTrades(id, sampleOrder(1), [sampleTrade(1)])
    await store.putPnlSnapshot(id, [samplePnl(id)], 1)
    await store.putPnlSnapshot(id, [samplePnl('other')], 2)
    await store.setSetting(accountSetting(id, 'note'), id === 'a' ? secret : 'kept')
  }
  expect(await store.removeAccount('a')).toEqual({ orders: 300, orderTrades: 1, pnlSnapshots: 2 })
  expect(await store.removeAccount('a')).toEqual({ orders: 0, orderTrades: 0, pnlSnapshots: 0 })
  expect((await store.listAccounts()).map(({ id }) => id)).toEqual(['b'])
  expect(await store.countOrders('a')).toBe(0)
  expect(await store.countOrders('b')).toBe(300)
  expect(await store.getOrderTrades('b', 1)).not.toBeNull()
  expect(await store.getLatestPnl('b')).not.toBeNull()
  expect(await store.getSetting(accountSetting('a', 'note'))).toBeNull()
  expect(await store.getSetting(accountSetting('b', 'note'))).toBe('kept')
  for (const path of [file, `${file}-wal`]) expect(readFileSync(path).includes(secret)).toBe(false)

  // The same wallet connected again starts from nothing.
  await store.putAccount(sampleAccount('a'))
  expect(await store.getRefusedOrders('a')).toBeNull()
  expect(await store.getRefusedOrders('b')).toEqual({ count: 1, newest: { id: 900, field: 'state' } })
  expect(await store.getOrderSync('a')).toEqual({ stretches: [], keptFromMs: 0, asOfMs: null })
  expect(await store.getLatestPnl('a')).toBeNull()
  expect(await store.getOrderTrades('a', 1)).toBeNull()
})

test('an answer that arrives after its account was removed is refused and brings nothing back', async () => {
  const store = await open()
  await store.putAccount(sampleAccount('a'))
  await store.removeAccount('a')
  const gone = { code: 'notFound', data: { what: 'account' } }
  await expect(store.putOrders('a', [sampleOrder(1)], null)).rejects.toMatchObject(gone)
  await expect(store.putOrderTrades('a', sampleOrder(1), [])).rejects.toMatchObject(gone)
  await expect(store.putPnlSnapshot('a', [], 1)).rejects.toMatchObject(gone)
  expect(await store.countOrders('a')).toBe(0)
})

test('clearing what is private takes the rows of every account from the tables and the file, and leaves accounts and markets', async () => {
  const file = makeFile()
  const store = await open(file)
  const secret = 'text-that-must-not-stay'
  const profile = { name: secret, customerId: secret, username: secret, starkKey: '0x1' }
  for (const id of ['a', 'b']) {
    await store.putAccount(sampleAccount(id, { profile }))
    const orders = Array.from({ length: 300 }, (_, at) => sampleOrder(at, { uuid: secret }))
    await store.putOrders(id, orders, { stretches: [], keptFromMs: 9, asOfMs: 1 }, [
      { id: 900, field: secret },
    ])
    await store.putOrderTrades(id, sampleOrder(1), [sampleTrade(1, { feeCurrency: secret })])
    await store.putPnlSnapshot(id, [samplePnl(secret)], 1)
    await store.putPnlSnapshot(id, [samplePnl('other')], 2)
    await store.setSetting(accountSetting(id, 'note'), 'kept')
  }
  await store.putCandles('practice', 'ethusdc', 60, sampleCandles([0]), null, toldAt(1))
  await store.putMarketTrades('practice', marketTrade.market, [marketTrade], null, 1)
  await store.putMarkets('practice', ['ethusdc'])

  expect(await store.clearPrivateCache()).toEqual({ orders: 600, orderTrades: 2, pnlSnapshots: 4 })
  expect(await store.clearPrivateCache()).toEqual({ orders: 0, orderTrades: 0, pnlSnapshots: 0 })
  for (const path of [file, `${file}-wal`]) expect(readFileSync(path).includes(secret)).toBe(false)
  expect(await store.listAccounts()).toEqual([sampleAccount('a'), sampleAccount('b')])
  for (const id of ['a', 'b']) {
    expect([await store.countOrders(id), await store.listOpenOrders(id, 10)]).toEqual([0, []])
    expect(await store.listOrderMarkets(id)).toEqual([])
    expect(await store.getRefusedOrders(id)).toBeNull()
    expect(await store.getOrderSync(id)).toEqual({ stretches: [], keptFromMs: 0, asOfMs: null })
    expect([await store.getOrderTrades(id, 1), await store.getLatestPnl(id)]).toEqual([null, null])
    expect(await store.getSetting(accountSetting(id, 'note'))).toBe('kept')
  }
  expect((await store.getCandles('practice', 'ethusdc', 60, null, 10)).candles.timesMs).toHaveLength(1)
  expect((await store.listMarketTrades('practice', 'ethusdc', 10)).trades).toHaveLength(1)
  expect(await store.listMarkets('practice')).toEqual(['ethusdc'])

  // What is read again is counted as if it were new.
  await store.putOrders('a', [sampleOrder(1)], null)
  expect([await store.countOrders('a'), await store.countOrders('b')]).toEqual([1, 0])
})
