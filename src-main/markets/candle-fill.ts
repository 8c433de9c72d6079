// Owns: bringing missing candles of a series into the cache, one fetch after the other. Must not: fetch what is covered.
import { createMutex, type Mutex } from '../async/mutex.ts'
import type { CandlePeriod } from '../../src-preload/domain/markets.ts'
import type { Clock } from '../async/clock.ts'
import type { CallOptions } from '../exchange/endpoint.ts'
import type { Emit } from '../ipc/events.ts'
import type { CoveredRange } from '../store/coverage.ts'
import type { Store } from '../store/store-api.ts'
import {
  countStarts,
  coverageOf,
  findGaps,
  findMissing,
  MAX_CANDLES_PER_CALL,
  type Neighbours,
  newestPart,
  type TimeRange,
  widerQuestion,
} from './candle-plan.ts'
import type { AccountSession } from '../session/account-session.ts'

const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440

export interface CandleFillOptions {
  readonly session: Pick<AccountSession, 'client' | 'network' | 'connection' | 'time'>
  readonly store: Pick<Store, 'getCandleCoverage' | 'getCandles' | 'putCandles'>
  readonly clock: Clock
  readonly emit: Emit
}

export interface FillCall extends CallOptions {
  readonly signal: AbortSignal
}

/** What one fetch came to. */
export interface FetchedPart {
  readonly asked: TimeRange
  /**
   * `known`: a part of it at least is known for good. `silent`: there was no candle, and there may be some later.
   * `astray`: candles came, and none that was asked for. Asking again at once is of use only after the first.
   */
  readonly outcome: 'known' | 'silent' | 'astray'
}

/**
 * Fetches of one series follow each other, and each begins with what the cache lacks by then: whoever asks for the same
 * candles at the same time, they are fetched once. Errors: those of the client and the store. `call`: whose turn it is,
 * and what gives it up.
 */
export interface CandleFill {
  /** Fetches all that the cache lacks of a range, newest first. */
  fill(market: string, period: CandlePeriod, wanted: TimeRange, call: FillCall): Promise<void>
  /** Fetches the newest part of what it lacks, leaving out some stretches; null where it lacks nothing. */
  fillNewest(
    market: string,
    period: CandlePeriod,
    wanted: TimeRange,
    leaveOut: readonly TimeRange[],
    call: FillCall,
  ): Promise<FetchedPart | null>
}

export function createCandleFill({ session, store, clock, emit }: CandleFillOptions): CandleFill {
  const { client, network, time } = session
  /** One chain of fetches per series, so that two views of it do not ask for the same candles. */
  const mutexes = new Map<string, Mutex>()

  /**
   * True when the service has no candle before this time. Of a short period it may lack candles for hours, where it was
   * down, and the cache may hold no more than what is kept; so one candle of a day is asked for, from all the time
   * until then.
   */
  async function isBeginning(market: string, fromMs: number, call: FillCall): Promise<boolean> {
    if (fromMs <= 0) return true
    const query = { market, period: DAY_MINUTES, startMs: 0, endMs: fromMs, limit: 1 } as const
    return (await client.listCandles(query, call)).timesMs.length === 0
  }

  /** What the cache has next to a stretch. */
  async function neighboursOf(
    market: string,
    period: CandlePeriod,
    range: TimeRange,
    covered: readonly CoveredRange[],
  ): Promise<Neighbours> {
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
    // What had settled when the question was asked: the answer may be on its way for long.
    const waitedFromMs = time.settledMs()
    const ask = (asked: TimeRange) => {
      const limit = Math.min(MAX_CANDLES_PER_CALL, countStarts(asked, periodMs))
      return client.listCandles({ market, period, startMs: asked.fromMs, endMs: asked.toMs, limit }, call)
    }
    const told = await ask(range)
    const neighbours = await neighboursOf(market, period, range, covered)
    const wider = widerQuestion(range, told.timesMs, neighbours, periodMs)
    const answer = wider === null ? told : await ask(wider)
    // The answer's own Date header may have taught us that our clock is fast.
    const settledMs = Math.min(waitedFromMs, time.settledMs())
    // What is covered is what one answer told, and the candles that are stored are of the same one.
    const widerCovers = coverageOf(range, answer.timesMs, false, periodMs, settledMs)
    const stored = widerCovers === null ? told : answer
    let covers = widerCovers ?? coverageOf(range, told.timesMs, false, periodMs, settledMs)
    if (told.timesMs.length === 0 && answer === told && covers !== null && isOldest) {
      const begins = await isBeginning(market, range.fromMs, call)
      covers = coverageOf(range, answer.timesMs, begins, periodMs, settledMs)
    }
    // The age of a series is that of its newest candles: an answer about older ones does not make it young.
    const endMs = range.toMs + periodMs
    const asOfMs = endMs <= settledMs ? Math.min(askedAtMs, endMs) : askedAtMs
    const times = { asOfMs, nowMs: clock.now(), settledMs }
    const { changedFromMs } = await store.putCandles(network, market, period, stored, covers, times)
    // That there are no candles is news as well.
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

  /** One fill of a series at a time; there are as many series as markets have periods. */
  function exclusiveOf(market: string, period: CandlePeriod): Mutex {
    const series = `${market} ${String(period)}`
    const mutex = mutexes.get(series) ?? createMutex()
    mutexes.set(series, mutex)
    return mutex
  }

  return {
    fill: (market, period, wanted, call) =>
      exclusiveOf(market, period)(() => fillAll(market, period, wanted, call)),
    fillNewest: (market, period, wanted, leaveOut, call) =>
      exclusiveOf(market, period)(() => fillPart(market, period, wanted, leaveOut, call)),
  }
}
