// Keeps market data fresh: hour candles for the list with the minutes that its 24 hours start with, and the candles and
// trades on screen. Pauses while the service is unreachable; one market's failure does not block another.
import type { ErrorReport } from '../../src-preload/contract/channel.ts'
import type { CandlePeriod } from '../../src-preload/domain/markets/markets.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import { freshnessTopics } from '../../src-preload/domain/freshness.ts'
import { createCandleFill } from './candle-fill.ts'
import { floorToPeriod, type TimeRange } from './candle-gaps.ts'
import type { Faults } from '../session/faults.ts'
import type { AccountSession } from '../session/account-session.ts'
import type { FreshnessBoard } from '../session/freshness-board.ts'
import { type CandleSeries, createLiveScreen } from './live/live-screen.ts'
import { createMarketAttempts } from './market-attempts.ts'
import { addUpToHour, dayWindow, SUMMARY_MINUTES } from './market-summary.ts'
import { type Poller, startPoller } from '../async/poller.ts'
import { createPollerSet } from '../async/poller-set.ts'
import { coverageOfNewest } from './sync/trade-targets.ts'
import type { Tools } from '../tools.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
/** Interval for what a stream keeps current: an answer covers it for good, and would show a lost message. */
const CHECK_EVERY_MS = 45_000
/** Interval for a market of the list whose figures its ticker gives: its candles are for the spark line and other screens. */
const TOLD_EVERY_MS = 60_000
/**
 * How far back the list's hours go. A day and an hour are enough for most markets; in a market with few trades the last price
 * before the day is older.
 */
const LIST_SPAN_MS = 7 * DAY_MS
/**
 * The minutes that a market's 24 hours will start with are fetched this much earlier, so that no figure disappears meanwhile.
 */
const MINUTES_AHEAD_MS = 2 * MINUTE_MS
/** Per hour of a market. */
const MAX_MINUTE_CALLS = 4
const TRADES_PER_CALL = 100
/** Upstream's limit (facts A3). */
const MAX_TRADES_PER_CALL = 1_000
/**
 * Limit for what is on screen: four unanswered requests would block all other screens (exchange/rate-limit/request-limits.ts).
 */
const MAX_CONCURRENT_WATCHES = 3

/** Priority of visible charts and the trade tape; the list and everything else yield to them. */
const chartTurn = { lane: 'chart', urgency: 'screen' } as const
const listTurn = { lane: 'markets', urgency: 'background' } as const

export interface MarketFeedOptions extends Pick<Tools, 'store' | 'clock' | 'emit' | 'random'> {
  readonly session: AccountSession
  readonly markets: () => Promise<string[]>
  readonly faults: Faults
  /** Interval for each market of the list, in milliseconds; called before each pause. */
  readonly listEveryMs: () => number
  /** True for a market whose figures its ticker gives at present. */
  readonly isTold: (market: string) => boolean
  /** The same as `listEveryMs` for what is on screen. */
  readonly watchEveryMs: () => number
  readonly freshness: FreshnessBoard
  /** Whether streams may be held for the screen; called again after `gateChanged`. */
  readonly mayStream: () => boolean
}

const { candles: candlesOf, trades: tradesOf } = freshnessTopics

export function startMarketFeed(options: MarketFeedOptions) {
  const { session, store, clock, emit, faults, random, listEveryMs, watchEveryMs } = options
  const { client, network } = session
  const candles = createCandleFill({ session, store, clock, emit })
  const stopper = new AbortController()
  const signal = AbortSignal.any([session.signal, stopper.signal])
  /** Chart requests in progress. */
  const fills = new Set<Promise<void>>()
  const attempts = createMarketAttempts({ session, clock, faults, random })
  const isPaused = (): boolean => attempts.isPaused()

  const watchers = createPollerSet({
    maxConcurrent: MAX_CONCURRENT_WATCHES,
    // The names of its tasks are topics.
    everyMs: (topic) => (live.isLive(topic) ? CHECK_EVERY_MS : watchEveryMs()),
    isPaused,
    // Failures are already recorded under their own name.
    onError: () => undefined,
    random,
  })

  const live = createLiveScreen({
    ...options,
    streams: session.streams,
    network,
    onStale: (topic) => watchers.trigger(topic),
    onLost: () => watchers.retime(),
    onFault: (error) => {
      if (!signal.aborted) faults.note('streamed trades and candles', error)
    },
  })

  /** Priority of a series: the list also fetches the candles of visible charts. */
  const turnOf = (market: string, period: CandlePeriod) =>
    watchers.has(candlesOf(market, period)) ? chartTurn : listTurn

  /** Refreshes the newest candles: those of the span, and all that may still change. */
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
    const run = async (): Promise<void> => {
      const asking = live.askCandles({ market, period })
      await candles.fill(market, period, wanted, { ...turnOf(market, period), signal })
      // Without a service it ends early, and nothing was read.
      if (!signal.aborted && session.connection.isReachable()) live.answered(asking)
    }
    return attempts.attempt({ work: candlesOf(market, period), everyMs, run, tell })
  }

  function refreshTrades(market: string, signal: AbortSignal): Promise<void> {
    const tell = (): void => emit('markets:tradesChanged', { market })
    const run = async (): Promise<void> => {
      const asking = live.askTrades(market)
      const waitedFromMs = session.time.settledMs()
      // As many as were streamed meanwhile, so that the page reaches the last one.
      const limit = Math.min(MAX_TRADES_PER_CALL, TRADES_PER_CALL + live.takeTradeCount(market))
      const { rows: trades, unread } = await client.listMarketTrades(
        { market, limit },
        { ...chartTurn, signal },
      )
      // A page that does not reach the known trades leaves a gap, which the trade history closes.
      const settledMs = Math.min(waitedFromMs, session.time.settledMs())
      // Rows that could not be read are a gap as well.
      const covers = unread === null ? coverageOfNewest(trades, settledMs) : null
      const { added } = await store.putMarketTrades(network, market, trades, covers, asking.askedAtMs)
      if (signal.aborted) return
      if (added > 0) tell()
      live.answered(asking, unread === null)
    }
    return attempts.attempt({ work: tradesOf(market), everyMs: watchEveryMs(), run, tell })
  }

  /** The known hours of the list after the last round, by market. */
  const hoursKnown = new Map<string, string>()
  /** When a round last brought no new hour, by market. */
  const hoursReadMs = new Map<string, number>()
  /** The hours whose minutes are complete, by market: the newest two. */
  const minutesDone = new Map<string, readonly number[]>()

  async function refreshHours(market: string, signal: AbortSignal): Promise<void> {
    const startedMs = clock.now()
    await refreshTail({ market, period: 60 }, LIST_SPAN_MS, listEveryMs(), signal)
    if (!hasHours(market) || signal.aborted || isPaused()) return
    const [{ candles }, covered] = await Promise.all([
      store.getCandles(network, market, 60, null, 1),
      store.getCandleCoverage(network, market, 60),
    ])
    // An answer may be truncated: only a round without news has seen everything.
    const known = JSON.stringify([candles.timesMs[0] ?? null, covered])
    if (hoursKnown.get(market) === known) hoursReadMs.set(market, startedMs)
    hoursKnown.set(market, known)
  }
  const hasHours = (market: string): boolean => attempts.errorOf(candlesOf(market, 60)) === null

  /** True if no minute with a trade is missing in an hour. */
  async function hasMinutes(market: string, hourMs: number): Promise<boolean> {
    const [hours, minutes] = await Promise.all([
      store.getCandles(network, market, 60, hourMs, 1),
      store.getCandles(network, market, 1, hourMs + HOUR_MS - MINUTE_MS, SUMMARY_MINUTES),
    ])
    return addUpToHour(hourMs, hours.candles, minutes.candles)
  }

  /**
   * Fetches the minutes of the hour that a 24-hour window starts in. They settled a day ago, so one call returns them; if it
   * omits some that are not known to be empty, those are requested once more.
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

  /** Refreshes the minutes that the market's 24 hours start with, now and shortly. */
  async function refreshMinutes(market: string, signal: AbortSignal): Promise<void> {
    const nowMs = clock.now() + session.time.offsetMs()
    const hours = [nowMs, nowMs + MINUTES_AHEAD_MS].map((atMs) => dayWindow(atMs).firstHourMs)
    for (const hourMs of new Set(hours)) {
      if (signal.aborted || isPaused()) return
      if (minutesDone.get(market)?.includes(hourMs) !== true) await fetchMinutes(market, hourMs, signal)
    }
  }

  /** When a round last began to read a market, by market. */
  const listedMs = new Map<string, number>()

  function isDue(market: string): boolean {
    const ageMs = clock.now() - (listedMs.get(market) ?? -Infinity)
    // A negative age means that the clock was set back.
    return !options.isTold(market) || ageMs < 0 || ageMs >= TOLD_EVERY_MS
  }

  const lister: Poller = startPoller({
    everyMs: listEveryMs,
    isPaused,
    onError: (error) => {
      if (!attempts.concernsAll(error)) faults.note('market list', error)
    },
    random,
    run: async (signal) => {
      let hasRead = false
      try {
        const markets = await options.markets()
        if (!signal.aborted) live.list(markets)
        for (const market of markets) {
          if (signal.aborted || isPaused()) return
          if (!isDue(market)) continue
          hasRead = true
          listedMs.set(market, clock.now())
          await refreshHours(market, signal)
          if (hasHours(market)) await refreshMinutes(market, signal)
        }
        faults.clear('market list')
      } finally {
        if (hasRead && !signal.aborted) emit('markets:listChanged', {})
      }
    },
  })

  return {
    /** Fetches candles into the cache; shared, so that nothing is fetched twice. */
    candles,
    /**
     * Keeps these candles and the trades of `tape` fresh from now on, each independently: an unanswered series does not block
     * the others. Running ones continue; duplicates count once.
     */
    watch(charts: readonly CandleSeries[], tape: string | null): void {
      live.watch(charts, tape)
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
    /** Fetches what the cache lacks of `wanted` in the background. Ranges in progress are not requested twice. */
    fill(market: string, period: CandlePeriod, wanted: TimeRange): void {
      if (isPaused()) return
      const tell = (): void => emit('markets:candlesChanged', { market, period, fromMs: clock.now() })
      const call = { ...turnOf(market, period), signal }
      const run = (): Promise<void> => candles.fill(market, period, wanted, call)
      const work = candlesOf(market, period)
      // The failure is already recorded, and the chart's next request retries.
      const filling = attempts.attempt({ work, everyMs: watchEveryMs(), run, tell }).catch(() => undefined)
      fills.add(filling)
      void filling.finally(() => fills.delete(filling))
    },
    /** True while a stream keeps the candles of a series current. */
    isLive: (market: string, period: CandlePeriod): boolean => live.isLive(candlesOf(market, period)),
    /** Why the last reading of a series' candles, or a market's trades, failed; null if it succeeded. */
    candlesError: (market: string, period: CandlePeriod): ErrorReport | null =>
      attempts.errorOf(candlesOf(market, period)),
    /**
     * True if, near a given time, the service was asked for every missing hour of the list's span and had none: those hours had
     * no trades.
     */
    hasReadHours: (market: string, atMs: number): boolean =>
      (hoursReadMs.get(market) ?? -Infinity) >= atMs - HOUR_MS,
    tradesError: (market: string): ErrorReport | null => attempts.errorOf(tradesOf(market)),
    /** Called when the list's markets or their order have changed. */
    listChanged(): void {
      lister.trigger()
    },
    trigger(): void {
      attempts.wake()
      listedMs.clear()
      watchers.trigger()
      lister.trigger()
    },
    /** Called when `mayStream` returns another value. */
    gateChanged(): void {
      live.gateChanged()
    },
    /** Called when `listEveryMs` or `watchEveryMs` returns another value. */
    retime(): void {
      lister.retime()
      watchers.retime()
    },
    /** Aborts all work; resolves when it has ended. */
    async stop(): Promise<void> {
      stopper.abort(new AppError('cancelled', { reason: 'closed' }))
      await Promise.all([live.stop(), watchers.stop(), lister.stop(), ...fills])
    },
  }
}

export type MarketFeed = ReturnType<typeof startMarketFeed>
