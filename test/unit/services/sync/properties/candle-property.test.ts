// Owns: proof by random histories, before a real server, that every candle that has settled is here once, as it ended.
// Must not: know how candles are asked for.
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { createCandleFill } from '../../../../../src-main/services/candle-fill.ts'
import type { TimeRange } from '../../../../../src-main/services/candle-plan.ts'
import type { CandlePeriod } from '../../../../../src-preload/shared/markets.ts'
import { movableClock } from '../../../../fixtures/test-client.ts'
import { soakRounds } from '../../../../fixtures/soak.ts'
import { seed } from '../../../store/support.ts'
import { makeEvents, makeLink, makeStore } from '../../world.ts'
import { DAY, HOUR, MINUTE, startCandleServer } from '../candle-server.ts'
import { checkHistories } from './histories.ts'

const startMs = Date.UTC(2025, 5, 10, 20, 0, 30)
const network = 'https://exchange.example'
const SETTLE_MS = 2 * MINUTE
const REST_MS = 16 * MINUTE

/** Those that reach back for good; minutes are read in the same way. */
const periods = [1_440, 60] as const

const turn = fc.record({
  restMinutes: fc.constantFrom(0, 1, 90, 4_000),
  cutAfter: fc.integer({ min: 1, max: 12 }),
  /** The answers of this turn are of a copy that lags so much. */
  lagSeconds: fc.constantFrom(0, 0, 30, 60),
  isNewStart: fc.boolean(),
})

it(
  `candles: each one that has settled, once, as it ended (seed ${String(seed)})`,
  { timeout: soakRounds(120_000) },
  async () => {
    const clock = movableClock(startMs)
    const startsMs: Record<string, number> = {}
    let lagMs = 0
    const server = await startCandleServer({ nowMs: () => clock.now() - lagMs, startsMs, most: 90 })
    onTestFinished(() => server.stop())
    const store = await makeStore()
    const real = makeLink(server.baseUrl, clock)
    const { emit } = makeEvents()
    let markets = 0

    await checkHistories(
      'candles',
      fc.record({
        turns: fc.array(turn, { minLength: 1, maxLength: 3 }),
        ageHours: fc.integer({ min: 1, max: 300 }),
      }),
      async ({ turns, ageHours }) => {
        const market = `c${String((markets += 1))}usdc`
        startsMs[market] = startMs - ageHours * HOUR
        clock.moveTo(startMs)
        lagMs = 0
        let calls = 0
        let cutAt = Infinity
        let stopper = new AbortController()
        const link = {
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
        const open = () => createCandleFill({ link, store, clock, emit })
        let fill = open()
        const wantedOf = (period: CandlePeriod): TimeRange => {
          const periodMs = period * MINUTE
          const toMs = Math.floor((clock.now() - SETTLE_MS - periodMs) / periodMs) * periodMs
          return { fromMs: startMs - 30 * DAY - 20 * HOUR, toMs }
        }
        async function read(): Promise<void> {
          for (const period of periods) {
            // What an answer told nothing of is left alone until the next turn, as the history does.
            const leftOut: TimeRange[] = []
            for (let steps = 0; ; steps += 1) {
              if (steps > 200) throw new Error('the history has no end')
              const call = { lane: 'candle history', urgency: 'background', signal: stopper.signal } as const
              const part = await fill.fillNewest(market, period, wantedOf(period), leftOut, call)
              if (part === null) break
              if (part.outcome !== 'known') leftOut.push(part.asked)
            }
          }
        }
        const closesOf = async (period: CandlePeriod): Promise<Map<number, unknown>> => {
          const { candles } = await store.getCandles(network, market, period, null, 5_000)
          return new Map(Array.from(candles.timesMs, (timeMs, at) => [timeMs, candles.close[at]]))
        }
        /** What counts as covered is here, candle for candle, and nothing is before what counts as the start. */
        async function expectHonest(): Promise<void> {
          for (const period of periods) {
            const stored = await closesOf(period)
            for (const range of await store.getCandleCoverage(network, market, period)) {
              const fromMs = range.reachesStart ? 0 : range.fromMs
              for (const row of server.rowsOf(market, period, fromMs, range.toMs)) {
                expect([row[0], stored.get(row[0] * 1_000)]).toEqual([row[0], row[4]])
              }
            }
          }
        }

        for (const one of turns) {
          clock.moveTo(clock.now() + one.restMinutes * MINUTE)
          lagMs = one.lagSeconds * 1_000
          calls = 0
          cutAt = one.cutAfter
          stopper = new AbortController()
          if (one.isNewStart) fill = open()
          await read().catch(() => undefined)
          lagMs = 0
          await expectHonest()
        }
        lagMs = 0
        cutAt = Infinity
        stopper = new AbortController()
        // What was left alone after an answer that told nothing has its turn in time.
        for (let rest = 0; rest < 3; rest += 1) {
          clock.moveTo(clock.now() + REST_MS)
          await read()
        }
        await expectHonest()
        for (const period of periods) {
          const served = server.rowsOf(market, period, 0, clock.now() - SETTLE_MS - period * MINUTE)
          const stored = await closesOf(period)
          expect(served.filter((row) => stored.get(row[0] * 1_000) !== row[4])).toEqual([])
        }
      },
    )
  },
)
