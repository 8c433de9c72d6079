// Several charts and a tape are kept fresh, each for itself.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMarkets } from '../../../src-main/markets/markets.ts'
import type { Store } from '../../../src-main/store/api/store-api.ts'
import {
  type ReceivedRequest,
  type ScriptedAnswer,
  type ScriptedServer,
  startScriptedServer,
} from '../../fixtures/scripted-server.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { movableClock } from '../../fixtures/test-client.ts'
import { account, inUse, makeFeed, makeStore } from '../world.ts'

const KLINE = '/sapi/v1/market/kline/'
const TRADES = '/sapi/v1/market/trades/'
const nowMs = Date.UTC(2026, 10, 20, 12, 0, 30)

let server: ScriptedServer
let store: Store

beforeEach(async () => {
  server = await startScriptedServer()
  server.play(answerWell)
  store = await makeStore()
})
afterEach(() => server.stop())

/** One candle, forming, whatever is asked for; no trades. */
function answerWell({ path, query }: ReceivedRequest): ScriptedAnswer {
  const step = Number(query['period']) * 60
  const start = Math.floor(nowMs / 1000 / step) * step
  const payload = path === KLINE ? [[start, 1, 2, 0.5, 1.5, server.requests.length]] : []
  return {
    json: { status: 'success', message: '', payload },
    headers: { date: new Date(nowMs).toUTCString() },
  }
}

/** How often a series, or the trades of a market, were asked for. */
function countOf(market: string, period?: number): number {
  return server.requests.filter(
    ({ path, query }) =>
      query['market'] === market &&
      (period === undefined ? path === TRADES : path === KLINE && query['period'] === String(period)),
  ).length
}

const four = [
  { market: 'ethusdc', period: 1 },
  { market: 'ethusdc', period: 60 },
  { market: 'btcusdc', period: 1 },
  { market: 'linkusdc', period: 1440 },
] as const

describe('what is on screen', () => {
  it('is asked for chart by chart, the same market with another period too, and the tape', async () => {
    const { feed, told } = makeFeed(store, server.baseUrl, movableClock(nowMs), [])
    feed.watch(four, 'btcusdc')
    await eventually(() => {
      expect(four.map(({ market, period }) => countOf(market, period))).toEqual([1, 1, 1, 1])
      expect(countOf('btcusdc')).toBe(1)
      expect(told.count('markets:candlesChanged')).toBe(4)
    })
    expect(countOf('ethusdc')).toBe(0)
  })

  it('is asked for again and again, as long as it is there', async () => {
    const world = makeFeed(store, server.baseUrl, movableClock(nowMs), [], { watchEveryMs: () => 20 })
    world.feed.watch(four, 'btcusdc')
    await eventually(() => {
      for (const { market, period } of four) expect(countOf(market, period)).toBeGreaterThanOrEqual(3)
      expect(countOf('btcusdc')).toBeGreaterThanOrEqual(3)
    })
    const [first] = four
    world.feed.watch([first], null)
    const then = countOf('ethusdc', 1)
    await eventually(() => expect(countOf('ethusdc', 1)).toBeGreaterThanOrEqual(then + 2))
    // What was under way when the others went has been sent by now.
    const before = [countOf('ethusdc', 60), countOf('btcusdc', 1), countOf('btcusdc')]
    const further = countOf('ethusdc', 1) + 3
    await eventually(() => expect(countOf('ethusdc', 1)).toBeGreaterThanOrEqual(further))
    expect([countOf('ethusdc', 60), countOf('btcusdc', 1), countOf('btcusdc')]).toEqual(before)
  })

  it('is asked for once where two charts show the same, and not anew where it was on screen already', async () => {
    const { feed } = makeFeed(store, server.baseUrl, movableClock(nowMs), [])
    const [one, , other] = four
    feed.watch([one, one], null)
    await eventually(() => expect(countOf('ethusdc', 1)).toBe(1))
    feed.watch([one, other, one], 'ethusdc')
    await eventually(() => {
      expect(countOf('btcusdc', 1)).toBe(1)
      expect(countOf('ethusdc')).toBe(1)
    })
    expect(countOf('ethusdc', 1)).toBe(1)
  })

  it('is fresh on three charts while the service does not answer for the fourth, nor for the tape', async () => {
    server.play((request) =>
      request.query['market'] === 'linkusdc' || request.path === TRADES
        ? { headersDelayMs: Infinity }
        : answerWell(request),
    )
    const world = makeFeed(store, server.baseUrl, movableClock(nowMs), [], { watchEveryMs: () => 20 })
    world.feed.watch(four, 'ethusdc')
    await eventually(() => {
      for (const { market, period } of four.slice(0, 3)) {
        expect(countOf(market, period)).toBeGreaterThanOrEqual(3)
      }
    })
    expect(countOf('linkusdc', 1440)).toBe(1)
    expect(countOf('ethusdc')).toBe(1)
    await world.feed.stop()
  })

  it('says of the one chart that cannot be read why, and goes on with the others', async () => {
    server.play((request) =>
      request.query['market'] === 'btcusdc'
        ? { status: 400, json: { status: 'error', message: 'please enter a valid market', payload: '' } }
        : answerWell(request),
    )
    const world = makeFeed(store, server.baseUrl, movableClock(nowMs), [], { watchEveryMs: () => 20 })
    world.feed.watch(four, null)
    await eventually(() => expect(countOf('ethusdc', 1)).toBeGreaterThanOrEqual(3))
    await eventually(() =>
      expect(world.feed.candlesError('btcusdc', 1)).toMatchObject({ code: 'rejectedByExchange' }),
    )
    for (const { market, period } of four.filter((one) => one.market !== 'btcusdc')) {
      expect(world.feed.candlesError(market, period)).toBeNull()
    }
    expect(world.reported).toEqual(['candles btcusdc 1'])
  })

  it('is followed by another feed of the same account, and by none of another', async () => {
    const clock = movableClock(nowMs)
    const first = makeFeed(store, server.baseUrl, clock, [])
    const markets = createMarkets({
      store,
      clock,
      emit: first.told.emit,
      current: inUse(first.session, { feed: first.feed }),
    })
    markets.watch({ charts: [...four], tape: 'btcusdc' })
    await eventually(() => expect(server.requests).toHaveLength(5))
    await first.feed.stop()
    const second = makeFeed(store, server.baseUrl, clock, [])
    markets.watchAgain({ ...second.session, account: { ...account, id: 'other' } }, second.feed)
    markets.watchAgain(second.session, second.feed)
    await eventually(() => {
      expect(four.map(({ market, period }) => countOf(market, period))).toEqual([2, 2, 2, 2])
      expect(countOf('btcusdc')).toBe(2)
    })
    await second.feed.stop()
    expect(countOf('btcusdc')).toBe(2)
  })

  it('leaves room for other screens while nothing of it is answered', async () => {
    server.play((request) =>
      request.query['market'] === 'orders' ? answerWell(request) : { headersDelayMs: Infinity },
    )
    const { feed, session } = makeFeed(store, server.baseUrl, movableClock(nowMs), [])
    feed.watch(four, 'btcusdc')
    await eventually(() => expect(server.requests).toHaveLength(3))
    const call = { urgency: 'screen', lane: 'another screen', retries: 0 } as const
    const { rows } = await session.client.listMarketTrades({ market: 'orders', limit: 1 }, call)
    expect(rows).toEqual([])
    expect(server.requests).toHaveLength(4)
  })

  it('is let go when nothing is on screen, and nothing is under way once the feed has been stopped', async () => {
    server.play(() => ({ headersDelayMs: Infinity }))
    const { feed } = makeFeed(store, server.baseUrl, movableClock(nowMs), [])
    feed.watch(four, 'btcusdc')
    await eventually(() => expect(server.requests).toHaveLength(3))
    feed.watch([], null)
    await feed.stop()
    feed.watch(four, 'btcusdc')
    await feed.stop()
    expect(server.requests).toHaveLength(3)
  })
})
