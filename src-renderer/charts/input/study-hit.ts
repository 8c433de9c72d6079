// Finds the indicator under a place. Pure.
import { axisOf, timeOfAxis } from '../../../src-preload/domain/markets/intervals.ts'
import { fromPixel, toPixel, type Frame, type Scale } from '../model/frame.ts'
import { profileBars } from '../model/profile-bars.ts'
import type { Place } from '../layers/layer.ts'
import type { Study, StudyLine } from '../indicators/studies.ts'

/** Distance from a line within which it is meant, in CSS pixels. */
const reach = 5

/** Returns the index of the indicator whose line, dots or histogram is within a few pixels, topmost first; null for none. */
export function studyAt(frame: Frame, { x, y }: Place): number | null {
  const { plotWidth, axisTop, dpr } = frame.layout
  if (x < 0 || x >= plotWidth || y < 0 || y >= axisTop) return null
  const pane = frame.panes.find(({ kind, pane: { top, height } }) => {
    return kind !== 'volume' && y >= top && y < top + height
  })
  const at = { x: x * dpr, y: y * dpr }
  for (let index = frame.studies.length - 1; index >= 0; index--) {
    const study = frame.studies[index]
    if (study === undefined) continue
    const isHere = pane === undefined ? study.pane === 'price' : pane.study === study
    if (isHere && (isNear(frame, study, pane?.scale ?? frame.price, at) || isInProfile(frame, index, at)))
      return index
  }
  return null
}

function isInProfile(frame: Frame, index: number, { x, y }: Place): boolean {
  const profile = frame.profiles.get(index) ?? null
  return (
    profile !== null &&
    profileBars(frame, profile).some(({ top, bottom, left }) => y >= top && y < bottom && x >= left)
  )
}

/** @param at - in device pixels, as are all lengths below */
function isNear(frame: Frame, { lines }: Study, scale: Scale, at: Place): boolean {
  return lines.some((line) => {
    if (line.role === 'dots') return isNearDot(frame, line, scale, at)
    return line.role === 'histogram' ? isInBar(frame, line, scale, at) : isNearLine(frame, line, scale, at)
  })
}

/** Indexes of a line's values that are drawn within `distance` of x, with one more on each side. */
function valuesNear(
  { level: { buffer, period, periodMs }, x }: Frame,
  shift: number,
  at: number,
  distance: number,
): { readonly from: number; readonly end: number } {
  const middle = periodMs / 2
  const indexOf = (pixel: number): number => {
    const left = fromPixel(x, pixel) - middle
    const newest = axisOf(period, buffer.timeAt(buffer.length - 1))
    // Ahead of the newest candle lines are drawn at times that are yet to come.
    return left > newest
      ? buffer.length - 1 + Math.ceil((left - newest) / periodMs)
      : buffer.lowerBound(timeOfAxis(period, left))
  }
  return { from: indexOf(at - distance) - 1 - shift, end: indexOf(at + distance) + 2 - shift }
}

/** Where a value is drawn; null when it is unknown. */
function pointOf(frame: Frame, { values, shift }: StudyLine, scale: Scale, at: number): Place | null {
  const value = values[at]
  if (value === undefined || !Number.isFinite(value)) return null
  const { buffer, period, periodMs } = frame.level
  const drawn = at + shift
  if (drawn < 0) return null
  const beyond = Math.max(0, drawn - (buffer.length - 1))
  const left = axisOf(period, buffer.timeAt(drawn - beyond)) + beyond * periodMs
  return { x: toPixel(frame.x, left + periodMs / 2), y: toPixel(scale, value) }
}

function isNearLine(frame: Frame, line: StudyLine, scale: Scale, at: Place): boolean {
  const most = reach * frame.layout.dpr
  const { from, end } = valuesNear(frame, line.shift, at.x, most)
  let before: Place | null = null
  for (let index = from; index < end; index++) {
    const point = pointOf(frame, line, scale, index)
    if (point !== null && distanceTo(before ?? point, point, at) <= most) return true
    before = point
  }
  return false
}

function isNearDot(frame: Frame, line: StudyLine, scale: Scale, at: Place): boolean {
  const most = reach * frame.layout.dpr
  const { from, end } = valuesNear(frame, line.shift, at.x, most)
  for (let index = from; index < end; index++) {
    const point = pointOf(frame, line, scale, index)
    if (point !== null && distanceTo(point, point, at) <= most) return true
  }
  return false
}

function isInBar(frame: Frame, line: StudyLine, scale: Scale, at: Place): boolean {
  const half = (frame.level.periodMs * frame.x.factor) / 2
  const { from, end } = valuesNear(frame, line.shift, at.x, half)
  const zero = toPixel(scale, 0)
  for (let index = from; index < end; index++) {
    const point = pointOf(frame, line, scale, index)
    if (point === null || Math.abs(point.x - at.x) > half) continue
    if (at.y >= Math.min(point.y, zero) && at.y <= Math.max(point.y, zero)) return true
  }
  return false
}

/** Distance of a place from the segment between two points. */
function distanceTo(from: Place, to: Place, at: Place): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const size = dx * dx + dy * dy
  const share = size === 0 ? 0 : ((at.x - from.x) * dx + (at.y - from.y) * dy) / size
  const along = Math.max(0, Math.min(1, share))
  return Math.hypot(at.x - from.x - along * dx, at.y - from.y - along * dy)
}
