// Position of the crosshair: the pointer's, else the keyboard's, else a linked chart's. Pure.
import { firstReaching, middleOfSlot, startOf } from '../../../src-preload/domain/markets/intervals.ts'
import { indexAt, middleOf, timeOfX, type Crosshair, type Frame } from '../model/frame.ts'
import type { Place } from '../layers/layer.ts'

/** Sources of the crosshair, in order of precedence. */
export interface CrosshairInput {
  readonly pointer: Place | null
  readonly cursorMs: number | null
  readonly linkedMs: number | null
}

/** Returns null when none of the three is inside the plot. */
export function crosshairOf(frame: Frame, { pointer, cursorMs, linkedMs }: CrosshairInput): Crosshair | null {
  const { plotWidth, axisTop, dpr } = frame.layout
  if (pointer !== null && pointer.x >= 0 && pointer.x < plotWidth && pointer.y >= 0 && pointer.y < axisTop) {
    return at(frame, 'pointer', timeOfX(frame, pointer.x * dpr), pointer.y)
  }
  if (cursorMs !== null && isInView(frame, cursorMs)) return at(frame, 'keyboard', cursorMs, null)
  return linkedMs !== null && linkedMs >= frame.fromMs && linkedMs < frame.toMs
    ? at(frame, 'link', linkedMs, null)
    : null
}

/** A candle may be cut by the edge of the plot. */
function isInView(frame: Frame, timeMs: number): boolean {
  return timeMs >= firstReaching(frame.level.period, frame.fromMs) && timeMs < frame.toMs
}

function at(frame: Frame, by: Crosshair['by'], timeMs: number, y: number | null): Crosshair {
  const index = indexAt(frame, timeMs)
  const { period } = frame.level
  if (index >= 0) return { by, index, timeMs: middleOf(frame, index), y }
  return { by, index, timeMs: middleOfSlot(period, startOf(period, timeMs)), y }
}
