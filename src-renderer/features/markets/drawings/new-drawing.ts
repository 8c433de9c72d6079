// New drawings: the points that a hand did not set, and their first look. Pure except for the random ID.
import type {
  Drawing,
  DrawingKind,
  DrawingPoint,
  DrawingStyle,
} from '../../../../src-preload/contract/markets/drawings.ts'
import { axisOf, timeOfAxis } from '../../../../src-preload/domain/markets/intervals.ts'
import { candleStart } from '../../../charts/layers/candle-grid.ts'
import { snapPrice } from '../../../charts/layers/price-text.ts'
import type { Frame } from '../../../charts/model/frame.ts'

/** Lost at the stop of a new position, in the quote currency, until the user says otherwise. */
const firstRisk = '100'
/** Shares of the view that a new position takes. */
const positionShare = { width: 0.15, target: 0.2, stop: 0.1 }

const firstColors: Partial<Record<DrawingKind, DrawingStyle['color']>> = {
  horizontal: 'quiet',
  note: 'text',
  text: 'text',
  long: 'text',
  short: 'text',
}

export interface NewDrawing {
  readonly kind: DrawingKind
  readonly market: string
  /** As many as the hand sets. */
  readonly points: readonly DrawingPoint[]
  readonly nowMs: number
}

/** @param frame - for the size of a position; null where its kind needs none */
export function makeDrawing({ kind, market, points, nowMs }: NewDrawing, frame: Frame | null): Drawing {
  const base = {
    id: crypto.randomUUID(),
    market,
    createdAtMs: nowMs,
    style: { color: firstColors[kind] ?? 'line1', width: 1, dash: 'solid' },
    text: '',
    isLocked: false,
    isHidden: false,
  } as const
  if (kind !== 'long' && kind !== 'short') return { kind, ...base, points: [...points] }
  return { kind, ...base, points: positionPoints(kind, points, frame), risk: firstRisk }
}

function positionPoints(
  kind: 'long' | 'short',
  [entry]: readonly DrawingPoint[],
  frame: Frame | null,
): DrawingPoint[] {
  if (entry === undefined || frame === null) return []
  const { level, fromMs, toMs, priceRange, priceDecimals } = frame
  const side = kind === 'long' ? 1 : -1
  const least = level.periodMs * 3
  const across = axisOf(level.period, toMs) - axisOf(level.period, fromMs)
  const wide = Math.max(least, across * positionShare.width)
  const endMs = timeOfAxis(level.period, axisOf(level.period, entry.atMs) + wide)
  const atMs = Math.round(candleStart(level, endMs))
  const high = priceRange.max - priceRange.min
  /** At least two steps of price, so that both are apart from the entry. */
  const away = (direction: number, share: number): string =>
    snapPrice(
      Number(entry.price) + direction * Math.max(share * high, 2 * 10 ** -priceDecimals),
      priceDecimals,
    )
  return [
    entry,
    { atMs, price: away(side, positionShare.target) },
    { atMs, price: away(-side, positionShare.stop) },
  ]
}
