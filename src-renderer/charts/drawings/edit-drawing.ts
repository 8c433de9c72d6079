// Changes of drawings by hand and by key: moving, magnet, copies. Pure.
import type { Drawing, DrawingPoint } from '../../../src-preload/contract/markets/drawings.ts'
import { axisOf, timeOfAxis } from '../../../src-preload/domain/markets/intervals.ts'
import { yOfPrice, type Frame } from '../model/frame.ts'
import { snapPrice } from '../layers/price-text.ts'
import { pixelOf, type Pixel, pointOf } from './placed.ts'
import { isOrdered } from './position.ts'

/** Distance within which the magnet takes a price, in CSS pixels. */
const magnetReach = 24

/** A drawing with points that a pointer can take: a brush stroke is moved as a whole. */
export function handlesOf({ kind, points }: Drawing): readonly DrawingPoint[] {
  return kind === 'brush' ? [] : points
}

/** The open, high, low or close nearest to a point in its candle, if it is near on screen; else the point itself. */
export function attract(frame: Frame, point: DrawingPoint): DrawingPoint {
  const { buffer } = frame.level
  const candle = buffer.candleAt(buffer.nearest(point.atMs))
  if (candle === null || candle.timeMs !== point.atMs) return point
  const y = yOfPrice(frame, Number(point.price))
  let least = magnetReach * frame.layout.dpr
  let taken: number | null = null
  for (const price of [candle.open, candle.high, candle.low, candle.close]) {
    const distance = Math.abs(yOfPrice(frame, price) - y)
    if (!(distance <= least)) continue
    least = distance
    taken = price
  }
  return taken === null ? point : { ...point, price: snapPrice(taken, frame.priceDecimals) }
}

/** What is moved: a point of a drawing, or null for all of it. */
export type Handle = number | null

/**
 * A drawing after one of its points, or all of it, was moved by device pixels. The whole keeps its shape in time; nothing
 * moves a locked drawing. The same object where nothing changed.
 */
export function dragDrawing(
  frame: Frame,
  drawing: Drawing,
  handle: Handle,
  by: Pixel,
  hasMagnet: boolean,
): Drawing {
  if (drawing.isLocked) return drawing
  const moved =
    handle === null ? moveWhole(frame, drawing, by) : movePoint(frame, drawing, handle, by, hasMagnet)
  return isSame(drawing, moved) ? drawing : moved
}

/**
 * Moves by whole candles and steps of price: one pixel of the scale, and at least one step of the market. Positive is later
 * and higher.
 */
export function nudgeDrawing(
  frame: Frame,
  drawing: Drawing,
  handle: Handle,
  { candles, steps }: { readonly candles: number; readonly steps: number },
): Drawing {
  const dpr = frame.layout.dpr
  const width = frame.x.factor * frame.level.periodMs
  const moved = dragDrawing(frame, drawing, handle, { x: candles * width, y: -steps * dpr }, false)
  // The price of a vertical line is not seen: undo would take back what nobody did.
  if (moved !== drawing || steps === 0 || drawing.isLocked || drawing.kind === 'vertical') return moved
  const tick = steps * 10 ** -frame.priceDecimals
  return withPoints(drawing, (point, at) =>
    handle === null || handle === at
      ? { ...point, price: snapPrice(Number(point.price) + tick, frame.priceDecimals) }
      : point,
  )
}

/** A copy with an ID of its own, beside the original where that is on the same market. */
export function copyDrawing(drawing: Drawing, { id, market, nowMs, frame }: CopyOptions): Drawing {
  const copy = { ...drawing, id, market, createdAtMs: nowMs, isLocked: false, isHidden: false }
  if (frame === null || market !== drawing.market) return copy
  const { dpr } = frame.layout
  return moveWhole(frame, copy, { x: 24 * dpr, y: 24 * dpr })
}

export interface CopyOptions {
  readonly id: string
  readonly market: string
  readonly nowMs: number
  /** Null: the copy stands on its original. */
  readonly frame: Frame | null
}

function withPoints(drawing: Drawing, change: (point: DrawingPoint, at: number) => DrawingPoint): Drawing {
  const moved = { ...drawing, points: drawing.points.map(change) }
  // A target below the entry of a long position would be a loss by another name.
  return (moved.kind === 'long' || moved.kind === 'short') && !isOrdered(moved) ? drawing : moved
}

function moveWhole(frame: Frame, drawing: Drawing, by: Pixel): Drawing {
  const { period, periodMs } = frame.level
  const shift = drawing.kind === 'horizontal' ? 0 : Math.round(by.x / (frame.x.factor * periodMs)) * periodMs
  const shifted = (atMs: number): number =>
    shift === 0 ? atMs : Math.round(timeOfAxis(period, axisOf(period, atMs) + shift))
  return withPoints(drawing, ({ atMs, price }) => {
    const y = yOfPrice(frame, Number(price)) + by.y
    const isStill = by.y === 0 || drawing.kind === 'vertical'
    return {
      atMs: Math.max(0, shifted(atMs)),
      price: isStill || !Number.isFinite(y) ? price : pointOf(frame, { x: 0, y }).price,
    }
  })
}

function movePoint(frame: Frame, drawing: Drawing, handle: number, by: Pixel, hasMagnet: boolean): Drawing {
  const held = drawing.points[handle]
  if (held === undefined) return drawing
  const from = pixelOf(frame, held.atMs, Number(held.price))
  const free = pointOf(frame, { x: from.x + by.x, y: from.y + by.y })
  const taken = hasMagnet ? attract(frame, free) : free
  const next = {
    atMs: by.x === 0 || drawing.kind === 'horizontal' ? held.atMs : taken.atMs,
    price: (by.y === 0 && !hasMagnet) || drawing.kind === 'vertical' ? held.price : taken.price,
  }
  const isPosition = drawing.kind === 'long' || drawing.kind === 'short'
  return withPoints(drawing, (point, at) => {
    if (at === handle) return next
    // Target and stop share the right edge.
    return isPosition && handle > 0 && at > 0 ? { ...point, atMs: next.atMs } : point
  })
}

function isSame(a: Drawing, b: Drawing): boolean {
  return a.points.every(({ atMs, price }, at) => {
    const other = b.points[at]
    return other !== undefined && other.atMs === atMs && other.price === price
  })
}
