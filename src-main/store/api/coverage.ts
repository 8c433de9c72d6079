// The arithmetic of ranges of time that are known without gaps.

/** Candle starts, or times of public trades, from `fromMs` to `toMs`, both inclusive, known without gaps. */
export interface CoveredRange {
  readonly fromMs: number
  readonly toMs: number
  /** The service has none before `fromMs`. */
  readonly reachesStart: boolean
}

/**
 * The part of a range whose candles had ended by `settledMs`, up to the start of the last of them; null when none had. A candle that
 * may still change must be read again, so it never counts as covered.
 *
 * @param range - its end is where a candle starts, or would
 */
export function clampToFinished(
  range: CoveredRange,
  periodMs: number,
  settledMs: number,
): CoveredRange | null {
  // By whole periods: an end between two starts would hold the part of a candle that nobody has told.
  const open = Math.max(0, Math.ceil((range.toMs + periodMs - settledMs) / periodMs))
  const toMs = range.toMs - open * periodMs
  return toMs < range.fromMs ? null : { ...range, toMs }
}

/**
 * True when nothing fits between the two: they overlap, or the next one begins within a step of the other's end.
 *
 * @param stepMs - the period of candles; of trades 1
 */
export function isTouching(a: CoveredRange, b: CoveredRange, stepMs: number): boolean {
  return a.fromMs <= b.toMs + stepMs && b.fromMs <= a.toMs + stepMs
}

/** One range over `added` and every one of `touching`, which must all touch it. */
export function mergeRanges(added: CoveredRange, touching: readonly CoveredRange[]): CoveredRange {
  return {
    fromMs: Math.min(added.fromMs, ...touching.map((each) => each.fromMs)),
    toMs: Math.max(added.toMs, ...touching.map((each) => each.toMs)),
    reachesStart: added.reachesStart || touching.some((each) => each.reachesStart),
  }
}
