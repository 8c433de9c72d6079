// Owns: the arithmetic of ranges of candle starts. Must not: know SQL or the service.

/** Candle starts from `fromMs` to `toMs`, both inclusive, known without gaps. */
export interface CoveredRange {
  readonly fromMs: number
  readonly toMs: number
  /** The service has none before `fromMs`. */
  readonly reachesStart: boolean
}

/**
 * The part of a range whose candles had ended by `settledMs`; null when none had. A candle that may still change must be
 * read again, so it never counts as covered.
 */
export function clampToFinished(
  range: CoveredRange,
  periodMs: number,
  settledMs: number,
): CoveredRange | null {
  const toMs = Math.min(range.toMs, settledMs - periodMs)
  return toMs < range.fromMs ? null : { ...range, toMs }
}

/** True when no candle start fits between the two: they overlap, or the next start is within one period. */
export function isTouching(a: CoveredRange, b: CoveredRange, periodMs: number): boolean {
  return a.fromMs <= b.toMs + periodMs && b.fromMs <= a.toMs + periodMs
}

/** One range over `added` and every one of `touching`, which must all touch it. */
export function mergeRanges(added: CoveredRange, touching: readonly CoveredRange[]): CoveredRange {
  return {
    fromMs: Math.min(added.fromMs, ...touching.map((each) => each.fromMs)),
    toMs: Math.max(added.toMs, ...touching.map((each) => each.toMs)),
    reachesStart: added.reachesStart || touching.some((each) => each.reachesStart),
  }
}
