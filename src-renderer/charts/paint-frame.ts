// Owns: the whole picture: grid, candles, last price, crosshair, axes and their labels, in device pixels.
// Must not: decide what is shown (frame.ts does) or keep state.
import { formatVolume } from '../lib/format/chart-number.ts'
import { formatFixed } from '../lib/format/locale.ts'
import { formatCandleTime, formatCountdown } from './format.ts'
import { slotOfIndex, type Crosshair, type Frame, type Scale } from './frame.ts'
import { paintCandles, wickWidth } from './paint-candles.ts'
import type { ChartTheme } from './theme.ts'

/** What is drawn over the candles. */
export interface Overlay {
  readonly crosshair: Crosshair | null
  /** True when the crosshair is the keyboard's. */
  readonly isKeyboard: boolean
  /** The clock for the countdown of the forming candle; null: no countdown. */
  readonly nowMs: number | null
  readonly priceDecimals: number
}

export const labelSize = 11
const labelInset = 8
const tagHeight = 18

interface Tag {
  readonly middle: number
  readonly lines: readonly string[]
  readonly background: string
}

/** The font of axis labels, in device pixels. */
export function labelFont(theme: ChartTheme, dpr: number, weight = 400): string {
  return `${weight} ${labelSize * dpr}px ${theme.fontFamily}`
}

/** Draws a frame. The context's transform and state are as before when it returns. */
export function paintFrame(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  overlay: Overlay,
  theme: ChartTheme,
): void {
  ctx.save()
  ctx.setTransform(1, 0, 0, 1, 0, 0)
  ctx.textBaseline = 'middle'
  paintGrid(ctx, frame, theme)
  ctx.save()
  ctx.beginPath()
  ctx.rect(0, 0, plotRight(frame), Math.round(frame.layout.axisTop * frame.layout.dpr))
  ctx.clip()
  paintCandles(ctx, frame, theme)
  paintLastLine(ctx, frame, theme)
  if (overlay.crosshair !== null) paintCrosshair(ctx, frame, overlay.crosshair, overlay.isKeyboard, theme)
  ctx.restore()
  paintBorders(ctx, frame, theme)
  const lastTag = makeLastTag(frame, overlay, theme)
  const cursorTag = makeCursorTag(frame, overlay, theme)
  paintPriceLabels(ctx, frame, overlay.priceDecimals, theme, [lastTag, cursorTag])
  paintTimeLabels(ctx, frame, overlay, theme)
  for (const tag of [lastTag, cursorTag]) if (tag !== null) paintTag(ctx, frame, tag, theme)
  ctx.restore()
}

/** The left edge of a line of `width` pixels centred on a value, so that it runs through the candle's wick. */
function columnOf(scale: Scale, value: number, width: number): number {
  return Math.round(scale.offset + scale.factor * value - width / 2)
}

/** The pixel row or column of a value. */
export function place(scale: Scale, value: number): number {
  return Math.round(scale.offset + scale.factor * value)
}

function plotRight(frame: Frame): number {
  return Math.round(frame.layout.plotWidth * frame.layout.dpr)
}

function paintGrid(ctx: CanvasRenderingContext2D, frame: Frame, theme: ChartTheme): void {
  const { layout, source } = frame
  const line = wickWidth(frame)
  const bottom = Math.round(layout.axisTop * layout.dpr)
  ctx.fillStyle = theme.grid
  for (const tick of frame.priceTicks) ctx.fillRect(0, place(frame.price, tick), plotRight(frame), line)
  for (const tick of frame.timeTicks) {
    ctx.fillRect(columnOf(frame.x, source.slotOf(tick.timeMs), line), 0, line, bottom)
  }
}

function paintBorders(ctx: CanvasRenderingContext2D, frame: Frame, theme: ChartTheme): void {
  const { layout } = frame
  const line = wickWidth(frame)
  ctx.fillStyle = theme.border
  const bottom = Math.round(layout.axisTop * layout.dpr)
  ctx.fillRect(plotRight(frame), 0, line, bottom)
  ctx.fillRect(0, bottom, Math.round(layout.width * layout.dpr), line)
  if (layout.volume !== null) {
    ctx.fillRect(0, Math.round(layout.volume.top * layout.dpr), Math.round(layout.width * layout.dpr), line)
  }
}

function lastColour(frame: Frame, theme: ChartTheme): string {
  return frame.last.close >= frame.last.open ? theme.up : theme.down
}

function priceBottom(frame: Frame): number {
  return Math.round((frame.layout.price.top + frame.layout.price.height) * frame.layout.dpr)
}

function dashedLine(ctx: CanvasRenderingContext2D, x0: number, y0: number, x1: number, y1: number): void {
  ctx.beginPath()
  ctx.moveTo(x0, y0)
  ctx.lineTo(x1, y1)
  ctx.stroke()
}

function paintLastLine(ctx: CanvasRenderingContext2D, frame: Frame, theme: ChartTheme): void {
  const line = wickWidth(frame)
  const y = place(frame.price, frame.last.close)
  if (y < 0 || y >= priceBottom(frame)) return
  ctx.strokeStyle = lastColour(frame, theme)
  ctx.lineWidth = line
  ctx.setLineDash([2 * line, 3 * line])
  dashedLine(ctx, 0, y + line / 2, plotRight(frame), y + line / 2)
  ctx.setLineDash([])
}

function crosshairY(frame: Frame, crosshair: Crosshair): number {
  if (crosshair.y !== null) return Math.round(crosshair.y * frame.layout.dpr)
  return place(frame.price, frame.level.candleAt(crosshair.index)?.close ?? 0)
}

function crosshairX(frame: Frame, crosshair: Crosshair): number {
  const slot = slotOfIndex(frame.source, frame.level, frame.exponent, crosshair.index)
  return columnOf(frame.x, slot, wickWidth(frame))
}

function paintCrosshair(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  crosshair: Crosshair,
  isKeyboard: boolean,
  theme: ChartTheme,
): void {
  const line = wickWidth(frame)
  ctx.strokeStyle = isKeyboard ? theme.accent : theme.textQuiet
  ctx.lineWidth = line
  ctx.setLineDash([4 * line, 4 * line])
  const x = crosshairX(frame, crosshair) + line / 2
  const y = crosshairY(frame, crosshair) + line / 2
  dashedLine(ctx, x, 0, x, frame.layout.axisTop * frame.layout.dpr)
  dashedLine(ctx, 0, y, plotRight(frame), y)
  ctx.setLineDash([])
}

function makeLastTag(frame: Frame, overlay: Overlay, theme: ChartTheme): Tag | null {
  const y = place(frame.price, frame.last.close)
  if (y < 0 || y >= priceBottom(frame)) return null
  const lines = [formatFixed(frame.last.close, overlay.priceDecimals)]
  if (overlay.nowMs !== null) {
    const remainingMs = frame.last.timeMs + frame.source.periodMs - overlay.nowMs
    if (remainingMs > 0 && remainingMs <= frame.source.periodMs) lines.push(formatCountdown(remainingMs))
  }
  return { middle: y, lines, background: lastColour(frame, theme) }
}

function makeCursorTag(frame: Frame, overlay: Overlay, theme: ChartTheme): Tag | null {
  if (overlay.crosshair === null) return null
  const y = crosshairY(frame, overlay.crosshair)
  const isInPrice = y < priceBottom(frame)
  const scale = isInPrice ? frame.price : frame.volume
  if (!isInPrice && frame.layout.volume === null) return null
  // The keyboard's line lies on a close; the pointer's wherever the pointer is.
  const close =
    overlay.crosshair.y === null ? frame.level.candleAt(overlay.crosshair.index)?.close : undefined
  const value = close ?? (y - scale.offset) / scale.factor
  return {
    middle: y,
    lines: [isInPrice ? formatFixed(value, overlay.priceDecimals) : formatVolume(Math.max(0, value))],
    background: overlay.isKeyboard ? theme.accent : theme.text,
  }
}

/** Height and top of a tag in device pixels, kept inside the panes. */
function tagBox(frame: Frame, tag: Tag): { top: number; height: number } {
  const { dpr } = frame.layout
  const height = Math.round((tagHeight + (tag.lines.length - 1) * 14) * dpr)
  const top = tag.middle - Math.round((tagHeight * dpr) / 2)
  return { height, top: Math.max(0, Math.min(Math.round(frame.layout.axisTop * dpr) - height, top)) }
}

function paintTag(ctx: CanvasRenderingContext2D, frame: Frame, tag: Tag, theme: ChartTheme): void {
  const { dpr, width } = frame.layout
  const { top, height } = tagBox(frame, tag)
  const left = plotRight(frame)
  ctx.fillStyle = tag.background
  ctx.beginPath()
  ctx.roundRect(left, top, Math.round((width - 2) * dpr) - left, height, [0, 2 * dpr, 2 * dpr, 0])
  ctx.fill()
  ctx.fillStyle = theme.surface
  ctx.textAlign = 'right'
  tag.lines.forEach((text, index) => {
    ctx.font = labelFont(theme, dpr, index === 0 ? 600 : 400)
    ctx.fillText(text, (width - labelInset) * dpr, top + (tagHeight / 2 + 0.5 + index * 14) * dpr)
  })
}

function paintPriceLabels(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  decimals: number,
  theme: ChartTheme,
  tags: readonly (Tag | null)[],
): void {
  const { dpr, width } = frame.layout
  const half = (labelSize / 2 + 2) * dpr
  const boxes = tags.flatMap((tag) => (tag === null ? [] : [tagBox(frame, tag)]))
  const isFree = (y: number): boolean =>
    boxes.every(({ top, height }) => y + half <= top || y - half >= top + height)
  ctx.font = labelFont(theme, dpr)
  ctx.fillStyle = theme.textQuiet
  ctx.textAlign = 'right'
  const x = (width - labelInset) * dpr
  for (const tick of frame.priceTicks) {
    const y = place(frame.price, tick)
    if (y < half || y > priceBottom(frame) - half || !isFree(y)) continue
    ctx.fillText(formatFixed(tick, decimals), x, y + 0.5 * dpr)
  }
  for (const tick of frame.volumeTicks) {
    const y = place(frame.volume, tick)
    if (isFree(y) && y > priceBottom(frame) + half) ctx.fillText(formatVolume(tick), x, y + 0.5 * dpr)
  }
}

/** Left edge, width and words of the crosshair's time label, in device pixels. */
interface TimeTag {
  readonly left: number
  readonly width: number
  readonly text: string
}

function makeTimeTag(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  overlay: Overlay,
  theme: ChartTheme,
): TimeTag | null {
  if (overlay.crosshair === null) return null
  const { dpr } = frame.layout
  const text = formatCandleTime(frame.level.timeAt(overlay.crosshair.index), frame.source.period)
  ctx.font = labelFont(theme, dpr, 600)
  const width = Math.ceil(ctx.measureText(text).width + 2 * labelInset * dpr)
  const left = Math.round(crosshairX(frame, overlay.crosshair) - width / 2)
  return { text, width, left: Math.max(0, Math.min(plotRight(frame) - width, left)) }
}

function paintTimeLabels(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  overlay: Overlay,
  theme: ChartTheme,
): void {
  const { dpr, axisTop } = frame.layout
  const right = plotRight(frame)
  const y = (axisTop + 14.5) * dpr
  const tag = makeTimeTag(ctx, frame, overlay, theme)
  ctx.textAlign = 'center'
  let freeFrom = 4 * dpr
  for (const tick of frame.timeTicks) {
    ctx.font = labelFont(theme, dpr, tick.unit === 'time' ? 400 : 500)
    ctx.fillStyle = tick.unit === 'time' ? theme.textQuiet : theme.text
    const x = place(frame.x, frame.source.slotOf(tick.timeMs))
    const half = ctx.measureText(tick.label).width / 2
    if (x - half < freeFrom || x + half > right) continue
    freeFrom = x + half + 12 * dpr
    if (tag === null || x + half <= tag.left || x - half >= tag.left + tag.width)
      ctx.fillText(tick.label, x, y)
  }
  if (tag === null) return
  ctx.fillStyle = overlay.isKeyboard ? theme.accent : theme.text
  ctx.beginPath()
  ctx.roundRect(tag.left, Math.round((axisTop + 4) * dpr), tag.width, Math.round(20 * dpr), 2 * dpr)
  ctx.fill()
  ctx.fillStyle = theme.surface
  ctx.font = labelFont(theme, dpr, 600)
  ctx.fillText(tag.text, tag.left + tag.width / 2, y)
}
