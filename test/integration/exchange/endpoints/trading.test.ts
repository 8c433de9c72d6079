// What the endpoints of trading send and make of what comes, over real HTTP.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { OrderDraft } from '../../../../src-main/exchange/endpoints/orders/order-placing.ts'
import {
  balance,
  coin,
  orderBook,
  ownTrade,
  ticker,
} from '../../../../src-preload/contract/trading/trading-entities.ts'
import { order, transfer } from '../../../../src-preload/contract/orders/entities.ts'
import { type FixtureName, fixtureEnvelope, fixtureText } from '../../../fixtures/fixtures.ts'
import { type ScriptedServer, startScriptedServer } from '../../../fixtures/scripted-server.ts'
import { failureOf, makeTestClient, type TestClient } from '../../../fixtures/test-client.ts'

const routes: Readonly<Record<string, FixtureName>> = {
  'POST /sapi/v2/auth/nonce/': 'nonce',
  'POST /sapi/v2/auth/login/': 'login',
  'POST /sapi/v1/auth/token/refresh/': 'refresh',
  'GET /sapi/v1/market/tickers/': 'tickers',
  'GET /sapi/v1/market/orderbook/': 'order-book',
  'GET /sapi/v1/user/balance/': 'balances',
  'POST /sapi/v1/orders/nonce/': 'order-nonce',
  'POST /sapi/v1/orders/create/': 'order-created',
  'POST /sapi/v1/orders/cancel/': 'order-canceled',
  'POST /sapi/v1/user/bulkcancel/': 'bulk-cancel',
  'GET /sapi/v1/trades/': 'own-trades',
  'GET /sapi/v1/internal_transfers/v2/': 'transfers',
  'POST /main/stat/v2/coins/': 'coins',
}

let server: ScriptedServer
let made: TestClient
let client: TestClient['client']

beforeEach(async () => {
  server = await startScriptedServer(({ method, path }) => {
    const name = routes[`${method} ${path}`]
    return name === undefined ? { status: 404, text: 'no such route' } : { text: fixtureText(name) }
  })
  made = makeTestClient(server.baseUrl)
  client = made.client
})

afterEach(async () => {
  client.close()
  await server.stop()
})

const lastRequest = () => server.requests.at(-1)
/** Answers a path with another recorded answer, or with what is given; all else as before. */
function answerWith(path: string, answer: object | FixtureName): void {
  server.play((request) => {
    if (request.path === path) {
      return typeof answer === 'string' ? { text: fixtureText(answer) } : { json: answer }
    }
    const name = routes[`${request.method} ${request.path}`]
    return name === undefined ? { status: 404 } : { text: fixtureText(name) }
  })
}

describe('public data', () => {
  test('tickers of all markets, without a token', async () => {
    const { rows } = await client.listTickers({})
    for (const row of rows) ticker.parse(row)
    expect(rows.map(({ market, last }) => [market, last])).toEqual([
      ['ethusdc', '1882.25'],
      ['btcusdc', '0.0'],
    ])
    expect(lastRequest()).toMatchObject({ query: {} })
    expect(lastRequest()?.headers.authorization).toBeUndefined()
  })

  test('the ticker of one market, with its key among others, and without', async () => {
    const among = await client.listTickers({ market: 'ethusdc' })
    expect(among.rows.map(({ market }) => market)).toEqual(['ethusdc'])
    expect(lastRequest()?.query).toEqual({ market: 'ethusdc' })
    answerWith('/sapi/v1/market/tickers/', 'ticker-of-one')
    const { rows } = await client.listTickers({ market: 'btcusdc' })
    expect(rows).toMatchObject([{ market: 'btcusdc', last: '1882.25', volume: '12.5' }])
    expect(await failureOf(client.listTickers({}))).toMatchObject({
      code: 'contractViolation',
      data: { endpoint: 'market.tickers', field: 'payload' },
    })
  })

  test('the order book as single orders, exact to the last digit', async () => {
    const { unread, ...book } = await client.getOrderBook({ market: 'ethusdc', asksLimit: 50 })
    expect(unread).toBeNull()
    orderBook.parse(book)
    expect(book.bids[1]?.remainingVolume).toBe('2.00000000000000000001')
    expect(lastRequest()?.query).toEqual({ market: 'ethusdc', asks_limit: '50' })
  })

  test('a book of another market is refused, and one order on the wrong side is left out', async () => {
    expect(await failureOf(client.getOrderBook({ market: 'btcusdc' }))).toMatchObject({
      code: 'contractViolation',
      data: { endpoint: 'market.orderBook', field: 'payload.asks' },
    })
    const book = fixtureEnvelope('order-book')
    const { asks, bids } = book.payload as { asks: object[]; bids: object[] }
    const payload = { asks: [...asks, ...bids], bids }
    answerWith('/sapi/v1/market/orderbook/', { ...book, payload })
    const { asks: read, unread } = await client.getOrderBook({ market: 'ethusdc' })
    expect(read).toHaveLength(2)
    expect(unread).toEqual({ count: 2, firstField: 'payload.asks.2.side' })
  })

  test('more orders than were asked for are refused', async () => {
    expect(await failureOf(client.getOrderBook({ market: 'ethusdc', bidsLimit: 1 }))).toMatchObject({
      code: 'contractViolation',
      data: { reason: 'too many rows' },
    })
  })

  test('the currencies, by a call without a body', async () => {
    const { rows } = await client.listCoins()
    for (const row of rows) coin.parse(row)
    expect(rows.map(({ symbol, tradeDecimals }) => [symbol, tradeDecimals])).toEqual([
      ['eth', 4],
      ['usdc', null],
    ])
    expect(lastRequest()).toMatchObject({ method: 'POST', path: '/main/stat/v2/coins/', body: null })
    expect(lastRequest()?.headers.authorization).toBeUndefined()
  })
})

describe('the account', () => {
  test('balances with what is locked, of all currencies and of one', async () => {
    const { rows, unread } = await client.listBalances({})
    for (const row of rows) balance.parse(row)
    expect(rows[1]).toEqual({ currency: 'usdc', balance: '1743.453237600000000001', locked: '250.5' })
    expect(unread).toEqual({ count: 1, firstField: 'payload.2.locked' })
    answerWith('/sapi/v1/user/balance/', 'balance-of-one')
    const one = await client.listBalances({ currency: 'eth' })
    expect(one.rows).toEqual([{ currency: 'eth', balance: '1.1267', locked: '0.6' }])
    expect(lastRequest()?.query).toEqual({ currency: 'eth' })
    expect(lastRequest()?.headers.authorization).toBe('JWT access-1')
    expect(await failureOf(client.listBalances({ currency: 'btc' }))).toMatchObject({
      code: 'contractViolation',
      data: { endpoint: 'user.balances', field: 'payload.currency' },
    })
  })

  test('own trades, with every filter in the words of the service', async () => {
    const { rows } = await client.listOwnTrades({
      limit: 10,
      page: 2,
      market: 'ethusdc',
      startMs: 1694785739000,
      endMs: 1694785839000,
      orderBy: 'asc',
    })
    for (const row of rows) ownTrade.parse(row)
    expect(lastRequest()?.query).toEqual({
      limit: '10',
      page: '2',
      market: 'ethusdc',
      start_time: '1694785739',
      end_time: '1694785839',
      order_by: 'asc',
    })
  })

  test('transfers, in pages', async () => {
    const { rows, totalCount } = await client.listTransfers({ limit: 20, offset: 0 })
    for (const row of rows) transfer.parse(row)
    expect([rows.length, totalCount]).toEqual([2, 2])
    expect(lastRequest()?.query).toEqual({ limit: '20', offset: '0' })
  })
})

describe('an order is asked for', () => {
  const base = { market: 'ethusdc', side: 'sell', volume: '0.50' } as const
  const keys = { organizationKey: 'organization-key-1', apiKey: 'api-key-1' }

  /** As it went over the wire, digit for digit. */
  test.each<[string, OrderDraft, object]>([
    [
      'limit',
      { ...base, type: 'limit', price: '1222.520' },
      { market: 'ethusdc', side: 'sell', volume: 0.5, ord_type: 'limit', price: 1222.52 },
    ],
    [
      'limit maker, with the keys of the account',
      { ...base, type: 'limit_maker', price: '1', keys },
      {
        market: 'ethusdc',
        side: 'sell',
        volume: 0.5,
        ord_type: 'limit_maker',
        price: 1,
        organization_key: 'organization-key-1',
        api_key: 'api-key-1',
      },
    ],
    [
      'stop limit',
      { ...base, type: 'stop_limit', price: '1300', stopPrice: '1310.5' },
      {
        market: 'ethusdc',
        side: 'sell',
        volume: 0.5,
        ord_type: 'stop_limit',
        price: 1300,
        stop_price: 1310.5,
      },
    ],
    [
      'market, without a price',
      { ...base, type: 'market' },
      { market: 'ethusdc', side: 'sell', volume: 0.5, ord_type: 'market' },
    ],
    [
      'market, with a price',
      { ...base, type: 'market', price: '1300' },
      { market: 'ethusdc', side: 'sell', volume: 0.5, ord_type: 'market', price: 1300 },
    ],
  ])('%s', async (_what, draft, body) => {
    expect(await client.prepareOrder(draft)).toEqual({
      msgHash: '0x5f128faa6e96360629b1fcb4f24fe9bc547f0d79c7a3aed056d824baa786755',
      nonce: 797982128,
    })
    expect(lastRequest()?.body).toEqual(body)
  })

  test.each<[string, object, string]>([
    ['a limit order without a price', { ...base, type: 'limit' }, 'price'],
    ['a stop limit order without its trigger', { ...base, type: 'stop_limit', price: '1' }, 'stopPrice'],
    ['a limit order with a trigger', { ...base, type: 'limit', price: '1', stopPrice: '1' }, 'stopPrice'],
    ['a type nobody knows', { ...base, type: 'iceberg', price: '1' }, 'type'],
    ['no volume', { ...base, type: 'market', volume: '0.0' }, 'volume'],
  ])('%s is never sent', async (_what, draft, field) => {
    const error = await failureOf(client.prepareOrder(draft as OrderDraft))
    expect(error).toMatchObject({ code: 'validation', data: { field } })
    expect(server.requests).toHaveLength(0)
  })
})

test('an order that was placed is told as the service has it', async () => {
  const placed = await client.createOrder({
    msgHash: '0x12',
    nonce: 7,
    signature: { r: '0x1', s: '0x2' },
  })
  expect(order.parse(placed)).toMatchObject({
    id: 82010,
    state: 'pending',
    takerFee: '0.0004',
    stopPrice: null,
  })
})

describe('an order is cancelled', () => {
  const path = '/sapi/v1/orders/cancel/'

  test('whether the answer calls its number id or order_id', async () => {
    const newer = await client.cancelOrder(82010)
    expect(newer).toMatchObject({ orderId: 82010, order: { id: 82010, state: 'wait' } })
    expect(lastRequest()?.body).toEqual({ order_id: 82010 })
    answerWith(path, 'order-canceled-older')
    expect(await client.cancelOrder(82010)).toEqual({ orderId: 82010, order: null })
  })

  test('and an answer about another one, or about two, is refused', async () => {
    expect(await failureOf(client.cancelOrder(5))).toMatchObject({
      code: 'contractViolation',
      data: { endpoint: 'orders.cancel', field: 'payload.id' },
    })
    answerWith(path, { status: 'success', message: '', payload: { id: 82010, order_id: 82011 } })
    expect(await failureOf(client.cancelOrder(82010))).toMatchObject({ data: { field: 'payload.id' } })
  })

  test('again after a temporary failure, and with a new token where the old one is refused', async () => {
    await client.signIn()
    let cancels = 0
    server.play((request) => {
      if (request.path !== path)
        return { text: fixtureText(routes[`${request.method} ${request.path}`] ?? 'health') }
      cancels += 1
      if (cancels === 1) return { status: 503, text: '' }
      if (request.headers.authorization === 'JWT access-1')
        return { status: 401, json: { status: 'error', message: 'no' } }
      return { text: fixtureText('order-canceled') }
    })
    expect(await client.cancelOrder(82010)).toMatchObject({ orderId: 82010 })
    expect(cancels).toBe(3)
    expect(lastRequest()?.headers.authorization).toBe('JWT access-2')
  })

  test('while reads have to wait because the service asked for it', async () => {
    await client.signIn()
    server.play((request) => {
      const name = routes[`${request.method} ${request.path}`]
      if (request.path === '/sapi/v1/trades/')
        return { status: 429, headers: { 'retry-after': '120' }, text: '' }
      return name === undefined ? { status: 404 } : { text: fixtureText(name) }
    })
    expect(await failureOf(client.listOwnTrades({}))).toMatchObject({ code: 'rateLimited' })
    expect(await failureOf(client.listTickers({}))).toMatchObject({ code: 'rateLimited' })
    expect(await client.cancelOrder(82010)).toMatchObject({ orderId: 82010 })
    await client.cancelOrders({ market: 'ethusdc' })
    expect(client.limiterState().pausedMs).toBeGreaterThan(0)
  })

  test('with others of its market and side at once', async () => {
    await client.cancelOrders({ market: 'ethusdc', side: 'buy', limit: 100 })
    expect(lastRequest()).toMatchObject({
      path: '/sapi/v1/user/bulkcancel/',
      body: { market: 'ethusdc', side: 'buy', limit: 100 },
    })
  })
})
