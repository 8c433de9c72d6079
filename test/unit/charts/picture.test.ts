import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CandleSource } from '../../../src-renderer/charts/candle-source.ts'
import { boundsOf, exponentFor, makeFrame } from '../../../src-renderer/charts/frame.ts'
import { commandOf } from '../../../src-renderer/charts/keys.ts'
import { layOut } from '../../../src-renderer/charts/layout.ts'
import { bodyWidth, candleLeft } from '../../../src-renderer/charts/paint-candles.ts'
import { sparklineDirection, sparklinePath } from '../../../src-renderer/charts/sparkline.ts'
import { clampView, initialView } from '../../../src-renderer/charts/viewport.ts'
import { columnsOf, rowAt, type Row } from './synthetic.ts'

const minuteMs = 60_000

function sourceOf(rows: readonly Row[]): CandleSource {
  const source = new CandleSource(1)
  source.merge(columnsOf(rows))
  return source
}

describe('a picture', () => {
  const year = sourceOf(Array.from({ length: 100_000 }, (_, n) => rowAt((29_000_000 + n) * minuteMs)))

  it('never draws more than one candle per device pixel, and all that are in view lie in their pane', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 5, max: 96_000 }).map((n) => n / 1000),
        fc.integer({ min: 0, max: 100_000 }),
        fc.constantFrom(1, 1.25, 1.5, 2),
        (spacing, back, dpr) => {
          const layout = layOut({ width: 1200, height: 700, dpr }, 72)
          const bounds = boundsOf(year, layout.plotWidth)
          if (bounds === null) throw new Error('no candles')
          const view = clampView({ right: bounds.last - back, spacing }, bounds)
          const frame = makeFrame(year, view, layout, 2)
          if (frame === null) throw new Error('no frame')
          expect(frame.endIndex - frame.firstIndex).toBeLessThanOrEqual(layout.plotWidth * dpr + 3)
          const extent = frame.level.extent(frame.firstIndex, frame.endIndex)
          if (extent === null) return
          const pixel = (price: number): number => frame.price.offset + price * frame.price.factor
          expect(pixel(extent.high)).toBeGreaterThanOrEqual(layout.price.innerTop * dpr - 1e-6)
          expect(pixel(extent.low)).toBeLessThanOrEqual(layout.price.innerBottom * dpr + 1e-6)
        },
      ),
    )
  })

  it('joins candles only below one device pixel each', () => {
    expect([8, 1, 0.99, 0.5, 0.49, 0.01].map((spacing) => exponentFor(spacing, 1))).toEqual([
      0, 0, 1, 1, 2, 7,
    ])
    expect(exponentFor(0.5, 2)).toBe(0)
  })

  it('is none without candles or room, and has a scale for a flat market', () => {
    const layout = layOut({ width: 800, height: 400, dpr: 1 }, 72)
    expect(makeFrame(new CandleSource(1), { right: 0, spacing: 8 }, layout, 2)).toBeNull()
    const flat = sourceOf([[0, 5, 5, 5, 5, 0]])
    const bounds = boundsOf(flat, layout.plotWidth)
    if (bounds === null) throw new Error('no candles')
    const view = initialView(bounds, true)
    expect(makeFrame(flat, view, layOut({ width: 800, height: 0, dpr: 1 }, 72), 2)).toBeNull()
    const frame = makeFrame(flat, view, layout, 2)
    const middle = (frame?.price.offset ?? NaN) + 5 * (frame?.price.factor ?? NaN)
    expect(middle).toBeCloseTo((layout.price.innerTop + layout.price.innerBottom) / 2)
    expect(frame?.volumeTicks).toEqual([])
  })

  it('shows price and volume panes that fill the height, or the price alone when low', () => {
    for (const height of [120, 220, 500, 1400]) {
      const layout = layOut({ width: 800, height, dpr: 1 }, 72)
      expect(layout.price.height + (layout.volume?.height ?? 0)).toBe(layout.axisTop)
      expect(layout.volume === null).toBe(height < 220)
      expect(layout.price.innerTop).toBeLessThan(layout.price.innerBottom)
    }
  })
})

describe('candle bodies', () => {
  it('are centred on their wick and leave a gap to the next', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 20_000 }).map((n) => n / 100),
        fc.constantFrom(1, 2, 3),
        (distance, wick) => {
          const width = bodyWidth(distance, wick)
          expect((width - wick) % 2).toBe(0)
          expect(width).toBeGreaterThanOrEqual(wick)
          if (width > wick) expect(width).toBeLessThanOrEqual(Math.floor(distance) - wick)
          expect(Number.isInteger(candleLeft(distance * 3, width))).toBe(true)
        },
      ),
    )
  })
})

describe('keys', () => {
  const press = (
    key: string,
    held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {},
    code = '',
  ) => commandOf({ key, code, ctrlKey: false, metaKey: false, altKey: false, ...held })

  it('move by one candle, and further with Ctrl or Command', () => {
    expect(press('ArrowLeft')).toEqual({ kind: 'moveCursor', direction: -1, isFar: false })
    expect(press('ArrowRight', { ctrlKey: true })).toEqual({ kind: 'moveCursor', direction: 1, isFar: true })
    expect(press('ArrowRight', { metaKey: true })).toEqual({ kind: 'moveCursor', direction: 1, isFar: true })
  })

  it('zoom, jump and reset', () => {
    expect(['+', '=', '-', 'Home', 'End', 'Escape'].map((key) => press(key)?.kind)).toEqual([
      'zoom',
      'zoom',
      'zoom',
      'home',
      'end',
      'dropCursor',
    ])
    expect(press('®', { altKey: true }, 'KeyR')).toEqual({ kind: 'reset' })
  })

  it("leave the app's own keys alone", () => {
    expect(press('+', { ctrlKey: true })).toBeNull()
    expect(press('ArrowLeft', { altKey: true }, 'ArrowLeft')).toBeNull()
    expect(press('r')).toBeNull()
    expect(press('Tab')).toBeNull()
  })
})

describe('sparkline', () => {
  it('spans the box from the first to the last value', () => {
    expect(sparklinePath([1, 3, 2], 64, 20, 2)).toBe('M0 19L32 1L64 10')
  })

  it('is a level line for one value or a flat series, and nothing for none', () => {
    expect(sparklinePath([5], 64, 20, 1)).toBe('M0 10H64')
    expect(sparklinePath([5, 5, 5], 64, 20, 1)).toBe('M0 10H64')
    expect(sparklinePath([], 64, 20, 1)).toBe('')
    expect(sparklinePath([NaN], 64, 20, 1)).toBe('')
  })

  it('knows where the series went', () => {
    expect([[1, 2], [2, 1], [1, 5, 1], []].map(sparklineDirection)).toEqual(['up', 'down', 'flat', 'flat'])
  })
})
