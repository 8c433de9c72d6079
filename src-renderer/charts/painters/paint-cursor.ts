// Lines of the last price and of the crosshair. paint-labels.ts draws their labels.
import { columnOf } from './paint-background.ts'
import { lineWidth, plotRight, priceBottom, toPixel, type Crosshair, type Frame } from '../model/frame.ts'
import { strokeLine } from './pen.ts'
import type { ChartTheme } from './theme.ts'

/** Color of the newest candle. */
export function lastColor(close: number, open: number, theme: ChartTheme): string {
  return close >= open ? theme.up : theme.down
}

/** Row of the last price; null when it is outside the pane or there is none. */
export function lastRow(frame: Frame): number | null {
  if (frame.last === null) return null
  const y = Math.round(toPixel(frame.price, frame.last.close))
  return y >= 0 && y < priceBottom(frame) ? y : null
}

export function paintLastLine(ctx: CanvasRenderingContext2D, frame: Frame, theme: ChartTheme): void {
  const y = lastRow(frame)
  if (y === null || frame.last === null) return
  const line = lineWidth(frame)
  ctx.strokeStyle = lastColor(frame.last.close, frame.last.open, theme)
  ctx.lineWidth = line
  ctx.setLineDash([2 * line, 3 * line])
  strokeLine(ctx, 0, y + line / 2, plotRight(frame), y + line / 2)
  ctx.setLineDash([])
}

/** Row of the crosshair's horizontal line in device pixels; null for none. */
export function crosshairRow(frame: Frame, crosshair: Crosshair): number | null {
  if (crosshair.y !== null) return Math.round(crosshair.y * frame.layout.dpr)
  if (crosshair.by === 'link') return null
  const close = frame.level.buffer.candleAt(crosshair.index)?.close
  return close === undefined ? null : Math.round(toPixel(frame.price, close))
}

export function paintCrosshair(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  crosshair: Crosshair,
  theme: ChartTheme,
): void {
  const line = lineWidth(frame)
  ctx.strokeStyle = crosshair.by === 'keyboard' ? theme.accent : theme.textQuiet
  ctx.lineWidth = line
  ctx.setLineDash([4 * line, 4 * line])
  const x = columnOf(frame, crosshair.timeMs) + line / 2
  strokeLine(ctx, x, 0, x, frame.layout.axisTop * frame.layout.dpr)
  const y = crosshairRow(frame, crosshair)
  if (y !== null) strokeLine(ctx, 0, y + line / 2, plotRight(frame), y + line / 2)
  ctx.setLineDash([])
}
