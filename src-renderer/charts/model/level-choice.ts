// Owns: which period a stretch of time is drawn in at a width, and which held level stands in for it. Pure.
// Must not: ask, or hold anything.
import { candlePeriods } from '../../../src-preload/domain/markets.ts'
import type { CandlePeriod } from '../../../src-preload/domain/markets.ts'
import type { HeldLevel } from './held-level.ts'
import type { TimeStretch } from './stretches.ts'

const minuteMs = 60_000
/** A hair more than one candle per device pixel is still one. */
const tolerance = 1.01
/** From this share of the view on, what is there of the wanted level is drawn rather than another one. */
const enough = 0.5
/** So many candles per pixel are drawn for lack of others. */
const mostPerPx = 8
/** About so many candles tell where within one coarse candle a finer one is. */
const fewCandles = 200

/** The shortest period, not shorter than `shortest`, with about one candle per pixel; the longest where none has so few. */
export function choosePeriod(spanMs: number, widthPx: number, shortest: CandlePeriod): CandlePeriod {
  const most = Math.max(1, widthPx) * tolerance
  return (
    candlePeriods.find((each) => each >= shortest && spanMs / (each * minuteMs) <= most) ??
    candlePeriods[candlePeriods.length - 1] ??
    shortest
  )
}

/** The next finer period to look into one candle of `period` with; never shorter than `shortest`. */
export function finerPeriod(period: CandlePeriod, shortest: CandlePeriod): CandlePeriod {
  return candlePeriods.find((each) => each >= shortest && period / each <= fewCandles) ?? shortest
}

/**
 * What to draw a view from: the wanted level where it has half of the view, else the next coarser one that has all of
 * it, else whichever has most. Null where none has anything.
 */
export function chooseLevel(
  wanted: HeldLevel,
  others: Iterable<HeldLevel>,
  view: TimeStretch,
  widthPx: number,
): HeldLevel | null {
  const own = wanted.share(view)
  if (own >= enough) return wanted
  let coarser: HeldLevel | null = null
  let best: HeldLevel | null = own > 0 ? wanted : null
  let bestShare = own
  for (const each of others) {
    const share = each.share(view)
    const perPx = (view.toMs - view.fromMs) / each.periodMs / Math.max(1, widthPx)
    if (each === wanted || share === 0 || perPx > mostPerPx) continue
    if (share === 1 && each.period > wanted.period && each.period < (coarser?.period ?? Infinity))
      coarser = each
    if (share > bestShare) {
      best = each
      bestShare = share
    }
  }
  return coarser ?? best
}
