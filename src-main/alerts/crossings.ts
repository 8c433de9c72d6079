// Owns: whether candles crossed the price of an alert, and what is remembered of them. Pure. Must not: fetch, store or tell.
import type { PriceAlert } from '../../src-preload/contract/alerts.ts'
import type { AlertProgress, PriceSide } from '../store/alert-rows.ts'

/** What a stretch of time did to the price; `endMs` is exclusive. */
export interface PriceStretch {
  readonly timeMs: number
  readonly endMs: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

export interface Crossing {
  readonly atMs: number
  readonly direction: 'up' | 'down'
}

export interface FollowedAlert extends Pick<PriceAlert, 'price' | 'direction' | 'isRepeating'> {
  readonly armedAtMs: number
  readonly progress: AlertProgress
}

export interface FollowLimits {
  /** Stretches that start from then on may still change: they are looked at again next time. A full minute. */
  readonly settledMs: number
  /** When the prices were looked at before; 0 for never. A crossing found now happened after. */
  readonly seenMs: number
}

/** Where the price is between two stretches. */
interface Place {
  readonly side: PriceSide | null
  readonly isResting: boolean
}

const sideOf = (price: number, level: number): PriceSide | null =>
  price < level ? 'below' : price > level ? 'above' : null

const directionFrom: Readonly<Record<PriceSide, Crossing['direction']>> = { below: 'up', above: 'down' }

/** Whether the stretch reached the level, coming from a side. */
function reaches({ high, low }: PriceStretch, side: PriceSide, level: number): boolean {
  return side === 'below' ? high >= level : low <= level
}

/** A told alert waits until a whole stretch lay off its level, on the side from which it is told of again. */
function rest(stretch: PriceStretch, level: number, waitsFor: Crossing['direction'] | 'either'): Place {
  if (stretch.high < level && waitsFor !== 'down') return { side: 'below', isResting: false }
  if (stretch.low > level && waitsFor !== 'up') return { side: 'above', isResting: false }
  return { side: null, isResting: true }
}

/**
 * What one stretch did. The order of its high and its low is not known, so only what is sure counts: the open came
 * first, the close last.
 */
function pass(
  place: Place,
  stretch: PriceStretch,
  level: number,
  wanted: FollowedAlert['direction'],
): { readonly after: Place; readonly crossed: Crossing['direction'] | null } {
  if (place.isResting) return { after: rest(stretch, level, wanted), crossed: null }
  const side = place.side ?? sideOf(stretch.open, level)
  const closed = { side: sideOf(stretch.close, level) ?? side, isResting: false }
  if (side === null || !reaches(stretch, side, level)) return { after: closed, crossed: null }
  const direction = directionFrom[side]
  if (wanted === 'either' || wanted === direction) return { after: closed, crossed: direction }
  // It came over to the side from which it is waited for; where it has also come back, that was the crossing.
  const isBack =
    side === 'above'
      ? stretch.low < level && stretch.close >= level
      : stretch.high > level && stretch.close <= level
  return { after: closed, crossed: isBack ? (side === 'above' ? 'up' : 'down') : null }
}

/**
 * The price of an alert among candles. These are doubles as the service sends them, and the nearest double of a decimal text is the one
 * that the same price has there; it is compared, never reckoned or shown with.
 */
export function levelOf(price: string): number {
  return Number(price)
}

/**
 * Follows an alert through ascending stretches without gaps in what is known. What happened before it was armed does not
 * count: of the stretch in which that was, only the close does, which has been seen since. One crossing a stretch.
 */
export function followAlert(
  alert: FollowedAlert,
  stretches: readonly PriceStretch[],
  { settledMs, seenMs }: FollowLimits,
): { readonly progress: AlertProgress; readonly crossings: readonly Crossing[] } {
  const level = levelOf(alert.price)
  const { checkedMs, crossedCandleMs } = alert.progress
  const startMs = Math.max(checkedMs, alert.armedAtMs)
  const keptMs = Math.max(checkedMs, settledMs)
  const crossings: Crossing[] = []
  let place: Place = { side: alert.progress.side, isResting: alert.progress.isResting }
  let kept = place
  let newestMs = crossedCandleMs
  for (const stretch of stretches) {
    if (stretch.endMs <= checkedMs) continue
    const isCut = stretch.timeMs < startMs
    const { close } = stretch
    const seen = isCut ? { ...stretch, open: close, high: close, low: close } : stretch
    // What is told first of where the price was must outlive the stretch, whose close will be another one.
    if (isCut && place.side === null && !place.isResting) {
      place = { ...place, side: sideOf(close, level) }
      kept = place
    }
    if (newestMs !== null && stretch.timeMs <= newestMs) {
      if (stretch.timeMs === newestMs) place = { side: null, isResting: true }
    } else {
      const { after, crossed } = pass(place, seen, level, alert.direction)
      place = after
      if (crossed !== null) {
        const atMs = Math.max(stretch.timeMs, Math.min(seenMs, stretch.endMs), alert.armedAtMs)
        crossings.push({ atMs, direction: crossed })
        newestMs = stretch.timeMs
        place = { side: null, isResting: true }
        if (!alert.isRepeating) break
      }
    }
    if (stretch.endMs <= keptMs) kept = place
  }
  const progress = { checkedMs: keptMs, ...kept, crossedCandleMs: newestMs }
  return { progress, crossings }
}
