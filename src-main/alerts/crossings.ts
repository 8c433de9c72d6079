// Decides whether candles crossed the price of an alert. Pure.
import type { PriceAlert } from '../../src-preload/contract/app/alerts.ts'
import type { AlertProgress, PriceSide } from '../store/api/alert-rows.ts'

/** Price range of a time range; `endMs` is exclusive. */
export interface PriceRange {
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
  /** Candles from this time on may still change and are read again next time. A full minute. */
  readonly settledMs: number
  /** When prices were last checked; 0 for never. A crossing found now happened later. */
  readonly seenMs: number
}

/** Position of the price between two candles. */
interface Place {
  readonly side: PriceSide | null
  readonly isResting: boolean
}

const sideOf = (price: number, level: number): PriceSide | null =>
  price < level ? 'below' : price > level ? 'above' : null

const directionFrom: Readonly<Record<PriceSide, Crossing['direction']>> = { below: 'up', above: 'down' }

/** Whether the candle reached the level, coming from the given side. */
function reaches({ high, low }: PriceRange, side: PriceSide, level: number): boolean {
  return side === 'below' ? high >= level : low <= level
}

/** After a notification the alert waits until a whole candle is off its level, on the side from which it can fire again. */
function rest(range: PriceRange, level: number, waitsFor: Crossing['direction'] | 'either'): Place {
  if (range.high < level && waitsFor !== 'down') return { side: 'below', isResting: false }
  if (range.low > level && waitsFor !== 'up') return { side: 'above', isResting: false }
  return { side: null, isResting: true }
}

/** Evaluates one candle. The order of its high and low is unknown, so only facts count: open comes first, close last. */
function pass(
  place: Place,
  range: PriceRange,
  level: number,
  wanted: FollowedAlert['direction'],
): { readonly after: Place; readonly crossed: Crossing['direction'] | null } {
  if (place.isResting) return { after: rest(range, level, wanted), crossed: null }
  const side = place.side ?? sideOf(range.open, level)
  const closed = { side: sideOf(range.close, level) ?? side, isResting: false }
  if (side === null || !reaches(range, side, level)) return { after: closed, crossed: null }
  const direction = directionFrom[side]
  if (wanted === 'either' || wanted === direction) return { after: closed, crossed: direction }
  // The price returned to the side from which the alert fires; if it crossed back within the candle, that was a crossing.
  const isBack =
    side === 'above' ? range.low < level && range.close >= level : range.high > level && range.close <= level
  return { after: closed, crossed: isBack ? (side === 'above' ? 'up' : 'down') : null }
}

/**
 * The price of an alert for comparison with candles. Candle prices are doubles from the exchange, and a decimal text parses
 * to the same nearest double. Used only for comparison, never for calculation or display.
 */
export function levelOf(price: string): number {
  return Number(price)
}

/**
 * Evaluates an alert over ascending, gapless candles. Nothing before it was armed counts: of the candle in which it was
 * armed, only the close does, which came later. At most one crossing per candle.
 */
export function followAlert(
  alert: FollowedAlert,
  ranges: readonly PriceRange[],
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
  for (const range of ranges) {
    if (range.endMs <= checkedMs) continue
    const isCut = range.timeMs < startMs
    const { close } = range
    const seen = isCut ? { ...range, open: close, high: close, low: close } : range
    // The first known side must be stored beyond this candle, because its close will still change.
    if (isCut && place.side === null && !place.isResting) {
      place = { ...place, side: sideOf(close, level) }
      kept = place
    }
    if (newestMs !== null && range.timeMs <= newestMs) {
      if (range.timeMs === newestMs) place = { side: null, isResting: true }
    } else {
      const { after, crossed } = pass(place, seen, level, alert.direction)
      place = after
      if (crossed !== null) {
        const atMs = Math.max(range.timeMs, Math.min(seenMs, range.endMs), alert.armedAtMs)
        crossings.push({ atMs, direction: crossed })
        newestMs = range.timeMs
        place = { side: null, isResting: true }
        if (!alert.isRepeating) break
      }
    }
    if (range.endMs <= keptMs) kept = place
  }
  const progress = { checkedMs: keptMs, ...kept, crossedCandleMs: newestMs }
  return { progress, crossings }
}
