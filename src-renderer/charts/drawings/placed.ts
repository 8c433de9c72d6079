// Drawings with their numbers read once, and conversion of their points to pixels and back. Pure.
import type { Drawing, DrawingKind, DrawingPoint } from '../../../src-preload/contract/markets/drawings.ts'
import { timeOfX, xOfCandle, priceOfY, yOfPrice, type Frame } from '../model/frame.ts'
import { candleStart } from '../layers/candle-grid.ts'
import { snapPrice } from '../layers/price-text.ts'

/** A place in device pixels. */
export interface Pixel {
  readonly x: number
  readonly y: number
}

/** A drawing whose prices are numbers, for painting and finding. */
export interface PlacedDrawing {
  readonly drawing: Drawing
  readonly prices: readonly number[]
}

export function placeDrawing(drawing: Drawing): PlacedDrawing {
  return { drawing, prices: drawing.points.map(({ price }) => Number(price)) }
}

/** Points that a click or a drag sets; the others follow. A brush takes as many as the hand draws. */
export const handCounts: Readonly<Record<DrawingKind, 1 | 2 | 3 | 'free'>> = {
  trend: 2,
  ray: 2,
  horizontal: 1,
  vertical: 1,
  channel: 3,
  rectangle: 2,
  fibonacci: 2,
  long: 1,
  short: 1,
  text: 1,
  note: 1,
  brush: 'free',
  range: 2,
}

/** The middle of the point's candle at its price; y is NaN at or below zero on a logarithmic scale. */
export function pixelOf(frame: Frame, atMs: number, price: number): Pixel {
  const { level } = frame
  return { x: xOfCandle(frame, candleStart(level, atMs)), y: yOfPrice(frame, price) }
}

export function pixelsOf(frame: Frame, { drawing, prices }: PlacedDrawing): Pixel[] {
  return drawing.points.map(({ atMs }, at) => pixelOf(frame, atMs, prices[at] ?? NaN))
}

/** The candle and the market's price at a pixel. */
export function pointOf(frame: Frame, { x, y }: Pixel): DrawingPoint {
  return {
    atMs: Math.max(0, Math.round(candleStart(frame.level, timeOfX(frame, x)))),
    price: snapPrice(priceOfY(frame, y), frame.priceDecimals),
  }
}
