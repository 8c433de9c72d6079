// Paints the shape of one drawing, and the handles of the selected one.
import type { DrawingStyle } from '../../../src-preload/contract/markets/drawings.ts'
import { lineWidth, plotRight, type Frame } from '../model/frame.ts'
import type { ChartTheme } from '../painters/theme.ts'
import { handlesOf } from './edit-drawing.ts'
import { type Pixel, pixelsOf, type PlacedDrawing } from './placed.ts'
import type { ShapePart, Tone } from './shapes.ts'

const wordSize = 11
const wordHeight = 14
const handleSize = 7
const areaAlpha = 0.12

/** Dash and gap in CSS pixels; empty for a solid line. */
export function dashOf({ dash, width }: DrawingStyle): readonly number[] {
  switch (dash) {
    case 'solid':
      return []
    case 'dashed':
      return [4 + 2 * width, 3 + width]
    case 'dotted':
      return [width, 2 + width]
  }
}

/** Paints in device pixels. The context's state is the caller's to restore. */
export function paintShape(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  parts: readonly ShapePart[],
  style: DrawingStyle,
  color: string,
  theme: ChartTheme,
): void {
  const { dpr } = frame.layout
  const toned = (tone: Tone): string => (tone === 'own' ? color : theme[tone])
  const width = lineWidth(frame) * style.width
  ctx.strokeStyle = color
  ctx.lineWidth = width
  ctx.lineJoin = 'round'
  for (const part of parts) {
    if (part.kind !== 'area') continue
    ctx.globalAlpha = areaAlpha
    ctx.fillStyle = toned(part.tone)
    trace(ctx, part.pixels)
    ctx.fill()
    ctx.globalAlpha = 1
  }
  ctx.setLineDash(dashOf(style).map((length) => length * dpr))
  // One path for all lines of a drawing: each stroke costs a call of its own.
  ctx.beginPath()
  for (const part of parts) {
    if (part.kind === 'line' && !part.isFaint) segment(ctx, part.from, part.to, width)
    else if (part.kind === 'path') follow(ctx, part.pixels)
  }
  ctx.stroke()
  if (parts.some((part) => part.kind === 'line' && part.isFaint)) {
    ctx.globalAlpha = 0.5
    ctx.beginPath()
    for (const part of parts) {
      if (part.kind === 'line' && part.isFaint) segment(ctx, part.from, part.to, width)
    }
    ctx.stroke()
    ctx.globalAlpha = 1
  }
  ctx.setLineDash([])
  for (const part of parts) {
    if (part.kind === 'words') paintWords(ctx, frame, part.at, part.lines, toned(part.tone), theme)
  }
}

/** Text from `at` to the right, inside the plot, outlined so that candles do not show through. */
export function paintWords(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  at: Pixel,
  lines: readonly string[],
  color: string,
  theme: ChartTheme,
): void {
  const { dpr } = frame.layout
  ctx.font = `500 ${wordSize * dpr}px ${theme.fontFamily}`
  ctx.textAlign = 'left'
  ctx.textBaseline = 'middle'
  ctx.lineJoin = 'round'
  ctx.strokeStyle = theme.surface
  ctx.lineWidth = 3 * dpr
  ctx.fillStyle = color
  const x = Math.round(insideX(ctx, frame, at.x, lines))
  lines.forEach((line, index) => {
    const y = Math.round(at.y + index * wordHeight * dpr)
    ctx.strokeText(line, x, y)
    ctx.fillText(line, x, y)
  })
}

/** Room that surely holds a line of words, in CSS pixels: nearer to the edge their width is asked for. */
const longWords = 280

function insideX(ctx: CanvasRenderingContext2D, frame: Frame, x: number, lines: readonly string[]): number {
  const right = plotRight(frame)
  if (x < right - longWords * frame.layout.dpr || x > right) return x
  const widest = lines.reduce((most, line) => Math.max(most, ctx.measureText(line).width), 0)
  return Math.max(0, Math.min(x, right - widest - 4 * frame.layout.dpr))
}

/** Squares at the points of the selected drawing; the one that the keyboard moves is filled. */
export function paintHandles(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  placed: PlacedDrawing,
  chosen: number | null,
  theme: ChartTheme,
): void {
  if (handlesOf(placed.drawing).length === 0) return
  const { dpr } = frame.layout
  const size = Math.round(handleSize * dpr)
  ctx.lineWidth = lineWidth(frame)
  ctx.strokeStyle = theme.accent
  pixelsOf(frame, placed).forEach(({ x, y }, at) => {
    if (!Number.isFinite(y)) return
    const left = Math.round(x - size / 2) + ctx.lineWidth / 2
    const top = Math.round(y - size / 2) + ctx.lineWidth / 2
    ctx.fillStyle = at === chosen ? theme.accent : theme.surface
    ctx.fillRect(left, top, size, size)
    ctx.strokeRect(left, top, size, size)
  })
}

function trace(ctx: CanvasRenderingContext2D, pixels: readonly Pixel[]): void {
  ctx.beginPath()
  follow(ctx, pixels)
  ctx.closePath()
}

function follow(ctx: CanvasRenderingContext2D, pixels: readonly Pixel[]): void {
  pixels.forEach(({ x, y }, at) => (at === 0 ? ctx.moveTo(x, y) : ctx.lineTo(x, y)))
}

/** Upright and level lines stand on whole pixels; slanted ones are left to the canvas. */
function segment(ctx: CanvasRenderingContext2D, from: Pixel, to: Pixel, width: number): void {
  const half = width % 2 === 0 ? 0 : 0.5
  const isLevel = from.y === to.y
  const isUpright = from.x === to.x
  const x = (value: number): number => (isUpright ? Math.round(value) + half : value)
  const y = (value: number): number => (isLevel ? Math.round(value) + half : value)
  ctx.moveTo(x(from.x), y(from.y))
  ctx.lineTo(x(to.x), y(to.y))
}
