// All markets of the practice exchange by one request, and what that spares the list.
import { describe, expect, it, onTestFinished } from 'vitest'
import { createMarkets } from '../../../src-main/markets/markets.ts'
import { startMarketFeed } from '../../../src-main/markets/market-feed.ts'
import { createTickerKeeper } from '../../../src-main/markets/kept-tickers.ts'
import { startTickerFeed } from '../../../src-main/markets/ticker-feed.ts'
import { startPracticeExchange } from '../../../src-main/practice/exchange.ts'
import { createFaults } from '../../../src-main/session/faults.ts'
import { createFreshnessBoard } from '../../../src-main/session/freshness-board.ts'
import type { Store } from '../../../src-main/store/api/store-api.ts'
import { isAppError } from '../../../src-preload/domain/errors.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { startFaultProxy } from '../../fixtures/fault-proxy.ts'
import { type ScriptedAnswer, startScriptedServer } from '../../fixtures/scripted-server.ts'
import { movableClock } from '../../fixtures/test-client.ts'
import { account, inUse, makeEvents, makeSession, makeStore, usualFeed } from '../world.ts'

const TICKERS = '/sapi/v1/market/tickers/'
const KLINE = '/sapi/v1/market/kline/'
const MINUTE = 60_000
const nowMs = Date.UTC(2026, 10, 20, 12, 0, 30)

/** A list of markets fed by tickers and candles of this address. */
async function start(
  baseUrl: string,
  symbols: readonly string[],
  clock = movableClock(nowMs),
  kept: Store | null = null,
) {
  const store = kept ?? (await makeStore())
  const session = makeSession(baseUrl, clock)
  await store.putMarkets(session.network, [...symbols])
  const told = makeEvents()
  const faults = createFaults((_work, error) => {
    if (!isAppError(error)) throw error
    return { code: error.code, data: { ...error.data }, ref: null }
  })
  const base = { session, clock, emit: told.emit, faults, random: () => 0 }
  const keeper = createTickerKeeper(store, session.network)
  const tickers = startTickerFeed({ ...base, keeper, everyMs: () => 3_600_000 })
  await eventually(() => expect(told.count('markets:tickersChanged')).toBeGreaterThanOrEqual(1))
  const freshness = createFreshnessBoard({ session, clock, onChange: () => undefined })
  const feed = startMarketFeed({
    ...usualFeed,
    ...base,
    freshness,
    store,
    markets: () => Promise.resolve([...symbols]),
    isTold: (market) => tickers.isTold(market),
  })
  onTestFinished(async () => {
    freshness.stop()
    await Promise.all([tickers.stop(), feed.stop()])
  })
  const markets = createMarkets({ store, clock, emit: told.emit, current: inUse(session, { feed, tickers }) })
  return { clock, store, markets, told, tickers, feed }
}

describe('the tickers of the practice exchange', () => {
  it('name every market with its day, and the list has the same figures', async () => {
    const clock = movableClock(nowMs)
    const practice = await startPracticeExchange({ host: '127.0.0.1', seed: 7, orders: 20, clock })
    onTestFinished(() => practice.close())
    const { markets, told } = await start(practice.baseUrl, ['ethusdc', 'btcusdc'], clock)
    await eventually(() => expect(told.count('markets:listChanged')).toBeGreaterThanOrEqual(1))

    const all = markets.listAll()
    expect(all.markets.map(({ market }) => market)).toEqual([...practice.markets].toSorted())
    expect(all).toMatchObject({ asOfMs: nowMs, lastError: null })
    // The names come with another request, once somebody looks at the list.
    await eventually(() =>
      expect(markets.listAll().markets.find(({ market }) => market === 'ethusdc')?.name).toBe('ethereum'),
    )

    const answer = await fetch(`${practice.baseUrl}${TICKERS}`)
    const { payload } = (await answer.json()) as {
      payload: Record<string, { ticker: Record<string, string> }>
    }
    const { markets: listed } = await markets.list()
    for (const line of listed) {
      const raw = payload[line.market]?.ticker ?? {}
      const one = all.markets.find(({ market }) => market === line.market)
      expect(one).toMatchObject({ last: raw['last'], turnover: raw['amount'], volume: raw['volume'] })
      expect(line.changePercent).toBe(one?.changePercent)
    }
  })

  it('are kept with their time when the exchange is gone, and the list goes back to its candles', async () => {
    const clock = movableClock(nowMs)
    const practice = await startPracticeExchange({ host: '127.0.0.1', seed: 7, orders: 20, clock })
    const proxy = await startFaultProxy(practice.baseUrl)
    onTestFinished(async () => {
      await proxy.close()
      await practice.close()
    })
    const { markets, tickers } = await start(proxy.baseUrl, ['ethusdc'], clock)
    const before = markets.listAll()
    expect(tickers.isTold('ethusdc')).toBe(true)
    await proxy.close()
    clock.moveTo(nowMs + MINUTE)
    tickers.trigger()
    await eventually(() => expect(tickers.isTold('ethusdc')).toBe(false))
    expect(markets.listAll()).toEqual(before)
  })

  it('are there after a start without a connection, with their time', async () => {
    const clock = movableClock(nowMs)
    const practice = await startPracticeExchange({ host: '127.0.0.1', seed: 7, orders: 20, clock })
    const proxy = await startFaultProxy(practice.baseUrl)
    onTestFinished(() => practice.close())
    const { markets, store, tickers, feed } = await start(proxy.baseUrl, ['ethusdc'], clock)
    const figures = () =>
      markets.listAll().markets.map(({ market, last, turnover }) => ({ market, last, turnover }))
    const before = figures()
    await eventually(async () => expect(await store.listSettings('tickers.')).toHaveLength(1))
    await Promise.all([tickers.stop(), feed.stop()])
    await proxy.close()
    clock.moveTo(nowMs + MINUTE)
    const later = await start(proxy.baseUrl, ['ethusdc'], clock, store)
    expect(
      later.markets.listAll().markets.map(({ market, last, turnover }) => ({ market, last, turnover })),
    ).toEqual(before)
    expect(later.markets.listAll().asOfMs).toBe(nowMs)
    expect(later.tickers.isTold('ethusdc')).toBe(false)
  })
})

describe('while tickers answer', () => {
  const ok = (payload: unknown): ScriptedAnswer => ({
    json: { status: 'success', message: '', payload },
    headers: { date: new Date(nowMs).toUTCString() },
  })
  const tickerOf = (last: string) => ({
    at: String(nowMs / 1000),
    ticker: { last, open: '1', high: '3', low: '1', volume: '5', amount: '9.5' },
  })

  it('the candles of a market are asked for once a minute, those of a market without a ticker each round', async () => {
    const server = await startScriptedServer()
    onTestFinished(() => server.stop())
    server.play(({ path }) => ok(path === TICKERS ? { ethusdc: tickerOf('2') } : []))
    const { clock, feed, tickers, told } = await start(server.baseUrl, ['ethusdc', 'oldusdc'])
    const asked = (market: string): number =>
      server.requests.filter(
        ({ path, query }) => path === KLINE && query['market'] === market && query['period'] === '60',
      ).length
    await eventually(() => expect(told.count('markets:listChanged')).toBe(1))
    const first = asked('ethusdc')
    expect(first).toBeGreaterThan(0)
    for (let round = 2; round <= 6; round += 1) {
      clock.moveTo(nowMs + (round - 1) * 10_000)
      feed.listChanged()
      await eventually(() => expect(told.count('markets:listChanged')).toBe(round))
    }
    expect(asked('ethusdc')).toBe(first)
    expect(asked('oldusdc')).toBeGreaterThan(first)
    clock.moveTo(nowMs + MINUTE)
    feed.listChanged()
    await eventually(() => expect(asked('ethusdc')).toBeGreaterThan(first))
    expect(server.requests.filter(({ path }) => path === TICKERS)).toHaveLength(1)
    expect(tickers.find('ethusdc')?.ticker.last).toBe('2')
  })

  it('a refusal of the tickers is told, and the list reads candles as before', async () => {
    const server = await startScriptedServer()
    onTestFinished(() => server.stop())
    server.play(({ path }) =>
      path === TICKERS ? { status: 404, json: { status: 'error', message: 'no such page' } } : ok([]),
    )
    const { markets, tickers } = await start(server.baseUrl, ['ethusdc'])
    expect(tickers.isTold('ethusdc')).toBe(false)
    expect(markets.listAll()).toMatchObject({
      markets: [],
      asOfMs: null,
      lastError: { code: 'rejectedByExchange' },
    })
  })
})

describe('what is chosen about the watch list', () => {
  it('is the usual at first, and then each account’s own', async () => {
    const store = await makeStore()
    const session = makeSession('http://127.0.0.1:9', movableClock(nowMs))
    const markets = createMarkets({
      store,
      clock: movableClock(nowMs),
      emit: () => undefined,
      current: inUse(session),
    })
    const usual = await markets.getListSettings()
    expect(usual).toMatchObject({ sort: null, favorites: [], groups: [] })
    const own = {
      ...usual,
      sort: { column: 'turnover' as const, isDescending: true },
      favorites: ['ethusdc'],
      groups: [{ name: 'Majors', markets: ['btcusdc'] }],
    }
    await markets.setListSettings(own)
    expect(await markets.getListSettings()).toEqual(own)
    await store.setSetting(`account/${account.id}/watchList`, '{"columns":7}')
    expect(await markets.getListSettings()).toEqual(usual)
    await store.setSetting(`account/${account.id}/watchList`, 'no JSON')
    expect(await markets.getListSettings()).toEqual(usual)
  })
})
