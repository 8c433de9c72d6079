// Candles and volume bars in whole device pixels.
import { endOf } from '../../../src-preload/domain/markets/intervals.ts'
import { leftEdges, lineWidth, type Frame, type PaneFrame, type Scale } from '../model/frame.ts'
import type { ChartTheme } from './theme.ts'

/** Minimum distance between candles for drawing bodies, in device pixels. */
const minDistanceForBody = 4
/** Below this distance candles are drawn without gaps, because rounding would create a pattern. */
const minDistanceForGap = 2

const up = 0
const down = 1
/** No trades: neither up nor down. */
const still = 2
/** Added to the direction of a candle that was last updated before it ended. */
const unfinished = 3
/** Opacity of such a candle. */
const unfinishedAlpha = 0.5
/** A candle that ended less than this before the newest one starts may still be corrected (main's SETTLE_MS). */
const correctableMs = 120_000

/** Body width for a distance between candles, in device pixels; its parity matches the wick, so the wick is centered. */
export function bodyWidth(distance: number, wick: number): number {
  if (distance < minDistanceForBody * wick) return wick
  const most = Math.min(Math.floor(distance * 0.8), Math.floor(distance) - wick)
  return Math.max(wick, (most - wick) % 2 === 0 ? most : most - 1)
}

/** Left edge of a body centered as close as possible on `middle`. */
export function candleLeft(middle: number, width: number): number {
  return Math.round(middle - width / 2)
}

/** Pixel columns and directions of the candles in view. Rewritten for every frame. */
class Columns {
  count = 0
  left = new Int32Array(0)
  width = new Int32Array(0)
  direction = new Uint8Array(0)
  /** Of hollow candles: whether the close is at or above the open, which their color does not say. */
  isHollow = new Uint8Array(0)

  /** @param isVolume - bars go by the candles' own prices, whatever is drawn of them */
  place(frame: Frame, isVolume: boolean): void {
    const { buffer, period, periodMs } = frame.level
    const { volume } = buffer.columns
    const edges = leftEdges(frame.level)
    const { start, open, high, low, close } = isVolume
      ? { ...buffer.columns, start: buffer.start }
      : frame.prices
    const isByClose = frame.type === 'hollow' && !isVolume
    this.count = Math.max(0, frame.endIndex - frame.firstIndex)
    if (this.left.length < this.count) {
      this.left = new Int32Array(this.count * 2)
      this.width = new Int32Array(this.count * 2)
      this.direction = new Uint8Array(this.count * 2)
      this.isHollow = new Uint8Array(this.count * 2)
    }
    const { offset, factor } = frame.x
    const distance = factor * periodMs
    const wick = lineWidth(frame)
    const width = bodyWidth(distance, wick)
    const isSolid = distance < minDistanceForGap * wick
    for (let n = 0, at = buffer.start + frame.firstIndex; n < this.count; n++, at++) {
      const x = offset + (edges[at] ?? 0) * factor
      const from = start + frame.firstIndex + n
      const o = open[from] ?? 0
      const c = close[from] ?? 0
      const left = isSolid ? Math.round(x) : candleLeft(x + distance / 2, width)
      this.left[n] = left
      this.width[n] = isSolid ? Math.max(1, Math.round(x + distance) - left) : width
      const isStill = o === c && high[from] === low[from] && (volume[at] ?? 0) === 0
      const since = isByClose && from > start ? (close[from - 1] ?? o) : o
      this.direction[n] = isStill ? still : c >= since ? up : down
      this.isHollow[n] = c >= o ? 1 : 0
    }
    // The forming candle and those that may still be corrected are not marked as unfinished.
    const endMs = (frame.last?.timeMs ?? 0) - correctableMs
    for (const timeMs of frame.incomplete) {
      if (endOf(period, timeMs) > endMs) continue
      const n = buffer.lowerBound(timeMs) - frame.firstIndex
      const isInView = n >= 0 && n < this.count && buffer.timeAt(n + frame.firstIndex) === timeMs
      if (isInView) this.direction[n] = (this.direction[n] ?? 0) + unfinished
    }
  }
}

/** Shared by all charts: a frame is painted synchronously. */
const columns = new Columns()

/** Draws the candles of a frame. The caller clips to the price pane. */
export function paintCandles(ctx: CanvasRenderingContext2D, frame: Frame, theme: ChartTheme): void {
  columns.place(frame, false)
  const wick = lineWidth(frame)
  const distance = frame.x.factor * frame.level.periodMs
  const hasBody = distance >= minDistanceForBody * wick
  ctx.lineWidth = wick
  for (const [direction, color] of [
    [up, theme.up],
    [down, theme.down],
    [still, theme.textQuiet],
  ] as const) {
    ctx.fillStyle = color
    ctx.strokeStyle = color
    const hasRoom = bodyWidth(distance, wick) >= 3 * wick
    for (const [shown, alpha] of bothOf(direction)) {
      ctx.globalAlpha = alpha
      if (!hasBody) paintSticks(ctx, frame, shown, wick)
      else if (frame.type === 'hollow' && hasRoom) {
        paintHollow(ctx, frame, shown, wick, 1)
        paintFilled(ctx, frame, shown, wick, 0)
      } else if (direction === up && hasRoom) paintHollow(ctx, frame, shown, wick)
      else paintFilled(ctx, frame, shown, wick)
    }
    ctx.globalAlpha = 1
  }
}

/** The final and unfinished candles of a direction with their opacity. */
function bothOf(direction: number): readonly (readonly [shown: number, alpha: number])[] {
  return [
    [direction, 1],
    [direction + unfinished, unfinishedAlpha],
  ]
}

/** Draws the candles of a frame as bars: open to the left, close to the right. The caller clips to the price pane. */
export function paintBars(ctx: CanvasRenderingContext2D, frame: Frame, theme: ChartTheme): void {
  columns.place(frame, false)
  const wick = lineWidth(frame)
  const hasBody = frame.x.factor * frame.level.periodMs >= minDistanceForBody * wick
  for (const [direction, color] of [
    [up, theme.up],
    [down, theme.down],
    [still, theme.textQuiet],
  ] as const) {
    ctx.fillStyle = color
    for (const [shown, alpha] of bothOf(direction)) {
      ctx.globalAlpha = alpha
      if (hasBody) paintBar(ctx, frame, shown, wick)
      else paintSticks(ctx, frame, shown, wick)
    }
    ctx.globalAlpha = 1
  }
}

function paintBar(ctx: CanvasRenderingContext2D, frame: Frame, direction: number, wick: number): void {
  const { open, high, low, close, start } = frame.prices
  const { price } = frame
  for (let n = 0, at = start + frame.firstIndex; n < columns.count; n++, at++) {
    if (columns.direction[n] !== direction) continue
    const left = columns.left[n] ?? 0
    const width = columns.width[n] ?? 0
    const middle = left + (width - wick) / 2
    const top = rowOf(price, high[at] ?? 0)
    ctx.fillRect(middle, top, wick, Math.max(wick, rowOf(price, low[at] ?? 0) - top))
    ctx.fillRect(left, rowOf(price, open[at] ?? 0), middle - left, wick)
    ctx.fillRect(middle + wick, rowOf(price, close[at] ?? 0), left + width - middle - wick, wick)
  }
}

/** Draws the volume bars. The caller clips to the pane. */
export function paintVolume(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  pane: PaneFrame,
  theme: ChartTheme,
): void {
  columns.place(frame, true)
  const { buffer } = frame.level
  const { volume } = buffer.columns
  const { offset, factor } = pane.scale
  const bottom = Math.round(pane.pane.innerBottom * frame.layout.dpr)
  for (const [direction, color] of [
    [up, theme.upMuted],
    [down, theme.downMuted],
  ] as const) {
    ctx.fillStyle = color
    for (const [shown, alpha] of bothOf(direction)) {
      ctx.globalAlpha = alpha
      for (let n = 0, at = buffer.start + frame.firstIndex; n < columns.count; n++, at++) {
        const value = volume[at] ?? 0
        if (columns.direction[n] !== shown || !(value > 0)) continue
        const top = Math.min(bottom - 1, Math.round(offset + value * factor))
        ctx.fillRect(columns.left[n] ?? 0, top, columns.width[n] ?? 0, bottom - top)
      }
    }
    ctx.globalAlpha = 1
  }
}

function rowOf(scale: Scale, value: number): number {
  return Math.round(scale.offset + scale.factor * (scale.kind === 'log' ? Math.log(value) : value))
}

/** Candles too narrow for a body: a line from high to low. */
function paintSticks(ctx: CanvasRenderingContext2D, frame: Frame, direction: number, wick: number): void {
  const { high, low, start } = frame.prices
  const { price } = frame
  for (let n = 0, at = start + frame.firstIndex; n < columns.count; n++, at++) {
    if (columns.direction[n] !== direction) continue
    const top = rowOf(price, high[at] ?? 0)
    const bottom = rowOf(price, low[at] ?? 0)
    ctx.fillRect(columns.left[n] ?? 0, top, columns.width[n] ?? 0, Math.max(wick, bottom - top))
  }
}

/** @param only - candles with this mark of `isHollow` alone */
function paintFilled(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  direction: number,
  wick: number,
  only?: 0 | 1,
): void {
  const { open, high, low, close, start } = frame.prices
  const { price } = frame
  for (let n = 0, at = start + frame.firstIndex; n < columns.count; n++, at++) {
    if (columns.direction[n] !== direction || (only !== undefined && columns.isHollow[n] !== only)) continue
    const left = columns.left[n] ?? 0
    const width = columns.width[n] ?? 0
    const yOpen = rowOf(price, open[at] ?? 0)
    const yClose = rowOf(price, close[at] ?? 0)
    const top = rowOf(price, high[at] ?? 0)
    const height = rowOf(price, low[at] ?? 0) - top
    ctx.fillRect(left, Math.min(yOpen, yClose), width, Math.max(wick, Math.abs(yOpen - yClose)))
    if (height > wick) ctx.fillRect(left + (width - wick) / 2, top, wick, height)
  }
}

/** Rising candles: the body's outline with the wick above and below it; the background shows through. */
function paintHollow(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  direction: number,
  wick: number,
  only?: 0 | 1,
): void {
  const { open, high, low, close, start } = frame.prices
  const { price } = frame
  for (let n = 0, at = start + frame.firstIndex; n < columns.count; n++, at++) {
    if (columns.direction[n] !== direction || (only !== undefined && columns.isHollow[n] !== only)) continue
    const left = columns.left[n] ?? 0
    const width = columns.width[n] ?? 0
    const bodyTop = rowOf(price, close[at] ?? 0)
    const bodyHeight = Math.max(wick, rowOf(price, open[at] ?? 0) - bodyTop)
    if (bodyHeight > 2 * wick) {
      ctx.strokeRect(left + wick / 2, bodyTop + wick / 2, width - wick, bodyHeight - wick)
    } else ctx.fillRect(left, bodyTop, width, bodyHeight)
    const middle = left + (width - wick) / 2
    const top = rowOf(price, high[at] ?? 0)
    if (top < bodyTop) ctx.fillRect(middle, top, wick, bodyTop - top)
    const bodyBottom = bodyTop + bodyHeight
    const bottom = rowOf(price, low[at] ?? 0)
    if (bottom > bodyBottom) ctx.fillRect(middle, bodyBottom, wick, bottom - bodyBottom)
  }
}
