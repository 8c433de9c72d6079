// Draws the prices of a frame as the chart's type says: candles, bars, a line or an area.
import { lineWidth, priceBottom, type Frame } from '../model/frame.ts'
import { paintBars, paintCandles } from './paint-candles.ts'
import { fillUnder, strokeLineOf } from './paint-studies.ts'
import type { ChartTheme } from './theme.ts'

const lineCss = 1.5
const areaAlpha = 0.14

/** The caller clips to the price pane. */
export function paintPrices(ctx: CanvasRenderingContext2D, frame: Frame, theme: ChartTheme): void {
  switch (frame.type) {
    case 'candles':
    case 'hollow':
    case 'heikinAshi':
      paintCandles(ctx, frame, theme)
      return
    case 'bars':
      paintBars(ctx, frame, theme)
      return
    case 'line':
      paintLine(ctx, frame, theme)
      return
    case 'area':
      ctx.fillStyle = theme.accent
      ctx.globalAlpha = areaAlpha
      fillUnder(ctx, frame, closesOf(frame), priceBottom(frame))
      ctx.globalAlpha = 1
      paintLine(ctx, frame, theme)
      return
  }
}

function closesOf({ level: { buffer } }: Frame) {
  const { columns, start, length } = buffer
  return { role: 'average', values: columns.close.subarray(start, start + length), shift: 0 } as const
}

function paintLine(ctx: CanvasRenderingContext2D, frame: Frame, theme: ChartTheme): void {
  ctx.strokeStyle = theme.accent
  ctx.lineWidth = Math.max(lineWidth(frame), lineCss * frame.layout.dpr)
  ctx.lineJoin = 'round'
  strokeLineOf(ctx, frame, frame.price, closesOf(frame))
}
