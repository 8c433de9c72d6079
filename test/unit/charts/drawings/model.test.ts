// Shapes, finding, moving and magnet of drawings, over frames made by the chart's own maker.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Drawing } from '../../../../src-preload/contract/markets/drawings.ts'
import { drawing as drawingSchema } from '../../../../src-preload/contract/markets/drawings.ts'
import { DrawingsLayer, drawingOfHit } from '../../../../src-renderer/charts/drawings/drawings-layer.ts'
import {
  attract,
  copyDrawing,
  dragDrawing,
  handlesOf,
  nudgeDrawing,
} from '../../../../src-renderer/charts/drawings/edit-drawing.ts'
import {
  distanceToSegment,
  findDrawing,
  findHandle,
} from '../../../../src-renderer/charts/drawings/find-drawing.ts'
import { pixelsOf, placeDrawing } from '../../../../src-renderer/charts/drawings/placed.ts'
import {
  figurePosition,
  type PositionDrawing,
  positionText,
} from '../../../../src-renderer/charts/drawings/position.ts'
import { fibonacciLevels, leaveAt, shapeOf } from '../../../../src-renderer/charts/drawings/shapes.ts'
import { arbitraryDrawing } from '../../../fixtures/arbitrary-drawing.ts'
import { lineAt } from '../../../fixtures/drawings.ts'
import { makeTestFrame, minuteMs, noteCanvas, startMs, theme, yAt } from '../layers/frames.ts'

const hourMs = 60 * minuteMs
const inView = { fromMs: startMs + 2 * hourMs, toMs: startMs + 88 * hourMs }
const anyDrawing = arbitraryDrawing(inView)
const anyScale = fc.constantFrom('linear', 'log' as const)
const anyDpr = fc.constantFrom(1, 1.5, 2)

function shaped(kind: Exclude<Drawing['kind'], 'long' | 'short'>, points: Drawing['points']): Drawing {
  return { ...lineAt('a', '1'), kind, points }
}

describe('the shape of a drawing', () => {
  it('has only places that a canvas takes, and is found where it is painted', () => {
    fc.assert(
      fc.property(anyDrawing, anyScale, anyDpr, (drawing, scale, dpr) => {
        const frame = makeTestFrame({ scale, dpr })
        const placed = placeDrawing(drawing)
        const parts = shapeOf(frame, placed)
        for (const part of parts) {
          if (part.kind !== 'line') continue
          const numbers = [part.from.x, part.from.y, part.to.x, part.to.y]
          expect(numbers.every(Number.isFinite)).toBe(true)
          const middle = { x: (part.from.x + part.to.x) / 2 / dpr, y: (part.from.y + part.to.y) / 2 / dpr }
          expect(findDrawing(frame, [placed], middle)?.placed.drawing.id).toBe(drawing.id)
        }
      }),
    )
  })

  it('is at the same time and price in every interval', () => {
    fc.assert(
      fc.property(anyDrawing, fc.constantFrom(60, 240 as const), (drawing, levelMinutes) => {
        const frame = makeTestFrame({ levelMinutes })
        const half = (levelMinutes * minuteMs) / 2
        pixelsOf(frame, placeDrawing(drawing)).forEach(({ x, y }, at) => {
          const point = drawing.points[at]
          if (point === undefined) throw new Error('no point')
          // The middle of its candle is at most half a candle away.
          const timeMs = (x - frame.x.offset) / frame.x.factor
          expect(Math.abs(timeMs - point.atMs)).toBeLessThanOrEqual(half)
          expect(y).toBeCloseTo(yAt(frame, Number(point.price)), 6)
        })
      }),
    )
  })

  it('of a ray goes through its second point to the edge of the plot', () => {
    fc.assert(
      fc.property(anyDrawing, (drawing) => {
        const frame = makeTestFrame()
        const [a, b = a] = pixelsOf(frame, placeDrawing(drawing))
        if (a === undefined || b === undefined || (a.x === b.x && a.y === b.y)) return
        const end = leaveAt(frame, a, b)
        expect(distanceToSegment(a, end, b)).toBeLessThan(1e-6)
      }),
    )
  })

  it('of a retracement has its levels between the two prices', () => {
    const frame = makeTestFrame()
    const points = [
      { atMs: startMs + 10 * hourMs, price: '110.00' },
      { atMs: startMs + 40 * hourMs, price: '100.00' },
    ]
    const words = shapeOf(frame, placeDrawing(shaped('fibonacci', points))).flatMap((part) =>
      part.kind === 'words' ? part.lines : [],
    )
    expect(words).toHaveLength(fibonacciLevels.length)
    expect(words[0]).toBe('0  100.00')
    expect(words[4]).toBe('0.618  106.18')
    expect(words.at(-1)).toBe('1  110.00')
  })

  it('costs nothing where it is not in view', () => {
    const layer = new DrawingsLayer()
    const away = [1, 2].map((at) => ({ atMs: startMs - 4_000 * hourMs + at * hourMs, price: '100.00' }))
    layer.set([shaped('trend', away)])
    const { ctx, count } = noteCanvas()
    layer.paint(ctx, makeTestFrame(), theme)
    expect(count('stroke')).toBe(0)
  })

  it('is not painted or found while it is hidden', () => {
    const frame = makeTestFrame()
    const layer = new DrawingsLayer()
    layer.set([lineAt('l1', '100', { isHidden: true })])
    expect(layer.hit(frame, { x: 100, y: yAt(frame, 100) })).toBeNull()
    expect(layer.tags(frame, theme)).toEqual([])
  })
})

describe('moving a drawing', () => {
  it('as a whole keeps the time between its points, and gives what the border takes', () => {
    const anyMove = fc.record({
      x: fc.integer({ min: -200, max: 200 }),
      y: fc.integer({ min: -60, max: 60 }),
    })
    fc.assert(
      fc.property(anyDrawing, anyMove, anyScale, (drawing, by, scale) => {
        const frame = makeTestFrame({ scale })
        const moved = dragDrawing(frame, drawing, null, by, false)
        expect(drawingSchema.parse(moved)).toEqual(moved)
        const apart = ({ points }: Drawing): number[] =>
          points.map(({ atMs }) => atMs - (points[0]?.atMs ?? 0))
        expect(apart(moved)).toEqual(apart(drawing))
      }),
    )
  })

  it('by one point leaves the others, but for the shared edge of a position', () => {
    fc.assert(
      fc.property(anyDrawing, fc.nat(2), fc.integer({ min: -80, max: 80 }), (drawing, wish, pixels) => {
        const frame = makeTestFrame()
        const handle = wish % Math.max(1, handlesOf(drawing).length)
        const moved = dragDrawing(frame, drawing, handle, { x: pixels, y: pixels }, false)
        expect(drawingSchema.parse(moved)).toEqual(moved)
        moved.points.forEach((point, at) => {
          if (at !== handle) expect(point.price).toBe(drawing.points[at]?.price)
        })
      }),
    )
  })

  it('does nothing to a locked one, by hand or by key', () => {
    const frame = makeTestFrame()
    const locked = lineAt('l', '100.00', { isLocked: true })
    expect(dragDrawing(frame, locked, null, { x: 9, y: 9 }, false)).toBe(locked)
    expect(nudgeDrawing(frame, locked, null, { candles: 1, steps: 1 })).toBe(locked)
  })

  it('by key moves a vertical line in time alone, and a horizontal one in price alone', () => {
    const frame = makeTestFrame()
    const points = [{ atMs: startMs + 10 * hourMs, price: '100.00' }]
    const [vertical, horizontal] = [shaped('vertical', points), shaped('horizontal', points)]
    expect(nudgeDrawing(frame, vertical, null, { candles: 0, steps: 1 })).toBe(vertical)
    expect(nudgeDrawing(frame, vertical, 0, { candles: 0, steps: -1 })).toBe(vertical)
    expect(nudgeDrawing(frame, vertical, null, { candles: 1, steps: 0 })).not.toBe(vertical)
    expect(nudgeDrawing(frame, horizontal, null, { candles: 1, steps: 0 })).toBe(horizontal)
    expect(nudgeDrawing(frame, horizontal, null, { candles: 0, steps: 1 })).not.toBe(horizontal)
  })

  it('by key goes at least one step of price, and back again', () => {
    const points = [
      { atMs: startMs + 10 * hourMs, price: '100' },
      { atMs: startMs + 20 * hourMs, price: '105' },
    ]
    const line = shaped('trend', points)
    const frame = makeTestFrame({ decimals: 0 })
    const up = nudgeDrawing(frame, line, 1, { candles: 1, steps: 1 })
    expect(up.points).toEqual([points[0], { atMs: startMs + 21 * hourMs, price: '105' }])
    const higher = nudgeDrawing(frame, line, 1, { candles: 0, steps: 1 })
    expect(higher.points[1]?.price).toBe('106')
    expect(nudgeDrawing(frame, higher, 1, { candles: 0, steps: -1 }).points[1]?.price).toBe('105')
  })

  it('to a candle takes its open, high, low or close where one is near', () => {
    const frame = makeTestFrame()
    const at = (price: string) => attract(frame, { atMs: startMs + 20 * hourMs, price })
    expect(at('109.40').price).toBe('110.00')
    expect(at('104.60').price).toBe('105.00')
    // Over a short way of the hand, 24 px.
    expect(yAt(frame, 108) - yAt(frame, 110)).toBeGreaterThan(20)
    expect(at('108.00').price).toBe('110.00')
    expect(yAt(frame, 110) - yAt(frame, 112.4)).toBeGreaterThan(24)
    expect(at('112.40').price).toBe('112.40')
    // No candle, no price.
    expect(attract(frame, { atMs: startMs + 500 * hourMs, price: '109.9' }).price).toBe('109.9')
  })

  it('makes copies beside the original, and on it where the market is another', () => {
    const frame = makeTestFrame()
    const line = lineAt('l', '100.00', { isLocked: true })
    const beside = copyDrawing(line, { id: 'c', market: 'ethusdc', nowMs: 9, frame })
    expect(beside).toMatchObject({ id: 'c', createdAtMs: 9, isLocked: false })
    expect(Number(beside.points[0]?.price)).toBeLessThan(100)
    const there = copyDrawing(line, { id: 'c', market: 'btcusdc', nowMs: 9, frame })
    expect([there.market, there.points]).toEqual(['btcusdc', line.points])
  })
})

describe('a handle', () => {
  it('is taken at its point, by the pixel', () => {
    fc.assert(
      fc.property(anyDrawing, anyDpr, (drawing, dpr) => {
        const frame = makeTestFrame({ dpr })
        const placed = placeDrawing(drawing)
        const [first] = pixelsOf(frame, placed)
        if (first === undefined) return
        const handle = findHandle(frame, placed, { x: first.x / dpr, y: first.y / dpr })
        if (handlesOf(drawing).length === 0) expect(handle).toBeNull()
        else expect(handle).not.toBeNull()
      }),
    )
  })
})

describe('a position', () => {
  const long = (entry: string, target: string, stop: string): PositionDrawing => ({
    ...lineAt('p', '1'),
    kind: 'long',
    points: [entry, target, stop].map((price) => ({ atMs: 1, price })),
    risk: '100',
  })

  it('has the ratio and the amount that loses the risk at the stop', () => {
    expect(figurePosition(long('2000', '2200', '1900'))).toEqual({
      gainPercent: 10,
      lossPercent: -5,
      ratio: '2',
      amount: '1',
    })
    expect(figurePosition(long('2000', '2200', '1700')).amount).toBe('0.333333')
    expect(figurePosition(long('2000', '2200', '2000'))).toMatchObject({ ratio: null, amount: null })
  })

  it('says the amount and the risk in their units', () => {
    expect(positionText(long('2000', '2200', '1700')).amount).toBe('Amount 0.333333 ETH at risk 100 USDC')
    const unknown = { ...long('2000', '2200', '1700'), market: 'what' }
    expect(positionText(unknown).amount).toBe('Amount 0.333333 WHAT at risk 100')
  })

  it('keeps target and stop on their sides', () => {
    const frame = makeTestFrame()
    const position = long('100.00', '110.00', '95.00')
    const tooFar = yAt(frame, 96) - yAt(frame, 110)
    expect(dragDrawing(frame, position, 1, { x: 0, y: tooFar }, false)).toBe(position)
  })
})

it('the drawing on top is the one that was made last', () => {
  const frame = makeTestFrame()
  const layer = new DrawingsLayer()
  layer.set([lineAt('below', '100'), lineAt('above', '100')])
  expect(drawingOfHit(layer.hit(frame, { x: 50, y: yAt(frame, 100) })?.id ?? '')).toBe('above')
})
