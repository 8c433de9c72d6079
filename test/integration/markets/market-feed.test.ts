import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../../src-main/store/api/store-api.ts'
import { createMarkets } from '../../../src-main/markets/markets.ts'
import {
  type ReceivedRequest,
  type ScriptedAnswer,
  type ScriptedServer,
  startScriptedServer,
} from '../../fixtures/scripted-server.ts'
import { movableClock } from '../../fixtures/test-client.ts'
import { inUse, makeFeed, makeStore } from '../world.ts'
import { eventually } from '../../fixtures/eventually.ts'

const MINUTE = 60_000
const KLINE = '/sapi/v1/market/kline/'
const TRADES = '/sapi/v1/market/trades/'

let server: ScriptedServer
let store: Store

beforeEach(async () => {
  server = await startScriptedServer()
  store = await makeStore()
})
afterEach(() => server.stop())

const ok = (payload: unknown): ScriptedAnswer => ({ json: { status: 'success', message: '', payload } })
const noMarket: ScriptedAnswer = {
  status: 400,
  json: { status: 'error', message: 'please enter a valid market', payload: '' },
}

/** Candles as a service has them that knows what time it is: from start to end, the last one forming at `serviceMs`. */
function candles({ query }: ReceivedRequest, serviceMs: number, offsetMs = 0): ScriptedAnswer {
  const periodMs = Number(query['period']) * MINUTE
  const rows: number[][] = []
  const fromMs = Number(query['start_time']) * 1000
  const toMs = Math.min(Number(query['end_time']) * 1000, serviceMs)
  let time = Math.ceil((fromMs - offsetMs) / periodMs) * periodMs + offsetMs
  for (; time <= toMs; time += periodMs) {
    const isForming = time + periodMs > serviceMs
    rows.push([time / 1000, 1, 2, 0.5, isForming ? 1.5 : 1.25, isForming ? 1 : 10])
  }
  const limit = Number(query['limit'])
  expect(Number.isInteger(limit)).toBe(true)
  return {
    ...ok(rows.slice(-limit)),
    headers: { date: new Date(serviceMs).toUTCString() },
  }
}

const trade = (id: number) => ({
  id,
  price: 1.5,
  amount: 1,
  total: 1.5,
  market: 'ethusdc',
  created_at: 1_700_000_000 + id,
  taker_type: 'buy',
})

describe('the market feed', () => {
  const nowMs = Date.UTC(2026, 10, 20, 12, 0, 30)

  it('goes on with the other markets when one is unknown to the service, and tells why it has none', async () => {
    server.play((request) => {
      if (request.path !== KLINE) return ok([])
      return request.query['market'] === 'goneusdc' ? noMarket : candles(request, nowMs)
    })
    const { feed, told, reported } = makeFeed(store, server.baseUrl, movableClock(nowMs), [
      'goneusdc',
      'ethusdc',
    ])
    await eventually(() => expect(told.count('markets:listChanged')).toBe(1))
    expect(feed.candlesError('goneusdc', 60)).toMatchObject({
      code: 'rejectedByExchange',
      data: { message: 'please enter a valid market' },
    })
    expect(feed.candlesError('ethusdc', 60)).toBeNull()
    const stored = await store.getCandles('https://exchange.example', 'ethusdc', 60, null, 50)
    expect(stored.candles.timesMs.length).toBeGreaterThanOrEqual(25)
    expect(reported).toEqual(['candles goneusdc 60'])
  })

  it('asks for the hours of the list once, and after that only for those that may have changed', async () => {
    server.play((request) => candles(request, nowMs))
    const { feed, told } = makeFeed(store, server.baseUrl, movableClock(nowMs), ['ethusdc'])
    await eventually(() => expect(told.count('markets:listChanged')).toBe(1))
    feed.trigger()
    await eventually(() => expect(told.count('markets:listChanged')).toBe(2))
    const limits = server.requests
      .filter(({ query }) => query['period'] === '60')
      .map(({ query }) => Number(query['limit']))
    expect(limits[0]).toBeGreaterThanOrEqual(26)
    expect(limits[1]).toBeLessThanOrEqual(2)
  })

  it('asks for the minutes that 24 hours start with once an hour and market, before they are needed', async () => {
    let serviceMs = nowMs
    server.play((request) => candles(request, serviceMs))
    const clock = movableClock(nowMs)
    const { feed, session, told } = makeFeed(store, server.baseUrl, clock, ['ethusdc', 'btcusdc'])
    const markets = createMarkets({ store, clock, emit: told.emit, current: inUse(session, { feed }) })
    await store.putMarkets(session.network, ['ethusdc', 'btcusdc'])
    let rounds = 1
    await eventually(() => expect(told.count('markets:listChanged')).toBe(rounds))
    // Every ten minutes, and each minute around those at which the window goes into another hour.
    const minutes = Array.from({ length: 150 }, (_, at) => at + 1).filter(
      (minute) => minute % 10 === 0 || minute % 60 >= 57 || minute % 60 <= 2,
    )
    for (const minute of minutes) {
      serviceMs = nowMs + minute * MINUTE
      clock.moveTo(serviceMs)
      const before = await markets.list()
      feed.trigger()
      rounds += 1
      await eventually(() => expect(told.count('markets:listChanged')).toBe(rounds))
      const after = await markets.list()
      // Neither before the newest candles have come nor after it is a figure gone.
      for (const line of [...before.markets, ...after.markets]) {
        expect([minute, line.reference, line.volume === null]).toEqual([minute, 1.25, false])
      }
    }
    const asked = server.requests.filter(({ query }) => query['period'] === '1')
    const hours = asked.map(({ query }) => `${String(query['market'])} ${String(query['start_time'])}`)
    expect(new Set(hours).size).toBe(hours.length)
    // From 12:00 to 14:30: the hours from 12:00, 13:00 and 14:00 of the day before.
    expect(hours).toHaveLength(6)
    expect(asked.every(({ query }) => Number(query['limit']) <= 60)).toBe(true)
  })

  it.each([
    ['once for the minutes of an hour of which some have no candle', 400, 10, 60, ['ethusdc']],
    ['again for what a cut answer has left out', 600, 0, 35, ['ethusdc', 'ethusdc']],
    ['no more than a few times for minutes that do not add up', 999, 10, 60, Array(3).fill('ethusdc')],
  ])(
    'asks %s, and for none of an unknown market',
    async (_what, hourVolume, silentMinutes, limit, markets) => {
      server.play((request) => {
        const { query } = request
        if (query['market'] === 'goneusdc') return noMarket
        const told = candles(request, nowMs)
        const { payload } = told.json as { payload: number[][] }
        if (query['period'] !== '1') return { ...told, ...ok(payload.map((row) => row.with(5, hourVolume))) }
        const minuteOf = ([second = 0]: number[]): number => (second % 3_600) / 60
        const isTraded = (row: number[]): boolean =>
          minuteOf(row) >= silentMinutes && minuteOf(row) < 60 - silentMinutes
        return { ...told, ...ok(payload.filter(isTraded).slice(0, limit)) }
      })
      const { feed, told } = makeFeed(store, server.baseUrl, movableClock(nowMs), ['ethusdc', 'goneusdc'])
      for (let round = 1; round <= 5; round += 1) {
        await eventually(() => expect(told.count('markets:listChanged')).toBe(round))
        feed.trigger()
      }
      const asked = server.requests.filter(({ query }) => query['period'] === '1')
      expect(asked.map(({ query }) => query['market'])).toEqual(markets)
    },
  )

  it('has nothing under way any more when it has been stopped', async () => {
    server.play(() => ({ headersDelayMs: Infinity }))
    const { feed, told } = makeFeed(store, server.baseUrl, movableClock(nowMs), ['ethusdc'])
    feed.fill('btcusdc', 60, { fromMs: nowMs - 60 * MINUTE, toMs: nowMs })
    await eventually(() => expect(server.countOf(KLINE)).toBe(2))
    await feed.stop()
    const before = told.count('markets:candlesChanged')
    feed.fill('ethusdc', 1, { fromMs: nowMs - 60 * MINUTE, toMs: nowMs })
    await feed.stop()
    expect(server.countOf(KLINE)).toBe(2)
    expect(told.count('markets:candlesChanged')).toBe(before)
  })

  it('shows the trades of a market whose candles fail', async () => {
    server.play(({ path }) => (path === TRADES ? ok([trade(1)]) : noMarket))
    const { feed, told } = makeFeed(store, server.baseUrl, movableClock(nowMs), [])
    feed.watch([{ market: 'ethusdc', period: 1 }], 'ethusdc')
    await eventually(() => expect(told.count('markets:tradesChanged')).toBe(1))
    await eventually(() =>
      expect(feed.candlesError('ethusdc', 1)).toMatchObject({ code: 'rejectedByExchange' }),
    )
    expect(feed.tradesError('ethusdc')).toBeNull()
    expect(told.last('markets:candlesChanged')).toMatchObject({ market: 'ethusdc', period: 1 })
  })

  it('leaves the service alone for as long as it asks', async () => {
    server.play(() => ({ status: 429, headers: { 'retry-after': '60' }, json: {} }))
    const clock = movableClock(nowMs)
    const { feed, session } = makeFeed(store, server.baseUrl, clock, ['ethusdc', 'btcusdc'])
    await eventually(() => expect(feed.candlesError('ethusdc', 60)?.code).toBe('rateLimited'))
    feed.trigger()
    feed.watch([{ market: 'ethusdc', period: 1 }], 'ethusdc')
    feed.fill('btcusdc', 1, { fromMs: 0, toMs: nowMs })
    // Whatever would be sent is sent by then.
    await session.client.health().catch(() => undefined)
    expect(server.countOf(KLINE) + server.countOf(TRADES)).toBe(1)
  })

  it('reads a candle again that has just ended, until it has settled', async () => {
    let serviceMs = nowMs
    server.play((request) => (request.path === KLINE ? candles(request, serviceMs) : ok([])))
    const clock = movableClock(nowMs)
    const { feed } = makeFeed(store, server.baseUrl, clock, [])
    const network = 'https://exchange.example'
    feed.watch([{ market: 'ethusdc', period: 1 }], 'ethusdc')
    const closes = async () => [...(await store.getCandles(network, 'ethusdc', 1, null, 2)).candles.close]
    await eventually(async () => expect(await closes()).toEqual([1.25, 1.5]))
    // The candle of 12:00 has ended 30 seconds ago, and the one of 12:01 is forming.
    serviceMs = nowMs + MINUTE
    clock.moveTo(serviceMs)
    feed.trigger()
    await eventually(async () => expect(await closes()).toEqual([1.25, 1.5]))
    const lastCovered = async () => (await store.getCandleCoverage(network, 'ethusdc', 1)).at(-1)?.toMs
    expect(await lastCovered()).toBeLessThanOrEqual(serviceMs - 3 * MINUTE)
    serviceMs = nowMs + 10 * MINUTE
    clock.moveTo(serviceMs)
    feed.fill('ethusdc', 1, { fromMs: nowMs - 10 * MINUTE, toMs: serviceMs })
    await eventually(async () => {
      expect(await lastCovered()).toBe(Math.floor(serviceMs / MINUTE) * MINUTE - 3 * MINUTE)
    })
  })

  it('keeps no hole where its own clock is ten minutes fast', async () => {
    const serviceMs = nowMs - 10 * MINUTE
    server.play((request) => (request.path === KLINE ? candles(request, serviceMs) : ok([])))
    const { feed, told } = makeFeed(store, server.baseUrl, movableClock(nowMs), [])
    feed.fill('ethusdc', 1, { fromMs: serviceMs - 30 * MINUTE, toMs: nowMs })
    await eventually(() => expect(told.count('markets:candlesChanged')).toBe(1))
    const covered = await store.getCandleCoverage('https://exchange.example', 'ethusdc', 1)
    expect(covered.at(-1)?.toMs).toBeLessThanOrEqual(serviceMs - 3 * MINUTE)
  })

  it('reads the newest candles where the clock is ten minutes slow', async () => {
    const serviceMs = nowMs + 10 * MINUTE
    const headers = { date: new Date(serviceMs).toUTCString() }
    server.play((request) => (request.path === KLINE ? candles(request, serviceMs) : { ...ok([]), headers }))
    const { feed } = makeFeed(store, server.baseUrl, movableClock(nowMs), [])
    const last = async () =>
      (await store.getCandles('https://exchange.example', 'ethusdc', 1, null, 1)).candles.timesMs[0]
    feed.watch([{ market: 'ethusdc', period: 1 }], 'ethusdc')
    await eventually(() => expect(server.countOf(TRADES)).toBe(1))
    feed.trigger()
    await eventually(async () => expect(await last()).toBe(Math.floor(serviceMs / MINUTE) * MINUTE))
  })

  it.each([
    ['weeks that begin on Monday', 10_080, 4 * 1440 * MINUTE],
    ['days that begin at 08:00', 1440, 480 * MINUTE],
    ['three days of another count', 4320, 1440 * MINUTE],
  ] as const)('draws %s, the forming one too', async (_what, period, offsetMs) => {
    const periodMs = period * MINUTE
    server.play((request) => (request.path === KLINE ? candles(request, nowMs, offsetMs) : ok([])))
    const clock = movableClock(nowMs)
    const { feed, session, told } = makeFeed(store, server.baseUrl, clock, [])
    const markets = createMarkets({
      store,
      clock,
      emit: told.emit,
      current: inUse(session, { feed }),
    })
    const formingMs = Math.floor((nowMs - offsetMs) / periodMs) * periodMs + offsetMs
    const ask = () => markets.getCandles({ market: 'ethusdc', period, endMs: null, limit: 40 })
    await ask()
    await eventually(() => expect(told.count('markets:candlesChanged')).toBe(1))
    const { candles: got, lastError } = await ask()
    expect(lastError).toBeNull()
    expect(got.timesMs.at(-1)).toBe(formingMs)
    // And again, when the next period has begun.
    clock.moveTo(formingMs + periodMs + MINUTE)
    server.play((request) => candles(request, clock.now(), offsetMs))
    await ask()
    await eventually(async () => expect((await ask()).candles.timesMs.at(-1)).toBe(formingMs + periodMs))
  })
})
