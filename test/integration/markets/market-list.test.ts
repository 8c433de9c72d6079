// How the user's list of markets changes, and what the service is asked before it does.
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { AccountSession } from '../../../src-main/session/account-session.ts'
import { createMarketList } from '../../../src-main/markets/market-list.ts'
import { listSymbols } from '../../../src-main/markets/list-symbols.ts'
import { systemClock } from '../../../src-main/async/clock.ts'
import { startPracticeExchange } from '../../../src-main/practice/exchange.ts'
import { practiceMarkets } from '../../../src-main/practice/markets/markets.ts'
import type { Store } from '../../../src-main/store/api/store-api.ts'
import {
  type ReceivedRequest,
  type ScriptedAnswer,
  type ScriptedServer,
  startScriptedServer,
} from '../../fixtures/scripted-server.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { failureOf } from '../../fixtures/test-client.ts'
import { sampleOrder } from '../store/support.ts'
import { account, inUse, makeSession, makeStore } from '../world.ts'

const NETWORK = 'https://exchange.example'
const KLINE = '/sapi/v1/market/kline/'
const TRADES = '/sapi/v1/market/trades/'

let server: ScriptedServer
let store: Store

const ok = (payload: unknown): ScriptedAnswer => ({ json: { status: 'success', message: '', payload } })
const refusal = (status: number, message: string): ScriptedAnswer => ({
  status,
  json: { status: 'error', message, payload: '' },
})

beforeEach(async () => {
  server = await startScriptedServer(() => ok([]))
  store = await makeStore()
})
afterEach(() => server.stop())

function makeList(baseUrl = server.baseUrl) {
  const session: AccountSession = makeSession(baseUrl, systemClock)
  let changes = 0
  const list = createMarketList({
    store,
    current: inUse(session),
    onChange: () => {
      changes += 1
    },
  })
  return { ...list, session, changes: () => changes, read: () => listSymbols(store, session) }
}

describe('the list of markets', () => {
  it('is the first ones and those of the orders until it is changed, and then what the user made of it', async () => {
    await store.putOrders(account.id, [sampleOrder(1, { market: 'aaveusdc' })], null)
    const { add, read, changes } = makeList()
    expect(await read()).toEqual(['ethusdc', 'btcusdc', 'aaveusdc'])
    expect(await store.listMarkets(NETWORK)).toEqual([])
    await add({ market: 'linkusdc' })
    expect(await store.listMarkets(NETWORK)).toEqual(['ethusdc', 'btcusdc', 'aaveusdc', 'linkusdc'])
    expect(changes()).toBe(1)
    await store.putOrders(account.id, [sampleOrder(2, { market: 'uniusdc' })], null)
    expect(await read()).not.toContain('uniusdc')
  })

  it('takes a market that has no candle and no trade yet, and asks for one of each', async () => {
    const { add, read } = makeList()
    await add({ market: 'newusdc' })
    expect(await read()).toEqual(['ethusdc', 'btcusdc', 'newusdc'])
    expect(server.requests.map(({ path, query }) => [path, query['market'], query['limit']])).toEqual([
      [KLINE, 'newusdc', '1'],
      [TRADES, 'newusdc', '1'],
    ])
  })

  it.each([
    ['of its candles', KLINE],
    ['of its trades', TRADES],
  ])('does not take a market that the service does not know when it is asked %s', async (_what, path) => {
    server.play((request) => (request.path === path ? refusal(400, 'please enter a valid market') : ok([])))
    const { add, read, changes } = makeList()
    expect(await failureOf(add({ market: 'nosuchusdc' }))).toMatchObject({ code: 'notFound' })
    expect(await read()).toEqual(['ethusdc', 'btcusdc'])
    expect(await store.listMarkets(NETWORK)).toEqual([])
    expect(changes()).toBe(0)
  })

  it.each([
    ['is down', { status: 503, json: {} }, 'rejectedByExchange'],
    ['refuses everything', refusal(403, 'forbidden'), 'rejectedByExchange'],
    ['refuses for another reason', refusal(400, 'limit: must be smaller'), 'rejectedByExchange'],
    [
      'is a web page',
      { text: '<html>Sign in</html>', headers: { 'content-type': 'text/html' } },
      'contractViolation',
    ],
    ['cuts the line', { cutAfter: -1 }, 'network'],
    ['asks to slow down', { status: 429, headers: { 'retry-after': '60' }, json: {} }, 'rateLimited'],
  ] as const)('does not call a market unknown where the service %s', async (_what, answer, code) => {
    server.play(() => answer)
    const { add } = makeList()
    expect(await failureOf(add({ market: 'linkusdc' }))).toMatchObject({ code })
    expect(await store.listMarkets(NETWORK)).toEqual([])
  })

  it('takes nothing while the service is out of reach, and says so at once', async () => {
    await server.stop()
    const { add, session } = makeList()
    await session.client.health({ retries: 0 }).catch(() => undefined)
    await eventually(() => expect(session.connection.isReachable()).toBe(false))
    expect(await failureOf(add({ market: 'linkusdc' }))).toMatchObject({ code: 'offline' })
    expect(await store.listMarkets(NETWORK)).toEqual([])
  })

  it('takes nothing for an account that was left while the service was slow to answer', async () => {
    server.play(() => ({ ...ok([]), headersDelayMs: Infinity }))
    const { add, session } = makeList()
    const adding = failureOf(add({ market: 'linkusdc' }))
    await eventually(() => expect(server.countOf(KLINE)).toBe(1))
    session.close()
    expect(await adding).toMatchObject({ code: 'cancelled' })
    expect(await store.listMarkets(NETWORK)).toEqual([])
  })

  it('takes it when a slow answer comes, unless it is there by then', async () => {
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    server.play(async ({ query }: ReceivedRequest) => {
      if (query['market'] === 'slowusdc') await released
      return ok([])
    })
    const { add, read } = makeList()
    const slow = [add({ market: 'slowusdc' }), add({ market: 'slowusdc' })]
    await add({ market: 'fastusdc' })
    release()
    const outcomes = await Promise.allSettled(slow)
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'validation', data: { field: 'market', reason: 'listed' } },
    })
    expect(await read()).toEqual(['ethusdc', 'btcusdc', 'fastusdc', 'slowusdc'])
  })

  it('keeps all of ten that are added at once', async () => {
    const { add, read } = makeList()
    const markets = Array.from({ length: 10 }, (_, number) => `a${number}usdc`)
    await Promise.all(markets.map((market) => add({ market })))
    expect([...(await read())].sort()).toEqual(['ethusdc', 'btcusdc', ...markets].sort())
  })

  it('asks the service nothing about a market that is listed, or when the list is full', async () => {
    const { add } = makeList()
    expect(await failureOf(add({ market: 'ethusdc' }))).toMatchObject({
      code: 'validation',
      data: { field: 'market', reason: 'listed' },
    })
    await store.putMarkets(
      NETWORK,
      Array.from({ length: 100 }, (_, number) => `a${number}usdc`),
    )
    expect(await failureOf(add({ market: 'linkusdc' }))).toMatchObject({
      code: 'validation',
      data: { field: 'market', reason: 'full' },
    })
    expect(server.requests).toEqual([])
  })

  it('loses a market that is taken off, but not its last one', async () => {
    const { remove, read, changes } = makeList()
    await remove({ market: 'ethusdc' })
    await remove({ market: 'ethusdc' })
    expect(await read()).toEqual(['btcusdc'])
    expect(changes()).toBe(1)
    expect(await failureOf(remove({ market: 'btcusdc' }))).toMatchObject({
      code: 'validation',
      data: { field: 'market', reason: 'last' },
    })
    expect(await read()).toEqual(['btcusdc'])
  })

  it('has the order that the user gives it', async () => {
    await store.putMarkets(NETWORK, ['a1', 'b2', 'c3'])
    const { reorder, read } = makeList()
    await reorder({ markets: ['c3', 'a1', 'b2'] })
    expect(await read()).toEqual(['c3', 'a1', 'b2'])
  })

  it.each([
    ['lacks one', ['a1', 'b2']],
    ['has one more', ['a1', 'b2', 'c3', 'd4']],
    ['has one twice', ['a1', 'b2', 'b2']],
    ['has one twice besides', ['a1', 'b2', 'c3', 'c3']],
    ['has another one', ['a1', 'b2', 'd4']],
    ['has none', []],
  ])('refuses an order that %s', async (_what, markets) => {
    await store.putMarkets(NETWORK, ['a1', 'b2', 'c3'])
    const { reorder, read } = makeList()
    expect(await failureOf(reorder({ markets }))).toMatchObject({
      code: 'validation',
      data: { field: 'markets' },
    })
    expect(await read()).toEqual(['a1', 'b2', 'c3'])
  })

  it('is checked against the practice exchange as against the service', async () => {
    const exchange = await startPracticeExchange({ host: '127.0.0.1', port: 0, seed: 7, orders: 0 })
    onTestFinished(() => exchange.close())
    const { add, read } = makeList(exchange.baseUrl)
    expect(await failureOf(add({ market: 'dogeusdc' }))).toMatchObject({ code: 'notFound' })
    const other = practiceMarkets.find(({ symbol }) => !['ethusdc', 'btcusdc'].includes(symbol))?.symbol ?? ''
    await add({ market: other })
    expect(await read()).toEqual(['ethusdc', 'btcusdc', other])
  })
})
