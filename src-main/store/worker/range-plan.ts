// Which period a range of candles is shown in, and which stretches of it which source is known to hold. Pure.
import {
  addSlots,
  type ChartInterval,
  endOf,
  isLonger,
  startFrom,
  startOf,
} from '../../../src-preload/domain/markets/intervals.ts'
import { candlePeriods } from '../../../src-preload/domain/markets/markets.ts'
import type { CoveredRange } from '../api/coverage.ts'

/** Starts of buckets from `fromMs` to `toMs`, both inclusive; none where `toMs` is less. */
export interface Stretch {
  readonly fromMs: number
  readonly toMs: number
}

export interface Choice {
  readonly period: ChartInterval
  /** The buckets that start within the range; only the newest `most` where even the longest period has more of them. */
  readonly buckets: Stretch
}

/**
 * The shortest period, not shorter than `shortest`, of which the range has at most `most` starts; the longest where
 * none has so few. Months only where these are the shortest that is wanted.
 */
export function choosePeriod(
  range: { readonly fromMs: number; readonly toMs: number; readonly most: number },
  shortest: ChartInterval | null,
): Choice {
  const { fromMs, toMs, most } = range
  let chosen: Choice | null = null
  for (const period of shortest === 'month' ? [shortest] : candlePeriods) {
    if (shortest !== null && isLonger(shortest, period)) continue
    const lastMs = startOf(period, toMs)
    const firstMs = startFrom(period, fromMs)
    const oldestMs = addSlots(period, lastMs, 1 - most)
    chosen = { period, buckets: { fromMs: Math.max(firstMs, oldestMs), toMs: lastMs } }
    if (firstMs >= oldestMs) break
  }
  return chosen ?? { period: 1, buckets: { fromMs: 0, toMs: -1 } }
}

/**
 * Stretches of buckets that a source is known to hold wholly: every start of its own period in them.
 *
 * @param covered - of the source, ascending; one that reaches the start of the market holds all before it, too
 */
export function heldBuckets(
  covered: readonly CoveredRange[],
  buckets: Stretch,
  period: ChartInterval,
  sourceMs: number,
): Stretch[] {
  return covered.flatMap((range) => {
    const firstMs = range.reachesStart ? -Infinity : startFrom(period, range.fromMs)
    const lastMs = addSlots(period, startOf(period, range.toMs + sourceMs), -1)
    const held = { fromMs: Math.max(firstMs, buckets.fromMs), toMs: Math.min(lastMs, buckets.toMs) }
    return held.fromMs <= held.toMs ? [held] : []
  })
}

/** Divides ascending stretches by others: what lies in one of `held`, and what is left. Both ascending. */
export function divide(
  stretches: readonly Stretch[],
  held: readonly Stretch[],
  period: ChartInterval,
): { readonly taken: Stretch[]; readonly left: Stretch[] } {
  const taken: Stretch[] = []
  const left: Stretch[] = []
  let at = 0
  for (const { fromMs, toMs } of stretches) {
    let cursorMs = fromMs
    while ((held[at]?.toMs ?? Infinity) < fromMs) at += 1
    for (let next = at; (held[next]?.fromMs ?? Infinity) <= toMs; next += 1) {
      const each = held[next]
      if (each === undefined || each.toMs < cursorMs) continue
      if (each.fromMs > cursorMs) left.push({ fromMs: cursorMs, toMs: addSlots(period, each.fromMs, -1) })
      const endMs = Math.min(each.toMs, toMs)
      taken.push({ fromMs: Math.max(each.fromMs, cursorMs), toMs: endMs })
      cursorMs = endOf(period, endMs)
    }
    if (cursorMs <= toMs) left.push({ fromMs: cursorMs, toMs })
  }
  return { taken, left }
}
