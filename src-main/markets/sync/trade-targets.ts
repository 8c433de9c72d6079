// Owns: what a page of public trades tells about time, and which stretches of time lack trades. Pure.
// Must not: fetch or store.
import type { MarketTrade } from '../../../src-preload/contract/entities.ts'
import type { CoveredRange } from '../../store/coverage.ts'
import { findGaps, type TimeRange } from '../candle-plan.ts'

const SECOND_MS = 1_000
/** Ranges of trades are of milliseconds: one ends where the next begins. */
const STEP_MS = 1
/** Trades of a market that nobody looks at are asked for so often at the newest end. */
const TAIL_MS = 900_000

/** The last moment of the second before the one that a time falls into. */
const endBefore = (timeMs: number): number => Math.floor(timeMs / SECOND_MS) * SECOND_MS - 1
/** The last moment of the second that a time falls into. */
const endOf = (timeMs: number): number => endBefore(timeMs) + SECOND_MS

/** True for a trade of the second that a time falls into. */
export const isWithin = ({ createdAtMs }: MarketTrade, timeMs: number): boolean =>
  endOf(createdAtMs) === endOf(timeMs)

/** When the oldest of the trades was made, in epoch milliseconds; Infinity without any. */
export function oldestOf(trades: readonly MarketTrade[]): number {
  return trades.reduce((oldest, { createdAtMs }) => Math.min(oldest, createdAtMs), Infinity)
}

function newestOf(trades: readonly MarketTrade[]): number {
  return trades.reduce((newest, { createdAtMs }) => Math.max(newest, createdAtMs), -Infinity)
}

/**
 * What the newest trades that came, up to `toMs`, tell without gaps: all that follows the second of the oldest, of
 * which the answer may hold only a part. Null where that is nothing.
 */
export function coverageOfPage(trades: readonly MarketTrade[], toMs: number): CoveredRange | null {
  const fromMs = endOf(oldestOf(trades)) + 1
  return fromMs <= toMs ? { fromMs, toMs, reachesStart: false } : null
}

/**
 * What an answer to the question for the very newest trades tells. Its newest second may get more trades, and so may
 * all that has not settled: `settledMs` is a time by our own clock, the second one by the service's, and the earlier of
 * both is believed.
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
  /** When the newest end was asked for last in this run of the app; null when it was not. */
  readonly tailAskedMs: number | null
}

export interface TradeGap extends TimeRange {
  /** It reaches to now, so that its newest trades may not be the last that come. */
  readonly isTail: boolean
}

/** What is wanted of a market; null where nothing has settled since what is kept begins. */
export function tradeTargetOf(
  market: string,
  covered: readonly CoveredRange[],
  keptMs: number,
  settledMs: number,
  tailAskedMs: number | null,
): TradeTarget | null {
  // The second in which what is kept begins may have been cut within.
  const wanted = { fromMs: endBefore(keptMs + SECOND_MS - 1) + 1, toMs: endBefore(settledMs) }
  return wanted.toMs < wanted.fromMs ? null : { market, wanted, covered, tailAskedMs }
}

/**
 * The stretches to ask for, newest first. The newest end is one of them only where it is long and was not asked for
 * just now: it always lacks the second of its newest trade, and all the time since in which there was none.
 */
export function tradeGapsOf(
  { wanted, covered, tailAskedMs }: TradeTarget,
  nowMs: number,
  leaveOut: readonly TimeRange[] = [],
): TradeGap[] {
  const gaps = findGaps(covered, wanted, STEP_MS, leaveOut).map(({ fromMs, toMs }) => ({
    fromMs,
    // What is kept may have been cut within a second.
    toMs: endOf(toMs),
    isTail: toMs === wanted.toMs,
  }))
  const [newest] = gaps
  if (newest?.isTail !== true) return gaps
  const sinceMs = tailAskedMs === null ? Infinity : nowMs - tailAskedMs
  const isKnown = covered.length > 0
  const isShort = isKnown && newest.toMs - newest.fromMs < TAIL_MS
  // A time that lies ahead is from a clock that was set back.
  const isAsked = sinceMs >= 0 && sinceMs < TAIL_MS
  return isShort || isAsked ? gaps.slice(1) : gaps
}

/** From where on there is no gap; null where nothing is known. */
export function tradesBackTo({ wanted, covered }: TradeTarget): number | null {
  const newest = covered.at(-1)
  return newest === undefined ? null : Math.max(newest.fromMs, wanted.fromMs)
}
