// Owns: candles and volume bars as whole device pixels. Must not: draw axes, text or anything that is not a candle.
import type { Frame } from './frame.ts'
import type { ChartTheme } from './theme.ts'

/** The least distance between candles, in device pixels, at which they have bodies. */
const leastForBody = 4
/** Below this distance, candles are drawn without gaps, so that rounding makes no pattern. */
const leastForGap = 2

type Direction = 'up' | 'down' | 'still'

/** The body's width for a distance between candles, in device pixels; of the parity of the wick, so it is centred. */
export function bodyWidth(distance: number, wick: number): number {
  if (distance < leastForBody * wick) return wick
  const most = Math.min(Math.floor(distance * 0.8), Math.floor(distance) - wick)
  return Math.max(wick, (most - wick) % 2 === 0 ? most : most - 1)
}

/** Draws volume and candles of a frame; the caller has clipped to the plot. */
export function paintCandles(ctx: CanvasRenderingContext2D, frame: Frame, theme: ChartTheme): void {
  const brushes: readonly (readonly [Direction, string, string])[] = [
    ['up', theme.up, theme.upMuted],
    ['down', theme.down, theme.downMuted],
    ['still', theme.textQuiet, theme.textQuiet],
  ]
  if (frame.layout.volume !== null) {
    for (const [direction, , muted] of brushes) {
      ctx.fillStyle = muted
      eachCandle(frame, direction, paintVolume(ctx, frame))
    }
  }
  for (const [direction, colour] of brushes) {
    ctx.fillStyle = colour
    eachCandle(frame, direction, paintBody(ctx, frame))
  }
  const hollow = paintHollow(ctx, frame)
  if (hollow !== null) {
    ctx.fillStyle = theme.surface
    eachCandle(frame, 'up', hollow)
  }
}

/** Draws one candle: `at` in the columns, `left` edge and `width` in device pixels. */
type PaintOne = (at: number, left: number, width: number) => void

function eachCandle(frame: Frame, direction: Direction, paint: PaintOne): void {
  const { level, source, x } = frame
  const { timesMs, open, high, low, close, volume } = level.columns
  const slots = 2 ** frame.exponent
  const distance = x.factor * slots
  const wick = wickWidth(frame)
  const width = bodyWidth(distance, wick)
  const isSolid = distance < leastForGap * wick
  const end = level.start + frame.endIndex
  for (let at = level.start + frame.firstIndex; at < end; at++) {
    const o = open[at] ?? 0
    const c = close[at] ?? 0
    const isStill = o === c && high[at] === low[at] && (volume[at] ?? 0) === 0
    const own: Direction = isStill ? 'still' : c >= o ? 'up' : 'down'
    if (own !== direction) continue
    const slot = source.slotOf(timesMs[at] ?? 0)
    if (isSolid) {
      const left = Math.round(x.offset + (slot - 0.5) * x.factor)
      paint(at, left, Math.round(x.offset + (slot - 0.5 + slots) * x.factor) - left)
    } else paint(at, candleLeft(x.offset + (slot + (slots - 1) / 2) * x.factor, width), width)
  }
}

/** The left edge of a body whose middle is nearest to `middle`. */
export function candleLeft(middle: number, width: number): number {
  return Math.round(middle - width / 2)
}

/** The width of wicks and lines in device pixels. */
export function wickWidth(frame: Frame): number {
  return Math.max(1, Math.floor(frame.layout.dpr))
}

function paintVolume(ctx: CanvasRenderingContext2D, frame: Frame): PaintOne {
  const { volume } = frame.level.columns
  const bottom = Math.round((frame.layout.volume?.innerBottom ?? 0) * frame.layout.dpr)
  return (at, left, width) => {
    const value = volume[at] ?? 0
    if (value <= 0) return
    const top = Math.min(bottom - 1, Math.round(frame.volume.offset + value * frame.volume.factor))
    ctx.fillRect(left, top, width, bottom - top)
  }
}

function paintBody(ctx: CanvasRenderingContext2D, frame: Frame): PaintOne {
  const { open, high, low, close } = frame.level.columns
  const { offset, factor } = frame.price
  const wick = wickWidth(frame)
  const hasBody = frame.x.factor * 2 ** frame.exponent >= leastForBody * wick
  return (at, left, width) => {
    const top = Math.round(offset + (high[at] ?? 0) * factor)
    const bottom = Math.round(offset + (low[at] ?? 0) * factor)
    if (!hasBody) {
      ctx.fillRect(left, top, width, Math.max(wick, bottom - top))
      return
    }
    const yOpen = Math.round(offset + (open[at] ?? 0) * factor)
    const yClose = Math.round(offset + (close[at] ?? 0) * factor)
    const bodyTop = Math.min(yOpen, yClose)
    ctx.fillRect(left, bodyTop, width, Math.max(wick, Math.abs(yOpen - yClose)))
    if (bottom - top > wick) ctx.fillRect(left + (width - wick) / 2, top, wick, bottom - top)
  }
}

/** Empties rising bodies, leaving their outline; null where bodies are too small for an inside. */
function paintHollow(ctx: CanvasRenderingContext2D, frame: Frame): PaintOne | null {
  const { open, close } = frame.level.columns
  const { offset, factor } = frame.price
  const wick = wickWidth(frame)
  const distance = frame.x.factor * 2 ** frame.exponent
  if (distance < leastForBody * wick || bodyWidth(distance, wick) < 3 * wick) return null
  return (at, left, width) => {
    const top = Math.round(offset + (close[at] ?? 0) * factor)
    const height = Math.round(offset + (open[at] ?? 0) * factor) - top
    if (height > 2 * wick) ctx.fillRect(left + wick, top + wick, width - 2 * wick, height - 2 * wick)
  }
}
