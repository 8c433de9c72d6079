// Each official connector's calls, written as the facts tell them: what the practice exchange serves, and what it refuses by name.
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPracticeExchange, type PracticeExchange } from '../../../../src-main/practice/exchange.ts'
import type { PracticeUser } from '../../../../src-main/practice/users.ts'
import { listen } from './listener.ts'
import { asList, asObject, asText, deriveL2Key, signHash } from './strange-client.ts'
import { Wallet } from 'ethers'

let exchange: PracticeExchange
let user: PracticeUser
let key: bigint

beforeAll(async () => {
  exchange = await startPracticeExchange({ host: '127.0.0.1', seed: 31, orders: 60, latencyMs: 0 })
  const [first] = exchange.users
  if (first === undefined) throw new Error('no practice user')
  user = first
  key = await deriveL2Key(user.ethereumPrivateKey)
})
afterAll(() => exchange.close())

interface Call {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: unknown
  /** Sent with a GET, as the Python connector does. */
  readonly getBody?: unknown
}

/** As fetch, but a GET may have a body. */
function send(
  { method, path, body, getBody }: Call,
  token: string | null,
): Promise<{ http: number; json: Record<string, unknown> }> {
  const given = body ?? getBody
  const sent = given === undefined ? null : JSON.stringify(given)
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (sent !== null) {
    headers['Content-Type'] = 'application/json'
    headers['Content-Length'] = String(Buffer.byteLength(sent))
  }
  if (token !== null) headers['Authorization'] = `JWT ${token}`
  return new Promise((resolve, reject) => {
    const asked = request(exchange.baseUrl + path, { method, headers }, (response) => {
      let text = ''
      response.on('data', (part: Buffer) => (text += part.toString()))
      response.on('end', () => resolve({ http: response.statusCode ?? 0, json: asObject(JSON.parse(text)) }))
    })
    asked.on('error', reject)
    asked.end(sent ?? undefined)
  })
}

async function login(noncePath: string, loginPath: string): Promise<string> {
  const { json } = await send(
    { method: 'POST', path: noncePath, body: { eth_address: user.ethereumAddress } },
    null,
  )
  const signature = await new Wallet(user.ethereumPrivateKey).signMessage(asText(json['payload']))
  const body = { eth_address: user.ethereumAddress, user_signature: signature }
  const answer = await send({ method: 'POST', path: loginPath, body }, null)
  return asText(asObject(answer.json['token'])['access'])
}

const v2: readonly [string, string] = ['/sapi/v2/auth/nonce/', '/sapi/v2/auth/login/']
const market = 'ethusdc'

/** What a connector calls, by what it is for. */
interface Connector {
  readonly login: readonly [string, string]
  readonly reads: Readonly<Record<string, Call>>
  readonly order: Readonly<Record<string, unknown>>
  readonly padsS: boolean
  readonly orderPath: (id: number) => string
  readonly bulkCancel: Readonly<Record<string, unknown>>
  readonly refused: Readonly<Record<string, Call>>
}

const refused: Readonly<Record<string, Call>> = {
  'start a deposit': { method: 'POST', path: '/sapi/v1/payment/stark/start/', body: {} },
  'start a withdrawal': { method: 'POST', path: '/sapi/v1/payment/withdrawals/v1/initiate/', body: {} },
  'list withdrawals': { method: 'GET', path: '/sapi/v1/payment/withdrawals/' },
}

const connectors: Readonly<Record<string, Connector>> = {
  javascript: {
    login: v2,
    reads: {
      health: { method: 'GET', path: '/sapi/v1/health/' },
      'B1 tickers': { method: 'GET', path: `/sapi/v1/market/tickers/?market=${market}` },
      'B2 order book': {
        method: 'GET',
        path: `/sapi/v1/market/orderbook/?market=${market}&asks_limit=5&bids_limit=5`,
      },
      'B3 balance': { method: 'GET', path: '/sapi/v1/user/balance/?currency=eth' },
      'B8 trades': { method: 'GET', path: `/sapi/v1/trades/?market=${market}&limit=10&order_by=asc` },
      'B9 transfers': { method: 'GET', path: '/sapi/v1/internal_transfers/v2/?limit=10&offset=0' },
      'B12 coins': { method: 'POST', path: '/main/stat/v2/coins/' },
      candles: { method: 'GET', path: `/sapi/v1/market/kline/?market=${market}&limit=2` },
      orders: { method: 'GET', path: '/sapi/v1/orders?limit=5&page=1&order_by=desc' },
      profile: { method: 'GET', path: '/sapi/v1/user/profile/' },
      pnl: { method: 'GET', path: '/sapi/v1/user/pnl/' },
    },
    order: { market, ord_type: 'limit', side: 'buy', price: 100, volume: 0.01 },
    padsS: false,
    orderPath: (id) => `/sapi/v1/orders/${id}`,
    bulkCancel: { market, limit: '100', side: 'buy' },
    refused: { ...refused, 'app and markets': { method: 'POST', path: '/main/stat/v2/app-and-markets/' } },
  },
  python: {
    login: ['/sapi/v1/auth/v2/nonce/', '/sapi/v1/auth/v2/login/'],
    reads: {
      health: { method: 'GET', path: '/sapi/v1/health/' },
      // The market under a wrong name, so that it is always all of them.
      'B1 tickers': { method: 'GET', path: `/sapi/v1/market/tickers/?symbol=${market}` },
      'B2 order book': { method: 'GET', path: `/sapi/v1/market/orderbook/?market=${market}` },
      'B3 balance': { method: 'GET', path: '/sapi/v1/user/balance/' },
      'B8 trades': { method: 'GET', path: '/sapi/v1/trades/', getBody: { limit: 5, market } },
      'B9 transfers': { method: 'GET', path: '/sapi/v1/internal_transfers/v2/' },
      'B12 coins': { method: 'POST', path: '/main/stat/v2/coins/' },
      orders: { method: 'GET', path: '/sapi/v1/orders?limit=5' },
      profile: { method: 'GET', path: '/sapi/v1/user/profile/' },
    },
    order: { market, ord_type: 'limit', side: 'buy', price: 100, volume: 0.01 },
    padsS: false,
    orderPath: (id) => `/sapi/v1/orders/${id}`,
    bulkCancel: { market, limit: 50 },
    refused: { ...refused, 'list deposits': { method: 'GET', path: '/sapi/v1/deposits/' } },
  },
  go: {
    login: v2,
    reads: {
      health: { method: 'GET', path: '/sapi/v1/health/' },
      'B1 tickers': { method: 'GET', path: '/sapi/v1/market/tickers/' },
      // Names that the service does not know, so that its defaults hold.
      'B2 order book': {
        method: 'GET',
        path: `/sapi/v1/market/orderbook/?market=${market}&ask_limit=5&bid_limit=5`,
      },
      'B3 balance': { method: 'GET', path: '/sapi/v1/user/balance/?currency=usdc' },
      'B8 trades': { method: 'GET', path: '/sapi/v1/trades/?limit=5&page=1' },
      'B9 transfers': { method: 'GET', path: '/sapi/v1/internal_transfers/v2/?limit=5' },
      orders: { method: 'GET', path: '/sapi/v1/orders/?limit=5' },
    },
    order: { market, ord_type: 'market', side: 'buy', price: 3_000, volume: 0.01 },
    padsS: true,
    orderPath: (id) => `/sapi/v1/orders/${id}/`,
    bulkCancel: { market },
    refused: { ...refused, 'list deposits': { method: 'GET', path: '/sapi/v1/deposits/all' } },
  },
}

describe.each(Object.entries(connectors))('the connector for %s', (_name, connector) => {
  let token: string
  beforeAll(async () => {
    token = await login(...connector.login)
  })

  it.each(Object.entries(connector.reads))('%s is served', async (_what, call) => {
    const { http, json } = await send(call, token)
    expect([http, json['status']]).toEqual([200, 'success'])
    expect(json['payload']).not.toBeUndefined()
  })

  it('places an order, reads it, and cancels all (B4 to B7)', async () => {
    const asked = await send({ method: 'POST', path: '/sapi/v1/orders/nonce/', body: connector.order }, token)
    const { nonce, msg_hash: hash } = asObject(asked.json['payload'])
    const { r, s } = signHash(asText(hash), key)
    const signature = { r, s: connector.padsS ? s.replace('0x', '0x0') : s }
    const body = { nonce, msg_hash: hash, signature }
    const created = await send({ method: 'POST', path: '/sapi/v1/orders/create/', body }, token)
    expect([created.http, created.json['message']]).toEqual([200, 'Created Order Successfully'])
    const id = Number(asObject(created.json['payload'])['id'])
    const read = await send({ method: 'GET', path: connector.orderPath(id) }, token)
    expect(asObject(read.json['payload'])['id']).toBe(id)
    const bulk = await send(
      { method: 'POST', path: '/sapi/v1/user/bulkcancel/', body: connector.bulkCancel },
      token,
    )
    expect(bulk.json['message']).toBe('Orders are successfully queued for cancellation')
    const cancel = await send(
      { method: 'POST', path: '/sapi/v1/orders/cancel/', body: { order_id: id } },
      token,
    )
    expect([200, 400]).toContain(cancel.http)
  })

  it('hears both streams', async () => {
    const open = await listen(exchange.baseUrl, '/public')
    open.subscribe(`${market}.trades`, `${market}.ob-inc`, `${market}.kline-1m`)
    await open.waitFor('success')
    const own = await listen(exchange.baseUrl, `/private?auth_header=${token}`)
    own.subscribe('order', 'trade')
    await own.waitFor('success')
  })

  it.each(Object.entries(connector.refused))('%s is refused by name', async (_what, call) => {
    const { http, json } = await send(call, token)
    expect([http, json['status'], json['message']]).toEqual([404, 'error', 'Not found.'])
  })
})

it('what is ignored does no harm: a GET’s body, a market under another name, limits under other names', async () => {
  const token = await login(...v2)
  const body = await send({ method: 'GET', path: '/sapi/v1/trades/', getBody: { limit: 1 } }, token)
  expect(asList(body.json['payload']).length).toBeGreaterThan(1)
  const tickers = await send({ method: 'GET', path: `/sapi/v1/market/tickers/?symbol=${market}` }, null)
  expect(Object.keys(asObject(tickers.json['payload'])).sort()).toEqual([...exchange.markets].sort())
  const book = await send(
    { method: 'GET', path: `/sapi/v1/market/orderbook/?market=${market}&ask_limit=5` },
    null,
  )
  expect(asList(asObject(book.json['payload'])['asks'])).toHaveLength(20)
})
