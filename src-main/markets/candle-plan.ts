// Owns: deciding which candles to ask the service for, given what the cache covers. Pure.
// Must not: fetch, store, or assume how the service aligns its periods.
import type { CoveredRange } from '../store/coverage.ts'

const DAY_MS = 86_400_000

/** Times in epoch milliseconds, inclusive at both ends; the starts of periods that lie in it are meant. */
export interface TimeRange {
  readonly fromMs: number
  readonly toMs: number
}

/** How many candles one request asks for at most. The service's own limit is unknown (facts A3); this is well below the upstream's. */
export const MAX_CANDLES_PER_CALL = 1_000

/** The start of the period that `timeMs` falls into, when periods count from the epoch. */
export function floorToPeriod(timeMs: number, periodMs: number): number {
  return Math.floor(timeMs / periodMs) * periodMs
}

/**
 * The stretches of `wanted` that no covered range holds, newest first. Nothing is wanted before a range that reaches
 * the start.
 *
 * @param leaveOut - stretches that are not asked for just now
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
    // Less than a period is a difference in alignment, not a candle.
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

/** The newest part of a stretch that one call can ask for. */
export function newestPart(range: TimeRange, periodMs: number): TimeRange {
  const spanMs = (MAX_CANDLES_PER_CALL - 1) * periodMs
  return { fromMs: Math.max(range.fromMs, range.toMs - spanMs), toMs: range.toMs }
}

/** Parts that leave nothing out between them, wherever in a period the service's candles start: the service counts seconds. */
function chunkNewestFirst(range: TimeRange, periodMs: number): TimeRange[] {
  const chunks: TimeRange[] = []
  for (let { toMs } = range; toMs >= range.fromMs;) {
    const part = newestPart({ fromMs: range.fromMs, toMs }, periodMs)
    chunks.push(part)
    toMs = part.fromMs - 1_000
  }
  return chunks
}

/** How many candles can start within a range, wherever the service's candles start. */
export function countStarts({ fromMs, toMs }: TimeRange, periodMs: number): number {
  return Math.floor((toMs - fromMs) / periodMs) + 1
}

/** What lies next to a stretch that is asked for. */
export interface Neighbours {
  /** Start of the last candle that is known before the stretch, with none between the two; null: that is not known. */
  readonly beforeMs: number | null
  /** Where what is covered goes on after it; null: it does not. */
  readonly afterMs: number | null
}

/**
 * What to ask for instead of `asked`, when its answer leaves out periods at an end that meets what is covered: the same
 * with the candles next to it, because what comes between two candles of one answer is all there is. Null when the
 * answer leaves out nothing of the kind.
 *
 * @param starts - of the candles that came, ascending, in epoch milliseconds
 */
export function widerQuestion(
  asked: TimeRange,
  starts: ArrayLike<number>,
  { beforeMs, afterMs }: Neighbours,
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
 * What an answer to a request for `asked`, or for more than that, covers of it for good: from its first candle to its
 * last, and only periods that had ended by `settledMs`, so that what may still change is asked for again. Null when that
 * is nothing. The service may cut an answer at a limit it does not tell (facts A3), so candles missing at an end of the
 * answer are not taken for absent; those missing between two of its candles are. An empty answer is believed up to a day
 * before `settledMs`: nearer to now it may only be late.
 *
 * @param starts - of the candles that came, ascending, in epoch milliseconds
 * @param isBeginning - true when the service has nothing before `asked` either: after an empty answer the market began
 *   later, and what is covered is no more than the last moment before it, so that what is covered can be counted
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
  // The end is where a candle would start: what follows is asked for from there.
  const toMs =
    next === undefined
      ? last
      : last + Math.floor((Math.min(next - periodMs, latestMs) - last) / periodMs) * periodMs
  const fromMs = Math.max(asked.fromMs, all[0] ?? asked.fromMs)
  return toMs < fromMs ? null : { fromMs, toMs, reachesStart: false }
}
