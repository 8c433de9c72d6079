// Finds holes between the candles of a level. Pure.
import { endOf } from '../../../../src-preload/domain/markets/intervals.ts'
import type { Level } from './level.ts'

/** Main marks no candle as final until about this long after its end. */
export const SETTLING_MS = 3 * 60_000

/** Missing candles between two candles. */
export interface Hole {
  /** Index of the candle after the hole. */
  readonly index: number
  /** From the end of the candle before the hole to just before the start of the candle after it. */
  readonly fromMs: number
  readonly toMs: number
}

/**
 * Holes between the candles of a level, ascending: where main does not know the time between two candles, or where the
 * earlier candle was last updated before it ended. Times without trades are not holes.
 */
export function holesOf({ buffer, period, gaps, incomplete }: Level): readonly Hole[] {
  const holes = new Map<number, Hole>()
  const unfinished = new Set(incomplete)
  const note = (index: number): void => {
    const fromMs = endOf(period, buffer.timeAt(index - 1))
    holes.set(index, { index, fromMs, toMs: buffer.timeAt(index) - 1 })
  }
  for (const gap of gaps) {
    for (let index = Math.max(1, buffer.lowerBound(gap.fromMs + 1)); index < buffer.length; index++) {
      const endMs = endOf(period, buffer.timeAt(index - 1))
      if (endMs > gap.toMs) break
      const startMs = buffer.timeAt(index)
      const missingMs = Math.min(startMs, gap.toMs + 1) - Math.max(endMs, gap.fromMs)
      // Main marks nothing just before the newest candle as final, although its candles are complete.
      if (missingMs > (unfinished.has(startMs) ? SETTLING_MS : 0)) note(index)
    }
  }
  for (const timeMs of incomplete) {
    const next = buffer.lowerBound(timeMs) + 1
    const isHere = buffer.timeAt(next - 1) === timeMs && next < buffer.length
    if (isHere && !unfinished.has(buffer.timeAt(next))) note(next)
  }
  return [...holes.values()].sort((a, b) => a.index - b.index)
}
