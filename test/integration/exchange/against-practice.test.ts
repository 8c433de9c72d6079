// The client and the practice exchange mean the same interface.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createExchangeClient, type ExchangeClient } from '../../../src-main/exchange/client.ts'
import { type PracticeExchange, startPracticeExchange } from '../../../src-main/practice/exchange.ts'
import { signMessage } from '../../../src-main/signing/ethereum.ts'
import {
  candleColumns,
  marketTrade,
  orderTrade,
  order,
  pnlEntry,
  profile,
} from '../../../src-preload/contract/orders/entities.ts'
import { candlePeriods } from '../../../src-preload/domain/markets/markets.ts'
import { failureOf, movableClock, startMs } from '../../fixtures/test-client.ts'

const clock = movableClock(startMs)
const accessTokenSeconds = 300
let practice: PracticeExchange
let client: ExchangeClient
let stored: string | null = null
const called: string[] = []

function clientOf(ethereumAddress: string, ethereumPrivateKey: string): ExchangeClient {
  return createExchangeClient({
    baseUrl: practice.baseUrl,
    fetch: globalThis.fetch,
    clock,
    userAgent: 'Starkdesk/0.1.0 (test)',
    session: {
      ethereumAddress,
      signer: {
        isAvailable: () => Promise.resolve(true),
        signLoginText: (text) => Promise.resolve(signMessage(text, ethereumPrivateKey)),
      },
      refreshTokens: {
        load: () => Promise.resolve(stored),
        save: (token) => {
          stored = token
          return Promise.resolve()
        },
        clear: () => {
          stored = null
          return Promise.resolve()
        },
      },
    },
    onCall: ({ endpoint }) => called.push(endpoint),
  })
}

beforeAll(async () => {
  practice = await startPracticeExchange({
    host: '127.0.0.1',
    seed: 7,
    orders: 300,
    accessTokenSeconds,
    clock,
    genesisMs: startMs,
  })
  const [user] = practice.users
  if (user === undefined) throw new Error('no practice user')
  client = clientOf(user.ethereumAddress, user.ethereumPrivateKey)
}, 60_000)

afterAll(async () => {
  client.close()
  await practice.close()
})

describe('the client at the practice exchange', { timeout: 60_000 }, () => {
  test('finds it well', async () => {
    await client.health()
  })

  test('signs in, and is the user whose L2 key it knows', async () => {
    const [user] = practice.users
    expect(await client.signIn()).toEqual({ uid: user?.uid })
    expect(profile.parse(await client.getProfile()).starkKey).toBe(user?.starkKey)
  })

  test('reads candles of every period and market trades', async () => {
    const [market = ''] = practice.markets
    for (const period of candlePeriods) {
      const candles = candleColumns.strip().parse(await client.listCandles({ market, period, limit: 50 }))
      expect(candles.timesMs.length).toBeGreaterThan(0)
      expect([...candles.timesMs].every((timeMs) => timeMs % 60_000 === 0)).toBe(true)
    }
    const { rows: trades } = await client.listMarketTrades({ market, limit: 20, beforeMs: startMs })
    expect(trades).toHaveLength(20)
    for (const trade of trades) expect(marketTrade.parse(trade).createdAtMs).toBeLessThan(startMs)
  })

  test('reads every order, page after page, and one with its fills', async () => {
    const ids = new Set<number>()
    for (let page = 1; ; page++) {
      const { orders: rows, refused } = await client.listOrders({ page, limit: 100 })
      expect(refused).toEqual([])
      for (const row of rows) ids.add(order.parse(row).id)
      if (rows.length < 100) break
    }
    expect(ids.size).toBe(300)
    const {
      orders: [filled],
    } = await client.listOrders({ state: 'done', limit: 1 })
    const detail = await client.getOrder(filled?.id ?? -1)
    order.parse(detail.order)
    for (const trade of detail.trades) orderTrade.parse(trade)
    expect(detail.trades).toHaveLength(filled?.tradesCount ?? -1)
    expect(detail.order).toMatchObject({ uuid: filled?.uuid, price: filled?.price ?? null })
  })

  test('reads profit and loss', async () => {
    const { rows: entries } = await client.getPnl()
    expect(entries.length).toBeGreaterThan(0)
    for (const entry of entries) pnlEntry.parse(entry)
  })

  test('is told what it did wrong in the words of the service', async () => {
    expect(await failureOf(client.listCandles({ market: 'nosuchusdc', period: 1 }))).toMatchObject({
      code: 'rejectedByExchange',
      data: { endpoint: 'market.candles', status: 400, message: 'please enter a valid market' },
    })
  })

  test('renews its token ahead of its end, so that no call is refused', async () => {
    called.length = 0
    clock.moveTo(clock.now() + (accessTokenSeconds - 10) * 1000)
    await client.getProfile()
    expect(called).toEqual(['auth.refresh', 'user.profile'])
  })

  test('fifty calls after the token has died, with the clock of the app far behind, cause one refresh', async () => {
    const slowClock = movableClock(clock.now())
    const [, user] = practice.users
    stored = null
    const behind = createExchangeClient({
      baseUrl: practice.baseUrl,
      fetch: globalThis.fetch,
      clock: slowClock,
      userAgent: 'Starkdesk/0.1.0 (test)',
      session: {
        ethereumAddress: user?.ethereumAddress ?? '',
        signer: {
          isAvailable: () => Promise.resolve(true),
          signLoginText: (text) => Promise.resolve(signMessage(text, user?.ethereumPrivateKey ?? '')),
        },
        refreshTokens: {
          load: () => Promise.resolve(null),
          save: () => Promise.resolve(),
          clear: () => Promise.resolve(),
        },
      },
      onCall: ({ endpoint }) => called.push(endpoint),
    })
    await behind.signIn()
    called.length = 0
    clock.moveTo(clock.now() + (accessTokenSeconds + 1) * 1000)
    const answers = await Promise.all(Array.from({ length: 50 }, () => behind.getProfile()))
    expect(answers).toHaveLength(50)
    expect(called.filter((endpoint) => endpoint === 'auth.refresh')).toHaveLength(1)
    expect(called.filter((endpoint) => endpoint === 'auth.login')).toHaveLength(0)
  })

  test('a wallet that was never registered is refused like any wrong login, with the sentence of the service', async () => {
    stored = null
    const stranger = clientOf('0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf', `0x${'1'.padStart(64, '0')}`)
    expect(await failureOf(stranger.signIn())).toMatchObject({
      code: 'rejectedByExchange',
      data: { message: 'Invalid Credentials or Token Expired, Kindly login again.' },
    })
    expect(stranger.sessionState()).toBe('refused')
  })
})
