// Computes the coverage of a page of public trades, and the ranges that lack trades. Pure.
import type { MarketTrade } from '../../../src-preload/contract/orders/entities.ts'
import type { CoveredRange } from '../../store/api/coverage.ts'
import { findGaps, type TimeRange } from '../candle-gaps.ts'

const SECOND_MS = 1_000
/** Ranges of trades are in milliseconds: one ends where the next starts. */
const STEP_MS = 1
/** Refresh interval of the newest trades of a market that is not viewed. */
const TAIL_MS = 900_000

/** The last millisecond of the second before the one that contains a time. */
const endBefore = (timeMs: number): number => Math.floor(timeMs / SECOND_MS) * SECOND_MS - 1
/** The last millisecond of the second that contains a time. */
const endOf = (timeMs: number): number => endBefore(timeMs) + SECOND_MS

/** True for a trade in the second that contains a time. */
export const isWithin = ({ createdAtMs }: MarketTrade, timeMs: number): boolean =>
  endOf(createdAtMs) === endOf(timeMs)

/** Time of the oldest trade, in epoch milliseconds; Infinity without trades. */
export function oldestOf(trades: readonly MarketTrade[]): number {
  return trades.reduce((oldest, { createdAtMs }) => Math.min(oldest, createdAtMs), Infinity)
}

function newestOf(trades: readonly MarketTrade[]): number {
  return trades.reduce((newest, { createdAtMs }) => Math.max(newest, createdAtMs), -Infinity)
}

/**
 * The gapless range of the newest received trades, up to `toMs`: everything after the second of the oldest one, of which the
 * answer may hold only a part. Null if that is empty.
 */
export function coverageOfPage(trades: readonly MarketTrade[], toMs: number): CoveredRange | null {
  const fromMs = endOf(oldestOf(trades)) + 1
  return fromMs <= toMs ? { fromMs, toMs, reachesStart: false } : null
}

/**
 * The coverage of an answer to a request for the newest trades. Its newest second may get more trades, and so may everything
 * that has not settled: `settledMs` is a time by the local clock, the second by the service's, and the earlier of both
 * counts.
 */
export function coverageOfNewest(trades: readonly MarketTrade[], settledMs: number): CoveredRange | null {
  return coverageOfPage(trades, Math.min(endBefore(settledMs), endBefore(newestOf(trades))))
}

export interface TradeTarget {
  readonly market: string
  /** Whole seconds; the last has settled. */
  readonly wanted: TimeRange
  /** Ascending. */
  readonly covered: readonly CoveredRange[]
  /** When the newest end was last requested in this run of the app; null if never. */
  readonly tailAskedMs: number | null
}

export interface TradeGap extends TimeRange {
  /** True if the gap reaches to now, so that newer trades may follow. */
  readonly isTail: boolean
}

/** The wanted trades of a market; null if nothing has settled since the start of the retention period. */
export function tradeTargetOf(
  market: string,
  covered: readonly CoveredRange[],
  keptMs: number,
  settledMs: number,
  tailAskedMs: number | null,
): TradeTarget | null {
  // The retention period may start within a second.
  const wanted = { fromMs: endBefore(keptMs + SECOND_MS - 1) + 1, toMs: endBefore(settledMs) }
  return wanted.toMs < wanted.fromMs ? null : { market, wanted, covered, tailAskedMs }
}

/**
 * The ranges to request, newest first. Includes the newest end only if it is long and was not requested recently: it always
 * lacks the second of its newest trade, and all time since without trades.
 */
export function tradeGapsOf(
  { wanted, covered, tailAskedMs }: TradeTarget,
  nowMs: number,
  leaveOut: readonly TimeRange[] = [],
): TradeGap[] {
  const gaps = findGaps(covered, wanted, STEP_MS, leaveOut).map(({ fromMs, toMs }) => ({
    fromMs,
    // The retained range may end within a second.
    toMs: endOf(toMs),
    isTail: toMs === wanted.toMs,
  }))
  const [newest] = gaps
  if (newest?.isTail !== true) return gaps
  const sinceMs = tailAskedMs === null ? Infinity : nowMs - tailAskedMs
  const isKnown = covered.length > 0
  const isShort = isKnown && newest.toMs - newest.fromMs < TAIL_MS
  // A time in the future means that the clock was set back.
  const isAsked = sinceMs >= 0 && sinceMs < TAIL_MS
  return isShort || isAsked ? gaps.slice(1) : gaps
}

/** Start of the gapless range; null if nothing is known. */
export function tradesBackTo({ wanted, covered }: TradeTarget): number | null {
  const newest = covered.at(-1)
  return newest === undefined ? null : Math.max(newest.fromMs, wanted.fromMs)
}
