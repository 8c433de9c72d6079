// Owns: keeping market data fresh: the list's hour candles with the minutes that a day starts with, and candles and trades of what is on screen.
// Must not: let one market's failure hold up another, ask for anything while the service is out of reach, or read
// history.
import type { ErrorReport } from '../../src-preload/contract/channel.ts'
import type { CandlePeriod } from '../../src-preload/domain/markets.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import type { Clock } from '../async/clock.ts'
import type { Emit } from '../ipc/events.ts'
import type { Store } from '../store/store-api.ts'
import { type CandleFill, createCandleFill } from './candle-fill.ts'
import { floorToPeriod, type TimeRange } from './candle-plan.ts'
import type { Faults } from '../session/faults.ts'
import type { AccountSession } from '../session/account-session.ts'
import { createMarketAttempts } from './market-attempts.ts'
import { addUpToHour, dayWindow, SUMMARY_MINUTES } from './market-summary.ts'
import { type Poller, startPoller } from '../async/poller.ts'
import { createPollerSet } from '../async/poller-set.ts'
import { coverageOfNewest } from './sync/trade-targets.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
/** How often what is on screen is asked for, unless somebody tells. */
const WATCH_EVERY_MS = 2_000
/** How often each market of the list is asked for, unless somebody tells. */
const LIST_EVERY_MS = 10_000
/**
 * How far back the hours of the list go. A day and an hour would do for most markets; of one with few trades the last
 * price before the day is older.
 */
const LIST_SPAN_MS = 7 * DAY_MS
/** The minutes that a market's 24 hours will start with are fetched this long before they do, so that no figure goes away meanwhile. */
const MINUTES_AHEAD_MS = 2 * MINUTE_MS
/** About the minutes of one hour of a market. */
const MAX_MINUTE_CALLS = 4
const TRADES_PER_CALL = 100
/** Of what is on screen: four that are not answered would leave no other screen a place (exchange/traffic/traffic-limits.ts). */
const MOST_WATCHED_AT_ONCE = 3

/** The charts that are looked at, with the tape. The list and all else give way to them. */
const chartTurn = { lane: 'chart', urgency: 'screen' } as const
const listTurn = { lane: 'markets', urgency: 'background' } as const

export interface MarketFeedOptions {
  readonly session: AccountSession
  readonly store: Store
  readonly clock: Clock
  readonly emit: Emit
  readonly markets: () => Promise<string[]>
  readonly faults: Faults
  /** Uniform in [0, 1). */
  readonly random: () => number
  /** How often each market of the list is asked for, in milliseconds; asked anew each time. */
  readonly listEveryMs?: (() => number) | undefined
  /** The same for what is on screen. */
  readonly watchEveryMs?: (() => number) | undefined
}

/** The candles of one market and period. */
export interface CandleSeries {
  readonly market: string
  readonly period: CandlePeriod
}

export interface MarketFeed {
  /** What brings candles into the cache here: whoever else does shares it, so that nothing is fetched twice. */
  readonly candles: CandleFill
  /**
   * These candles and the trades of `tape` are kept fresh from now on, each for itself: a series that is not answered holds
   * up no other. What is on screen already goes on; a series twice is one.
   */
  watch(charts: readonly CandleSeries[], tape: string | null): void
  /** Fetches, in the background, what the cache lacks of `wanted`. Ranges under way are not asked for twice. */
  fill(market: string, period: CandlePeriod, wanted: TimeRange): void
  /** Why the candles of a series, or the trades of a market, could not be read last time; null where they could. */
  candlesError(market: string, period: CandlePeriod): ErrorReport | null
  tradesError(market: string): ErrorReport | null
  /**
   * True where, about at a moment, the service was asked for every hour of the list's span that is not here, and had none: such
   * an hour had no trade.
   */
  hasReadHours(market: string, atMs: number): boolean
  /** There are other markets in the list, or in another order. */
  listChanged(): void
  trigger(): void
  /** `listEveryMs` or `watchEveryMs` answers otherwise now. */
  retime(): void
  /** Resolves when all that was under way, which is given up, has ended. */
  stop(): Promise<void>
}

const candlesOf = (market: string, period: CandlePeriod): string => `candles ${market} ${String(period)}`
const tradesOf = (market: string): string => `trades ${market}`

export function startMarketFeed(options: MarketFeedOptions): MarketFeed {
  const { session, store, clock, emit, faults, random } = options
  const { client, network } = session
  const listEveryMs = options.listEveryMs ?? (() => LIST_EVERY_MS)
  const watchEveryMs = options.watchEveryMs ?? (() => WATCH_EVERY_MS)
  const candles = createCandleFill({ session, store, clock, emit })
  const stopper = new AbortController()
  const signal = AbortSignal.any([session.signal, stopper.signal])
  /** What was asked for by the chart and is under way. */
  const fills = new Set<Promise<void>>()
  const attempts = createMarketAttempts({ session, clock, faults, random })
  const isPaused = (): boolean => attempts.isPaused()

  const watchers = createPollerSet({
    mostAtOnce: MOST_WATCHED_AT_ONCE,
    everyMs: watchEveryMs,
    isPaused,
    // What failed has been noted by its own name.
    onError: () => undefined,
    random,
  })

  /** Whose turn it is to ask for a series: the list has the candles of a chart that is looked at, too. */
  const turnOf = (market: string, period: CandlePeriod) =>
    watchers.has(candlesOf(market, period)) ? chartTurn : listTurn

  /** The newest candles: those of the span, and all that may still change. */
  function refreshTail(
    { market, period }: CandleSeries,
    spanMs: number,
    everyMs: number,
    signal: AbortSignal,
  ): Promise<void> {
    const periodMs = period * MINUTE_MS
    const settledMs = floorToPeriod(session.time.settledMs(), periodMs) - periodMs
    const fromMs = Math.min(settledMs, floorToPeriod(clock.now(), periodMs) - spanMs)
    const tell = (): void => emit('markets:candlesChanged', { market, period, fromMs: Math.max(0, fromMs) })
    const wanted = { fromMs, toMs: session.time.latestMs() }
    const run = (): Promise<void> =>
      candles.fill(market, period, wanted, { ...turnOf(market, period), signal })
    return attempts.attempt({ work: candlesOf(market, period), everyMs, run, tell })
  }

  function refreshTrades(market: string, signal: AbortSignal): Promise<void> {
    const tell = (): void => emit('markets:tradesChanged', { market })
    const run = async (): Promise<void> => {
      const askedAtMs = clock.now()
      const waitedFromMs = session.time.settledMs()
      const trades = await client.listMarketTrades(
        { market, limit: TRADES_PER_CALL },
        { ...chartTurn, signal },
      )
      // A page that does not reach what was known leaves a gap, which the history of trades closes.
      const covers = coverageOfNewest(trades, Math.min(waitedFromMs, session.time.settledMs()))
      const { added } = await store.putMarketTrades(network, market, trades, covers, askedAtMs)
      if (added > 0 && !signal.aborted) tell()
    }
    return attempts.attempt({ work: tradesOf(market), everyMs: watchEveryMs(), run, tell })
  }

  /** What was known of the hours of the list after the last round, by market. */
  const hoursKnown = new Map<string, string>()
  /** When a round last brought no other hour, by market. */
  const hoursReadMs = new Map<string, number>()
  /** The hours whose minutes need not be asked for any more, by market: the newest two. */
  const minutesDone = new Map<string, readonly number[]>()

  async function refreshHours(market: string, signal: AbortSignal): Promise<void> {
    const startedMs = clock.now()
    await refreshTail({ market, period: 60 }, LIST_SPAN_MS, listEveryMs(), signal)
    if (!hasHours(market) || signal.aborted || isPaused()) return
    const [{ candles }, covered] = await Promise.all([
      store.getCandles(network, market, 60, null, 1),
      store.getCandleCoverage(network, market, 60),
    ])
    // An answer may have been cut: only a round after which nothing is new has seen all there is.
    const known = JSON.stringify([candles.timesMs[0] ?? null, covered])
    if (hoursKnown.get(market) === known) hoursReadMs.set(market, startedMs)
    hoursKnown.set(market, known)
  }
  const hasHours = (market: string): boolean => attempts.errorOf(candlesOf(market, 60)) === null

  /** True where no minute with a trade of an hour is missing. */
  async function hasMinutes(market: string, hourMs: number): Promise<boolean> {
    const [hours, minutes] = await Promise.all([
      store.getCandles(network, market, 60, hourMs, 1),
      store.getCandles(network, market, 1, hourMs + HOUR_MS - MINUTE_MS, SUMMARY_MINUTES),
    ])
    return addUpToHour(hourMs, hours.candles, minutes.candles)
  }

  /**
   * The minutes of one hour, which a window of 24 hours starts in. They have settled a day ago, so one call tells them; where it
   * leaves some out that are not known to be none, it is asked about those, and after that no more.
   */
  function fetchMinutes(market: string, hourMs: number, signal: AbortSignal): Promise<void> {
    const wanted = { fromMs: hourMs, toMs: hourMs + HOUR_MS - MINUTE_MS }
    const tell = (): void => emit('markets:candlesChanged', { market, period: 1, fromMs: hourMs })
    const run = async (): Promise<void> => {
      let leaveOut: readonly TimeRange[] = []
      for (let calls = 0; calls < MAX_MINUTE_CALLS; calls += 1) {
        const call = { ...turnOf(market, 1), signal }
        const part = await candles.fillNewest(market, 1, wanted, leaveOut, call)
        if (part === null || (await hasMinutes(market, hourMs))) break
        if (part.outcome !== 'known') leaveOut = [...leaveOut, part.asked]
      }
      minutesDone.set(market, [...(minutesDone.get(market) ?? []).slice(-1), hourMs])
    }
    return attempts.attempt({ work: candlesOf(market, 1), everyMs: listEveryMs(), run, tell })
  }

  /** The minutes that the market's 24 hours start with, now and shortly. */
  async function refreshMinutes(market: string, signal: AbortSignal): Promise<void> {
    const nowMs = clock.now() + session.time.offsetMs()
    const hours = [nowMs, nowMs + MINUTES_AHEAD_MS].map((atMs) => dayWindow(atMs).firstHourMs)
    for (const hourMs of new Set(hours)) {
      if (signal.aborted || isPaused()) return
      if (minutesDone.get(market)?.includes(hourMs) !== true) await fetchMinutes(market, hourMs, signal)
    }
  }

  const lister: Poller = startPoller({
    everyMs: listEveryMs,
    isPaused,
    onError: (error) => {
      if (!attempts.concernsAll(error)) faults.note('market list', error)
    },
    random,
    run: async (signal) => {
      try {
        for (const market of await options.markets()) {
          if (signal.aborted || isPaused()) return
          await refreshHours(market, signal)
          if (hasHours(market)) await refreshMinutes(market, signal)
        }
        faults.clear('market list')
      } finally {
        if (!signal.aborted) emit('markets:listChanged', {})
      }
    },
  })

  return {
    candles,
    watch(charts, tape) {
      const wanted = new Map<string, (signal: AbortSignal) => Promise<void>>()
      for (const series of charts) {
        const spanMs = series.period * MINUTE_MS
        wanted.set(candlesOf(series.market, series.period), (signal) =>
          refreshTail(series, spanMs, watchEveryMs(), signal),
        )
      }
      if (tape !== null) wanted.set(tradesOf(tape), (signal) => refreshTrades(tape, signal))
      watchers.keep(wanted)
    },
    fill(market, period, wanted) {
      if (isPaused()) return
      const tell = (): void => emit('markets:candlesChanged', { market, period, fromMs: clock.now() })
      const call = { ...turnOf(market, period), signal }
      const run = (): Promise<void> => candles.fill(market, period, wanted, call)
      const work = candlesOf(market, period)
      // Whatever was passed on has been noted, and the next look at the chart asks again.
      const filling = attempts.attempt({ work, everyMs: watchEveryMs(), run, tell }).catch(() => undefined)
      fills.add(filling)
      void filling.finally(() => fills.delete(filling))
    },
    candlesError: (market, period) => attempts.errorOf(candlesOf(market, period)),
    hasReadHours: (market, atMs) => (hoursReadMs.get(market) ?? -Infinity) >= atMs - HOUR_MS,
    tradesError: (market) => attempts.errorOf(tradesOf(market)),
    listChanged() {
      lister.trigger()
    },
    trigger() {
      attempts.wake()
      watchers.trigger()
      lister.trigger()
    },
    retime() {
      lister.retime()
      watchers.retime()
    },
    async stop() {
      stopper.abort(new AppError('cancelled', { reason: 'closed' }))
      await Promise.all([watchers.stop(), lister.stop(), ...fills])
    },
  }
}
