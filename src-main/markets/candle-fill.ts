// Fetches missing candles of a series into the cache, one fetch at a time. Never fetches what is covered.
import { createMutex, type Mutex } from '../async/mutex.ts'
import type { CandlePeriod } from '../../src-preload/domain/markets/markets.ts'
import type { CallOptions } from '../exchange/endpoint.ts'
import { countCandles, type ReadCandles } from '../exchange/endpoints/candle-rows.ts'
import type { CoveredRange } from '../store/api/coverage.ts'
import type { Store } from '../store/api/store-api.ts'
import {
  countStarts,
  coverageOf,
  findGaps,
  findMissing,
  MAX_CANDLES_PER_CALL,
  type Neighbors,
  newestPart,
  type TimeRange,
  widerRequest,
} from './candle-gaps.ts'
import type { AccountSession } from '../session/account-session.ts'
import type { Tools } from '../tools.ts'

const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440

export interface CandleFillOptions extends Pick<Tools, 'clock' | 'emit'> {
  readonly session: Pick<AccountSession, 'client' | 'network' | 'connection' | 'time'>
  readonly store: Pick<Store, 'getCandleCoverage' | 'getCandles' | 'putCandles'>
}

/** Options of a fetch; its signal is required. */
export interface FillCall extends CallOptions {
  readonly signal: AbortSignal
}

/** The result of one fetch. */
export interface FetchedPart {
  readonly asked: TimeRange
  /**
   * `known`: at least a part of it is known for good. `silent`: there was no candle, but there may be later. `astray`:
   * candles came, but none of the requested ones. Only after `known` is an immediate repeat useful.
   */
  readonly outcome: 'known' | 'silent' | 'astray'
}

export function createCandleFill({ session, store, clock, emit }: CandleFillOptions) {
  const { client, network, time } = session
  /** One queue of fetches per series, so that two views do not request the same candles. */
  const mutexes = new Map<string, Mutex>()

  /**
   * True if the service has no candle before this time. A short period may lack candles for hours while the service was down,
   * and the cache may hold only the retained range, so this asks for one daily candle of all earlier time.
   */
  async function isBeginning(market: string, fromMs: number, call: FillCall): Promise<boolean> {
    if (fromMs <= 0) return true
    const query = { market, period: DAY_MINUTES, startMs: 0, endMs: fromMs, limit: 1 } as const
    return countCandles(await client.listCandles(query, call)) === 0
  }

  /** The cached candles next to a range. */
  async function neighborsOf(
    market: string,
    period: CandlePeriod,
    range: TimeRange,
    covered: readonly CoveredRange[],
  ): Promise<Neighbors> {
    const periodMs = period * MINUTE_MS
    const before = covered.find((one) => one.fromMs < range.fromMs && one.toMs + periodMs >= range.fromMs)
    const after = covered.find((one) => one.toMs > range.toMs && one.fromMs - periodMs <= range.toMs)
    const afterMs = after?.fromMs ?? null
    if (before === undefined) return { beforeMs: null, afterMs }
    const { candles } = await store.getCandles(network, market, period, range.fromMs - 1, 1)
    const [startMs] = candles.timesMs
    return { beforeMs: startMs !== undefined && startMs >= before.fromMs ? startMs : null, afterMs }
  }

  async function fetchRange(
    market: string,
    period: CandlePeriod,
    range: TimeRange,
    covered: readonly CoveredRange[],
    isOldest: boolean,
    call: FillCall,
  ): Promise<{ covers: CoveredRange | null; count: number }> {
    const periodMs = period * MINUTE_MS
    const askedAtMs = clock.now()
    // What had settled at the time of the request: the answer may take long.
    const waitedFromMs = time.settledMs()
    const ask = (asked: TimeRange) => {
      const limit = Math.min(MAX_CANDLES_PER_CALL, countStarts(asked, periodMs))
      return client.listCandles({ market, period, startMs: asked.fromMs, endMs: asked.toMs, limit }, call)
    }
    const told = await ask(range)
    const neighbors = await neighborsOf(market, period, range, covered)
    const wider = widerRequest(range, told.timesMs, neighbors, periodMs)
    const answer = wider === null ? told : await ask(wider)
    // The answer's Date header may show that the local clock is fast.
    const settledMs = Math.min(waitedFromMs, time.settledMs())
    // Where a candle could not be read nothing is known for good: what is missing is one that there is.
    const coverageBy = ({ timesMs, unread }: ReadCandles): CoveredRange | null =>
      unread === null ? coverageOf(range, timesMs, false, periodMs, settledMs) : null
    // Coverage comes from one answer, and the stored candles come from the same one.
    const widerCovers = coverageBy(answer)
    const stored = widerCovers === null ? told : answer
    let covers = widerCovers ?? coverageBy(told)
    if (told.timesMs.length === 0 && answer === told && covers !== null && isOldest) {
      const begins = await isBeginning(market, range.fromMs, call)
      covers = coverageOf(range, answer.timesMs, begins, periodMs, settledMs)
    }
    // The age of a series is that of its newest candles: an answer about older ones does not change it.
    const endMs = range.toMs + periodMs
    const asOfMs = endMs <= settledMs ? Math.min(askedAtMs, endMs) : askedAtMs
    const times = { asOfMs, nowMs: clock.now(), settledMs }
    const { changedFromMs } = await store.putCandles(network, market, period, stored, covers, times)
    // An empty result is also a change.
    const isSilent = wider !== null || told.timesMs.length === 0
    const fromMs = changedFromMs ?? (isSilent ? (covers?.fromMs ?? null) : null)
    if (!call.signal.aborted && fromMs !== null) emit('markets:candlesChanged', { market, period, fromMs })
    return { covers, count: told.timesMs.length }
  }

  async function fillAll(
    market: string,
    period: CandlePeriod,
    wanted: TimeRange,
    call: FillCall,
  ): Promise<void> {
    const covered = await store.getCandleCoverage(network, market, period)
    const oldestMs = Math.min(...covered.map((range) => range.fromMs), wanted.fromMs)
    for (const range of findMissing(covered, wanted, period * MINUTE_MS)) {
      if (call.signal.aborted || !session.connection.isReachable()) return
      const { covers } = await fetchRange(market, period, range, covered, range.fromMs <= oldestMs, call)
      if (covers?.reachesStart === true) return
    }
  }

  async function fillPart(
    market: string,
    period: CandlePeriod,
    wanted: TimeRange,
    leaveOut: readonly TimeRange[],
    call: FillCall,
  ): Promise<FetchedPart | null> {
    const periodMs = period * MINUTE_MS
    const covered = await store.getCandleCoverage(network, market, period)
    const [gap] = findGaps(covered, wanted, periodMs, leaveOut)
    if (gap === undefined) return null
    const asked = newestPart(gap, periodMs)
    const isOldest = covered.every((range) => range.fromMs > asked.toMs)
    const { covers, count } = await fetchRange(market, period, asked, covered, isOldest, call)
    return { asked, outcome: covers !== null ? 'known' : count === 0 ? 'silent' : 'astray' }
  }

  /** One fill per series at a time; the number of series is bounded by markets times periods. */
  function exclusiveOf(market: string, period: CandlePeriod): Mutex {
    const series = `${market} ${String(period)}`
    const mutex = mutexes.get(series) ?? createMutex()
    mutexes.set(series, mutex)
    return mutex
  }

  return {
    /** Fetches everything that the cache lacks in a range, newest first. */
    fill: (market: string, period: CandlePeriod, wanted: TimeRange, call: FillCall): Promise<void> =>
      exclusiveOf(market, period)(() => fillAll(market, period, wanted, call)),
    /** Fetches the newest missing part outside the excluded ranges; null if nothing is missing. */
    fillNewest: (
      market: string,
      period: CandlePeriod,
      wanted: TimeRange,
      leaveOut: readonly TimeRange[],
      call: FillCall,
    ): Promise<FetchedPart | null> =>
      exclusiveOf(market, period)(() => fillPart(market, period, wanted, leaveOut, call)),
  }
}

/**
 * Fetches of one series run one after the other, each starting from what the cache lacks then, so simultaneous requests fetch
 * the same candles once. Errors: those of the client and the store. `call` carries the priority and the abort signal.
 */
export type CandleFill = ReturnType<typeof createCandleFill>
