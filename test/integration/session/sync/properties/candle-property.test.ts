// By random histories, before a real server, that every candle that has settled is here once, as it ended.
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { createCandleFill } from '../../../../../src-main/markets/candle-fill.ts'
import { createCandleHistory } from '../../../../../src-main/markets/sync/candle-history.ts'
import type { CandlePeriod } from '../../../../../src-preload/domain/markets/markets.ts'
import { movableClock } from '../../../../fixtures/test-client.ts'
import { soakRounds } from '../../../../fixtures/soak.ts'
import { seed } from '../../../store/support.ts'
import { makeEvents, makeSession, makeStore } from '../../../world.ts'
import { HOUR, MINUTE, startCandleServer } from '../candle-server.ts'
import { checkHistories } from './histories.ts'

const startMs = Date.UTC(2025, 5, 10, 20, 0, 30)
const network = 'https://exchange.example'
const SETTLE_MS = 2 * MINUTE
const REST_MS = 16 * MINUTE

const periods = [1_440, 60, 1] as const
/** So much of the newest end is not asked for each time. */
const SPARE_MS = 2 * HOUR
/** Rows at once: more than any series here has. */
const MANY = 40_000

const turn = fc.record({
  restMinutes: fc.constantFrom(0, 1, 90, 900),
  cutAfter: fc.integer({ min: 1, max: 12 }),
  /** The answers of this turn are of a copy that lags so much. */
  lagSeconds: fc.constantFrom(0, 0, 30, 60),
  /** The service does not look at the range that it is asked for. */
  ignoresRange: fc.constantFrom(false, false, false, false, true),
  isNewStart: fc.boolean(),
})

it(
  `candles: each one that has settled, once, as it ended (SEED=${String(seed)})`,
  { timeout: soakRounds(240_000) },
  async () => {
    const clock = movableClock(startMs)
    const startsMs: Record<string, number> = {}
    let lagMs = 0
    let hole = { fromMs: 0, toMs: 0 }
    let ignoresRange = false
    const server = await startCandleServer({
      nowMs: () => clock.now() - lagMs,
      startsMs,
      most: 200,
      isHole: (timeMs) => timeMs >= hole.fromMs && timeMs < hole.toMs,
      get ignoresRange() {
        return ignoresRange
      },
    })
    onTestFinished(() => server.stop())
    const store = await makeStore()
    const real = makeSession(server.baseUrl, clock)
    const { emit } = makeEvents()
    let markets = 0

    await checkHistories(
      'candles',
      fc.record({
        turns: fc.array(turn, { minLength: 1, maxLength: 3 }),
        ageHours: fc.integer({ min: 1, max: 40 }),
        /** The service was down for a while: hours before the first reading, and how long. */
        down: fc.record({
          beforeHours: fc.integer({ min: 4, max: 40 }),
          hours: fc.constantFrom(0, 0, 1, 3, 12),
        }),
      }),
      async ({ turns, ageHours, down }) => {
        const market = `c${String((markets += 1))}usdc`
        startsMs[market] = startMs - ageHours * HOUR
        const holeMs = Math.floor((startMs - down.beforeHours * HOUR) / HOUR) * HOUR
        hole = { fromMs: holeMs, toMs: Math.min(holeMs + down.hours * HOUR, startMs - 3 * HOUR) }
        clock.moveTo(startMs)
        lagMs = 0
        let calls = 0
        let cutAt = Infinity
        let stopper = new AbortController()
        const session = {
          ...real,
          client: {
            ...real.client,
            listCandles: (...asked: Parameters<typeof real.client.listCandles>) => {
              calls += 1
              const answer = real.client.listCandles(...asked)
              if (calls === cutAt) stopper.abort()
              return answer
            },
          },
        }
        const open = () =>
          createCandleHistory({
            session,
            store,
            clock,
            fill: createCandleFill({ session, store, clock, emit }),
            markets: () => Promise.resolve([market]),
            random: () => 0,
          })
        let history = open()
        async function read(): Promise<string> {
          for (let steps = 0; steps < 400; steps += 1) {
            const result = await history.step(stopper.signal)
            if (result !== 'more') return result
          }
          throw new Error('the history has no end')
        }
        const rowsHere = async (period: CandlePeriod): Promise<Map<number, readonly number[]>> => {
          const { candles } = await store.getCandles(network, market, period, null, MANY)
          const { timesMs, open: opens, high, low, close, volume } = candles
          return new Map(
            Array.from(timesMs, (timeMs, at) => [
              timeMs,
              [timeMs / 1_000, opens[at], high[at], low[at], close[at], volume[at]].map(Number),
            ]),
          )
        }
        /** What counts as covered is here, candle for candle, and nothing is before what counts as the start. */
        async function expectHonest(): Promise<void> {
          for (const period of periods) {
            const stored = await rowsHere(period)
            for (const range of await store.getCandleCoverage(network, market, period)) {
              const fromMs = range.reachesStart ? 0 : range.fromMs
              for (const row of server.rowsOf(market, period, fromMs, range.toMs)) {
                expect(stored.get(row[0] * 1_000)).toEqual([...row])
              }
            }
          }
          if ((await history.progress()).isComplete) await expectWhole(SPARE_MS)
        }
        /** All that has settled is here, but for the newest end. */
        async function expectWhole(spareMs: number): Promise<void> {
          for (const period of periods) {
            const stored = await rowsHere(period)
            const served = server.rowsOf(
              market,
              period,
              0,
              clock.now() - SETTLE_MS - period * MINUTE - spareMs,
            )
            expect(served.filter((row) => String(stored.get(row[0] * 1_000)) !== String(row))).toEqual([])
          }
        }

        for (const one of turns) {
          clock.moveTo(clock.now() + one.restMinutes * MINUTE)
          lagMs = one.lagSeconds * 1_000
          calls = 0
          cutAt = one.cutAfter
          stopper = new AbortController()
          ;({ ignoresRange } = one)
          if (one.isNewStart) history = open()
          await read().catch((error: unknown) => {
            if (!stopper.signal.aborted) throw error
          })
          lagMs = 0
          await expectHonest()
        }
        ignoresRange = false
        cutAt = Infinity
        stopper = new AbortController()
        let outcome = ''
        // What was left alone after an answer that told nothing has its turn in time, and that a market began where it
        // seems to is believed a day later.
        for (const restMs of [REST_MS, REST_MS, 25 * HOUR, REST_MS]) {
          clock.moveTo(clock.now() + restMs)
          outcome = await read()
        }
        await expectHonest()
        expect(outcome).toBe('complete')
        expect(await history.progress()).toMatchObject({ isComplete: true })
        await expectWhole(SPARE_MS)
      },
    )
  },
)
