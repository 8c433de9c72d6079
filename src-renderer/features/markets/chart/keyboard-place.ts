// Position of a candle for tools, so that the keyboard cursor can do what a pointer does. Pure.
import { xOfCandle, yOfPrice, type Frame } from '../../../charts/model/frame.ts'
import type { ToolPlace } from '../../../charts/layers/layer.ts'

/** Close of the candle at a time, in its middle; null when none is drawn. */
export function placeOfCandle(frame: Frame, timeMs: number): ToolPlace | null {
  const { level, layout } = frame
  const candle = level.buffer.candleAt(level.buffer.nearest(timeMs))
  if (candle === null) return null
  return {
    x: xOfCandle(frame, candle.timeMs) / layout.dpr,
    y: yOfPrice(frame, candle.close) / layout.dpr,
    timeMs: candle.timeMs,
    price: candle.close,
    candle,
    frame,
  }
}
