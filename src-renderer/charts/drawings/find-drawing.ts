// Which drawing is under a place, by its shape. Pure.
import { yOfPrice, type Frame } from '../model/frame.ts'
import type { Place } from '../layers/layer.ts'
import { lineReach } from '../layers/price-line.ts'
import type { Handle } from './edit-drawing.ts'
import { handlesOf } from './edit-drawing.ts'
import { distanceToFlag } from './notes.ts'
import { type Pixel, pixelsOf, type PlacedDrawing } from './placed.ts'
import { shapeOf, type ShapePart } from './shapes.ts'

/** How far from a handle a pointer takes it, in CSS pixels. */
const handleReach = 8
/** Width of a letter for the reach of words, in CSS pixels; words are found by about where they are. */
const letterWidth = 6.5
const wordHeight = 14

export interface FoundDrawing {
  readonly placed: PlacedDrawing
  /** CSS pixels. */
  readonly distance: number
}

/** The nearest drawing within reach; of two equally near the later one, which is on top. */
export function findDrawing(
  frame: Frame,
  drawings: readonly PlacedDrawing[],
  place: Place,
): FoundDrawing | null {
  let found: FoundDrawing | null = null
  let least = lineReach
  for (const placed of drawings) {
    if (placed.drawing.isHidden) continue
    const distance = distanceTo(frame, placed, place)
    // NaN, of what a logarithmic scale does not have, never matches.
    if (!(distance <= least)) continue
    found = { placed, distance }
    least = distance
  }
  return found
}

/** The point of a drawing within reach; null for none. */
export function findHandle(frame: Frame, placed: PlacedDrawing, place: Place): Handle {
  const { dpr } = frame.layout
  if (handlesOf(placed.drawing).length === 0) return null
  let found: Handle = null
  let least = handleReach
  pixelsOf(frame, placed).forEach(({ x, y }, at) => {
    const distance = Math.hypot(x / dpr - place.x, y / dpr - place.y)
    if (!(distance <= least)) return
    found = at
    least = distance
  })
  return found
}

/** CSS pixels from a place to a drawing; 0 on its lines and words. */
function distanceTo(frame: Frame, placed: PlacedDrawing, place: Place): number {
  const { drawing, prices } = placed
  const { dpr } = frame.layout
  const [price = NaN] = prices
  if (drawing.kind === 'horizontal') return Math.abs(yOfPrice(frame, price) / dpr - place.y)
  if (drawing.kind === 'note')
    return distanceToFlag(frame, { timeMs: drawing.points[0]?.atMs ?? 0, price }, place)
  const at = { x: place.x * dpr, y: place.y * dpr }
  const distances = shapeOf(frame, placed).map((part) => distanceToPart(part, at, dpr))
  return distances.reduce((a, b) => Math.min(a, b), Infinity) / dpr
}

function distanceToPart(part: ShapePart, at: Pixel, dpr: number): number {
  switch (part.kind) {
    case 'line':
      return distanceToSegment(part.from, part.to, at)
    case 'path': {
      let least = Infinity
      for (let index = 1; index < part.pixels.length; index++) {
        const [from, to] = [part.pixels[index - 1], part.pixels[index]]
        if (from !== undefined && to !== undefined) least = Math.min(least, distanceToSegment(from, to, at))
      }
      return least
    }
    case 'area':
      // Just within reach, so that any line in the area is nearer.
      return part.isSolid && isInside(part.pixels, at) ? lineReach * dpr : Infinity
    case 'words': {
      const longest = part.lines.reduce((most, line) => Math.max(most, line.length), 0)
      const right = part.at.x + longest * letterWidth * dpr
      const bottom = part.at.y + (part.lines.length - 0.5) * wordHeight * dpr
      const top = part.at.y - (wordHeight / 2) * dpr
      return Math.hypot(Math.max(part.at.x - at.x, 0, at.x - right), Math.max(top - at.y, 0, at.y - bottom))
    }
  }
}

export function distanceToSegment(from: Pixel, to: Pixel, at: Pixel): number {
  const dx = to.x - from.x
  const dy = to.y - from.y
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : ((at.x - from.x) * dx + (at.y - from.y) * dy) / length
  const near = Math.max(0, Math.min(1, share))
  return Math.hypot(from.x + near * dx - at.x, from.y + near * dy - at.y)
}

/** Inside the box around an upright area. */
function isInside(pixels: readonly Pixel[], at: Pixel): boolean {
  const xs = pixels.map(({ x }) => x)
  const ys = pixels.map(({ y }) => y)
  const isIn = (values: number[], value: number): boolean =>
    value >= Math.min(...values) && value <= Math.max(...values)
  return isIn(xs, at.x) && isIn(ys, at.y)
}
