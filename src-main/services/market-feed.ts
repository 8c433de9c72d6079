// Owns: keeping market data fresh: the list's hourly candles, and candles and trades of what is on screen.
// Must not: let one market's failure hold up another, ask for anything while the service is out of reach, or read
// history.
import type { ErrorReport } from '../../src-preload/contract/channel.ts'
import type { CandlePeriod } from '../../src-preload/shared/markets.ts'
import { AppError, isAppError } from '../../src-preload/shared/errors.ts'
import type { Clock } from '../clock.ts'
import type { Emit } from '../ipc/events.ts'
import type { Store } from '../store/store-api.ts'
import { askedWaitMs, pauseAfterFailure } from './back-off.ts'
import { type CandleFill, createCandleFill } from './candle-fill.ts'
import { floorToPeriod, type TimeRange } from './candle-plan.ts'
import type { Faults } from './faults.ts'
import type { Link } from './link.ts'
import { type Poller, startPoller } from './poller.ts'
import { coverageOfNewest } from './sync/trade-targets.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** How often what is on screen is asked for, unless somebody tells. */
const WATCH_EVERY_MS = 2_000
/** How often each market of the list is asked for, unless somebody tells. */
const LIST_EVERY_MS = 10_000
const TRADES_PER_CALL = 100

/** The chart that is looked at, with its trades. The list and all else give way to it. */
const chartTurn = { lane: 'chart', urgency: 'screen' } as const
const listTurn = { lane: 'markets', urgency: 'background' } as const

export interface MarketFeedOptions {
  readonly link: Link
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

export interface MarketFeed {
  /** What brings candles into the cache here: whoever else does shares it, so that nothing is fetched twice. */
  readonly candles: CandleFill
  watch(market: string | null, period: CandlePeriod): void
  /** Fetches, in the background, what the cache lacks of `wanted`. Ranges under way are not asked for twice. */
  fill(market: string, period: CandlePeriod, wanted: TimeRange): void
  /** Why the candles of a series, or the trades of a market, could not be read last time; null where they could. */
  candlesError(market: string, period: CandlePeriod): ErrorReport | null
  tradesError(market: string): ErrorReport | null
  trigger(): void
  /** `listEveryMs` or `watchEveryMs` answers otherwise now. */
  retime(): void
  /** Resolves when all that was under way, which is given up, has ended. */
  stop(): Promise<void>
}

const candlesOf = (market: string, period: CandlePeriod): string => `candles ${market} ${String(period)}`
const tradesOf = (market: string): string => `trades ${market}`

export function startMarketFeed(options: MarketFeedOptions): MarketFeed {
  const { link, store, clock, emit, faults, random } = options
  const { client, network } = link
  const listEveryMs = options.listEveryMs ?? (() => LIST_EVERY_MS)
  const candles = createCandleFill({ link, store, clock, emit })
  const stopper = new AbortController()
  const signal = AbortSignal.any([link.signal, stopper.signal])
  /** What was asked for by the chart and is under way. */
  const fills = new Set<Promise<void>>()
  /** Work that failed and is left alone for a while, by name. */
  const resting = new Map<string, { readonly failures: number; readonly untilMs: number }>()
  let watched: { market: string; period: CandlePeriod } | null = null
  /** The service has asked to be left alone until then. */
  let quietUntilMs = 0
  const isPaused = (): boolean => !link.connection.isReachable() || clock.now() < quietUntilMs

  /** A failure that every other call would meet as well: going on to the next market is no use. */
  function concernsAll(error: unknown): boolean {
    if (!isAppError(error)) return false
    return error.code === 'cancelled' || error.code === 'rateLimited' || link.connection.explains(error)
  }

  /** Whose turn it is to ask for a series: the list has the candles of a chart that is looked at, too. */
  const turnOf = (market: string, period: CandlePeriod) =>
    watched?.market === market && watched.period === period ? chartTurn : listTurn

  function noteFailure(work: string, everyMs: number, error: unknown, tell: () => void): void {
    const waitMs = askedWaitMs(error)
    if (waitMs !== null) quietUntilMs = Math.max(quietUntilMs, clock.now() + waitMs)
    if (!concernsAll(error)) {
      const failures = (resting.get(work)?.failures ?? 0) + 1
      const untilMs = clock.now() + pauseAfterFailure(everyMs, failures, error, random)
      resting.set(work, { failures, untilMs })
    }
    if (faults.note(work, error) && !link.signal.aborted) tell()
  }

  /** Does one piece of work unless it rests after a failure. Only what concerns all of them is passed on. */
  async function attempt(
    work: string,
    everyMs: number,
    run: () => Promise<void>,
    tell: () => void,
  ): Promise<void> {
    if (clock.now() < (resting.get(work)?.untilMs ?? 0)) return
    try {
      await run()
      resting.delete(work)
      if (faults.clear(work)) tell()
    } catch (error) {
      noteFailure(work, everyMs, error, tell)
      if (concernsAll(error)) throw error
    }
  }

  /** The newest candles: those of the span, and all that may still change. */
  function refreshTail(
    market: string,
    period: CandlePeriod,
    spanMs: number,
    everyMs: number,
    signal: AbortSignal,
  ): Promise<void> {
    const periodMs = period * MINUTE_MS
    const settledMs = floorToPeriod(link.time.settledMs(), periodMs) - periodMs
    const fromMs = Math.min(settledMs, floorToPeriod(clock.now(), periodMs) - spanMs)
    const tell = (): void => emit('markets:candlesChanged', { market, period, fromMs: Math.max(0, fromMs) })
    const wanted = { fromMs, toMs: link.time.latestMs() }
    const run = (): Promise<void> =>
      candles.fill(market, period, wanted, { ...turnOf(market, period), signal })
    return attempt(candlesOf(market, period), everyMs, run, tell)
  }

  function refreshTrades(market: string, signal: AbortSignal): Promise<void> {
    const tell = (): void => emit('markets:tradesChanged', { market })
    const run = async (): Promise<void> => {
      const askedAtMs = clock.now()
      const waitedFromMs = link.time.settledMs()
      const trades = await client.listMarketTrades(
        { market, limit: TRADES_PER_CALL },
        { ...chartTurn, signal },
      )
      // A page that does not reach what was known leaves a gap, which the history of trades closes.
      const covers = coverageOfNewest(trades, Math.min(waitedFromMs, link.time.settledMs()))
      const { added } = await store.putMarketTrades(network, market, trades, covers, askedAtMs)
      if (added > 0 && !signal.aborted) tell()
    }
    return attempt(tradesOf(market), WATCH_EVERY_MS, run, tell)
  }

  const watcher: Poller = startPoller({
    everyMs: options.watchEveryMs ?? WATCH_EVERY_MS,
    isPaused: () => watched === null || isPaused(),
    // What failed has been noted by its own name.
    onError: () => undefined,
    random,
    run: async (signal) => {
      if (watched === null) return
      const { market, period } = watched
      await refreshTail(market, period, period * MINUTE_MS, WATCH_EVERY_MS, signal)
      await refreshTrades(market, signal)
    },
  })

  const lister: Poller = startPoller({
    everyMs: listEveryMs,
    isPaused,
    onError: (error) => {
      if (!concernsAll(error)) faults.note('market list', error)
    },
    random,
    run: async (signal) => {
      try {
        for (const market of await options.markets()) {
          if (signal.aborted || isPaused()) return
          await refreshTail(market, 60, DAY_MS + 60 * MINUTE_MS, listEveryMs(), signal)
        }
        faults.clear('market list')
      } finally {
        if (!signal.aborted) emit('markets:listChanged', {})
      }
    },
  })

  return {
    candles,
    watch(market, period) {
      watched = market === null ? null : { market, period }
      if (watched !== null) watcher.trigger()
    },
    fill(market, period, wanted) {
      if (isPaused()) return
      const tell = (): void => emit('markets:candlesChanged', { market, period, fromMs: clock.now() })
      const call = { ...turnOf(market, period), signal }
      const run = (): Promise<void> => candles.fill(market, period, wanted, call)
      // Whatever was passed on has been noted, and the next look at the chart asks again.
      const filling = attempt(candlesOf(market, period), WATCH_EVERY_MS, run, tell).catch(() => undefined)
      fills.add(filling)
      void filling.finally(() => fills.delete(filling))
    },
    candlesError: (market, period) => faults.get(candlesOf(market, period)),
    tradesError: (market) => faults.get(tradesOf(market)),
    trigger() {
      resting.clear()
      watcher.trigger()
      lister.trigger()
    },
    retime() {
      lister.retime()
      watcher.retime()
    },
    async stop() {
      stopper.abort(new AppError('cancelled', { reason: 'closed' }))
      await Promise.all([watcher.stop(), lister.stop(), ...fills])
    },
  }
}
