// Where drawings are on a chart, worked out from two places whose price and time its axes tell. Shares nothing with the product.
import type { Drawing } from '../../../src-preload/contract/markets/drawings.ts'

/** CSS pixels from the top left corner of the chart. */
export interface Point {
  readonly x: number
  readonly y: number
}

export interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** What the axes tell of a place: the middle and the start of its candle, and its price. */
export interface Reading {
  readonly x: number
  readonly y: number
  readonly timeMs: number
  readonly price: number
  readonly decimals: number
}

/** Pixels of times and prices. Candles start at multiples of their period. */
export class View {
  readonly periodMs: number
  /** Width of a candle in pixels. */
  readonly spacing: number
  /** Change of the price from a pixel to the one below. */
  readonly slope: number
  readonly decimals: number
  readonly tick: number
  /** Where the pointer can be without touching an axis or the legend. */
  readonly plot: Box
  readonly #from: Reading

  constructor(from: Reading, to: Reading, periodMs: number, plot: Box) {
    this.periodMs = periodMs
    this.spacing = (to.x - from.x) / Math.round((to.timeMs - from.timeMs) / periodMs)
    this.slope = (to.price - from.price) / (to.y - from.y)
    this.decimals = from.decimals
    this.tick = 10 ** -from.decimals
    this.plot = plot
    this.#from = from
  }

  /** The middle of the candle that a time is in. */
  xOf(timeMs: number): number {
    const startMs = Math.floor(timeMs / this.periodMs) * this.periodMs
    return this.#from.x + ((startMs - this.#from.timeMs) / this.periodMs) * this.spacing
  }

  yOf(price: number): number {
    return this.#from.y + (price - this.#from.price) / this.slope
  }

  /** Start of the candle whose middle is nearest. */
  timeAt(x: number): number {
    return this.#from.timeMs + Math.round((x - this.#from.x) / this.spacing) * this.periodMs
  }

  priceAt(y: number): number {
    return this.#from.price + (y - this.#from.y) * this.slope
  }

  isInside({ x, y }: Point, room = 0): boolean {
    return isIn(this.plot, { x, y }, -room)
  }

  pointsOf({ points }: Drawing): Point[] {
    return points.map(({ atMs, price }) => ({ x: this.xOf(atMs), y: this.yOf(Number(price)) }))
  }
}

export type Line = readonly [Point, Point]

/** As far as any line is drawn on a screen. */
const farPx = 5_000
const levels = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1]

/** The lines by which a drawing is seen and found. */
export function linesOf(view: View, drawing: Drawing): Line[] {
  const [a, b = a, c = b] = view.pointsOf(drawing)
  if (a === undefined || b === undefined || c === undefined) return []
  const across = (y: number, from: number, to: number): Line => [
    { x: from, y },
    { x: to, y },
  ]
  const down = (x: number, from: number, to: number): Line => [
    { x, y: from },
    { x, y: to },
  ]
  switch (drawing.kind) {
    case 'horizontal':
      return [across(a.y, -farPx, farPx)]
    case 'vertical':
      return [down(a.x, -farPx, farPx)]
    case 'ray': {
      const length = Math.hypot(b.x - a.x, b.y - a.y)
      const far = { x: a.x + ((b.x - a.x) / length) * farPx, y: a.y + ((b.y - a.y) / length) * farPx }
      return [[a, length === 0 ? b : far]]
    }
    case 'rectangle':
      return [across(a.y, a.x, b.x), across(b.y, a.x, b.x), down(a.x, a.y, b.y), down(b.x, a.y, b.y)]
    case 'fibonacci':
      return [[a, b], ...levels.map((level) => across(b.y + (a.y - b.y) * level, a.x, b.x))]
    case 'channel': {
      const slope = a.x === b.x ? 0 : (b.y - a.y) / (b.x - a.x)
      const offset = c.y - (a.y + slope * (c.x - a.x))
      return [0, 0.5, 1].map((share) => [
        { x: a.x, y: a.y + offset * share },
        { x: b.x, y: b.y + offset * share },
      ])
    }
    default:
      return [[a, b]]
  }
}

/** Words belong to a drawing too, and end about there: neither on it nor beside it. */
export function wordsOf(view: View, drawing: Drawing): Box[] {
  if (drawing.kind !== 'fibonacci') return []
  const [a, b] = view.pointsOf(drawing)
  if (a === undefined || b === undefined) return []
  const left = Math.min(a.x, b.x)
  return levels.map((level) => {
    const y = b.y + (a.y - b.y) * level
    return { left: left - 6, right: left + 150, top: y - 26, bottom: y + 10 }
  })
}

export function isIn({ left, right, top, bottom }: Box, { x, y }: Point, room = 0): boolean {
  return x >= left - room && x <= right + room && y >= top - room && y <= bottom + room
}

export function distanceToLine([from, to]: Line, at: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : ((at.x - from.x) * dx + (at.y - from.y) * dy) / length
  const near = Math.max(0, Math.min(1, share))
  return Math.hypot(from.x + near * dx - at.x, from.y + near * dy - at.y)
}

export function distanceTo(view: View, drawing: Drawing, at: Point): number {
  return Math.min(...linesOf(view, drawing).map((line) => distanceToLine(line, at)))
}
