// Paints the depth chart on a canvas, in whole device pixels.
import { labelFont, strokeLine } from '../../charts/painters/pen.ts'
import type { ChartTheme } from '../../charts/painters/theme.ts'
import type { DepthPicture, DepthPoint } from './depth-picture.ts'

export interface DepthPaint {
  readonly picture: DepthPicture
  readonly theme: ChartTheme
  readonly dpr: number
  /** Point of the level that is read; null for none. */
  readonly marked: DepthPoint | null
  readonly own: readonly DepthPoint[]
  readonly priceText: (price: number) => string
  readonly sumText: (sum: number) => string
}

/** Steps from the best level outward; the area below them. */
function traceSteps(
  ctx: CanvasRenderingContext2D,
  points: readonly DepthPoint[],
  { width, height }: DepthPicture,
  dpr: number,
  side: 'asks' | 'bids',
): void {
  let y = height
  const [first] = points
  if (first === undefined) return
  ctx.moveTo(first.x * dpr, height * dpr)
  for (const point of points) {
    ctx.lineTo(point.x * dpr, y * dpr)
    y = point.y
    ctx.lineTo(point.x * dpr, y * dpr)
  }
  // The last step is known at its price; it is drawn to the edge only where it is at the edge already.
  const edge = side === 'asks' ? width : 0
  const last = points.at(-1)
  if (last !== undefined && Math.abs(last.x - edge) < 1) ctx.lineTo(edge * dpr, y * dpr)
}

function paintSide(ctx: CanvasRenderingContext2D, paint: DepthPaint, side: 'asks' | 'bids'): void {
  const { picture, theme, dpr } = paint
  const points = picture[side]
  const last = points.at(-1)
  if (last === undefined) return
  const color = side === 'asks' ? theme.down : theme.up
  ctx.beginPath()
  traceSteps(ctx, points, picture, dpr, side)
  ctx.strokeStyle = color
  ctx.lineWidth = 1.5 * dpr
  ctx.stroke()
  ctx.lineTo(last.x * dpr, picture.height * dpr)
  ctx.closePath()
  ctx.globalAlpha = 0.13
  ctx.fillStyle = color
  ctx.fill()
  ctx.globalAlpha = 1
}

export function paintDepth(ctx: CanvasRenderingContext2D, paint: DepthPaint): void {
  const { picture, theme, dpr, marked, own, priceText, sumText } = paint
  const { width, height } = picture
  const px = (value: number): number => Math.round(value * dpr) + 0.5
  ctx.clearRect(0, 0, width * dpr, (height + 20) * dpr)
  ctx.lineWidth = 1
  ctx.strokeStyle = theme.grid
  for (const { at } of picture.sums) strokeLine(ctx, 0, px(at), width * dpr, px(at))
  paintSide(ctx, paint, 'bids')
  paintSide(ctx, paint, 'asks')
  ctx.lineWidth = 1
  ctx.strokeStyle = theme.border
  strokeLine(ctx, 0, px(height), width * dpr, px(height))
  ctx.setLineDash([2 * dpr, 2 * dpr])
  strokeLine(ctx, px(picture.midX), 0, px(picture.midX), height * dpr)
  if (marked !== null) {
    ctx.strokeStyle = theme.textQuiet
    strokeLine(ctx, px(marked.x), 0, px(marked.x), height * dpr)
  }
  ctx.setLineDash([])
  ctx.fillStyle = theme.text
  for (const point of own) {
    ctx.beginPath()
    ctx.arc(point.x * dpr, (height - 4) * dpr, 2 * dpr, 0, 2 * Math.PI)
    ctx.fill()
  }
  if (marked !== null) {
    ctx.beginPath()
    ctx.arc(marked.x * dpr, marked.y * dpr, 3 * dpr, 0, 2 * Math.PI)
    ctx.fill()
  }
  ctx.font = labelFont(theme, dpr)
  ctx.fillStyle = theme.textQuiet
  ctx.textBaseline = 'middle'
  for (const { at, value } of picture.prices) {
    const text = priceText(value)
    const half = ctx.measureText(text).width / 2
    // A label that would be cut at an edge is left out.
    if (at * dpr < half || at * dpr > width * dpr - half) continue
    ctx.textAlign = 'center'
    ctx.fillText(text, at * dpr, (height + 11) * dpr)
  }
  ctx.textAlign = 'right'
  for (const { at, value } of picture.sums) ctx.fillText(sumText(value), (width - 4) * dpr, (at - 7) * dpr)
}
