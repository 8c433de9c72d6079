// The card of the tour is always whole on the screen, and covers its part only where there is no room beside it.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { placeCard } from '../../../../../src-renderer/features/trade/tour/place-card.ts'

const card = { width: 320, height: 180 }

it('is within the window, whatever the part', () => {
  const px = fc.integer({ min: 0, max: 2_560 })
  const box = fc.record({ x: px, y: px, width: px, height: px })
  fc.assert(
    fc.property(fc.option(box), (part) => {
      const { x, y } = placeCard(part, card, { width: 1_280, height: 720 })
      expect(x).toBeGreaterThanOrEqual(8)
      expect(y).toBeGreaterThanOrEqual(8)
      expect(x + card.width).toBeLessThanOrEqual(1_272)
      expect(y + card.height).toBeLessThanOrEqual(712)
    }),
  )
})

it('is right of a list, left of a column at the right edge, above what is at the foot', () => {
  const window = { width: 1_440, height: 900 }
  expect(placeCard({ x: 0, y: 40, width: 232, height: 800 }, card, window).x).toBe(240)
  expect(placeCard({ x: 1_140, y: 40, width: 300, height: 800 }, card, window).x).toBe(1_140 - 328)
  expect(placeCard({ x: 0, y: 600, width: 1_440, height: 240 }, card, window).y).toBe(600 - 188)
})
