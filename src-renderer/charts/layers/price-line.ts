// Owns: one horizontal line at a price with its words, as drawings and alerts have them: painting it, and finding the nearest.
// Must not: know what a line stands for.
import { lineWidth, plotRight, yOfPrice, type Frame } from '../model/frame.ts'
import type { ChartTheme } from '../painters/theme.ts'
import type { Place } from './layer.ts'

/** How near a pointer must come, in CSS pixels. */
export const lineReach = 6
const wordSize = 11
const inset = 8

/** Something at a price that has an id of its own. */
export interface AtPrice {
  readonly id: string
  readonly price: number
}

export interface LineLook {
  readonly colour: string
  readonly textColour: string
  /** Dash and gap in CSS pixels; empty: solid. */
  readonly dash: readonly number[]
  readonly isStrong: boolean
  /** Room at the right end that the words leave free, in CSS pixels. */
  readonly endRoom: number
}

/** Paints a line from edge to edge, its words above its right end. Returns the line's row in device pixels. */
export function paintPriceLine(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  price: number,
  text: string,
  look: LineLook,
  theme: ChartTheme,
): number {
  const { dpr } = frame.layout
  const width = lineWidth(frame) * (look.isStrong ? 2 : 1)
  const y = Math.round(yOfPrice(frame, price))
  const right = plotRight(frame)
  ctx.strokeStyle = look.colour
  ctx.lineWidth = width
  ctx.setLineDash(look.dash.map((length) => length * dpr))
  ctx.beginPath()
  ctx.moveTo(0, y + width / 2)
  ctx.lineTo(right, y + width / 2)
  ctx.stroke()
  ctx.setLineDash([])
  if (text !== '') {
    const x = right - (inset + look.endRoom) * dpr
    paintWords(ctx, text, x, y - (wordSize / 2 + 3) * dpr, dpr, look.textColour, theme)
  }
  return y
}

/** Words that end at `x`, on a rim of the surface so that candles behind them do not show through. */
function paintWords(
  ctx: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  dpr: number,
  colour: string,
  theme: ChartTheme,
): void {
  ctx.font = `500 ${wordSize * dpr}px ${theme.fontFamily}`
  ctx.textAlign = 'right'
  ctx.textBaseline = 'middle'
  ctx.lineJoin = 'round'
  ctx.strokeStyle = theme.surface
  ctx.lineWidth = 3 * dpr
  ctx.strokeText(text, x, y)
  ctx.fillStyle = colour
  ctx.fillText(text, x, y)
}

/** True where a price is on the axis of a frame. */
export function isOnAxis(frame: Frame, price: number): boolean {
  return price >= frame.priceRange.min && price <= frame.priceRange.max
}

/** The line nearest to a place within reach; of two as near the one drawn later. */
export function nearestLine<Line extends AtPrice>(
  frame: Frame,
  lines: readonly Line[],
  place: Place,
): Line | null {
  const { dpr } = frame.layout
  let found: Line | null = null
  let least = lineReach
  for (const line of lines) {
    const distance = Math.abs(yOfPrice(frame, line.price) / dpr - place.y)
    // Not "farther than": NaN, from below zero on a logarithmic scale, is near to nothing.
    if (!(distance <= least)) continue
    found = line
    least = distance
  }
  return found
}

/** A text of a line on the chart: its first line, no longer than an eye takes in beside candles. */
export function shortenWords(text: string): string {
  const [first = ''] = text.trim().split('\n')
  return first.length > 60 ? `${first.slice(0, 59)}…` : first
}
