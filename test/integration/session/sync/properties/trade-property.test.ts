// By random histories, before a real server, that every public trade that has settled is here once.
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { createTradeHistory } from '../../../../../src-main/markets/sync/trade-history.ts'
import { movableClock } from '../../../../fixtures/test-client.ts'
import { soakRounds } from '../../../../fixtures/soak.ts'
import { seed } from '../../../store/support.ts'
import { makeSession, makeStore } from '../../../world.ts'
import { type ServedTrade, startTradeServer, type TradeServerOptions } from '../trade-server.ts'
import { checkHistories } from './histories.ts'

const startMs = Date.UTC(2025, 5, 10, 12, 0, 30)
const network = 'https://exchange.example'
const MINUTE_MS = 60_000
/** The newest end is asked for so often. */
const TAIL_MS = 15 * MINUTE_MS
const SETTLE_MS = 2 * MINUTE_MS

const turn = fc.record({
  /** Seconds from one trade to the next; 0 is the same second. */
  arrive: fc.array(fc.constantFrom(0, 0, 1, 7, 60, 400), { maxLength: 14 }),
  /** Trades that are booked so many seconds late. */
  late: fc.array(fc.nat(59), { maxLength: 2 }),
  /** The answers of this turn are of a copy that lags so much. */
  lagSeconds: fc.constantFrom(0, 0, 30, 60),
  cutAfter: fc.integer({ min: 1, max: 6 }),
  /** Which answer of the turn is empty though there are trades. */
  emptyAt: fc.constantFrom(0, 0, 0, 1, 2, 3),
  restMinutes: fc.constantFrom(0, 1, 20),
  isNewStart: fc.boolean(),
})

it(
  `public trades: each one that has settled, once (seed ${String(seed)})`,
  { timeout: soakRounds(120_000) },
  async () => {
    const clock = movableClock(startMs)
    const trades: Record<string, ServedTrade[]> = {}
    let lagMs = 0
    const options: TradeServerOptions = { trades, nowMs: () => clock.now() - lagMs, most: 7 }
    const server = await startTradeServer(options)
    onTestFinished(() => server.stop())
    const store = await makeStore()
    const real = makeSession(server.baseUrl, clock)
    let markets = 0

    await checkHistories('public trades', fc.array(turn, { minLength: 1, maxLength: 3 }), async (turns) => {
      const market = `m${String((markets += 1))}usdc`
      const served: ServedTrade[] = []
      trades[market] = served
      clock.moveTo(startMs)
      let calls = 0
      let cutAt = Infinity
      let emptyAt = 0
      let isMisled = false
      let stopper = new AbortController()
      const session = {
        ...real,
        client: {
          ...real.client,
          listMarketTrades: (...asked: Parameters<typeof real.client.listMarketTrades>) => {
            calls += 1
            if (calls === emptyAt) options.emptyAnswers = 1
            const answer = real.client.listMarketTrades(...asked)
            if (calls === cutAt) stopper.abort()
            return answer
          },
        },
      }
      const open = () =>
        createTradeHistory({
          session,
          store,
          clock,
          markets: () => Promise.resolve([market]),
          random: () => 0,
        })
      let history = open()
      async function read(): Promise<string> {
        for (let steps = 0; steps < 500; steps += 1) {
          const result = await history.step(stopper.signal)
          if (result !== 'more') return result
        }
        throw new Error('the history has no end')
      }
      /** Ids of all trades older than a time, newest first. */
      const idsBefore = (beforeMs: number): number[] =>
        served
          .filter(({ second }) => second * 1_000 < beforeMs)
          .sort((a, b) => b.second - a.second || b.id - a.id)
          .map(({ id }) => id)
      async function storedBefore(beforeMs: number): Promise<number[]> {
        const stored = await store.listMarketTrades(network, market, 100_000)
        return stored.trades.filter(({ createdAtMs }) => createdAtMs < beforeMs).map(({ id }) => id)
      }

      let ids = 0
      let lastSecond = startMs / 1_000 - 3_600
      for (const one of turns) {
        for (const seconds of one.arrive) {
          lastSecond += seconds
          // No second has more trades than a page: of one that has, nobody can tell whether all are here.
          if (served.filter(({ second }) => second === lastSecond).length >= 3) lastSecond += 1
          served.push({ id: (ids += 1), second: lastSecond })
        }
        clock.moveTo(Math.max(clock.now() + one.restMinutes * MINUTE_MS, lastSecond * 1_000 + 1_000))
        lagMs = one.lagSeconds * 1_000
        calls = 0
        cutAt = one.cutAfter
        emptyAt = one.emptyAt
        options.emptyAnswers = 0
        stopper = new AbortController()
        if (one.isNewStart) history = open()
        await read().catch(() => undefined)
        options.emptyAnswers = 0
        // Where nothing is known, an empty answer cannot be told from a market without trades.
        isMisled ||= emptyAt > 0 && calls >= emptyAt
        if (!isMisled && (await history.progress()).isComplete) {
          const beforeMs = clock.now() - TAIL_MS - SETTLE_MS - 1_000
          expect(await storedBefore(beforeMs)).toEqual(idsBefore(beforeMs))
        }
        for (const seconds of one.late) {
          const second = Math.floor(clock.now() / 1_000) - seconds
          if (served.filter((each) => each.second === second).length < 3)
            served.push({ id: (ids += 1), second })
        }
        // What is booked later than that is nothing that has settled.
        lastSecond = Math.max(lastSecond, clock.now() / 1_000)
      }
      lagMs = 0
      cutAt = Infinity
      emptyAt = 0
      stopper = new AbortController()
      let outcome = ''
      // What was left alone after an answer that told nothing has its turn in time.
      for (let rest = 0; rest < 3; rest += 1) {
        clock.moveTo(clock.now() + 2 * TAIL_MS)
        outcome = await read()
      }
      const settledMs = clock.now() - SETTLE_MS - 1_000
      expect(await storedBefore(settledMs)).toEqual(idsBefore(settledMs))
      expect(outcome).toBe('complete')
      expect(await history.progress()).toMatchObject({ isComplete: true })
    })
  },
)
