// Plans which candles to request from the service, given the cache's coverage. Pure. Makes no assumption about how the
// service aligns its periods.
import type { CoveredRange } from '../store/api/coverage.ts'

const DAY_MS = 86_400_000

/** Times in epoch milliseconds, inclusive at both ends; refers to the starts of periods within it. */
export interface TimeRange {
  readonly fromMs: number
  readonly toMs: number
}

/** Maximum candles per request. The service's own limit is unknown (facts A3); this is well below the upstream's. */
export const MAX_CANDLES_PER_CALL = 1_000

/** The start of the period that contains `timeMs`, counting periods from the epoch. */
export function floorToPeriod(timeMs: number, periodMs: number): number {
  return Math.floor(timeMs / periodMs) * periodMs
}

/**
 * The parts of `wanted` that no covered range contains, newest first. Ignores everything before a range that reaches the
 * start.
 *
 * @param leaveOut - ranges to skip for now
 */
export function findGaps(
  covered: readonly CoveredRange[],
  wanted: TimeRange,
  periodMs: number,
  leaveOut: readonly TimeRange[] = [],
): TimeRange[] {
  const start = covered.find((range) => range.reachesStart)
  const fromMs = start ? Math.max(wanted.fromMs, start.fromMs) : wanted.fromMs
  const gaps: TimeRange[] = []
  let cursor = fromMs
  for (const range of [...covered, ...leaveOut].sort((a, b) => a.fromMs - b.fromMs)) {
    if (range.toMs < cursor) continue
    if (range.fromMs > wanted.toMs) break
    // Less than a period is a difference in alignment, not a missing candle.
    if (range.fromMs - periodMs >= cursor) gaps.push({ fromMs: cursor, toMs: range.fromMs - periodMs })
    cursor = Math.max(cursor, range.toMs + periodMs)
  }
  if (cursor <= wanted.toMs) gaps.push({ fromMs: cursor, toMs: wanted.toMs })
  return gaps.reverse()
}

/** The gaps of `wanted`, newest first, in parts of at most `MAX_CANDLES_PER_CALL` periods. */
export function findMissing(
  covered: readonly CoveredRange[],
  wanted: TimeRange,
  periodMs: number,
): TimeRange[] {
  return findGaps(covered, wanted, periodMs).flatMap((range) => chunkNewestFirst(range, periodMs))
}

/** The newest part of a range that fits into one call. */
export function newestPart(range: TimeRange, periodMs: number): TimeRange {
  const spanMs = (MAX_CANDLES_PER_CALL - 1) * periodMs
  return { fromMs: Math.max(range.fromMs, range.toMs - spanMs), toMs: range.toMs }
}

/** Consecutive parts without gaps, however the service aligns its candles: it counts seconds. */
function chunkNewestFirst(range: TimeRange, periodMs: number): TimeRange[] {
  const chunks: TimeRange[] = []
  for (let { toMs } = range; toMs >= range.fromMs;) {
    const part = newestPart({ fromMs: range.fromMs, toMs }, periodMs)
    chunks.push(part)
    toMs = part.fromMs - 1_000
  }
  return chunks
}

/** How many candles can start within a range, for any alignment. */
export function countStarts({ fromMs, toMs }: TimeRange, periodMs: number): number {
  return Math.floor((toMs - fromMs) / periodMs) + 1
}

/** The known candles next to a requested range. */
export interface Neighbors {
  /** Start of the last known candle before the range, with none in between; null if unknown. */
  readonly beforeMs: number | null
  /** Start of the coverage that follows the range; null without one. */
  readonly afterMs: number | null
}

/**
 * A wider request to replace `asked`, if its answer lacks periods at an end that meets the coverage: it includes the adjacent
 * candles, because everything between two candles of one answer is complete. Null if the answer lacks none.
 *
 * @param starts - of the received candles, ascending, in epoch milliseconds
 */
export function widerRequest(
  asked: TimeRange,
  starts: ArrayLike<number>,
  { beforeMs, afterMs }: Neighbors,
  periodMs: number,
): TimeRange | null {
  const first = starts[0]
  const last = starts[starts.length - 1]
  const isBetween = beforeMs !== null && afterMs !== null
  const lacksBegin = beforeMs !== null && first !== undefined && first - periodMs >= asked.fromMs
  const lacksEnd = afterMs !== null && last !== undefined && last + periodMs <= asked.toMs
  if (first === undefined ? !isBetween : !lacksBegin && !lacksEnd) return null
  return { fromMs: beforeMs ?? asked.fromMs, toMs: afterMs ?? asked.toMs }
}

/**
 * The range that an answer to a request for `asked`, or for more, covers for good: from its first candle to its last, and
 * only periods that had ended by `settledMs`, so that periods that may still change are requested again. Null if there is
 * none. The service may truncate an answer at an unknown limit (facts A3), so candles missing at an end of the answer are not
 * assumed absent; those missing between two of its candles are. An empty answer counts up to a day before `settledMs`: closer
 * to now it may only be late.
 *
 * @param starts - of the received candles, ascending, in epoch milliseconds
 * @param isBeginning - true if the service has nothing before `asked` either: after an empty answer the market began later,
 *   and only the last moment before it is covered, so that the coverage can be counted
 */
export function coverageOf(
  asked: TimeRange,
  starts: ArrayLike<number>,
  isBeginning: boolean,
  periodMs: number,
  settledMs: number,
): CoveredRange | null {
  if (starts.length === 0) {
    // One period less than what has settled: the next candle may start anywhere after that.
    const toMs = Math.min(asked.toMs, settledMs - DAY_MS - 2 * periodMs)
    if (toMs < asked.fromMs) return null
    return { fromMs: isBeginning ? toMs : asked.fromMs, toMs, reachesStart: isBeginning }
  }
  const all = Array.from(starts)
  const latestMs = Math.min(asked.toMs, settledMs - periodMs)
  const lastIndex = all.findLastIndex((start) => start <= latestMs)
  const last = all[lastIndex]
  if (last === undefined) return null
  const next = all[lastIndex + 1]
  // Ends where a candle would start: the next request starts from there.
  const toMs =
    next === undefined
      ? last
      : last + Math.floor((Math.min(next - periodMs, latestMs) - last) / periodMs) * periodMs
  const fromMs = Math.max(asked.fromMs, all[0] ?? asked.fromMs)
  return toMs < fromMs ? null : { fromMs, toMs, reachesStart: false }
}
