// What a pointer does with lines, notes and alerts over the candles: placing, finding, dragging, opening, giving up.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PriceAlert } from '../../../../src-preload/contract/app/alerts.ts'
import type { Drawing } from '../../../../src-preload/contract/markets/drawings.ts'
import { alertOfHit, AlertsLayer } from '../../../../src-renderer/charts/layers/alerts.ts'
import { drawingOfHit, DrawingsLayer } from '../../../../src-renderer/charts/drawings/drawings-layer.ts'
import { FirstTool } from '../../../../src-renderer/charts/drawings/first-tool.ts'
import { Measure } from '../../../../src-renderer/charts/layers/measure.ts'
import { type Grip, MoveTool } from '../../../../src-renderer/charts/layers/move-tool.ts'
import type { ChartPoint, DraggedItem } from '../../../../src-renderer/charts/layers/chart-point.ts'
import { PlaceTool } from '../../../../src-renderer/charts/layers/place-tool.ts'
import { snapPrice } from '../../../../src-renderer/charts/layers/price-text.ts'
import { ShiftTool } from '../../../../src-renderer/charts/layers/shift-tool.ts'
import { lineAt, noteAt } from '../../../fixtures/drawings.ts'
import { makeTestFrame, minuteMs, noteCanvas, placeAt, startMs, theme, xAt, yAt } from './frames.ts'

const hourMs = 60 * minuteMs
const base = { market: 'ethusdc', createdAtMs: 1 }

const line = (id: string, price: string, text = ''): Drawing => lineAt(id, price, { text })
const note = (id: string, price: string, atMs: number): Drawing => noteAt(id, price, atMs)
const alert = (id: string, price: string, more: Partial<PriceAlert> = {}): PriceAlert => ({
  id,
  price,
  direction: 'up',
  note: '',
  isRepeating: false,
  crossedAtMs: null,
  isArmed: true,
  ...base,
  ...more,
})

describe('a price under the pointer', () => {
  it('has the decimals of the market, and is never nothing or less', () => {
    expect(snapPrice(2412.4999, 2)).toBe('2412.50')
    expect(snapPrice(0.000_012_345, 8)).toBe('0.00001234')
    expect(snapPrice(2412.5, 0)).toBe('2413')
    expect([0, -3, NaN, 0.000_1].map((price) => snapPrice(price, 2))).toEqual([
      '0.01',
      '0.01',
      '0.01',
      '0.01',
    ])
    expect(snapPrice(-1, 0)).toBe('1')
  })

  it('is decimal text that the border takes, whatever the price', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: false }), fc.integer({ min: 0, max: 12 }), (price, decimals) => {
        const text = snapPrice(price, decimals)
        expect(text).toMatch(/^\d{1,60}(\.\d{1,60})?$/)
        expect(text).toMatch(/[1-9]/)
      }),
    )
  })
})

describe('placing', () => {
  function makeTool() {
    const placed: ChartPoint[] = []
    const held: (ChartPoint | null)[] = []
    const tool = new PlaceTool({ onHold: (one) => held.push(one), onPlace: (one) => placed.push(one) })
    return { tool, placed, held }
  }

  it('puts it where the pointer goes up, at the price and candle there', () => {
    const frame = makeTestFrame()
    const { tool, placed, held } = makeTool()
    expect(tool.down(placeAt(frame, 100, 200))).toBe(true)
    const x = xAt(frame, startMs + 30.7 * hourMs)
    tool.up(placeAt(frame, x, yAt(frame, 104.123)))
    expect(placed).toEqual([{ price: '104.12', timeMs: startMs + 30 * hourMs }])
    expect(held.at(-1)).toBeNull()
  })

  it('puts nothing after Escape, nor where there is no price', () => {
    const frame = makeTestFrame()
    const { tool, placed, held } = makeTool()
    tool.down(placeAt(frame, 100, 200))
    tool.cancel()
    tool.up(placeAt(frame, 100, 200))
    const below = frame.layout.price.top + frame.layout.price.height + 5
    expect(tool.down(placeAt(frame, 100, below))).toBe(false)
    tool.down(placeAt(frame, 100, 200))
    tool.up(placeAt(frame, 100, below))
    expect(placed).toEqual([])
    expect(held.at(-1)).toBeNull()
  })

  it('shows where it would go while the pointer moves', () => {
    const frame = makeTestFrame()
    const { tool, held } = makeTool()
    tool.move(placeAt(frame, xAt(frame, startMs + hourMs), yAt(frame, 95)))
    tool.leave()
    expect(held).toEqual([{ price: '95.00', timeMs: startMs + hourMs }, null])
  })
})

describe('finding', () => {
  it('takes the nearest line within six pixels, on both scales and at any pixel ratio', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 8100, max: 11_900 }), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 40, max: 440 }),
        fc.constantFrom('linear', 'log'),
        fc.constantFrom(1, 1.5, 2),
        (cents, y, scale, dpr) => {
          const frame = makeTestFrame({ scale, dpr })
          const lines = cents.map((cent, at) => line(`l${at}`, (cent / 100).toFixed(2)))
          const layer = new DrawingsLayer()
          layer.set(lines)
          const distances = cents.map((cent) => Math.abs(yAt(frame, cent / 100) - y))
          const least = Math.min(...distances)
          const hit = layer.hit(frame, { x: 300, y })
          if (least > 6) {
            expect(hit).toBeNull()
            return
          }
          const found = lines.findIndex(({ id }) => id === drawingOfHit(hit?.id ?? ''))
          expect(distances[found]).toBeCloseTo(least, 6)
        },
      ),
    )
  })

  it('takes a note by its flag, not by what is far below it', () => {
    const frame = makeTestFrame()
    const layer = new DrawingsLayer()
    layer.set([note('n1', '100', startMs + 20 * hourMs), line('l1', '85')])
    const foot = { x: xAt(frame, startMs + 20.5 * hourMs), y: yAt(frame, 100) }
    expect(drawingOfHit(layer.hit(frame, { x: foot.x + 5, y: foot.y - 14 })?.id ?? '')).toBe('n1')
    expect(layer.hit(frame, { x: foot.x, y: foot.y + 20 })).toBeNull()
    expect(layer.hit(frame, { x: foot.x + 40, y: foot.y })).toBeNull()
  })

  it('finds nothing at prices that a logarithmic scale does not have', () => {
    const frame = makeTestFrame({ scale: 'log' })
    const layer = new DrawingsLayer()
    layer.set([line('l1', '0')])
    expect(layer.hit(frame, { x: 10, y: 10 })).toBeNull()
  })

  it('tells alerts from drawings', () => {
    const frame = makeTestFrame()
    const layer = new AlertsLayer()
    layer.set([alert('a1', '110')])
    const id = layer.hit(frame, { x: 10, y: yAt(frame, 110) })?.id ?? ''
    expect([alertOfHit(id), drawingOfHit(id)]).toEqual(['a1', null])
  })
})

interface Noted {
  readonly tool: MoveTool
  readonly moves: (DraggedItem | null)[]
  readonly drops: DraggedItem[]
  readonly opened: string[]
  readonly selected: (string | null)[]
  nowMs: number
}

function makeMover(grip: Grip | null): Noted {
  const noted: Noted = {
    moves: [],
    drops: [],
    opened: [],
    selected: [],
    nowMs: 0,
    tool: new MoveTool({
      pick: () => grip,
      onSelect: (id) => noted.selected.push(id),
      onMove: (moving) => noted.moves.push(moving),
      onDrop: (moving) => noted.drops.push(moving),
      onOpen: (id) => noted.opened.push(id),
      nowMs: () => noted.nowMs,
    }),
  }
  return noted
}

describe('dragging', () => {
  it('moves a line by as much as the pointer, to a price of the market, on both scales', () => {
    for (const scale of ['linear', 'log'] as const) {
      const frame = makeTestFrame({ scale, decimals: 1 })
      const { tool, drops } = makeMover({ id: 'l1', price: 100 })
      const grabbed = yAt(frame, 100) + 5
      expect(tool.down(placeAt(frame, 300, grabbed))).toBe(true)
      tool.move(placeAt(frame, 300, grabbed + 30))
      tool.up(placeAt(frame, 300, yAt(frame, 110) + 5))
      expect(drops.map(({ price }) => price)).toEqual(['110.0'])
    }
  })

  it('ends at the edge of the price axis', () => {
    const frame = makeTestFrame()
    const { tool, drops } = makeMover({ id: 'l1', price: 100 })
    tool.down(placeAt(frame, 300, yAt(frame, 100)))
    tool.move(placeAt(frame, 300, 4000))
    tool.up(placeAt(frame, 300, 4000))
    expect(drops.map(({ price }) => price)).toEqual([frame.priceRange.min.toFixed(2)])
  })

  it('changes nothing for a tremble, and puts it back when given up', () => {
    const frame = makeTestFrame()
    const { tool, moves, drops, selected } = makeMover({ id: 'l1', price: 100 })
    tool.down(placeAt(frame, 300, 200))
    tool.move(placeAt(frame, 302, 201))
    tool.up(placeAt(frame, 302, 201))
    expect([moves, drops, selected]).toEqual([[], [], ['l1']])
    tool.down(placeAt(frame, 300, 200))
    tool.move(placeAt(frame, 300, 260))
    tool.cancel()
    tool.up(placeAt(frame, 300, 260))
    expect(moves.at(-1)).toBeNull()
    expect(drops).toEqual([])
  })

  it('leaves the pointer to the chart where there is nothing, and lets go of what was selected', () => {
    const { tool, selected } = makeMover(null)
    expect(tool.down(placeAt(makeTestFrame(), 300, 200))).toBe(false)
    expect(selected).toEqual([null])
  })

  it('opens at the second click on the same thing, if it comes soon', () => {
    const frame = makeTestFrame()
    const mover = makeMover({ id: 'l1', price: 100 })
    const click = (atMs: number): void => {
      mover.nowMs = atMs
      mover.tool.down(placeAt(frame, 300, 200))
      mover.tool.up(placeAt(frame, 300, 200))
    }
    click(0)
    click(900)
    expect(mover.opened).toEqual([])
    click(1100)
    expect(mover.opened).toEqual(['l1'])
    click(1200)
    expect(mover.opened).toEqual(['l1'])
  })
})

describe('a press with Shift', () => {
  it('measures whatever tool is chosen, and the next press is the tool’s again', () => {
    const frame = makeTestFrame()
    const mover = makeMover({ id: 'l1', price: 100 })
    const measure = new Measure(() => undefined)
    let isShift = true
    const tool = new ShiftTool(mover.tool, measure, () => isShift)
    expect(tool.cursor).toBe('')
    expect(tool.down(placeAt(frame, 100, 200))).toBe(true)
    expect(tool.cursor).toBe('crosshair')
    isShift = false
    tool.move(placeAt(frame, 300, 300))
    tool.up(placeAt(frame, 300, 300))
    expect(measure.ends).not.toBeNull()
    expect(mover.selected).toEqual([])
    tool.down(placeAt(frame, 100, 200))
    expect(mover.selected).toEqual(['l1'])
    tool.cancel()
    expect(tool.cursor).toBe('')
  })

  it('that is a click measures to the next click, which needs no Shift; Escape gives it up', () => {
    const frame = makeTestFrame()
    const mover = makeMover(null)
    const measure = new Measure(() => undefined)
    let isShift = true
    const tool = new FirstTool(makeMover(null).tool, new ShiftTool(mover.tool, measure, () => isShift))
    const click = (x: number, y: number): void => {
      expect(tool.down(placeAt(frame, x, y))).toBe(true)
      tool.up(placeAt(frame, x, y))
    }
    click(100, 200)
    isShift = false
    expect(measure.isUnderWay).toBe(true)
    expect(tool.cursor).toBe('crosshair')
    tool.move(placeAt(frame, 300, 300))
    const { from, to } = measure.ends ?? {}
    expect([from?.timeMs, to?.timeMs].map((timeMs) => typeof timeMs)).toEqual(['number', 'number'])
    click(350, 320)
    expect(measure.isUnderWay).toBe(false)
    expect(measure.ends?.from).toEqual(from)
    expect(measure.ends?.to).not.toEqual(to)
    // What was measured stays where it is.
    const { ends } = measure
    tool.move(placeAt(frame, 120, 120))
    expect(measure.ends).toEqual(ends)

    isShift = true
    click(100, 200)
    measure.clear()
    expect(measure.isUnderWay).toBe(false)
    tool.move(placeAt(frame, 300, 300))
    expect(measure.ends).toBeNull()

    click(100, 200)
    click(100, 200)
    expect([measure.isUnderWay, measure.ends]).toEqual([false, null])
  })
})

describe('pictures of lines, notes and alerts', () => {
  it('show where something is held instead of where it is kept', () => {
    const frame = makeTestFrame()
    const layer = new DrawingsLayer()
    layer.set([line('l1', '100', 'support'), line('l2', '500', 'far above')])
    layer.draft = line('l1', '105.00', 'support')
    layer.selectedId = 'l1'
    expect(layer.tags(frame, theme).map(({ text, background }) => [text, background])).toEqual([
      ['105.00', 'textQuiet'],
    ])
    const { ctx, texts } = noteCanvas()
    layer.paint(ctx, frame, theme)
    expect(texts()).toEqual(['support'])
  })

  it('are written on a percent axis as the axis is', () => {
    const layer = new DrawingsLayer()
    layer.set([line('l1', '110')])
    const [tag] = layer.tags(makeTestFrame({ scale: 'percent', fromMs: startMs + 1 }), theme)
    expect(tag?.text).toMatch(/^\+4[.,]76/)
  })

  it('have the first line of a long text, and end where an eye still takes it in', () => {
    const layer = new DrawingsLayer()
    layer.set([line('l1', '100', `${'x'.repeat(100)}\nmore`)])
    const { ctx, texts } = noteCanvas()
    layer.paint(ctx, makeTestFrame(), theme)
    expect(texts()).toEqual([`${'x'.repeat(59)}…`])
  })

  it('tell an armed alert from one that was told of by the tag and by the bell', () => {
    const frame = makeTestFrame()
    const layer = new AlertsLayer()
    layer.set([alert('a1', '100'), alert('a2', '110', { isArmed: false, crossedAtMs: 5 })])
    expect(layer.tags(frame, theme).map(({ background }) => background)).toEqual(['textQuiet', 'border'])
    layer.placing = { price: '90.00', timeMs: 0 }
    const { ctx, count } = noteCanvas()
    layer.paint(ctx, frame, theme)
    expect(count('quadraticCurveTo')).toBe(6)
  })

  it('paint a flag for each note in view and none for those outside', () => {
    const frame = makeTestFrame()
    const layer = new DrawingsLayer()
    layer.set([note('n1', '100', startMs + hourMs), note('n2', '100', startMs + 900 * hourMs)])
    layer.draft = note('n3', '95.00', startMs + 3 * hourMs)
    const { ctx, count } = noteCanvas()
    layer.paint(ctx, frame, theme)
    expect(count('fill')).toBe(2)
  })
})
