// Which parts of the Trade view a window has room for.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultTradeView } from '../../../../../src-main/markets/charts/trade-view.ts'
import {
  columnsOf,
  fitDesk,
  fitSizes,
  limitsOf,
  stripPx,
} from '../../../../../src-renderer/features/trade/desk-fit.ts'

describe('the parts of the Trade view', () => {
  it.each([
    [2_560, 'wide'],
    [1_920, 'full'],
    [1_440, 'full'],
    [1_280, 'strip'],
    [1_024, 'narrow'],
    [900, 'narrow'],
    [640, 'narrow'],
  ] as const)('of a window of %i px: %s', (px, fit) => expect(fitDesk(px)).toBe(fit))

  it('leave the chart its room, whatever sizes were kept', () => {
    const px = fc.integer({ min: 40, max: 4_000 })
    const anySizes = fc.record({ list: px, book: px, tape: px, ticket: px, dock: px })
    fc.assert(
      fc.property(
        anySizes,
        fc.integer({ min: 1_240, max: 4_000 }),
        fc.integer({ min: 420, max: 2_000 }),
        (sizes, windowPx, height) => {
          const fit = fitDesk(windowPx)
          const room = { width: windowPx - 176, height }
          const fitted = fitSizes(sizes, fit, room)
          const beside = columnsOf(fit).reduce(
            (sum, part) => sum + fitted[part],
            fit === 'strip' ? stripPx : 0,
          )
          expect(room.width - beside).toBeGreaterThanOrEqual(360)
          expect(height - fitted.dock).toBeGreaterThanOrEqual(180)
          expect(fitSizes(fitted, fit, room)).toEqual(fitted)
        },
      ),
    )
  })

  it('keep the sizes that they have room for', () => {
    const { sizes } = defaultTradeView
    expect(fitSizes(sizes, 'full', { width: 1_264, height: 800 })).toEqual(sizes)
    const { min, max } = limitsOf('book', 'full', sizes, { width: 1_264, height: 800 })
    expect(min).toBeLessThan(sizes.book)
    expect(max).toBeGreaterThan(sizes.book)
  })
})
