// Background of the chart: grid and hatching of ranges that are not loaded.
import { endOf, startOf } from '../../../src-preload/domain/markets/intervals.ts'
import { lineWidth, plotRight, priceBottom, toPixel, xOfTime, type Frame } from '../model/frame.ts'
import { clipped } from './pen.ts'
import type { ChartTheme } from './theme.ts'

/** Distance between hatching lines in CSS pixels. */
const hatchDistance = 9

/** X coordinate of a line's left edge at a time. */
export function columnOf(frame: Frame, timeMs: number): number {
  return Math.round(xOfTime(frame, timeMs) - lineWidth(frame) / 2)
}

/** Grid lines: time ticks through all panes, value ticks through their own pane. */
export function paintGrid(ctx: CanvasRenderingContext2D, frame: Frame, theme: ChartTheme): void {
  const { layout } = frame
  const line = lineWidth(frame)
  const right = plotRight(frame)
  const bottom = Math.round(layout.axisTop * layout.dpr)
  ctx.fillStyle = theme.grid
  const priceEnd = priceBottom(frame)
  for (const tick of frame.priceTicks) {
    const y = Math.round(toPixel(frame.price, tick.value))
    if (y >= 0 && y < priceEnd) ctx.fillRect(0, y, right, line)
  }
  for (const tick of frame.timeTicks) ctx.fillRect(columnOf(frame, tick.timeMs), 0, line, bottom)
}

/** Hatches the unknown ranges in view through all panes. */
export function paintUnknown(ctx: CanvasRenderingContext2D, frame: Frame, theme: ChartTheme): void {
  const right = plotRight(frame)
  const bottom = Math.round(frame.layout.axisTop * frame.layout.dpr)
  const { period } = frame.level
  for (const { fromMs, toMs } of frame.unknown) {
    const box = {
      left: Math.max(0, Math.round(xOfTime(frame, fromMs))),
      // A range includes its last candle's start, so it ends with that candle.
      right: Math.min(right, Math.round(xOfTime(frame, endOf(period, startOf(period, toMs))))),
      top: 0,
      bottom,
    }
    if (box.right <= box.left) continue
    clipped(ctx, box, () => hatch(ctx, frame, theme, box))
  }
}

/** Lines are anchored to time, so they move with the candles. */
function hatch(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  theme: ChartTheme,
  box: { readonly left: number; readonly right: number; readonly bottom: number },
): void {
  const distance = Math.round(hatchDistance * frame.layout.dpr)
  const phase = ((Math.round(frame.x.offset) % distance) + distance) % distance
  const first = Math.floor((box.left - phase) / distance) * distance + phase
  ctx.strokeStyle = theme.grid
  ctx.lineWidth = lineWidth(frame)
  ctx.beginPath()
  for (let x = first; x < box.right + box.bottom; x += distance) {
    ctx.moveTo(x, 0)
    ctx.lineTo(x - box.bottom, box.bottom)
  }
  ctx.stroke()
}
