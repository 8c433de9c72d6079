// Proof of what each endpoint sends and what it makes of a sound answer.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  candleColumns,
  marketTrade,
  order,
  orderTrade,
  pnlEntry,
  profile,
} from '../../../../src-preload/contract/orders/entities.ts'
import { fixtureText } from '../../../fixtures/fixtures.ts'
import { type ScriptedServer, startScriptedServer } from '../../../fixtures/scripted-server.ts'
import { failureOf, makeTestClient, type TestClient, walletAddress } from '../../../fixtures/test-client.ts'

let server: ScriptedServer
let made: TestClient

/** The whole service, every answer as recorded. */
const routes: Record<string, string> = {
  'GET /sapi/v1/health/': fixtureText('health'),
  'POST /sapi/v2/auth/nonce/': fixtureText('nonce'),
  'POST /sapi/v2/auth/login/': fixtureText('login'),
  'POST /sapi/v1/auth/token/refresh/': fixtureText('refresh'),
  'GET /sapi/v1/user/profile/': fixtureText('profile'),
  'GET /sapi/v1/user/pnl/': fixtureText('pnl'),
  'GET /sapi/v1/market/trades/': fixtureText('trades'),
  'GET /sapi/v1/market/kline/': fixtureText('candles'),
  'GET /sapi/v1/orders/': fixtureText('orders'),
  'GET /sapi/v1/orders/81991/': fixtureText('order'),
}

beforeEach(async () => {
  server = await startScriptedServer((request) => {
    const text = routes[`${request.method} ${request.path}`]
    return text === undefined ? { status: 404, text: 'no such route' } : { text }
  })
  made = makeTestClient(server.baseUrl)
})

afterEach(async () => {
  made.client.close()
  await server.stop()
})

const lastRequest = () => server.requests.at(-1)

describe('signing in', () => {
  test('asks for a nonce, signs it, and sends address and signature', async () => {
    expect(await made.client.signIn()).toEqual({ uid: 'IDDAF4F5E3C7' })
    expect(server.requests.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
      { method: 'POST', path: '/sapi/v2/auth/nonce/', body: { eth_address: walletAddress } },
      {
        method: 'POST',
        path: '/sapi/v2/auth/login/',
        body: {
          eth_address: walletAddress,
          // The signature of this very text in the service facts, A8.
          user_signature:
            '0x34ccfe6a821d1139f9e091d200bf2ef1a61cb83f12ac1a48bad095723fa7b5fe7bfeb7d0e0d79e59e93e646914604e576ca91bf5fcbde89c03fcd0f28aea41961b',
        },
      },
    ])
    expect(made.client.sessionState()).toBe('signedIn')
    expect(made.wallet.stored).toBe('refresh-1')
  })

  test('sends no token with the calls that make one', async () => {
    await made.client.signIn()
    await made.client.signIn()
    expect(server.requests.every((request) => request.headers.authorization === undefined)).toBe(true)
  })
})

describe('every call', () => {
  test('names the app and asks for JSON', async () => {
    await made.client.health()
    expect(lastRequest()).toMatchObject({
      method: 'GET',
      path: '/sapi/v1/health/',
      body: null,
      headers: { 'user-agent': 'Starkdesk/0.1.0 (test)', accept: 'application/json' },
    })
  })

  test('keeps the path of a service behind a gateway', async () => {
    server.play((request) =>
      request.path === '/gate/sapi/v1/health/' ? { text: fixtureText('health') } : { status: 404 },
    )
    const behind = makeTestClient(`${server.baseUrl}/gate/`)
    await behind.client.health()
    expect(lastRequest()?.path).toBe('/gate/sapi/v1/health/')
  })

  test('is recorded with its endpoint and outcome, and without parameters or tokens', async () => {
    await made.client.getProfile()
    await failureOf(made.client.getOrder(5))
    expect(
      made.records.map(({ endpoint, status, error }) => [endpoint, status, error?.code ?? 'ok']),
    ).toEqual([
      ['auth.nonce', 200, 'ok'],
      ['auth.login', 200, 'ok'],
      ['user.profile', 200, 'ok'],
      // A 404 without words may mean the path's last slash: the other form is asked for as well (facts, A11).
      ['orders.get', 404, 'contractViolation'],
      ['orders.get', 404, 'contractViolation'],
    ])
    expect(JSON.stringify(made.records)).not.toMatch(/access-1|refresh-1|0x34ccfe/)
  })
})

describe('public market data', () => {
  test('trades keep every digit that was sent', async () => {
    const { rows: trades } = await made.client.listMarketTrades({ market: 'ethusdc', limit: 2 })
    expect(trades).toEqual([
      {
        id: 456143,
        market: 'ethusdc',
        price: '1336.63',
        amount: '0.00000015',
        total: '0.000200494500000001',
        createdAtMs: 1667855526000,
        takerType: 'buy',
      },
      {
        id: 456142,
        market: 'ethusdc',
        price: '1336.63',
        amount: '0.0375',
        total: '50.123625',
        createdAtMs: 1667855520000,
        takerType: 'sell',
      },
    ])
    for (const trade of trades) marketTrade.parse(trade)
    expect(lastRequest()?.query).toEqual({ market: 'ethusdc', limit: '2' })
    expect(lastRequest()?.headers.authorization).toBeUndefined()
  })

  test('trades before a time are asked for in whole seconds, the broken one included', async () => {
    await made.client.listMarketTrades({ market: 'ethusdc', beforeMs: 1667855520001, orderBy: 'asc' })
    expect(lastRequest()?.query).toEqual({ market: 'ethusdc', timestamp: '1667855521', order_by: 'asc' })
  })

  test('candles come as columns, oldest first, in milliseconds', async () => {
    const candles = await made.client.listCandles({
      market: 'ethusdc',
      period: 120,
      limit: 3,
      startMs: 1667844000999,
      endMs: 1667858400001,
    })
    expect(candles).toEqual({
      timesMs: Float64Array.of(1667844000000, 1667851200000, 1667858400000),
      open: Float64Array.of(1336.63, 1338.2, 1338.2),
      high: Float64Array.of(1340.1, 1338.2, 1351.75),
      low: Float64Array.of(1330, 1338.2, 1337),
      close: Float64Array.of(1338.2, 1338.2, 1350.05),
      volume: Float64Array.of(0.0084, 0, 12.5),
      unread: null,
    })
    candleColumns.strip().parse(candles)
    expect(lastRequest()?.query).toEqual({
      market: 'ethusdc',
      limit: '3',
      period: '120',
      start_time: '1667844000',
      end_time: '1667858401',
    })
  })

  test('no candles are no candles', async () => {
    server.play(() => ({ json: { status: 'success', message: '', payload: [] } }))
    expect((await made.client.listCandles({ market: 'ethusdc', period: 1 })).timesMs).toHaveLength(0)
  })
})

describe('the account', () => {
  test('profile, with the L2 key in its one spelling', async () => {
    const found = await made.client.getProfile()
    expect(profile.parse(found)).toEqual({
      name: 'USER NAME',
      customerId: '27',
      username: 'guthal',
      starkKey: '0x4d36694d65593781bf4489e8449b7ee1a85b31f90ab7587f61cadb2ebd044d9',
    })
    expect(lastRequest()?.headers.authorization).toBe('JWT access-1')
  })

  test('profit and loss, to the twentieth decimal', async () => {
    const { rows: entries } = await made.client.getPnl()
    for (const entry of entries) pnlEntry.parse(entry)
    expect(entries.map((entry) => [entry.currency, entry.totalCreditValue])).toEqual([
      ['eth', '31470.05040653995757213302'],
      ['usdc', '29876.117204'],
    ])
  })

  test('orders, with times from any offset and prices that may be none', async () => {
    const { orders, refused } = await made.client.listOrders({})
    expect(refused).toEqual([])
    for (const one of orders) order.parse(one)
    expect(orders).toMatchObject([
      { id: 81993, type: 'limit', price: '2001.5', stopPrice: null, state: 'wait', cancelReason: null },
      {
        id: 81992,
        type: 'market',
        price: null,
        executedVolume: '0.009000000000000001',
        createdAtMs: Date.UTC(2022, 7, 16, 16, 5, 11),
        updatedAtMs: Date.UTC(2022, 7, 16, 16, 5, 12, 123),
        cancelReason: 'Slippage greater than 30%. Order cancelled to prevent loss of funds',
      },
    ])
    expect(lastRequest()?.query).toEqual({})
  })

  test('orders, with every filter in the words of the service', async () => {
    await made.client.listOrders({
      page: 2,
      limit: 100,
      market: 'ethusdc',
      type: 'stop_limit',
      state: 'cancel',
      side: 'sell',
      baseUnit: 'eth',
      quoteUnit: 'usdc',
      startMs: 1694785739000,
      endMs: 1694785839000,
    })
    expect(lastRequest()?.query).toEqual({
      page: '2',
      limit: '100',
      market: 'ethusdc',
      ord_type: 'stop_limit',
      state: 'cancel',
      side: 'sell',
      base_unit: 'eth',
      quote_unit: 'usdc',
      start_time: '1694785739',
      end_time: '1694785839',
    })
  })

  test('one order with its fills, whose unknown fields are null', async () => {
    const detail = await made.client.getOrder(81991)
    order.parse(detail.order)
    for (const trade of detail.trades) orderTrade.parse(trade)
    expect(detail.order).toMatchObject({ id: 81991, state: 'done', stopPrice: null, cancelReason: null })
    expect(detail.trades).toEqual([
      {
        id: 456142,
        orderId: 81991,
        market: 'ethusdc',
        side: 'buy',
        takerType: 'sell',
        price: '1336.63',
        amount: '0.0275',
        total: '36.757325',
        feeCurrency: 'eth',
        feeRate: '0.001',
        feeAmount: '0.0000275',
        createdAtMs: Date.UTC(2022, 10, 7, 21, 12),
      },
      {
        id: 456143,
        orderId: null,
        market: null,
        side: null,
        takerType: null,
        price: '1336.630000000000000001',
        amount: '0.01',
        total: null,
        feeCurrency: null,
        feeRate: null,
        feeAmount: null,
        createdAtMs: 1667855520000,
      },
    ])
  })

  test('an answer about another order than the one asked for is refused', async () => {
    server.play((request) => ({ text: routes[`${request.method} ${request.path}`] ?? fixtureText('order') }))
    expect(await failureOf(made.client.getOrder(7))).toMatchObject({
      code: 'contractViolation',
      data: { endpoint: 'orders.get', field: 'payload.id' },
    })
  })
})

describe('a request that breaks a rule of the interface is never sent', () => {
  test.each<[string, (client: TestClient['client']) => Promise<unknown>, string]>([
    ['a market in capitals', (client) => client.listMarketTrades({ market: 'ETHUSDC' }), 'market'],
    ['a market with a slash', (client) => client.listCandles({ market: 'eth/usdc', period: 1 }), 'market'],
    ['no market', (client) => client.listCandles({ market: '', period: 1 }), 'market'],
    [
      'a period of seven minutes',
      (client) => client.listCandles({ market: 'ethusdc', period: 7 as 5 }),
      'period',
    ],
    ['a limit of zero', (client) => client.listOrders({ limit: 0 }), 'limit'],
    [
      'a limit beyond the largest',
      (client) => client.listMarketTrades({ market: 'ethusdc', limit: 1001 }),
      'limit',
    ],
    ['half a limit', (client) => client.listCandles({ market: 'ethusdc', period: 1, limit: 1.5 }), 'limit'],
    ['page zero', (client) => client.listOrders({ page: 0 }), 'page'],
    ['an unknown state', (client) => client.listOrders({ state: 'reject' as 'done' }), 'state'],
    ['an unknown side', (client) => client.listOrders({ side: 'both' as 'buy' }), 'side'],
    ['an unknown type', (client) => client.listOrders({ type: 'iceberg' as 'limit' }), 'type'],
    ['a unit that is none', (client) => client.listOrders({ baseUnit: 'ETH&' }), 'baseUnit'],
    [
      'a range that ends before it starts',
      (client) => client.listOrders({ startMs: 2000, endMs: 1000 }),
      'endMs',
    ],
    ['a time that is none', (client) => client.listOrders({ startMs: NaN }), 'startMs'],
    [
      'a time before 1970',
      (client) => client.listMarketTrades({ market: 'ethusdc', beforeMs: -1 }),
      'beforeMs',
    ],
    ['an order id that is none', (client) => client.getOrder(1.5), 'id'],
  ])('%s', async (_what, run, field) => {
    expect(await failureOf(run(made.client))).toMatchObject({ code: 'validation', data: { field } })
    expect(server.requests).toHaveLength(0)
  })
})
