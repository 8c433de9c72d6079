// Tags of the price axis: in the order of their prices, none over another, all in the price pane.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paintValueAxis } from '../../../src-renderer/charts/painters/paint-labels.ts'
import { TextWidths } from '../../../src-renderer/charts/painters/pen.ts'
import { spreadTags, type TagBox } from '../../../src-renderer/charts/painters/spread-tags.ts'
import { makeTestFrame, noteCanvas, theme } from './layers/frames.ts'

const tag = (middle: number, height = 18): TagBox => ({ middle, height, top: middle - height / 2 })

describe('tags of the price axis', () => {
  it('stay at their price where they are free', () => {
    const { tags, last } = spreadTags([tag(300), tag(100)], tag(200), 400)
    expect([...tags.map(({ top }) => top), last?.top]).toEqual([91, 291, 191])
  })

  it('of three orders at nearly one price are all there', () => {
    const { tags } = spreadTags([tag(101), tag(100), tag(102)], null, 400)
    expect(tags.map(({ middle, top }) => [middle, top])).toEqual([
      [100, 91],
      [101, 109],
      [102, 127],
    ])
  })

  it('of prices that share a pixel are in the order of the prices, whichever comes first', () => {
    // Both are at row 100, and so is the last price between them.
    for (const given of [
      [tag(99.9), tag(100.2)],
      [tag(100.2), tag(99.9)],
    ]) {
      const { tags, last } = spreadTags(given, tag(100.1), 400)
      expect(tags.map(({ middle }) => middle)).toEqual([99.9, 100.2])
      const tops = [tags[0]?.top, last?.top, tags[1]?.top].map((top) => top ?? NaN)
      expect(tops).toEqual(tops.toSorted((a, b) => a - b))
    }
  })

  it('are painted in that order at the axis of a small chart', () => {
    const frame = makeTestFrame({ hand: { low: 80, high: 120 } })
    const { ctx, asked } = noteCanvas()
    const tagAt = (price: number) => ({ price, text: price.toFixed(2), background: 'up' })
    const overlay = { crosshair: null, hasTitles: false, nowMs: null, layers: [] }
    // Less than a pixel apart, given from the lowest up.
    paintValueAxis({ ctx, frame, theme, widths: new TextWidths() }, overlay, [tagAt(90), tagAt(90.01)])
    const rowOf = (text: string): unknown =>
      asked.find(({ name, args }) => name === 'fillText' && args[0] === text)?.args[2]
    expect(rowOf('90.01')).toBeLessThan(Number(rowOf('90.00')))
  })

  it('push the last price only where the edge leaves them no room', () => {
    const { tags, last } = spreadTags([tag(5), tag(8)], tag(12), 400)
    expect([...tags.map(({ top }) => top), last?.top]).toEqual([0, 18, 36])
  })

  it('are in order, apart and in the pane whatever they are, and only those that cannot fit are left out', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 299 }), { maxLength: 30 }),
        fc.option(fc.integer({ min: 0, max: 299 })),
        (rows, lastRow) => {
          const given = rows.map((row) => tag(row))
          const { tags, last } = spreadTags(given, lastRow === null ? null : tag(lastRow, 32), 300)
          const all = (last === null ? tags : [...tags, last]).toSorted((a, b) => a.top - b.top)
          for (const [at, one] of all.entries()) {
            const before = all[at - 1]
            expect(one.top).toBeGreaterThanOrEqual(before === undefined ? 0 : before.top + before.height)
            expect(one.top + one.height).toBeLessThanOrEqual(300)
            if (before !== undefined) expect(one.middle).toBeGreaterThanOrEqual(before.middle)
          }
          expect(tags.length).toBe(Math.min(rows.length, Math.floor((300 - (last?.height ?? 0)) / 18)))
        },
      ),
    )
  })
})
