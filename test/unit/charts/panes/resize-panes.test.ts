// Separators between panes: what one pane gains another loses, none becomes too low, and the price keeps its share.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { layOut, type Layout, minPaneHeight } from '../../../../src-renderer/charts/model/layout.ts'
import { wantedPanes } from '../../../../src-renderer/charts/model/make-panes.ts'
import {
  haveSamePanes,
  largestHeight,
  panesBelow,
  resizePanes,
} from '../../../../src-renderer/charts/panes/resize-panes.ts'

const sma = { kind: 'sma', length: 20 } as const
const rsi = { kind: 'rsi', length: 14 } as const
const macd = { kind: 'macd', fast: 12, slow: 26, signal: 9 } as const
/** Panes of the second to the fourth. */
const indicators = [sma, rsi, macd, rsi]
const layoutOf = (heights: readonly (number | null)[], height = 800): Layout =>
  layOut({ width: 800, height, dpr: 1 }, 72, wantedPanes(true, indicators, heights))
const heightsOf = (layout: Layout): number[] => panesBelow(layout).map(({ height }) => height)

describe('a separator', () => {
  it('takes from the price above the first pane, and from the pane above any other', () => {
    const first = layoutOf([])
    expect(heightsOf(first)).toEqual([90, 90, 90])
    const price = first.price.height
    const higher = layoutOf(resizePanes(first, [], 0, 150))
    expect(heightsOf(higher)).toEqual([150, 90, 90])
    expect(higher.price.height).toBe(price - 60)
    const moved = layoutOf(resizePanes(higher, [], 2, 120))
    expect(heightsOf(moved)).toEqual([150, 60, 120])
    expect(moved.price.height).toBe(higher.price.height)
  })

  it('keeps every pane above the least height and the price its share, wherever it is dragged', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 200, max: 1600 }),
        fc.array(fc.tuple(fc.nat(2), fc.integer({ min: -500, max: 2500 })), { maxLength: 12 }),
        (height, drags) => {
          let heights: readonly (number | null)[] = []
          let layout = layoutOf(heights, height)
          for (const [at, px] of drags) {
            const count = panesBelow(layout).length
            const [before, most] = [heightsOf(layout), largestHeight(layout, at)]
            heights = resizePanes(layout, heights, at, px)
            layout = layoutOf(heights, height)
            expect(panesBelow(layout)).toHaveLength(count)
            expect(Math.min(...heightsOf(layout), Infinity)).toBeGreaterThanOrEqual(minPaneHeight)
            expect(layout.price.height).toBeGreaterThanOrEqual(Math.min(layout.axisTop, 96))
            if (at >= count) continue
            expect(heightsOf(layout)[at]).toBe(Math.min(most, Math.max(minPaneHeight, px)))
            if (at > 0) expect(sum(heightsOf(layout))).toBe(sum(before))
          }
        },
      ),
    )
  })

  it('leaves what was set for a pane that has no room now', () => {
    const low = layoutOf([null, 100, 100, 200], 240)
    expect(panesBelow(low)).toHaveLength(2)
    expect(resizePanes(low, [null, 100, 100, 200], 0, 60)[3]).toBe(200)
    expect(resizePanes(low, [null, 100], 5, 60)).toEqual([null, 100])
  })

  it('is drawn anew only where panes lie elsewhere', () => {
    expect(haveSamePanes(layoutOf([]), layoutOf([]))).toBe(true)
    expect(haveSamePanes(layoutOf([]), layoutOf([null, 91]))).toBe(false)
    expect(haveSamePanes(layoutOf([]), layoutOf([], 801))).toBe(false)
    expect(haveSamePanes(null, layoutOf([]))).toBe(false)
    expect(haveSamePanes(null, null)).toBe(true)
  })
})

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0)
}
