import { describe, expect, it, onTestFinished } from 'vitest'
import { CandleBook } from '../../../../src-main/practice/markets/candles.ts'
import { practiceDefaults } from '../../../../src-main/practice/defaults.ts'
import { startPracticeExchange } from '../../../../src-main/practice/exchange.ts'
import { tradesAt } from '../../../../src-main/practice/markets/live-market.ts'
import { findMarket } from '../../../../src-main/practice/markets/markets.ts'
import { createTradeHistory } from '../../../../src-main/markets/sync/trade-history.ts'
import type { HistoryStream } from '../../../../src-main/session/sync/history-stream.ts'
import type { Store } from '../../../../src-main/store/api/store-api.ts'
import { eventually } from '../../../fixtures/eventually.ts'
import { failureOf, movableClock, type MovableClock } from '../../../fixtures/test-client.ts'
import { seed } from '../../store/support.ts'
import { makeFeed, makeSession, makeStore } from '../../world.ts'
import { finish, readAndCut } from './history-runs.ts'
import {
  type ServedTrade,
  startTradeServer,
  type TradeServer,
  type TradeServerOptions,
} from './trade-server.ts'
import { randomFrom } from '../../../../scripts/random.ts'

/** Far from today: a Date header of the test's server then says nothing about the clock. */
const nowMs = Date.UTC(2025, 5, 10, 12, 0, 30)
const nowSecond = nowMs / 1_000
const settledSecond = nowSecond - 120
const network = 'https://exchange.example'
const never = new AbortController().signal

interface World {
  readonly store: Store
  readonly clock: MovableClock
  /** Another object each time, as after a new start of the app. */
  readonly open: () => HistoryStream
}

async function makeWorld(baseUrl: string, markets: string[], clock = movableClock(nowMs)): Promise<World> {
  const store = await makeStore()
  const session = makeSession(baseUrl, clock)
  const options = { session, store, clock, markets: () => Promise.resolve(markets), random: () => 0 }
  return { store, clock, open: () => createTradeHistory(options) }
}

async function serve(options: Omit<TradeServerOptions, 'nowMs'>, clock = movableClock(nowMs)) {
  const server = await startTradeServer({ ...options, nowMs: () => clock.now() })
  onTestFinished(() => server.stop())
  return { server, clock }
}

async function storedIds(store: Store, market = 'ethusdc'): Promise<number[]> {
  const { trades } = await store.listMarketTrades(network, market, 1_000_000)
  return trades.map(({ id }) => id)
}

/** Ids of all that has settled, newest first. */
function idsOf(trades: readonly ServedTrade[], untilSecond = settledSecond): number[] {
  return trades
    .filter(({ second }) => second < untilSecond)
    .sort((a, b) => b.second - a.second || b.id - a.id)
    .map(({ id }) => id)
}

/** One trade every `every` seconds, up to `toSecond`. */
function evenly(count: number, every: number, toSecond = settledSecond, firstId = 1): ServedTrade[] {
  return Array.from({ length: count }, (_, at) => ({
    id: firstId + at,
    second: toSecond - 1 - (count - 1 - at) * every,
  }))
}

/** The number of the trades asked for before each second, to see that none is asked twice. */
const pagesOf = (server: TradeServer): (number | null)[] =>
  server.asked().map(({ beforeSecond }) => beforeSecond)

describe('the history of public trades', () => {
  it('is that of the practice exchange, row for row, as far as it is kept, and is not read twice', async () => {
    const clock = movableClock(Date.UTC(2021, 2, 3, 4, 5, 6))
    let requests = 0
    const exchange = await startPracticeExchange({
      host: '127.0.0.1',
      orders: 0,
      clock,
      onRequest: () => {
        requests += 1
      },
    })
    onTestFinished(() => exchange.close())
    const { store, open } = await makeWorld(exchange.baseUrl, ['arbusdc', 'linkusdc'], clock)
    await store.setSetting('keepDays.marketTrades', '7')
    const history = open()
    expect(await finish(history)).toBe('complete')

    const keptSecond = clock.now() / 1_000 - 7 * 86_400
    let all = 0
    for (const symbol of ['arbusdc', 'linkusdc']) {
      const market = findMarket(symbol)
      if (market === undefined) throw new Error('no market')
      const settled = Math.floor(clock.now() / 1_000) - 120
      const has = tradesAt(new CandleBook(practiceDefaults.seed), market, 200_000, settled, clock.now())
      const expected = has
        .filter(({ second }) => second >= keptSecond)
        .map(({ id, second }) => [id, second * 1_000])
      const { trades } = await store.listMarketTrades(network, symbol, 1_000_000)
      expect(trades.map(({ id, createdAtMs }) => [id, createdAtMs])).toEqual(expected)
      all += trades.length
    }
    expect(await history.progress()).toEqual({
      done: all,
      total: all,
      backToMs: keptSecond * 1_000,
      isComplete: true,
    })
    // Another run of the app looks at the newest end at most: nothing has been traded since.
    const before = requests
    expect(await finish(open())).toBe('complete')
    expect(requests - before).toBeLessThanOrEqual(2)
  })

  it.each([
    ['as asked for', {}],
    ['cut at 7 by the service', { most: 7 }],
    ['with the second that is asked for', { isInclusive: true, most: 9 }],
  ] as const)(
    `is whole with many trades a second, on pages %s (seed ${String(seed)})`,
    async (_, options) => {
      const random = randomFrom(seed)
      const below = (limit: number): number => Math.floor(random() * limit)
      const trades: ServedTrade[] = []
      for (let second = settledSecond - 5_000; second < settledSecond; second += 1 + below(80)) {
        // No more than two seconds beside each other have on a page of the shortest kind: what is known of one that has more is a gap.
        for (let many = below(4); many >= 0; many -= 1) trades.push({ id: trades.length + 1, second })
      }
      const { server } = await serve({ trades: { ethusdc: trades }, ...options })
      const { store, open } = await makeWorld(server.baseUrl, ['ethusdc'])
      expect(await finish(open())).toBe('complete')
      expect(await storedIds(store)).toEqual(idsOf(trades))
      const covered = await store.getTradeCoverage(network, 'ethusdc')
      expect(covered.map(({ reachesStart }) => reachesStart)).toEqual([true])
    },
  )

  it(`is the same wherever it is cut off and taken up by another run (seed ${String(seed)})`, async () => {
    const trades = { ethusdc: evenly(3_000, 11), btcusdc: evenly(900, 400) }
    const { server } = await serve({ trades, most: 60 })
    const { store, open } = await makeWorld(server.baseUrl, ['ethusdc', 'btcusdc'])
    const random = randomFrom(seed)
    let cuts = 0
    for (let run = 0; run < 20; run += 1) {
      if (await readAndCut(open(), Math.floor(random() * 15))) cuts += 1
    }
    expect(cuts).toBeGreaterThan(0)
    expect(await finish(open())).toBe('complete')
    expect(await storedIds(store, 'ethusdc')).toEqual(idsOf(trades.ethusdc))
    expect(await storedIds(store, 'btcusdc')).toEqual(idsOf(trades.btcusdc))
  })

  it('reads a second of 700 trades on a larger page', async () => {
    const crowd = Array.from({ length: 700 }, (_, at) => ({ id: 5_000 + at, second: settledSecond - 900 }))
    const trades = [
      ...evenly(300, 20, settledSecond - 900),
      ...crowd,
      ...evenly(300, 2, settledSecond, 9_000),
    ]
    const { server } = await serve({ trades: { ethusdc: trades } })
    const { store, open } = await makeWorld(server.baseUrl, ['ethusdc'])
    expect(await finish(open())).toBe('complete')
    expect(await storedIds(store)).toEqual(idsOf(trades))
    expect((await store.getTradeCoverage(network, 'ethusdc')).length).toBe(1)
  })

  it('notes a second of more trades than any page as a gap, and reads all that is before', async () => {
    const second = settledSecond - 900
    const crowd = Array.from({ length: 1_200 }, (_, at) => ({ id: 5_000 + at, second }))
    const older = evenly(300, 20, second)
    const trades = [...older, ...crowd, ...evenly(300, 2, settledSecond, 9_000)]
    const { server } = await serve({ trades: { ethusdc: trades } })
    const { store, open } = await makeWorld(server.baseUrl, ['ethusdc'])
    const history = open()
    await finish(history, 50)
    const ids = new Set(await storedIds(store))
    expect(older.every(({ id }) => ids.has(id))).toBe(true)
    const covered = await store.getTradeCoverage(network, 'ethusdc')
    expect(covered.map(({ fromMs, toMs }) => fromMs <= second * 1_000 && second * 1_000 <= toMs)).toEqual([
      false,
      false,
    ])
    expect(covered[0]?.toMs).toBe(second * 1_000 - 1)
    expect(covered[1]?.fromMs).toBe((second + 1) * 1_000)
    const before = server.asked().length
    await finish(history)
    expect(server.asked().length).toBe(before)
  })

  it('closes the gap that the live tape has left, and asks only for that', async () => {
    const trades: ServedTrade[] = evenly(1_000, 30)
    const { server, clock } = await serve({ trades: { ethusdc: trades } })
    const { store, open } = await makeWorld(server.baseUrl, ['ethusdc'], clock)
    expect(await finish(open())).toBe('complete')
    // While the app was off, 400 trades were made; the tape shows the newest hundred of them.
    const later = nowSecond + 2 * 86_400
    trades.push(...evenly(400, 30, later - 120, 5_000))
    clock.moveTo(later * 1_000)
    const { feed } = makeFeed(store, server.baseUrl, clock, [])
    feed.watch([{ market: 'ethusdc', period: 1 }], 'ethusdc')
    await eventually(async () => expect((await store.getTradeCoverage(network, 'ethusdc')).length).toBe(2))
    await feed.stop()
    const before = server.asked().length
    const history = open()
    expect((await history.progress()).isComplete).toBe(false)
    expect(await finish(history)).toBe('complete')
    expect(await storedIds(store)).toEqual(idsOf(trades, later - 120))
    expect(server.asked().length - before).toBe(1)
    expect((await store.getTradeCoverage(network, 'ethusdc')).length).toBe(1)
  })

  it('goes on with the live tape without a gap', async () => {
    const trades: ServedTrade[] = evenly(150, 60)
    const { server, clock } = await serve({ trades: { ethusdc: trades } })
    const { store, open } = await makeWorld(server.baseUrl, ['ethusdc'], clock)
    expect(await finish(open())).toBe('complete')
    const { feed } = makeFeed(store, server.baseUrl, clock, [])
    feed.watch([{ market: 'ethusdc', period: 1 }], 'ethusdc')
    for (let round = 1; round <= 3; round += 1) {
      const untilSecond = nowSecond + round * 900
      trades.push(...evenly(20, 40, untilSecond - 120, 1_000 * round))
      clock.moveTo(untilSecond * 1_000)
      feed.trigger()
      await eventually(async () => expect(await storedIds(store)).toEqual(idsOf(trades, untilSecond)))
    }
    await feed.stop()
    expect((await store.getTradeCoverage(network, 'ethusdc')).length).toBe(1)
    const before = server.asked().length
    expect(await finish(open())).toBe('complete')
    expect(server.asked().length - before).toBeLessThanOrEqual(1)
  })

  it('reads what was traded while the app was off', async () => {
    const trades: ServedTrade[] = evenly(700, 30)
    const { server, clock } = await serve({ trades: { ethusdc: trades } })
    const { store, open } = await makeWorld(server.baseUrl, ['ethusdc'], clock)
    expect(await finish(open())).toBe('complete')
    const later = nowSecond + 3 * 86_400
    trades.push(...evenly(1_100, 100, later - 120, 5_000))
    clock.moveTo(later * 1_000)
    const before = server.asked().length
    expect(await finish(open())).toBe('complete')
    expect(await storedIds(store)).toEqual(idsOf(trades, later - 120))
    expect(server.asked().length - before).toBe(3)
  })

  it('does not believe that there are no older trades where the cache has some', async () => {
    const options: TradeServerOptions = {
      trades: { ethusdc: evenly(1_200, 60) },
      nowMs: () => nowMs,
      most: 100,
    }
    const server = await startTradeServer(options)
    onTestFinished(() => server.stop())
    const { store, open, clock } = await makeWorld(server.baseUrl, ['ethusdc'])
    const history = open()
    await history.step(never)
    options.emptyAnswers = 1
    expect(await finish(history)).toBe('later')
    expect((await store.getTradeCoverage(network, 'ethusdc')).some(({ reachesStart }) => reachesStart)).toBe(
      false,
    )
    clock.moveTo(nowMs + 1_000_000)
    expect(await finish(history)).toBe('complete')
    expect(await storedIds(store)).toEqual(idsOf(options.trades['ethusdc'] ?? [], nowSecond))
  })

  it('finds the history of a market that the service had denied at first', async () => {
    const trades = evenly(800, 60)
    const options: TradeServerOptions = { trades: { ethusdc: trades }, nowMs: () => nowMs, emptyAnswers: 1 }
    const server = await startTradeServer(options)
    onTestFinished(() => server.stop())
    const { store, open, clock } = await makeWorld(server.baseUrl, ['ethusdc'])
    const history = open()
    expect(await finish(history)).toBe('complete')
    clock.moveTo(nowMs + 1_000_000)
    expect(await finish(history)).toBe('complete')
    expect(await storedIds(store)).toEqual(idsOf(trades))
  })

  it('goes on with the other markets where one is unknown to the service, and says so at the end', async () => {
    const trades = evenly(1_200, 60)
    const { server, clock } = await serve({ trades: { ethusdc: trades } })
    const { store, open } = await makeWorld(server.baseUrl, ['goneusdc', 'ethusdc'], clock)
    const history = open()
    expect(await failureOf(finish(history))).toMatchObject({ code: 'rejectedByExchange' })
    expect(await storedIds(store)).toEqual(idsOf(trades))
    const before = server.asked().length
    await failureOf(history.step(never))
    expect(server.asked().length).toBe(before)
    clock.moveTo(nowMs + 600_000)
    await failureOf(finish(history))
    expect(server.asked().filter(({ market }) => market === 'goneusdc').length).toBe(2)
  })

  it('comes to an end where a market that had no trade has its first one', async () => {
    const trades: ServedTrade[] = []
    const { server, clock } = await serve({ trades: { newusdc: trades } })
    const { store, open } = await makeWorld(server.baseUrl, ['newusdc'], clock)
    const history = open()
    expect(await finish(history)).toBe('complete')
    trades.push({ id: 1, second: nowSecond })
    clock.moveTo(nowMs + 1_800_000)
    expect(await finish(history, 20)).toBe('complete')
    expect(await storedIds(store, 'newusdc')).toEqual([1])
  })

  it('is not complete while the rest of a second with more trades than any page is missing', async () => {
    const second = settledSecond - 900
    const crowd = Array.from({ length: 1_200 }, (_, at) => ({ id: 5_000 + at, second }))
    const trades = [...evenly(30, 20, second), ...crowd, ...evenly(30, 2, settledSecond, 9_000)]
    const { server } = await serve({ trades: { ethusdc: trades } })
    const { open } = await makeWorld(server.baseUrl, ['ethusdc'])
    const history = open()
    expect(await finish(history)).toBe('later')
    expect(await history.progress()).toMatchObject({ isComplete: false, total: null })
  })

  it('does not believe one empty answer behind a second that was cut off', async () => {
    const second = settledSecond - 900
    const crowd = Array.from({ length: 1_200 }, (_, at) => ({ id: 5_000 + at, second }))
    const older = evenly(30, 20, second)
    const options: TradeServerOptions = { trades: { ethusdc: [...older, ...crowd] }, nowMs: () => nowMs }
    const server = await startTradeServer(options)
    onTestFinished(() => server.stop())
    const { store, open, clock } = await makeWorld(server.baseUrl, ['ethusdc'])
    const history = open()
    await history.step(never)
    options.emptyAnswers = 1
    expect(await finish(history)).toBe('later')
    clock.moveTo(nowMs + 1_000_000)
    await finish(history)
    const ids = new Set(await storedIds(store))
    expect(older.filter(({ id }) => !ids.has(id))).toEqual([])
  })

  it('is complete at once for a market without trades, and does not ask again and again', async () => {
    const { server } = await serve({ trades: { newusdc: [] } })
    const { store, open } = await makeWorld(server.baseUrl, ['newusdc'])
    const history = open()
    expect(await finish(history)).toBe('complete')
    expect(await finish(history)).toBe('complete')
    expect(pagesOf(server)).toEqual([settledSecond])
    expect(await store.listMarketTrades(network, 'newusdc', 5)).toEqual({ trades: [], asOfMs: null })
  })

  it('asks for nothing older than what is kept, and stores nothing older', async () => {
    const trades = evenly(2_000, 900)
    const { server, clock } = await serve({ trades: { ethusdc: trades } })
    const { store, open } = await makeWorld(server.baseUrl, ['ethusdc'], clock)
    await store.setSetting('keepDays.marketTrades', '7')
    expect(await finish(open())).toBe('complete')
    const keptSecond = nowSecond - 7 * 86_400
    expect(await storedIds(store)).toEqual(idsOf(trades.filter(({ second }) => second >= keptSecond)))
    expect(Math.min(...pagesOf(server).map(Number))).toBeGreaterThan(keptSecond)
    await store.setSetting('keepDays.marketTrades', 'all')
    expect(await finish(open())).toBe('complete')
    expect(await storedIds(store)).toEqual(idsOf(trades))
  })

  it('leaves the age of the tape as it is', async () => {
    const { server } = await serve({ trades: { ethusdc: evenly(700, 60) } })
    const { store, open } = await makeWorld(server.baseUrl, ['ethusdc'])
    await store.putMarketTrades(network, 'ethusdc', [], null, 5_000)
    expect(await finish(open())).toBe('complete')
    expect((await store.listMarketTrades(network, 'ethusdc', 1)).asOfMs).toBe(5_000)
  })
})
