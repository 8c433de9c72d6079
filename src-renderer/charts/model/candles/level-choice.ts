// Chooses the period for a time range at a width, and the cached level that stands in for it. Pure.
import { candlePeriods } from '../../../../src-preload/domain/markets/markets.ts'
import { type ChartInterval, intervalMs } from '../../../../src-preload/domain/markets/intervals.ts'
import type { CachedLevel } from './cached-level.ts'
import type { TimeRange } from './time-ranges.ts'

/** Slightly more than one candle per device pixel counts as one. */
const tolerance = 1.01
/** The wanted level is drawn once it covers this share of the view. */
const enough = 0.5
/** Maximum candles per pixel when no better level is available. */
const maxCandlesPerPx = 8
/** About how many finer candles are needed to locate one inside a coarse candle. */
const fewCandles = 200

/**
 * Returns the shortest period, at least `shortest`, with about one candle per pixel; the longest period when none
 * qualifies. Months only where these are the chosen ones.
 */
export function choosePeriod(spanMs: number, widthPx: number, shortest: ChartInterval): ChartInterval {
  if (shortest === 'month') return shortest
  const most = Math.max(1, widthPx) * tolerance
  return (
    candlePeriods.find((each) => each >= shortest && spanMs / intervalMs(each) <= most) ??
    candlePeriods[candlePeriods.length - 1] ??
    shortest
  )
}

/** Returns the next finer period for a search inside one candle of `period`; at least `shortest`. */
export function finerPeriod(period: ChartInterval, shortest: ChartInterval): ChartInterval {
  if (shortest === 'month') return shortest
  const periodMs = intervalMs(period)
  return (
    candlePeriods.find((each) => each >= shortest && periodMs / intervalMs(each) <= fewCandles) ?? shortest
  )
}

/**
 * Chooses the level to draw: the wanted one when it covers half of the view, else the next coarser one that covers all of
 * it, else the one that covers most. Null when none covers anything.
 */
export function chooseLevel(
  wanted: CachedLevel,
  others: Iterable<CachedLevel>,
  view: TimeRange,
  widthPx: number,
): CachedLevel | null {
  const own = wanted.share(view)
  if (own >= enough) return wanted
  let coarser: CachedLevel | null = null
  let best: CachedLevel | null = own > 0 ? wanted : null
  let bestShare = own
  for (const each of others) {
    const share = each.share(view)
    const perPx = (view.toMs - view.fromMs) / each.periodMs / Math.max(1, widthPx)
    if (each === wanted || share === 0 || perPx > maxCandlesPerPx) continue
    if (share === 1 && each.periodMs > wanted.periodMs && each.periodMs < (coarser?.periodMs ?? Infinity))
      coarser = each
    if (share > bestShare) {
      best = each
      bestShare = share
    }
  }
  return coarser ?? best
}
