// Owns: where the candles of a level do not follow each other. Pure. Must not: ask, or know what is made of them.
import type { Level } from './candle-window.ts'

/** For about so long after its end main does not call a candle known, told or not. */
export const SETTLING_MS = 3 * 60_000

/** Something is missing between a candle and the one before. */
export interface Hole {
  /** Index of the candle behind it. */
  readonly index: number
  /** From the end of the candle before it to the moment before this one starts. */
  readonly fromMs: number
  readonly toMs: number
}

/**
 * Holes between the candles of a level, ascending: where main does not know what was between two of them, and where the
 * earlier of two is one that was told for the last time before it had ended. Times without trades are no holes.
 */
export function holesOf({ buffer, periodMs, gaps, incomplete }: Level): readonly Hole[] {
  const holes = new Map<number, Hole>()
  const unfinished = new Set(incomplete)
  const note = (index: number): void => {
    const fromMs = buffer.timeAt(index - 1) + periodMs
    holes.set(index, { index, fromMs, toMs: buffer.timeAt(index) - 1 })
  }
  for (const gap of gaps) {
    for (let index = Math.max(1, buffer.lowerBound(gap.fromMs + 1)); index < buffer.length; index++) {
      const endMs = buffer.timeAt(index - 1) + periodMs
      if (endMs > gap.toMs) break
      const startMs = buffer.timeAt(index)
      const missingMs = Math.min(startMs, gap.toMs + 1) - Math.max(endMs, gap.fromMs)
      // Just before the newest candle main calls nothing known, and has told what there is.
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
