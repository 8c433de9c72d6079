// Owns: the arithmetic of the gaps of an answer: those that can have candles yet, and as many as can be told. Pure.
// Must not: decide what a gap is.
import type { TimeRange } from './candle-plan.ts'

/** The parts of ascending ranges that lie at or before `latestMs`. */
export function cutRanges(ranges: readonly TimeRange[], latestMs: number): TimeRange[] {
  return ranges
    .filter((range) => range.fromMs <= latestMs)
    .map(({ fromMs, toMs }) => ({ fromMs, toMs: Math.min(toMs, latestMs) }))
}

/**
 * At most `most` of ascending ranges: the newest as they are, and one over all the older ones and what is between them.
 */
export function joinOldest(ranges: readonly TimeRange[], most: number): TimeRange[] {
  const newest = ranges.slice(-most)
  const [oldest] = ranges
  const [joined, ...rest] = newest
  if (oldest === undefined || joined === undefined) return []
  return [{ fromMs: oldest.fromMs, toMs: joined.toMs }, ...rest]
}
