// What a drawing looks like in device pixels: lines, boxes and words, for painting and for finding it under a pointer. Pure.
import type { Drawing } from '../../../src-preload/contract/markets/drawings.ts'
import { assertNever } from '../../../src-preload/domain/errors.ts'
import { plotRight, priceBottom, yOfPrice, type Frame } from '../model/frame.ts'
import { measurementText, readMeasure } from '../layers/measure-text.ts'
import { formatPrice } from '../layers/price-text.ts'
import { type Pixel, pixelsOf, type PlacedDrawing } from './placed.ts'
import { positionText } from './position.ts'

/** Color of a part: the drawing's own, or that of rising and falling. */
export type Tone = 'own' | 'up' | 'down'

export type ShapePart =
  | { readonly kind: 'line'; readonly from: Pixel; readonly to: Pixel; readonly isFaint: boolean }
  | { readonly kind: 'path'; readonly pixels: readonly Pixel[] }
  /** A translucent area. `isSolid`: what is inside belongs to it. */
  | {
      readonly kind: 'area'
      readonly pixels: readonly Pixel[]
      readonly tone: Tone
      readonly isSolid: boolean
    }
  | { readonly kind: 'words'; readonly at: Pixel; readonly lines: readonly string[]; readonly tone: Tone }

/** Levels of a Fibonacci retracement, from its second point to its first. */
export const fibonacciLevels = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1] as const

const line = (from: Pixel, to: Pixel, isFaint = false): ShapePart => ({ kind: 'line', from, to, isFaint })

const corners = (a: Pixel, b: Pixel): Pixel[] => [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }]

/** The place on the way from `a` through `b` where it leaves the plot; `b` itself where they are one place. */
export function leaveAt(frame: Frame, a: Pixel, b: Pixel): Pixel {
  const dx = b.x - a.x
  const dy = b.y - a.y
  if (dx === 0 && dy === 0) return b
  const toX = dx === 0 ? Infinity : ((dx > 0 ? plotRight(frame) : 0) - a.x) / dx
  const toY = dy === 0 ? Infinity : ((dy > 0 ? priceBottom(frame) : 0) - a.y) / dy
  const reach = Math.max(1, Math.min(toX, toY))
  return { x: a.x + dx * reach, y: a.y + dy * reach }
}

/** Parts of a drawing, from the back to the front. Empty where it has no place on the scale. */
export function shapeOf(frame: Frame, placed: PlacedDrawing): ShapePart[] {
  const pixels = pixelsOf(frame, placed)
  if (pixels.some(({ x, y }) => !Number.isFinite(x) || !Number.isFinite(y))) return []
  const [a, b = a, c = b] = pixels
  if (a === undefined || b === undefined || c === undefined) return []
  const { drawing } = placed
  switch (drawing.kind) {
    case 'trend':
      return [line(a, b), ...labelOf(frame, drawing, b)]
    case 'ray':
      return [line(a, leaveAt(frame, a, b)), ...labelOf(frame, drawing, b)]
    case 'horizontal':
      return [line({ x: 0, y: a.y }, { x: plotRight(frame), y: a.y })]
    case 'vertical':
      return [
        line({ x: a.x, y: 0 }, { x: a.x, y: priceBottom(frame) }),
        ...labelOf(frame, drawing, { x: a.x, y: 24 * frame.layout.dpr }),
      ]
    case 'channel':
      return [...channelOf(a, b, c), ...labelOf(frame, drawing, b)]
    case 'rectangle': {
      const box = corners(a, b)
      return [
        { kind: 'area', pixels: box, tone: 'own', isSolid: false },
        ...box.map((corner, at) => line(corner, box[(at + 1) % box.length] ?? corner)),
        ...labelOf(frame, drawing, { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y) }),
      ]
    }
    case 'fibonacci':
      return fibonacciOf(frame, placed, a, b)
    case 'long':
    case 'short':
      return [
        { kind: 'area', pixels: corners(a, b), tone: 'up', isSolid: true },
        { kind: 'area', pixels: corners(a, c), tone: 'down', isSolid: true },
        line(a, { x: b.x, y: a.y }),
        ...positionWords(frame, drawing, a, b, c),
      ]
    case 'text':
      return [{ kind: 'words', at: a, lines: drawing.text.split('\n'), tone: 'own' }]
    case 'note':
      return []
    case 'brush':
      return [{ kind: 'path', pixels }]
    case 'range':
      return measureOf(frame, drawing, a, b)
    default:
      return assertNever(drawing, 'drawing')
  }
}

/** The text of a drawing above a place. */
function labelOf(frame: Frame, { text }: Drawing, at: Pixel): ShapePart[] {
  if (text === '') return []
  const lines = text.split('\n')
  const { dpr } = frame.layout
  return [
    {
      kind: 'words',
      at: { x: at.x + 4 * dpr, y: at.y - (8 + 14 * (lines.length - 1)) * dpr },
      lines,
      tone: 'own',
    },
  ]
}

function channelOf(a: Pixel, b: Pixel, c: Pixel): ShapePart[] {
  const slope = b.x === a.x ? 0 : (b.y - a.y) / (b.x - a.x)
  const offset = c.y - (a.y + slope * (c.x - a.x))
  const moved = ({ x, y }: Pixel, share: number): Pixel => ({ x, y: y + offset * share })
  return [
    { kind: 'area', pixels: [a, b, moved(b, 1), moved(a, 1)], tone: 'own', isSolid: false },
    line(a, b),
    line(moved(a, 1), moved(b, 1)),
    line(moved(a, 0.5), moved(b, 0.5), true),
  ]
}

function fibonacciOf(frame: Frame, { drawing, prices }: PlacedDrawing, a: Pixel, b: Pixel): ShapePart[] {
  const [first = NaN, second = NaN] = prices
  const left = Math.min(a.x, b.x)
  const right = Math.max(a.x, b.x)
  const { dpr } = frame.layout
  const levels = fibonacciLevels.flatMap((level): ShapePart[] => {
    const price = second + (first - second) * level
    const y = yOfPrice(frame, price)
    const words = `${String(level)}  ${formatPrice(frame, price)}`
    return [
      line({ x: left, y }, { x: right, y }),
      { kind: 'words', at: { x: left + 4 * dpr, y: y - 8 * dpr }, lines: [words], tone: 'own' },
    ]
  })
  return [
    { kind: 'area', pixels: corners(a, b), tone: 'own', isSolid: false },
    line(a, b, true),
    ...levels,
    ...labelOf(frame, drawing, { x: right, y: Math.min(a.y, b.y) }),
  ]
}

function positionWords(
  frame: Frame,
  drawing: Extract<Drawing, { kind: 'long' | 'short' }>,
  entry: Pixel,
  target: Pixel,
  stop: Pixel,
): ShapePart[] {
  const { dpr } = frame.layout
  const words = positionText(drawing)
  const x = Math.min(entry.x, target.x) + 4 * dpr
  const beside = (y: number, from: number): number => y + (y < from ? 10 : -10) * dpr
  return [
    { kind: 'words', at: { x, y: beside(target.y, entry.y) }, lines: [words.target], tone: 'up' },
    { kind: 'words', at: { x, y: beside(stop.y, entry.y) }, lines: [words.stop], tone: 'down' },
    { kind: 'words', at: { x, y: entry.y - 9 * dpr }, lines: [words.entry], tone: 'own' },
  ]
}

function measureOf(frame: Frame, { points, text }: Drawing, a: Pixel, b: Pixel): ShapePart[] {
  const [from, to] = points
  if (from === undefined || to === undefined) return []
  const chartPoint = ({ atMs, price }: typeof from) => ({ timeMs: atMs, price })
  const reading = readMeasure(frame, chartPoint(from), chartPoint(to))
  const tone = reading.difference.startsWith('-') ? 'down' : 'up'
  const { dpr } = frame.layout
  const lines = [...measurementText(reading), ...(text === '' ? [] : [text])]
  const below = Math.max(a.y, b.y) + 10 * dpr
  return [
    { kind: 'area', pixels: corners(a, b), tone, isSolid: true },
    { kind: 'words', at: { x: Math.min(a.x, b.x), y: below }, lines, tone },
  ]
}
