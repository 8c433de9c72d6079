// Places to point at: on one drawing and on no other, and beside all of them.
import type { Drawing } from '../../../src-preload/contract/markets/drawings.ts'
import { distanceTo, isIn, linesOf, type Point, type View, wordsOf } from './geometry.ts'

/** Beyond this no drawing takes the pointer, with what two readings of the axes leave unsure. */
const apartPx = 12
/** Near a point of a selected drawing the pointer takes this point alone. */
const handlePx = 16
const sharesOfLine = Array.from({ length: 39 }, (_, at) => (at + 1) / 40)
const tries = 60

function isClear(view: View, drawing: Drawing, at: Point): boolean {
  return distanceTo(view, drawing, at) > apartPx && !wordsOf(view, drawing).some((box) => isIn(box, at, 8))
}

/** Where a line is in the plot: its ends may be far outside. */
function clip(view: View, [from, to]: readonly [Point, Point]): [Point, Point] | null {
  const { left, right, top, bottom } = view.plot
  let [enter, leave] = [0, 1]
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  for (const [way, room] of [
    [-dx, from.x - left],
    [dx, right - from.x],
    [-dy, from.y - top],
    [dy, bottom - from.y],
  ] as const) {
    if (way === 0 && room < 0) return null
    if (way < 0) enter = Math.max(enter, room / way)
    else if (way > 0) leave = Math.min(leave, room / way)
  }
  const at = (share: number): Point => ({ x: from.x + dx * share, y: from.y + dy * share })
  return enter < leave ? [at(enter), at(leave)] : null
}

/** Whole pixels on a drawing, away from its points and from all others. */
export function placesOn(view: View, drawing: Drawing, all: readonly Drawing[]): Point[] {
  const others = all.filter(({ id }) => id !== drawing.id)
  const points = view.pointsOf(drawing)
  return linesOf(view, drawing)
    .flatMap((line) => {
      const seen = clip(view, line)
      if (seen === null) return []
      const [from, to] = seen
      return sharesOfLine.map((share) => ({
        x: Math.round(from.x + (to.x - from.x) * share),
        y: Math.round(from.y + (to.y - from.y) * share),
      }))
    })
    .filter(
      (at) =>
        view.isInside(at) &&
        distanceTo(view, drawing, at) < 1.5 &&
        points.every(({ x, y }) => Math.hypot(x - at.x, y - at.y) > handlePx) &&
        others.every((other) => isClear(view, other, at)),
    )
}

/** Anywhere in the plot, in whole pixels. */
export function anyPlace(view: View, random: () => number): Point {
  const { left, right, top, bottom } = view.plot
  return {
    x: Math.round(left + random() * (right - left)),
    y: Math.round(top + random() * (bottom - top)),
  }
}

/** Places where no drawing is; few or none on a full chart. */
export function placesBeside(view: View, all: readonly Drawing[], random: () => number): Point[] {
  return Array.from({ length: tries }, () => anyPlace(view, random)).filter((at) =>
    all.every((drawing) => isClear(view, drawing, at)),
  )
}
