import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { layOut, type PaneKind, type WantedPane } from '../../../src-renderer/charts/model/layout.ts'
import { wantedPanes } from '../../../src-renderer/charts/model/make-panes.ts'

const wantedOf = (...kinds: PaneKind[]): WantedPane[] => kinds.map((kind, study) => ({ kind, study }))
const kindsAt = (height: number, ...kinds: PaneKind[]): PaneKind[] =>
  layOut({ width: 800, height, dpr: 1 }, 72, wantedOf(...kinds)).panes.map(({ kind }) => kind)

describe('layout', () => {
  it('fills the height with whole panes, one below the other, and leaves the price the most', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 40, max: 1600 }),
        fc.array(fc.constantFrom<PaneKind>('volume', 'rsi', 'macd'), { maxLength: 8 }),
        (height, kinds) => {
          const layout = layOut({ width: 800, height, dpr: 1 }, 72, wantedOf(...kinds))
          let top = layout.price.height
          for (const pane of layout.panes) {
            if (pane.kind === 'volume') {
              expect(pane.top + pane.height).toBe(layout.price.height)
              expect(pane.height).toBeLessThanOrEqual(layout.price.height / 5)
              continue
            }
            expect(pane.top).toBe(top)
            expect(Number.isInteger(pane.height)).toBe(true)
            expect(pane.innerTop).toBeLessThan(pane.innerBottom)
            top += pane.height
          }
          expect(top).toBe(layout.axisTop)
          expect(layout.price.innerTop).toBeLessThan(layout.price.innerBottom)
          expect(layout.price.height).toBeGreaterThanOrEqual(Math.min(layout.axisTop, 96))
          if (layout.panes.some(({ kind }) => kind !== 'volume'))
            expect(layout.price.height).toBeGreaterThanOrEqual(layout.axisTop * 0.4)
        },
      ),
    )
  })

  it('lets panes give way before the price does, the last first, and volume where the price is low', () => {
    expect(kindsAt(600, 'volume', 'rsi', 'macd')).toEqual(['volume', 'rsi', 'macd'])
    expect(kindsAt(240, 'volume', 'rsi', 'macd')).toEqual(['rsi', 'macd'])
    expect(kindsAt(200, 'volume', 'rsi', 'macd')).toEqual(['rsi'])
    expect(kindsAt(200, 'volume')).toEqual(['volume'])
    expect(kindsAt(120, 'volume', 'rsi')).toEqual([])
  })

  it('wants a pane for volume and for each RSI and MACD, not for lines over the candles', () => {
    const indicators = [
      { kind: 'sma', length: 20 },
      { kind: 'rsi', length: 14 },
      { kind: 'vwap' },
      { kind: 'macd', fast: 12, slow: 26, signal: 9 },
    ] as const
    expect(wantedPanes(true, indicators)).toEqual([
      { kind: 'volume', study: -1 },
      { kind: 'rsi', study: 1 },
      { kind: 'macd', study: 3 },
    ])
    expect(wantedPanes(false, [])).toEqual([])
  })
})
