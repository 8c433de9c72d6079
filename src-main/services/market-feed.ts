// Owns: keeping market data fresh: the list's hourly candles, and candles and trades of what is on screen.
// Must not: fetch what the cache covers, or anything at all while the service is out of reach.
import type { CandleColumns } from '../../src-preload/contract/entities.ts'
import type { CandlePeriod } from '../../src-preload/shared/markets.ts'
import type { Clock } from '../clock.ts'
import type { Emit } from '../ipc/events.ts'
import type { Store } from '../store/store-api.ts'
import {
  coverageOf,
  findMissing,
  floorToPeriod,
  MAX_CANDLES_PER_CALL,
  type TimeRange,
} from './candle-plan.ts'
import type { Link } from './link.ts'
import { type Poller, startPoller } from './poller.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** How often what is on screen is asked for. */
const WATCH_EVERY_MS = 2_000
/** How often each market of the list is asked for. */
const LIST_EVERY_MS = 10_000
const TRADES_PER_CALL = 100

export interface MarketFeedOptions {
  readonly link: Link
  readonly store: Store
  readonly clock: Clock
  readonly emit: Emit
  readonly markets: () => Promise<string[]>
  readonly onError: (error: unknown) => void
}

export interface MarketFeed {
  watch(market: string | null, period: CandlePeriod): void
  /** Fetches, in the background, what the cache lacks of `wanted`. Ranges under way are not asked for twice. */
  fill(market: string, period: CandlePeriod, wanted: TimeRange): void
  trigger(): void
  stop(): void
}

export function startMarketFeed(options: MarketFeedOptions): MarketFeed {
  const { link, store, clock, emit, onError } = options
  const { client, network } = link
  const isPaused = (): boolean => !link.connection.isReachable()
  /** One chain of fetches per series, so that two views of it do not ask for the same candles. */
  const underWay = new Map<string, Promise<void>>()
  let watched: { market: string; period: CandlePeriod } | null = null

  async function fetchRange(
    market: string,
    period: CandlePeriod,
    range: TimeRange,
    oldestMs: number,
    signal: AbortSignal,
  ): Promise<void> {
    const periodMs = period * MINUTE_MS
    const askedAtMs = clock.now()
    const answer = await client.listCandles(
      {
        market,
        period,
        startMs: range.fromMs,
        endMs: range.toMs,
        limit: Math.min(MAX_CANDLES_PER_CALL, (range.toMs - range.fromMs) / periodMs + 1),
      },
      { signal },
    )
    const answered = boundsOf(answer)
    const covers = coverageOf(range, answered, range.fromMs <= oldestMs, periodMs, askedAtMs)
    const { changedFromMs } = await store.putCandles(network, market, period, answer, covers, askedAtMs)
    if (signal.aborted || changedFromMs === null) return
    emit('markets:candlesChanged', { market, period, fromMs: changedFromMs })
  }

  async function fillNow(
    market: string,
    period: CandlePeriod,
    wanted: TimeRange,
    signal: AbortSignal,
  ): Promise<void> {
    const covered = await store.getCandleCoverage(network, market, period)
    const oldestMs = Math.min(...covered.map((range) => range.fromMs), wanted.fromMs)
    for (const range of findMissing(covered, wanted, period * MINUTE_MS)) {
      if (signal.aborted || isPaused()) return
      await fetchRange(market, period, range, oldestMs, signal)
    }
  }

  function queueFill(
    market: string,
    period: CandlePeriod,
    wanted: TimeRange,
    signal: AbortSignal,
  ): Promise<void> {
    const series = `${market} ${period}`
    const before = underWay.get(series) ?? Promise.resolve()
    const next = before.then(() => fillNow(market, period, wanted, signal))
    // The chain itself never breaks: a failed link is reported by whoever waits for it.
    const settled = next
      .catch(() => undefined)
      .finally(() => {
        if (underWay.get(series) === settled) underWay.delete(series)
      })
    underWay.set(series, settled)
    return next
  }

  async function refreshTail(
    market: string,
    period: CandlePeriod,
    spanMs: number,
    signal: AbortSignal,
  ): Promise<void> {
    const toMs = floorToPeriod(clock.now(), period * MINUTE_MS)
    await queueFill(market, period, { fromMs: toMs - spanMs, toMs }, signal)
  }

  async function refreshTrades(market: string, signal: AbortSignal): Promise<void> {
    const askedAtMs = clock.now()
    const trades = await client.listMarketTrades({ market, limit: TRADES_PER_CALL }, { signal })
    const { added } = await store.putMarketTrades(network, trades, askedAtMs)
    if (added > 0 && !signal.aborted) emit('markets:tradesChanged', { market })
  }

  const watcher: Poller = startPoller({
    everyMs: WATCH_EVERY_MS,
    isPaused: () => watched === null || isPaused(),
    onError,
    run: async (signal) => {
      if (watched === null) return
      const { market, period } = watched
      await refreshTail(market, period, period * MINUTE_MS, signal)
      await refreshTrades(market, signal)
    },
  })

  const lister: Poller = startPoller({
    everyMs: LIST_EVERY_MS,
    isPaused,
    onError,
    run: async (signal) => {
      for (const market of await options.markets()) {
        if (signal.aborted || isPaused()) return
        await refreshTail(market, 60, DAY_MS, signal)
      }
      emit('markets:listChanged', {})
    },
  })

  return {
    watch(market, period) {
      watched = market === null ? null : { market, period }
      if (watched !== null) watcher.trigger()
    },
    fill(market, period, wanted) {
      if (isPaused()) return
      queueFill(market, period, wanted, link.signal).catch(onError)
    },
    trigger() {
      watcher.trigger()
      lister.trigger()
    },
    stop() {
      watcher.stop()
      lister.stop()
    },
  }
}

function boundsOf(candles: CandleColumns): TimeRange | null {
  const fromMs = candles.timesMs[0]
  const toMs = candles.timesMs.at(-1)
  return fromMs === undefined || toMs === undefined ? null : { fromMs, toMs }
}
