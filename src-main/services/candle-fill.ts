// Owns: bringing missing candles of a series into the cache, one fetch after the other. Must not: fetch what is covered.
import type { CandlePeriod } from '../../src-preload/shared/markets.ts'
import type { Clock } from '../clock.ts'
import type { CallOptions } from '../exchange/endpoint.ts'
import type { Emit } from '../ipc/events.ts'
import type { Store } from '../store/store-api.ts'
import { countStarts, coverageOf, findMissing, MAX_CANDLES_PER_CALL, type TimeRange } from './candle-plan.ts'
import type { Link } from './link.ts'

const MINUTE_MS = 60_000

export interface CandleFillOptions {
  readonly link: Pick<Link, 'client' | 'network' | 'connection' | 'time'>
  readonly store: Pick<Store, 'getCandleCoverage' | 'putCandles'>
  readonly clock: Clock
  readonly emit: Emit
}

/**
 * Fetches what the cache lacks of a range. Errors: those of the client and the store.
 *
 * @param call - whose turn it is, and what gives it up
 */
export type CandleFill = (
  market: string,
  period: CandlePeriod,
  wanted: TimeRange,
  call: FillCall,
) => Promise<void>

export interface FillCall extends CallOptions {
  readonly signal: AbortSignal
}

export function createCandleFill({ link, store, clock, emit }: CandleFillOptions): CandleFill {
  const { client, network, time } = link
  /** One chain of fetches per series, so that two views of it do not ask for the same candles. */
  const underWay = new Map<string, Promise<void>>()

  async function fetchRange(
    market: string,
    period: CandlePeriod,
    range: TimeRange,
    isOldest: boolean,
    call: FillCall,
  ): Promise<void> {
    const periodMs = period * MINUTE_MS
    const asOfMs = clock.now()
    // What had settled when the question was asked: the answer may be on its way for long.
    const waitedFromMs = time.settledMs()
    const limit = Math.min(MAX_CANDLES_PER_CALL, countStarts(range, periodMs))
    const answer = await client.listCandles(
      { market, period, startMs: range.fromMs, endMs: range.toMs, limit },
      call,
    )
    // The answer's own Date header may have taught us that our clock is fast.
    const settledMs = Math.min(waitedFromMs, time.settledMs())
    const covers = coverageOf(range, answer.timesMs, isOldest, periodMs, settledMs)
    const times = { asOfMs, nowMs: clock.now(), settledMs }
    const { changedFromMs } = await store.putCandles(network, market, period, answer, covers, times)
    if (call.signal.aborted || changedFromMs === null) return
    emit('markets:candlesChanged', { market, period, fromMs: changedFromMs })
  }

  async function fillNow(
    market: string,
    period: CandlePeriod,
    wanted: TimeRange,
    call: FillCall,
  ): Promise<void> {
    const covered = await store.getCandleCoverage(network, market, period)
    const oldestMs = Math.min(...covered.map((range) => range.fromMs), wanted.fromMs)
    for (const range of findMissing(covered, wanted, period * MINUTE_MS)) {
      if (call.signal.aborted || !link.connection.isReachable()) return
      await fetchRange(market, period, range, range.fromMs <= oldestMs, call)
    }
  }

  return (market, period, wanted, call) => {
    const series = `${market} ${String(period)}`
    const before = underWay.get(series) ?? Promise.resolve()
    const next = before.then(() => fillNow(market, period, wanted, call))
    // The chain itself never breaks: a failed link is reported by whoever waits for it.
    const settled = next
      .catch(() => undefined)
      .finally(() => {
        if (underWay.get(series) === settled) underWay.delete(series)
      })
    underWay.set(series, settled)
    return next
  }
}
