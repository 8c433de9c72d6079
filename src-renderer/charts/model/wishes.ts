// Owns: how much around a view is wanted, and which part of it is missing. Pure. Must not: ask.
import type { HeldLevel } from './held-level.ts'
import type { TimeStretch } from './stretches.ts'

/** As many candles as one answer can have (two for each of 8,000 pixels), less what rounding to whole periods adds. */
export const mostCandles = 15_900
const narrowest = 100
const widest = 8_000
/** How many screens beyond the view are kept to each side. */
const screensKept = 4

/** The width to ask with, so that so many candles fit into the answer and no coarser ones are chosen. */
export function widthFor(candles: number): number {
  return Math.min(widest, Math.max(narrowest, Math.ceil(candles / 2) + 1))
}

/** What a view is made of, and what is asked for around it. */
interface Surroundings {
  /** Less than this is not enough: half a screen to each side. */
  readonly near: TimeStretch
  /** So much is asked for: a screen to each side. */
  readonly far: TimeStretch
}

function surround(view: TimeStretch, periodMs: number, warmUp: number, noneBeforeMs: number): Surroundings {
  const { spanMs, warm, mostMs } = measure(view, periodMs, warmUp)
  const marginMs = Math.min(spanMs, mostMs)
  const startMs = Math.floor(noneBeforeMs / periodMs) * periodMs
  // The first candle in view may begin before it.
  const firstMs = view.fromMs - (1 + warm) * periodMs
  return {
    near: { fromMs: Math.max(startMs, firstMs - marginMs / 2), toMs: view.toMs + marginMs / 2 },
    far: { fromMs: Math.max(startMs, firstMs - marginMs), toMs: view.toMs + marginMs },
  }
}

/** What to ask for so that a level has a view and what is around it; null where it has enough. */
export function missingOf(
  { held, periodMs }: HeldLevel,
  view: TimeStretch,
  warmUp: number,
  noneBeforeMs: number,
): TimeStretch | null {
  const { near, far } = surround(view, periodMs, warmUp, noneBeforeMs)
  if (near.toMs < near.fromMs) return null
  if (held === null || held.toMs < far.fromMs || held.fromMs > far.toMs) return far
  const isLeft = held.fromMs > near.fromMs
  const isRight = held.toMs < near.toMs
  if (isLeft && isRight) return far
  if (isLeft) return { fromMs: far.fromMs, toMs: held.fromMs - 1 }
  return isRight ? { fromMs: held.toMs + 1, toMs: far.toMs } : null
}

/** What is worth keeping around a view: no more than one answer can have. */
export function keptAround(view: TimeStretch, periodMs: number, warmUp: number): TimeStretch {
  const { spanMs, warm, mostMs } = measure(view, periodMs, warmUp)
  const roomMs = Math.min(screensKept * spanMs, mostMs)
  return { fromMs: view.fromMs - (1 + warm) * periodMs - roomMs, toMs: view.toMs + roomMs }
}

/** How long a view is, how many candles there can be before it for the indicators, and how much to each side of that. */
function measure(view: TimeStretch, periodMs: number, warmUp: number) {
  const spanMs = Math.max(view.toMs - view.fromMs, periodMs)
  const spare = Math.max(0, mostCandles - spanMs / periodMs - 4)
  const warm = Math.min(warmUp, spare)
  return { spanMs, warm, mostMs: ((spare - warm) / 2) * periodMs }
}
