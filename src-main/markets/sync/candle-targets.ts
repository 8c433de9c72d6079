// Owns: which candles of a market are wanted for good, and how much of that is here. Pure. Must not: fetch or store.
import type { CandlePeriod } from '../../../src-preload/domain/markets.ts'
import type { CoveredRange } from '../../store/coverage.ts'
import { countStarts, findGaps, type TimeRange } from '../candle-plan.ts'

const MINUTE_MS = 60_000

/**
 * The periods that are read for good, in the order in which they are. Days first: a call or three a market show all its
 * time and when it began. Then hours: 9 calls a year, from which the store aggregates every period from two hours up.
 * Minutes last: 526 calls a year, and only as far back as fine candles are kept; from them come all the others. The
 * rest is not worth a fetch: 5, 15 and 30 minutes would be kept as long as minutes and say nothing that these do not,
 * and what a month of them would show at once is there after 44 calls for minutes, which are read newest first.
 */
export const wantedPeriods = [1_440, 60, 1] as const satisfies readonly CandlePeriod[]
export type WantedPeriod = (typeof wantedPeriods)[number]

/**
 * So many candles may be missing at the newest end before they are asked for. The market list reads hours itself, and
 * minutes of a market that nobody looks at are worth a call an hour, not one a minute.
 */
const spareCandles: Readonly<Record<WantedPeriod, number>> = { 1_440: 0, 60: 1, 1: 59 }

export interface CandleTarget {
  readonly market: string
  readonly period: WantedPeriod
  /** The first and the last start that are wanted; the last is one that has settled. */
  readonly wanted: TimeRange
  /** Ascending. */
  readonly covered: readonly CoveredRange[]
  /** True where `wanted` begins with the market, or with what is kept: its candles can be counted. */
  readonly isBounded: boolean
}

/**
 * What is wanted of a series; null where nothing has settled yet.
 *
 * @param days - what is covered of the market's days, which tell when it began
 * @param keptMs - what is before is not kept; 0 where all is
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

/** The stretches to ask for, newest first. */
export function gapsOf(
  { period, wanted, covered }: CandleTarget,
  leaveOut: readonly TimeRange[] = [],
): TimeRange[] {
  const periodMs = period * MINUTE_MS
  const gaps = findGaps(covered, wanted, periodMs, leaveOut)
  const newest = gaps[0]
  // Not where all is missing: then it is no end of anything.
  const isSpare =
    newest !== undefined &&
    newest.fromMs > wanted.fromMs &&
    newest.toMs === wanted.toMs &&
    countStarts(newest, periodMs) <= spareCandles[period]
  return isSpare ? gaps.slice(1) : gaps
}

/** How many of the candles wanted are here, by what is covered: what the service left out within counts as here. */
export function countHere({ period, wanted, covered }: CandleTarget): number {
  return covered.reduce((sum, range) => {
    const fromMs = Math.max(range.fromMs, wanted.fromMs)
    const toMs = Math.min(range.toMs, wanted.toMs)
    return toMs < fromMs ? sum : sum + countStarts({ fromMs, toMs }, period * MINUTE_MS)
  }, 0)
}

/** From where on there is no gap up to what may be spared at the end; null where the newest are missing. */
export function backTo(target: CandleTarget): number | null {
  const [gap] = gapsOf(target)
  const newest = target.covered.at(-1)
  if (newest === undefined || (gap !== undefined && gap.toMs > newest.toMs)) return null
  return Math.max(newest.fromMs, target.wanted.fromMs)
}
