// Owns: the place of a candle as tools take it, so that what a pointer does can be done by the keyboard cursor. Pure.
// Must not: move the cursor.
import { xOfTime, yOfPrice, type Frame } from '../../../charts/model/frame.ts'
import type { ToolPlace } from '../../../charts/layers/layer.ts'

/** The close of the candle at a time, in the middle of it; null where none is drawn. */
export function placeOfCandle(frame: Frame, timeMs: number): ToolPlace | null {
  const { level, layout } = frame
  const candle = level.buffer.candleAt(level.buffer.nearest(timeMs))
  if (candle === null) return null
  return {
    x: xOfTime(frame, candle.timeMs + level.periodMs / 2) / layout.dpr,
    y: yOfPrice(frame, candle.close) / layout.dpr,
    timeMs: candle.timeMs,
    price: candle.close,
    candle,
    frame,
  }
}
