// Flags of notes at a time and price: painting and hit testing.
import { lineWidth, plotRight, type Frame } from '../model/frame.ts'
import type { ChartTheme } from '../painters/theme.ts'
import type { Place } from '../layers/layer.ts'
import { pixelOf } from './placed.ts'

/** Sizes of a flag in CSS pixels: the pole stands on the note's place with the cloth at its top. */
const pole = 18
const cloth = { width: 11, height: 8 }

interface Spot {
  readonly timeMs: number
  readonly price: number
}

/** Middle of the note's candle at its price, in CSS pixels. */
function footOf(frame: Frame, { timeMs, price }: Spot): Place {
  const { dpr } = frame.layout
  const { x, y } = pixelOf(frame, timeMs, price)
  return { x: Math.round(x) / dpr, y: Math.round(y) / dpr }
}

/** CSS pixels from a place to the box around a flag; 0 inside. */
export function distanceToFlag(frame: Frame, flag: Spot, place: Place): number {
  const foot = footOf(frame, flag)
  const across = Math.max(foot.x - place.x, 0, place.x - foot.x - cloth.width)
  const along = Math.max(foot.y - pole - place.y, 0, place.y - foot.y)
  return Math.hypot(across, along)
}

export function paintFlag(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  at: Spot,
  color: string,
  theme: ChartTheme,
): void {
  const { dpr } = frame.layout
  const foot = footOf(frame, at)
  const x = foot.x * dpr
  const y = foot.y * dpr
  if (!Number.isFinite(y) || x < -cloth.width * dpr || x > plotRight(frame)) return
  const hair = lineWidth(frame)
  const top = y - pole * dpr
  ctx.beginPath()
  ctx.moveTo(x + hair / 2, y)
  ctx.lineTo(x + hair / 2, top)
  ctx.lineTo(x + cloth.width * dpr, top + (cloth.height / 2) * dpr)
  ctx.lineTo(x + hair / 2, top + cloth.height * dpr)
  ctx.lineJoin = 'round'
  ctx.strokeStyle = theme.surface
  ctx.lineWidth = 4 * hair
  ctx.stroke()
  ctx.strokeStyle = color
  ctx.lineWidth = hair
  ctx.stroke()
  ctx.fillStyle = color
  ctx.fill()
}
