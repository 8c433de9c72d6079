// Cuts and joins the gaps of an answer. Pure.
import type { TimeRange } from './candle-gaps.ts'

/** The parts of ascending ranges that are at or before `latestMs`. */
export function cutRanges(ranges: readonly TimeRange[], latestMs: number): TimeRange[] {
  return ranges
    .filter((range) => range.fromMs <= latestMs)
    .map(({ fromMs, toMs }) => ({ fromMs, toMs: Math.min(toMs, latestMs) }))
}

/** Returns at most `most` of ascending ranges: the newest ones unchanged, and one that spans all older ones. */
export function joinOldest(ranges: readonly TimeRange[], most: number): TimeRange[] {
  const newest = ranges.slice(-most)
  const [oldest] = ranges
  const [joined, ...rest] = newest
  if (oldest === undefined || joined === undefined) return []
  return [{ fromMs: oldest.fromMs, toMs: joined.toMs }, ...rest]
}
