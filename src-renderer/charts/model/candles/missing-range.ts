// Which candles around a view are wanted, and which of them are missing. Pure.
import { startOf } from '../../../../src-preload/domain/markets/intervals.ts'
import type { CachedLevel } from './cached-level.ts'
import type { TimeRange } from './time-ranges.ts'

/** Candles per response (two for each of 8,000 pixels), less the rounding to whole periods. */
export const maxCandles = 15_900
/** An anchor farther before the view is not loaded: what lies between would leave too little room for panning. */
export const maxAnchorCandles = 10_000
const narrowest = 100
const widest = 8_000
/** Screens cached beyond the view on each side. */
const screensKept = 4

/** Request width for which this many candles fit into the response without a coarser period. */
export function widthFor(candles: number): number {
  return Math.min(widest, Math.max(narrowest, Math.ceil(candles / 2) + 1))
}

/** Ranges around a view. */
interface Surroundings {
  /** Minimum: half a screen on each side. */
  readonly near: TimeRange
  /** Requested: a screen on each side. */
  readonly far: TimeRange
}

function surround(
  view: TimeRange,
  { period, periodMs }: CachedLevel,
  warmUp: number,
  noneBeforeMs: number,
): Surroundings {
  const { spanMs, warm, mostMs } = measure(view, periodMs, warmUp)
  const marginMs = Math.min(spanMs, mostMs)
  const startMs = startOf(period, noneBeforeMs)
  // The first candle in view may start before the view.
  const firstMs = view.fromMs - (1 + warm) * periodMs
  return {
    near: { fromMs: Math.max(startMs, firstMs - marginMs / 2), toMs: view.toMs + marginMs / 2 },
    far: { fromMs: Math.max(startMs, firstMs - marginMs), toMs: view.toMs + marginMs },
  }
}

/** Missing range of a level for a view and its surroundings; null when it has enough. */
export function missingRange(
  level: CachedLevel,
  view: TimeRange,
  warmUp: number,
  noneBeforeMs: number,
): TimeRange | null {
  const { near, far } = surround(view, level, warmUp, noneBeforeMs)
  const { held } = level
  if (near.toMs < near.fromMs) return null
  if (held === null || held.toMs < far.fromMs || held.fromMs > far.toMs) return far
  const isLeft = held.fromMs > near.fromMs
  const isRight = held.toMs < near.toMs
  if (isLeft && isRight) return far
  if (isLeft) return { fromMs: far.fromMs, toMs: held.fromMs - 1 }
  return isRight ? { fromMs: held.toMs + 1, toMs: far.toMs } : null
}

/** Range to keep around a view: at most one response. */
export function rangeToCache(view: TimeRange, periodMs: number, warmUp: number): TimeRange {
  const { spanMs, warm, mostMs } = measure(view, periodMs, warmUp)
  const roomMs = Math.min(screensKept * spanMs, mostMs)
  return { fromMs: view.fromMs - (1 + warm) * periodMs - roomMs, toMs: view.toMs + roomMs }
}

/** Length of a view, number of warm-up candles before it, and maximum time on each side. */
function measure(view: TimeRange, periodMs: number, warmUp: number) {
  const spanMs = Math.max(view.toMs - view.fromMs, periodMs)
  const spare = Math.max(0, maxCandles - spanMs / periodMs - 4)
  const warm = Math.min(warmUp, spare)
  return { spanMs, warm, mostMs: ((spare - warm) / 2) * periodMs }
}
