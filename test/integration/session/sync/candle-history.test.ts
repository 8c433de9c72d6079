import { describe, expect, it, onTestFinished } from 'vitest'
import { createCandleFill } from '../../../../src-main/markets/candle-fill.ts'
import type { AccountSession } from '../../../../src-main/session/account-session.ts'
import { createCandleHistory } from '../../../../src-main/markets/sync/candle-history.ts'
import type { HistoryStream } from '../../../../src-main/session/sync/history-stream.ts'
import { startPracticeExchange } from '../../../../src-main/practice/exchange.ts'
import type { Store, StoredCandles } from '../../../../src-main/store/api/store-api.ts'
import type { CandlePeriod } from '../../../../src-preload/domain/markets/markets.ts'
import { failureOf, movableClock, type MovableClock } from '../../../fixtures/test-client.ts'
import { seed } from '../../store/support.ts'
import { makeEvents, makeSession, makeStore } from '../../world.ts'
import {
  type CandleServer,
  type CandleServerOptions,
  DAY,
  HOUR,
  MINUTE,
  startCandleServer,
} from './candle-server.ts'
import { finish, readAndCut } from './history-runs.ts'
import { randomFrom } from '../../../../scripts/random.ts'

/** Far from today: a Date header of the test's server then says nothing about the clock. */
const nowMs = Date.UTC(2025, 5, 10, 12, 0, 30)
const network = 'https://exchange.example'
const PAGE = 10_000
const never = new AbortController().signal

interface World {
  readonly store: Store
  readonly session: AccountSession
  readonly clock: MovableClock
  /** Another object each time, as after a new start of the app. */
  readonly open: () => { history: HistoryStream; fill: ReturnType<typeof createCandleFill> }
}

async function makeWorld(baseUrl: string, markets: string[], clock = movableClock(nowMs)): Promise<World> {
  const store = await makeStore()
  const session = makeSession(baseUrl, clock)
  const { emit } = makeEvents()
  return {
    store,
    session,
    clock,
    open: () => {
      const fill = createCandleFill({ session, store, clock, emit })
      const options = {
        session,
        store,
        clock,
        fill,
        markets: () => Promise.resolve(markets),
        random: () => 0,
      }
      return { history: createCandleHistory(options), fill }
    },
  }
}

async function serve(options: Partial<CandleServerOptions> = {}, clock = movableClock(nowMs)) {
  const server = await startCandleServer({
    nowMs: () => clock.now(),
    startsMs: { ethusdc: nowMs - 5 * DAY },
    ...options,
  })
  onTestFinished(() => server.stop())
  return { server, clock }
}

async function storedRows(store: Store, market: string, period: CandlePeriod): Promise<number[][]> {
  const rows: number[][] = []
  let endMs: number | null = null
  for (;;) {
    const stored: StoredCandles = await store.getCandles(network, market, period, endMs, PAGE)
    const { timesMs, open, high, low, close, volume } = stored.candles
    const page = Array.from(timesMs, (timeMs, at) =>
      [timeMs / 1_000, open[at], high[at], low[at], close[at], volume[at]].map(Number),
    )
    rows.unshift(...page)
    if (page.length < PAGE) return rows
    endMs = (timesMs[0] ?? 0) - 1
  }
}

/** All that has settled and is kept is here, row for row. */
async function expectWhole(
  store: Store,
  server: CandleServer,
  market: string,
  settledMs: number,
): Promise<void> {
  for (const period of [1_440, 60, 1] as const) {
    const lastMs = settledMs - period * MINUTE
    const stored = (await storedRows(store, market, period)).filter(
      ([second = 0]) => second * 1_000 <= lastMs,
    )
    // Minutes may lack what is read later, in one go.
    const spareMs = period === 1 ? HOUR : 0
    const has = server.rowsOf(market, period, 0, lastMs)
    const count = has.length
    expect(stored.length).toBeGreaterThanOrEqual(count - spareMs / MINUTE)
    expect(stored).toEqual(has.slice(0, stored.length))
  }
}

const settledAt = (clock: MovableClock): number => clock.now() - 120_000

describe('the history of candles', () => {
  it('is that of the practice exchange, row for row, and is not read twice', async () => {
    const clock = movableClock(Date.UTC(2021, 2, 3, 4, 5, 6))
    const requests: string[] = []
    const exchange = await startPracticeExchange({
      host: '127.0.0.1',
      orders: 0,
      clock,
      onRequest: ({ path }) => requests.push(path),
    })
    onTestFinished(() => exchange.close())
    const { store, session, open } = await makeWorld(exchange.baseUrl, ['arbusdc', 'ethusdc'], clock)
    await store.setSetting('keepDays.fineCandles', '7')
    await store.setSetting('keepDays.coarseCandles', '730')
    const { history } = open()
    expect(await finish(history)).toBe('complete')

    for (const market of ['arbusdc', 'ethusdc']) {
      for (const period of [1_440, 60, 1] as const) {
        const stored = await storedRows(store, market, period)
        const keptMs = clock.now() - (period === 1 ? 7 : 730) * DAY
        expect(stored[0]?.[0]).toBeGreaterThanOrEqual(keptMs / 1_000)
        for (let at = 0; at < stored.length; at += 10_000) {
          const part = stored.slice(at, at + 10_000)
          const startMs = (part[0]?.[0] ?? 0) * 1_000
          const answer = await session.client.listCandles({ market, period, startMs, limit: part.length })
          expect(part.map(([second]) => second)).toEqual(
            Array.from(answer.timesMs, (timeMs) => timeMs / 1_000),
          )
          expect(part.map((row) => row[4])).toEqual([...answer.close])
          expect(part.map((row) => row[5])).toEqual([...answer.volume])
        }
      }
    }
    // Listed on 23 January 2020: everything of the market is here.
    expect((await storedRows(store, 'arbusdc', 1_440))[0]?.[0]).toBe(Date.UTC(2020, 0, 23) / 1_000)
    const { done, total, isComplete, backToMs } = await history.progress()
    expect(isComplete).toBe(true)
    expect(total).toBe(done)
    expect(backToMs).toBe(Math.ceil((clock.now() - 7 * DAY) / MINUTE) * MINUTE)

    const before = requests.length
    expect(await finish(open().history)).toBe('complete')
    expect(requests.length).toBe(before)
  })

  it.each([
    ['the oldest', 'oldest'],
    ['the newest', 'newest'],
  ] as const)(
    'is whole where the service cuts answers at a limit of its own and gives %s of them',
    async (_, cuts) => {
      const { server, clock } = await serve({ most: 333, cuts })
      const { store, open } = await makeWorld(server.baseUrl, ['ethusdc'], clock)
      expect(await finish(open().history)).toBe('complete')
      await expectWhole(store, server, 'ethusdc', settledAt(clock))
      expect((await store.getCandleCoverage(network, 'ethusdc', 1)).length).toBe(1)
    },
  )

  it('knows when a market began last week, and asks for nothing before', async () => {
    const startMs = nowMs - 6 * DAY - 5 * HOUR
    const { server, clock } = await serve({ startsMs: { newusdc: startMs } })
    const { store, open } = await makeWorld(server.baseUrl, ['newusdc'], clock)
    const { history } = open()
    expect(await finish(history)).toBe('complete')
    await expectWhole(store, server, 'newusdc', settledAt(clock))
    // Days: the part, what is before it, and whether there is anything at all; then hours and minutes from that day on.
    const asked = server.asked()
    expect(asked.length).toBeLessThan(25)
    const began = Math.floor(startMs / DAY) * DAY
    const fine = asked.filter(({ period, limit }) => period < 1_440 && limit > 1)
    expect(Math.min(...fine.map(({ fromMs }) => fromMs))).toBeGreaterThanOrEqual(began - DAY)
    const { done, total } = await history.progress()
    expect(total).toBe(done)
    expect(done).toBeLessThan((clock.now() - began) / MINUTE + 7 * 24 + 10)
  })

  it(`is the same wherever it is cut off and taken up by another run (seed ${String(seed)})`, async () => {
    const { server, clock } = await serve({
      startsMs: { ethusdc: nowMs - 9 * DAY, btcusdc: nowMs - 4 * DAY },
    })
    const { store, open } = await makeWorld(server.baseUrl, ['ethusdc', 'btcusdc'], clock)
    const random = randomFrom(seed)
    let cuts = 0
    for (let run = 0; run < 25; run += 1) {
      if (await readAndCut(open().history, Math.floor(random() * 12))) cuts += 1
    }
    expect(cuts).toBeGreaterThan(0)
    expect(await finish(open().history)).toBe('complete')
    for (const market of ['ethusdc', 'btcusdc']) await expectWhole(store, server, market, settledAt(clock))
  })

  it('fills the gap of days in which the app was off, and only that', async () => {
    const { server, clock } = await serve()
    const { store, open } = await makeWorld(server.baseUrl, ['ethusdc'], clock)
    expect(await finish(open().history)).toBe('complete')
    const before = server.asked().length
    clock.moveTo(nowMs + 3 * DAY)
    const { history } = open()
    expect((await history.progress()).isComplete).toBe(false)
    expect(await finish(history)).toBe('complete')
    await expectWhole(store, server, 'ethusdc', settledAt(clock))
    for (const { fromMs, period } of server.asked().slice(before)) {
      expect(fromMs).toBeGreaterThan(nowMs - 2 * period * MINUTE - HOUR)
    }
  })

  it('takes hours in which the service was down for what they are, not for the beginning of the market', async () => {
    const holeMs = nowMs - 9 * DAY
    const isHole = (timeMs: number): boolean => timeMs >= holeMs && timeMs < holeMs + 4 * DAY
    const { server, clock } = await serve({ isHole, startsMs: { ethusdc: nowMs - 12 * DAY } })
    const { store, open } = await makeWorld(server.baseUrl, ['ethusdc'], clock)
    expect(await finish(open().history)).toBe('complete')
    await expectWhole(store, server, 'ethusdc', settledAt(clock))
  })

  it('leaves the last hours alone where the service has none of them, and reads all before', async () => {
    const isHole = (timeMs: number): boolean => timeMs >= nowMs - 5 * HOUR
    const { server, clock } = await serve({ isHole })
    const { store, open } = await makeWorld(server.baseUrl, ['ethusdc'], clock)
    const { history } = open()
    expect(await finish(history)).toBe('later')
    const before = server.asked().length
    expect(await finish(history)).toBe('later')
    expect(server.asked().length).toBe(before)
    expect((await storedRows(store, 'ethusdc', 1)).length).toBe(server.rowsOf('ethusdc', 1, 0, nowMs).length)
    // They are looked for again, in a while.
    clock.moveTo(nowMs + HOUR)
    expect(await finish(history)).toBe('later')
    expect(server.asked().length).toBeGreaterThan(before)
  })

  it('rests where the service does not look at the range that is asked for', async () => {
    const { server, clock } = await serve({ ignoresRange: true })
    const { open } = await makeWorld(server.baseUrl, ['ethusdc'], clock)
    const { history } = open()
    expect(await finish(history, 20)).toBe('later')
    const before = server.asked().length
    expect(await finish(history)).toBe('later')
    expect(server.asked().length).toBe(before)
  })

  it('goes on with the other markets where one is unknown to the service, and says so at the end', async () => {
    const { server, clock } = await serve()
    const { store, open } = await makeWorld(server.baseUrl, ['goneusdc', 'ethusdc'], clock)
    const { history } = open()
    expect(await failureOf(finish(history))).toMatchObject({ code: 'rejectedByExchange' })
    await expectWhole(store, server, 'ethusdc', settledAt(clock))
    const ofGone = (): number => server.asked().filter(({ market }) => market === 'goneusdc').length
    const before = ofGone()
    await failureOf(history.step(never))
    expect(ofGone()).toBe(before)
    clock.moveTo(nowMs + 10 * MINUTE)
    await failureOf(finish(history))
    expect(ofGone()).toBe(before + 1)
  })

  it('fails as a whole where the service asks to slow down', async () => {
    const { server, clock } = await serve()
    server.play(() => ({ status: 429, headers: { 'retry-after': '60' }, json: {} }))
    const { open } = await makeWorld(server.baseUrl, ['ethusdc', 'btcusdc'], clock)
    expect((await failureOf(open().history.step(never))).code).toBe('rateLimited')
  })

  it('asks for nothing older than what is kept', async () => {
    const { server, clock } = await serve({ startsMs: { ethusdc: nowMs - 400 * DAY } })
    const { store, open } = await makeWorld(server.baseUrl, ['ethusdc'], clock)
    await store.setSetting('keepDays.fineCandles', '7')
    await store.setSetting('keepDays.coarseCandles', '90')
    expect(await finish(open().history)).toBe('complete')
    for (const { period, fromMs } of server.asked()) {
      expect(fromMs).toBeGreaterThanOrEqual(nowMs - (period === 1 ? 7 : 90) * DAY)
    }
    // As soon as more is kept, that is read too.
    await store.setSetting('keepDays.coarseCandles', 'all')
    expect(await finish(open().history)).toBe('complete')
    expect((await storedRows(store, 'ethusdc', 60)).at(0)).toEqual(server.rowsOf('ethusdc', 60, 0, nowMs)[0])
  })

  it('fetches nothing twice that the chart asks for at the same time', async () => {
    const { server, clock } = await serve({ startsMs: { ethusdc: nowMs - 2 * DAY } })
    const { store, open } = await makeWorld(server.baseUrl, ['ethusdc'], clock)
    const { history, fill } = open()
    const wanted = { fromMs: nowMs - 2 * DAY, toMs: nowMs - HOUR }
    const chart = (): Promise<void> => fill.fill('ethusdc', 1, wanted, { signal: never })
    await Promise.all([finish(history), chart(), chart()])
    await expectWhole(store, server, 'ethusdc', settledAt(clock))
    const minutes = server.asked().filter(({ period, limit }) => period === 1 && limit > 1)
    const starts = minutes.flatMap(({ fromMs, toMs }) =>
      server.rowsOf('ethusdc', 1, fromMs, toMs).map(([second]) => second),
    )
    expect(new Set(starts).size).toBe(starts.length)
  })
})
