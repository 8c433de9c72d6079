// What the page is told about a range of candles, and what is asked for behind it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChartInterval } from '../../../src-preload/domain/markets/intervals.ts'
import type { CandlePeriod } from '../../../src-preload/domain/markets/markets.ts'
import { marketsChannels } from '../../../src-preload/contract/markets/markets.ts'
import { joinOldest } from '../../../src-main/markets/cut-gaps.ts'
import { createMarkets } from '../../../src-main/markets/markets.ts'
import type { Store } from '../../../src-main/store/api/store-api.ts'
import { eventually } from '../../fixtures/eventually.ts'
import {
  type ReceivedRequest,
  type ScriptedServer,
  startScriptedServer,
} from '../../fixtures/scripted-server.ts'
import { movableClock } from '../../fixtures/test-client.ts'
import { sampleCandles } from '../store/support.ts'
import { inUse, makeFeed, makeStore } from '../world.ts'

const MINUTE = 60_000
const DAY = 1440 * MINUTE
const KLINE = '/sapi/v1/market/kline/'
const NETWORK = 'https://exchange.example'
/** Noon. */
const nowMs = Date.UTC(2026, 10, 20, 12, 0, 30)
const todayMs = Date.UTC(2026, 10, 20)

let server: ScriptedServer
let store: Store

beforeEach(async () => {
  server = await startScriptedServer()
  server.play((request) => ({
    json: { status: 'success', message: '', payload: request.path === KLINE ? candlesOf(request) : [] },
    headers: { date: new Date(nowMs).toUTCString() },
  }))
  store = await makeStore()
})
afterEach(() => server.stop())

/** Every candle that was asked for, closing at 3. Where both ends are given, the engine ignores the limit (facts, A2). */
function candlesOf({ query }: ReceivedRequest): number[][] {
  const step = Number(query['period']) * 60
  const rows: number[][] = []
  const from = Math.ceil(Number(query['start_time']) / step) * step
  for (let time = from; time <= Math.min(Number(query['end_time']), nowMs / 1000); time += step) {
    rows.push([time, 1, 4, 0.5, 3, 10])
  }
  return rows
}

function makeWorld() {
  const clock = movableClock(nowMs)
  const world = makeFeed(store, server.baseUrl, clock, [])
  const markets = createMarkets({
    store,
    clock,
    emit: world.told.emit,
    current: inUse(world.session, { feed: world.feed }),
  })
  const ask = async (
    fromMs: number,
    toMs: number,
    shortest: ChartInterval | null = null,
    widthPx = 100,
    vwap = false,
  ) => {
    const answer = await markets.getCandleRange({
      market: 'ethusdc',
      fromMs,
      toMs,
      widthPx,
      shortest,
      vwap,
    })
    // As the border will read it.
    return marketsChannels['markets:getCandleRange'].output.parse(answer)
  }
  return { ...world, clock, ask }
}

describe('a range of candles', () => {
  it('is answered from what is here at once, and what is missing is fetched behind it in its own period', async () => {
    const { ask, told } = makeWorld()
    const fromMs = todayMs - 30 * DAY
    expect(await ask(fromMs, nowMs, 1440)).toMatchObject({
      period: 1440,
      candles: sampleCandles([]),
      incomplete: [],
      gaps: [{ fromMs, toMs: nowMs }],
      asOfMs: null,
      lastError: null,
    })
    await eventually(() => expect(told.count('markets:candlesChanged')).toBe(1))
    const { candles, gaps, incomplete, asOfMs } = await ask(fromMs, nowMs, 1440)
    expect(candles.timesMs).toHaveLength(31)
    // Today has not ended.
    expect({ gaps, incomplete, asOfMs }).toEqual({
      gaps: [{ fromMs: todayMs, toMs: nowMs }],
      incomplete: [todayMs],
      asOfMs: nowMs,
    })
    expect(server.requests.filter(({ path }) => path === KLINE).map(({ query }) => query['period'])).toEqual([
      '1440',
    ])
  })

  it('of months is asked for in days, as far as they are missing, and is made of them', async () => {
    const { ask, told, clock } = makeWorld()
    const fromMs = Date.UTC(2026, 7, 1)
    const october = { fromMs: Date.UTC(2026, 9, 1), toMs: Date.UTC(2026, 10, 1) - 1 }
    await ask(october.fromMs, Date.UTC(2026, 9, 31), 1440)
    await eventually(() => expect(told.count('markets:candlesChanged')).toBe(1))
    const asked = (): string[] =>
      server.requests
        .filter(({ path }) => path === KLINE)
        .map(({ query }) =>
          [
            query['period'],
            ...[query['start_time'], query['end_time']].map((each) => Number(each) * 1_000),
          ].join(' '),
        )
    const before = asked().length
    const first = await ask(fromMs, nowMs, 'month')
    expect(first).toMatchObject({
      period: 'month',
      gaps: [
        { fromMs, toMs: october.fromMs - 1 },
        { fromMs: october.toMs + 1, toMs: nowMs },
      ],
    })
    expect([...first.candles.timesMs]).toEqual([october.fromMs])
    await eventually(() => expect(told.count('markets:candlesChanged')).toBe(3))
    expect(asked().slice(before).sort()).toEqual([
      `1440 ${String(fromMs)} ${String(october.fromMs)}`,
      `1440 ${String(october.toMs + 1)} ${String(nowMs)}`,
    ])
    const { candles, gaps, incomplete } = await ask(fromMs, nowMs, 'month')
    expect([...candles.timesMs]).toEqual([7, 8, 9, 10].map((month) => Date.UTC(2026, month, 1)))
    expect([...candles.volume]).toEqual([310, 300, 310, 200])
    // November has not ended.
    expect({ gaps, incomplete }).toEqual({
      gaps: [{ fromMs: Date.UTC(2026, 10, 1), toMs: nowMs }],
      incomplete: [Date.UTC(2026, 10, 1)],
    })
    const after = asked().length
    clock.moveTo(nowMs + 1_000)
    await ask(fromMs, nowMs, 'month')
    clock.moveTo(nowMs + 3_000)
    await ask(fromMs, nowMs, 'month')
    // Only today is asked for again, and not what has just come.
    await eventually(() => expect(asked().slice(after)).toHaveLength(1))
    expect(asked()[after]).toMatch(`1440 ${String(todayMs)} `)
  })

  it('does not ask again for what has just come, and does two seconds later', async () => {
    const { ask, told, clock, session } = makeWorld()
    await ask(todayMs - 5 * DAY, nowMs, 1440)
    await eventually(() => expect(told.count('markets:candlesChanged')).toBe(1))
    await ask(todayMs - 5 * DAY, nowMs, 1440)
    await session.client.health().catch(() => undefined)
    expect(server.countOf(KLINE)).toBe(1)
    clock.moveTo(nowMs + 3_000)
    await ask(todayMs - 5 * DAY, nowMs, 1440)
    await eventually(() => expect(server.countOf(KLINE)).toBe(2))
    // The days that have ended are known.
    expect(server.requests.findLast(({ path }) => path === KLINE)?.query['start_time']).toBe(
      String(todayMs / 1000),
    )
  })

  it('does not ask for days whose minutes are all here', async () => {
    const { ask, session } = makeWorld()
    const times = Array.from({ length: 3 * 1440 }, (_, at) => todayMs - 3 * DAY + at * MINUTE)
    const covers = { fromMs: todayMs - 3 * DAY, toMs: todayMs - MINUTE, reachesStart: false }
    const told = { asOfMs: nowMs, nowMs, settledMs: nowMs - 2 * MINUTE }
    await store.putCandles(NETWORK, 'ethusdc', 1, sampleCandles(times), covers, told)
    const { candles, gaps } = await ask(todayMs - 3 * DAY, todayMs - 1, 1440)
    expect([...candles.timesMs]).toEqual([todayMs - 3 * DAY, todayMs - 2 * DAY, todayMs - DAY])
    expect(gaps).toEqual([])
    await session.client.health().catch(() => undefined)
    expect(server.countOf(KLINE)).toBe(0)
  })

  it('has the same VWAP at the same moment for every period below a day, where all minutes of the day are here', async () => {
    const { ask } = makeWorld()
    const fromMs = todayMs - DAY
    const times = Array.from({ length: 1440 }, (_, at) => fromMs + at * MINUTE)
    const minutes = sampleCandles(times)
    minutes.close.set(times.map((_, at) => 100 + (at % 97)))
    minutes.volume.set(times.map((_, at) => 1 + (at % 13)))
    const covers = { fromMs, toMs: todayMs - MINUTE, reachesStart: false }
    const told = { asOfMs: nowMs, nowMs, settledMs: nowMs - 2 * MINUTE }
    await store.putCandles(NETWORK, 'ethusdc', 1, minutes, covers, told)
    const average = async (period: CandlePeriod) => [
      ...(await ask(fromMs, todayMs - 1, period, 1_000, true)).minuteVwap,
    ]
    const [five, hour] = [await average(5), await average(60)]
    expect([five.length, hour.length]).toEqual([288, 24])
    expect(hour).toEqual(five.filter((_, at) => at % 12 === 11))
    expect(new Set(hour).size).toBeGreaterThan(20)
    expect([await average(1), await average(1440)]).toEqual([[], []])
    // Of the day before nothing is known.
    const before = await ask(fromMs - DAY, todayMs - 1, 60, 1_000, true)
    expect(before.minuteVwap).toHaveLength(24)
    expect((await ask(fromMs, todayMs - 1, 60)).minuteVwap).toHaveLength(0)
  })

  it('has at most two candles for each pixel', async () => {
    const { ask } = makeWorld()
    const lengths: [minutes: number, widthPx: number, period: number][] = [
      [200, 100, 1],
      [201, 100, 5],
      [1_000, 100, 5],
      [16_000, 8_000, 1],
      [5 * 525_600, 1_600, 1440],
    ]
    for (const [minutes, widthPx, period] of lengths) {
      const toMs = todayMs - 1
      const answer = await ask(todayMs - minutes * MINUTE, toMs, null, widthPx)
      expect([minutes, answer.period]).toEqual([minutes, period])
    }
  })

  it('lacks nothing of times that have not come', async () => {
    const { ask } = makeWorld()
    expect((await ask(nowMs - MINUTE, nowMs + DAY)).gaps.at(-1)?.toMs).toBeLessThanOrEqual(nowMs)
    expect((await ask(nowMs + MINUTE, nowMs + DAY)).gaps).toEqual([])
  })

  it('is refused when it ends before it begins, and is a moment when it ends where it begins', async () => {
    const { ask } = makeWorld()
    await expect(ask(todayMs, todayMs - 1)).rejects.toMatchObject({
      code: 'validation',
      data: { field: 'toMs' },
    })
    expect((await ask(todayMs, todayMs)).gaps).toEqual([{ fromMs: todayMs, toMs: todayMs }])
  })
})

describe('gaps', () => {
  it('are told as one where they are too many, the newest as they are', () => {
    const gaps = [1, 3, 5, 7].map((at) => ({ fromMs: at, toMs: at }))
    expect(joinOldest(gaps, 4)).toEqual(gaps)
    expect(joinOldest(gaps, 3)).toEqual([{ fromMs: 1, toMs: 3 }, ...gaps.slice(2)])
    expect(joinOldest(gaps, 1)).toEqual([{ fromMs: 1, toMs: 7 }])
    expect(joinOldest([], 3)).toEqual([])
  })
})
