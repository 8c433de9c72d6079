// A horizontal line at a price with its label, for drawings and alerts: painting and hit testing.
import { lineWidth, plotRight, yOfPrice, type Frame } from '../model/frame.ts'
import type { ChartTheme } from '../painters/theme.ts'
import type { Place } from './layer.ts'

/** Hit distance in CSS pixels. */
export const lineReach = 6
const wordSize = 11
const inset = 8

/** An item with an ID at a price. */
export interface AtPrice {
  readonly id: string
  readonly price: number
}

export interface LineLook {
  readonly color: string
  readonly textColor: string
  /** Dash and gap in CSS pixels; empty for a solid line. */
  readonly dash: readonly number[]
  /** CSS pixels. */
  readonly width: number
  /** Space at the right end that the label leaves free, in CSS pixels. */
  readonly endRoom: number
}

/** Paints a full-width line with its label above the right end. Returns the line's row in device pixels. */
export function paintPriceLine(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  price: number,
  text: string,
  look: LineLook,
  theme: ChartTheme,
): number {
  const { dpr } = frame.layout
  const width = lineWidth(frame) * look.width
  const y = Math.round(yOfPrice(frame, price))
  const right = plotRight(frame)
  ctx.strokeStyle = look.color
  ctx.lineWidth = width
  ctx.setLineDash(look.dash.map((length) => length * dpr))
  ctx.beginPath()
  ctx.moveTo(0, y + width / 2)
  ctx.lineTo(right, y + width / 2)
  ctx.stroke()
  ctx.setLineDash([])
  if (text !== '') {
    const x = right - (inset + look.endRoom) * dpr
    paintLabel(ctx, text, x, y - (wordSize / 2 + 3) * dpr, dpr, look.textColor, theme)
  }
  return y
}

/** Text that ends at `x`, outlined in the surface color so that candles do not show through. */
function paintLabel(
  ctx: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  dpr: number,
  color: string,
  theme: ChartTheme,
): void {
  ctx.font = `500 ${wordSize * dpr}px ${theme.fontFamily}`
  ctx.textAlign = 'right'
  ctx.textBaseline = 'middle'
  ctx.lineJoin = 'round'
  ctx.strokeStyle = theme.surface
  ctx.lineWidth = 3 * dpr
  ctx.strokeText(text, x, y)
  ctx.fillStyle = color
  ctx.fillText(text, x, y)
}

/** True when a price is on the axis of a frame. */
export function isOnAxis(frame: Frame, price: number): boolean {
  return price >= frame.priceRange.min && price <= frame.priceRange.max
}

export interface NearLine<Line> {
  readonly line: Line
  /** CSS pixels. */
  readonly distance: number
}

/** Nearest line within reach; the one drawn later when two are equally near. */
export function nearestLine<Line extends AtPrice>(
  frame: Frame,
  lines: readonly Line[],
  place: Place,
): NearLine<Line> | null {
  const { dpr } = frame.layout
  let found: NearLine<Line> | null = null
  let least = lineReach
  for (const line of lines) {
    const distance = Math.abs(yOfPrice(frame, line.price) / dpr - place.y)
    // Negated comparison: NaN (a price at or below zero on a logarithmic scale) never matches.
    if (!(distance <= least)) continue
    found = { line, distance }
    least = distance
  }
  return found
}

/** Returns the first line of a text, shortened for the chart. */
export function shortenLabel(text: string): string {
  const [first = ''] = text.trim().split('\n')
  return first.length > 60 ? `${first.slice(0, 59)}…` : first
}
