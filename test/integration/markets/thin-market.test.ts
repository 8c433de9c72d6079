// Minutes without trades are known as such, however the candles around them came in.
import { afterEach, describe, expect, it } from 'vitest'
import { createMarkets } from '../../../src-main/markets/markets.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { movableClock } from '../../fixtures/test-client.ts'
import { type CandleServer, DAY, MINUTE, startCandleServer } from '../session/sync/candle-server.ts'
import { inUse, makeFeed, makeStore } from '../world.ts'

const startMs = Date.UTC(2026, 10, 20, 12)
const market = 'ethusdc'

let server: CandleServer
afterEach(() => server.stop())

/** A market with trades in these minutes after the start and, farther back, in every 7th. */
async function openThin(tradedMinutes: readonly number[]) {
  const clock = movableClock(startMs)
  const traded = new Set(tradedMinutes.map((minute) => startMs + minute * MINUTE))
  server = await startCandleServer({
    nowMs: () => clock.now(),
    startsMs: { [market]: startMs - 3 * DAY },
    isHole: (timeMs) => (timeMs < startMs ? ((startMs - timeMs) / MINUTE) % 7 !== 0 : !traded.has(timeMs)),
  })
  const store = await makeStore()
  const { feed, session, told } = makeFeed(store, server.baseUrl, clock, [])
  const markets = createMarkets({
    store,
    clock,
    emit: told.emit,
    current: inUse(session, { feed }),
  })
  const call = { signal: session.signal, lane: 'chart', urgency: 'screen' } as const
  const look = (fromMs: number, toMs: number) =>
    markets.getCandleRange({ market, fromMs, toMs, widthPx: 4_000, shortest: 1, vwap: false })
  /** Looks as a chart does: again after each change, until nothing is fetched any more. */
  async function lookOn(fromMs: number, toMs: number) {
    for (;;) {
      const changes = told.count('markets:candlesChanged')
      const answer = await look(fromMs, toMs)
      // Fetches of a series follow each other: this one, of nothing, ends after all before.
      await feed.candles.fill(market, 1, { fromMs: 1, toMs: 0 }, call)
      if (changes === told.count('markets:candlesChanged')) return answer
    }
  }
  return { clock, lookOn, session, told }
}

describe('a market with few trades', () => {
  it('has no unknown minutes between two candles that were read at different times', async () => {
    const { clock, lookOn, session } = await openThin([5, 6, 31, 32, 50])
    const fromMs = startMs - 63 * MINUTE
    for (let minute = 0; minute <= 60; minute += 1) {
      clock.moveTo(startMs + minute * MINUTE + 30_000)
      await lookOn(fromMs, clock.now())
    }
    const { candles, gaps } = await lookOn(fromMs, clock.now())
    expect([...candles.timesMs].slice(-5)).toEqual(
      [5, 6, 31, 32, 50].map((minute) => startMs + minute * MINUTE),
    )
    // What follows the last trade may have come late.
    expect(gaps.map(({ fromMs }) => fromMs)).toEqual([startMs + 51 * MINUTE])
    expect(session.time.settledMs()).toBeGreaterThan(startMs + 55 * MINUTE)
  })

  it('tells at once of the time before a candle that has just begun', async () => {
    const { clock, lookOn } = await openThin([5, 40])
    clock.moveTo(startMs + 20 * MINUTE)
    await lookOn(startMs - 63 * MINUTE, clock.now())
    clock.moveTo(startMs + 40 * MINUTE + 10_000)
    const { gaps } = await lookOn(startMs - 63 * MINUTE, clock.now())
    expect(gaps).toHaveLength(1)
    // Two minutes may still change.
    expect(gaps[0]?.fromMs).toBe(startMs + 38 * MINUTE)
  })

  it('tells the page that there was nothing, so that it is drawn as known', async () => {
    const { clock, lookOn, told } = await openThin([])
    clock.moveTo(startMs + 2 * DAY)
    const fromMs = startMs + 60 * MINUTE
    const toMs = startMs + 300 * MINUTE
    await lookOn(fromMs, toMs)
    await eventually(() => expect(told.count('markets:candlesChanged')).toBe(1))
    expect((await lookOn(fromMs, toMs)).gaps).toEqual([])
  })

  it('is asked about no more often than there are changes', async () => {
    const { clock, lookOn } = await openThin([5, 31])
    clock.moveTo(startMs + 40 * MINUTE)
    await lookOn(startMs - 602 * MINUTE, clock.now())
    const before = server.asked().length
    await lookOn(startMs - 602 * MINUTE, startMs + 31 * MINUTE)
    expect(server.asked().length).toBe(before)
    expect(before).toBeLessThanOrEqual(4)
  })
})
