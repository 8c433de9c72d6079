// The candles of a market to keep permanently, and how many of them are here. Pure.
import type { CandlePeriod } from '../../../src-preload/domain/markets/markets.ts'
import type { CoveredRange } from '../../store/api/coverage.ts'
import { countStarts, findGaps, type TimeRange } from '../candle-gaps.ts'

const MINUTE_MS = 60_000

/**
 * The periods that are stored permanently, in fetch order. Days first: up to three calls per market cover its whole time and
 * show when it began. Then hours: 9 calls per year, from which the store aggregates every period from two hours up. Minutes
 * last: 526 calls per year, and only as far back as fine candles are retained; all others can be aggregated from them. The
 * rest is not worth fetching: 5, 15 and 30 minutes would be retained as long as minutes and add nothing, and a month of them
 * is there after 44 calls for minutes, newest first.
 */
export const wantedPeriods = [1_440, 60, 1] as const satisfies readonly CandlePeriod[]
export type WantedPeriod = (typeof wantedPeriods)[number]

/**
 * How many candles may be missing at the newest end before they are requested. The market list fetches hours itself, and
 * minutes of a market that is not viewed are worth one call per hour, not one per minute.
 */
const spareCandles: Readonly<Record<WantedPeriod, number>> = { 1_440: 0, 60: 1, 1: 59 }

export interface CandleTarget {
  readonly market: string
  readonly period: WantedPeriod
  /** The first and the last wanted start; the last one has settled. */
  readonly wanted: TimeRange
  /** Ascending. */
  readonly covered: readonly CoveredRange[]
  /** True if `wanted` starts with the market or with the retention period: its candles can be counted. */
  readonly isBounded: boolean
}

/**
 * The wanted candles of a series; null if nothing has settled yet.
 *
 * @param days - coverage of the market's days, which shows when it began
 * @param keptMs - start of the retention period; 0 without a limit
 */
export function targetOf(
  market: string,
  period: WantedPeriod,
  covered: readonly CoveredRange[],
  days: readonly CoveredRange[],
  keptMs: number,
  settledMs: number,
): CandleTarget | null {
  const periodMs = period * MINUTE_MS
  const startMs = [...covered, ...days].find((range) => range.reachesStart)?.fromMs ?? 0
  const fromMs = Math.ceil(Math.max(keptMs, startMs) / periodMs) * periodMs
  const toMs = Math.floor((settledMs - periodMs) / periodMs) * periodMs
  if (toMs < fromMs) return null
  return { market, period, wanted: { fromMs, toMs }, covered, isBounded: fromMs > 0 }
}

/** The ranges to request, newest first. */
export function gapsOf(
  { period, wanted, covered }: CandleTarget,
  leaveOut: readonly TimeRange[] = [],
): TimeRange[] {
  const periodMs = period * MINUTE_MS
  const gaps = findGaps(covered, wanted, periodMs, leaveOut)
  const newest = gaps[0]
  // Not if everything is missing.
  const isSpare =
    newest !== undefined &&
    newest.fromMs > wanted.fromMs &&
    newest.toMs === wanted.toMs &&
    countStarts(newest, periodMs) <= spareCandles[period]
  return isSpare ? gaps.slice(1) : gaps
}

/** Number of the wanted candles that are here, by coverage: candles that the service omitted within it count as here. */
export function countHere({ period, wanted, covered }: CandleTarget): number {
  return covered.reduce((sum, range) => {
    const fromMs = Math.max(range.fromMs, wanted.fromMs)
    const toMs = Math.min(range.toMs, wanted.toMs)
    return toMs < fromMs ? sum : sum + countStarts({ fromMs, toMs }, period * MINUTE_MS)
  }, 0)
}

/** Start of the gapless range up to the newest end, spare candles aside; null if the newest are missing. */
export function backTo(target: CandleTarget): number | null {
  const [gap] = gapsOf(target)
  const newest = target.covered.at(-1)
  if (newest === undefined || (gap !== undefined && gap.toMs > newest.toMs)) return null
  return Math.max(newest.fromMs, target.wanted.fromMs)
}
