// Which period a range of candles is shown in, and which stretches of it which source is known to hold. Pure.
import { candlePeriods, type CandlePeriod } from '../../../src-preload/domain/markets/markets.ts'
import { floorTo } from './candle-aggregate.ts'
import type { CoveredRange } from '../api/coverage.ts'

const minuteMs = 60_000

/** Starts of buckets from `fromMs` to `toMs`, both inclusive; none where `toMs` is less. */
export interface Stretch {
  readonly fromMs: number
  readonly toMs: number
}

export interface Choice {
  readonly period: CandlePeriod
  readonly periodMs: number
  /** The buckets that start within the range; only the newest `most` where even the longest period has more of them. */
  readonly buckets: Stretch
}

/**
 * The shortest period, not shorter than `shortest`, of which the range has at most `most` starts; the longest where
 * none has so few.
 */
export function choosePeriod(
  range: { readonly fromMs: number; readonly toMs: number; readonly most: number },
  shortest: CandlePeriod | null,
): Choice {
  const { fromMs, toMs, most } = range
  let chosen: Choice | null = null
  for (const period of candlePeriods) {
    if (period < (shortest ?? 1)) continue
    const periodMs = period * minuteMs
    const lastMs = floorTo(toMs, periodMs)
    const firstMs = Math.ceil(fromMs / periodMs) * periodMs
    const oldestMs = lastMs - (most - 1) * periodMs
    chosen = { period, periodMs, buckets: { fromMs: Math.max(firstMs, oldestMs), toMs: lastMs } }
    if (firstMs >= oldestMs) break
  }
  return chosen ?? { period: 1, periodMs: minuteMs, buckets: { fromMs: 0, toMs: -minuteMs } }
}

/**
 * Stretches of buckets that a source is known to hold wholly: every start of its own period in them.
 *
 * @param covered - of the source, ascending; one that reaches the start of the market holds all before it, too
 */
export function heldBuckets(
  covered: readonly CoveredRange[],
  buckets: Stretch,
  periodMs: number,
  sourceMs: number,
): Stretch[] {
  return covered.flatMap((range) => {
    const firstMs = range.reachesStart ? -Infinity : Math.ceil(range.fromMs / periodMs) * periodMs
    const lastMs = floorTo(range.toMs + sourceMs, periodMs) - periodMs
    const held = { fromMs: Math.max(firstMs, buckets.fromMs), toMs: Math.min(lastMs, buckets.toMs) }
    return held.fromMs <= held.toMs ? [held] : []
  })
}

/** Divides ascending stretches by others: what lies in one of `held`, and what is left. Both ascending. */
export function divide(
  stretches: readonly Stretch[],
  held: readonly Stretch[],
  periodMs: number,
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
      if (each.fromMs > cursorMs) left.push({ fromMs: cursorMs, toMs: each.fromMs - periodMs })
      const endMs = Math.min(each.toMs, toMs)
      taken.push({ fromMs: Math.max(each.fromMs, cursorMs), toMs: endMs })
      cursorMs = endMs + periodMs
    }
    if (cursorMs <= toMs) left.push({ fromMs: cursorMs, toMs })
  }
  return { taken, left }
}
