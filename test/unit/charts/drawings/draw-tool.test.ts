// Drawing by clicks, by a drag and by key, and giving up.
import { describe, expect, it } from 'vitest'
import type { Drawing, DrawingKind } from '../../../../src-preload/contract/markets/drawings.ts'
import { DrawTool } from '../../../../src-renderer/charts/drawings/draw-tool.ts'
import { makeDrawing } from '../../../../src-renderer/features/markets/drawings/new-drawing.ts'
import { drawing as drawingSchema } from '../../../../src-preload/contract/markets/drawings.ts'
import { makeTestFrame, minuteMs, placeAt, startMs, xAt, yAt } from '../layers/frames.ts'

const hourMs = 60 * minuteMs
const frame = makeTestFrame()

function makeTool(kind: DrawingKind, hasMagnet = false) {
  const drawn: Drawing[] = []
  const drafts: (Drawing | null)[] = []
  const tool = new DrawTool(kind, {
    make: (made, points, on) => makeDrawing({ kind: made, market: 'ethusdc', points, nowMs: 1 }, on),
    onDraft: (one) => drafts.push(one),
    onDrawn: (one) => drawn.push(one),
    hasMagnet: () => hasMagnet,
  })
  const at = (hours: number, price: number) =>
    placeAt(frame, xAt(frame, startMs + (hours + 0.5) * hourMs), yAt(frame, price))
  const click = (hours: number, price: number): void => {
    tool.move(at(hours, price))
    tool.down(at(hours, price))
    tool.up(at(hours, price))
  }
  return { tool, drawn, drafts, at, click }
}

const placesOf = (drawn: readonly Drawing[]): string[][] =>
  drawn.map(({ points }) => points.map(({ atMs, price }) => `${String((atMs - startMs) / hourMs)} ${price}`))

describe('a drawing is made', () => {
  it('by as many clicks as it has points', () => {
    const { drawn, click, tool } = makeTool('trend')
    click(10, 95)
    expect([drawn.length, tool.isUnderWay]).toEqual([0, true])
    click(30, 105)
    expect(placesOf(drawn)).toEqual([['10 95.00', '30 105.00']])
    expect(tool.isUnderWay).toBe(false)
  })

  it('by one drag, and a third point by a click', () => {
    const { drawn, tool, at, click } = makeTool('channel')
    tool.down(at(10, 95))
    tool.move(at(20, 100))
    tool.up(at(30, 105))
    expect(drawn).toEqual([])
    click(30, 110)
    expect(placesOf(drawn)).toEqual([['10 95.00', '30 105.00', '30 110.00']])
  })

  it('at once where it has one point, a position with target and stop on their sides', () => {
    for (const kind of ['horizontal', 'vertical', 'long', 'short'] as const) {
      const { drawn, click } = makeTool(kind)
      click(10, 100)
      expect(drawn.map((one) => drawingSchema.parse(one))).toEqual(drawn)
      expect(placesOf(drawn)[0]?.[0]).toBe('10 100.00')
    }
    const { drawn, click } = makeTool('short')
    click(10, 100)
    const [entry = 0, target = 0, stop = 0] = drawn[0]?.points.map(({ price }) => Number(price)) ?? []
    expect([target < entry, stop > entry]).toEqual([true, true])
  })

  it('as the hand goes with a brush', () => {
    const { drawn, tool, at } = makeTool('brush')
    tool.down(at(10, 95))
    for (const hours of [11, 12, 12, 13]) tool.move(at(hours, 95 + hours))
    tool.up(at(13, 108))
    expect(placesOf(drawn)).toEqual([['10 95.00', '11 106.00', '12 107.00', '13 108.00']])
  })

  it('at the nearest price of the candle with the magnet', () => {
    const { drawn, click } = makeTool('trend', true)
    click(10, 109.6)
    click(30, 90.3)
    expect(placesOf(drawn)).toEqual([['10 110.00', '30 90.00']])
  })

  it('not after Escape, and the next one begins anew', () => {
    const { drawn, drafts, tool, click } = makeTool('rectangle')
    click(10, 95)
    tool.cancel()
    expect([drafts.at(-1), tool.isUnderWay]).toEqual([null, false])
    click(20, 95)
    click(30, 105)
    expect(placesOf(drawn)).toEqual([['20 95.00', '30 105.00']])
  })

  it('never below the prices', () => {
    const { tool } = makeTool('horizontal')
    expect(tool.down(placeAt(frame, 100, frame.layout.price.top + frame.layout.price.height + 5))).toBe(false)
  })
})
