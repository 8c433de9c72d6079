// A list of any height is scrolled without a jump, from end to end.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { slotPlaces } from '../../../../../src-renderer/components/grid/row-slots.ts'
import { ScrollSpace } from '../../../../../src-renderer/components/grid/scroll-space.ts'

const viewPx = 700
const millionPx = 28_000_000

function makeSpace(heightPx: number): ScrollSpace {
  const space = new ScrollSpace()
  space.resize(heightPx, viewPx)
  return space
}

describe('the place in a list', () => {
  it('is where the bar is as long as the list fits', () => {
    const space = makeSpace(70_000)
    expect(space.elementPx).toBe(70_000)
    expect(space.follow(1_234)).toBe(1_234)
    expect([space.topPx, space.shiftPx]).toEqual([1_234, 0])
  })

  it('of a million rows comes to the first and the last row, by the bar and by keys', () => {
    const space = makeSpace(millionPx)
    expect(space.elementPx).toBeLessThanOrEqual(2 ** 24)
    space.follow(space.elementPx - viewPx)
    expect(space.topPx).toBe(millionPx - viewPx)
    space.follow(0)
    expect(space.topPx).toBe(0)
    expect(space.goTo(millionPx)).toBe(space.elementPx - viewPx)
    expect(space.goTo(-5)).toBe(0)
  })

  it('is in the middle when the bar is', () => {
    const space = makeSpace(millionPx)
    space.follow((space.elementPx - viewPx) / 2)
    expect(Math.abs(space.topPx - (millionPx - viewPx) / 2)).toBeLessThan(2)
  })

  it('stays when rows are read, and is no further than the list when that gets shorter', () => {
    const space = makeSpace(millionPx)
    space.goTo(20_000_000)
    space.resize(millionPx, viewPx)
    expect(space.topPx).toBe(20_000_000)
    space.resize(28_000, viewPx)
    expect(space.topPx).toBe(28_000 - viewPx)
  })

  it('stays at the end while the view gets lower or higher, and nowhere else', () => {
    const space = makeSpace(millionPx)
    space.goTo(millionPx)
    for (const px of [viewPx - 33, viewPx + 50]) {
      expect(space.resize(millionPx, px)).toBe(space.elementPx - px)
      expect(space.topPx).toBe(millionPx - px)
    }
    space.goTo(20_000_000)
    space.resize(millionPx, viewPx)
    expect(space.topPx).toBe(20_000_000)
    const short = makeSpace(100)
    short.resize(100, 50)
    expect(short.topPx).toBe(0)
  })

  it('moves as far as a wheel says wherever it stands, whatever went before', () => {
    const move = fc.oneof(
      fc.integer({ min: -3_000, max: 3_000 }),
      fc.integer({ min: -6_000_000, max: 6_000_000 }),
    )
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: millionPx }),
        fc.array(move, { maxLength: 200 }),
        (begin, moves) => {
          const space = makeSpace(millionPx)
          const most = space.elementPx - viewPx
          let bar = space.goTo(begin)
          for (const by of moves) {
            const before = space.topPx
            const to = Math.max(0, Math.min(bar + by, most))
            const isCut = to !== bar + by
            bar = space.follow(to)
            expect(bar).toBeGreaterThanOrEqual(0)
            expect(bar).toBeLessThanOrEqual(most)
            expect(space.topPx).toBeGreaterThanOrEqual(0)
            expect(space.topPx).toBeLessThanOrEqual(millionPx - viewPx)
            // The bar never comes to an end before the list does, and the list not before the bar.
            if (bar === 0) expect(space.topPx).toBe(0)
            if (bar === most) expect(space.topPx).toBe(millionPx - viewPx)
            if (Math.abs(by) > 3_000 || isCut) continue
            expect(space.topPx).toBe(Math.max(0, Math.min(before + by, millionPx - viewPx)))
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('drawn rows', () => {
  it('show every row in sight once, and a scroll by one row changes one of them', () => {
    fc.assert(
      fc.property(
        fc.nat(1_000_000),
        fc.integer({ min: 1, max: 90 }),
        fc.nat(1_000_000),
        (first, count, origin) => {
          const places = slotPlaces(first, count, origin)
          expect([...places].sort((one, other) => one - other)).toEqual(
            Array.from({ length: count }, (_, at) => first + at),
          )
          const next = slotPlaces(first + 1, count, origin)
          expect(next.filter((place, slot) => place !== places[slot])).toEqual([first + count])
        },
      ),
    )
    expect(slotPlaces(0, 0, 5)).toEqual([])
    expect(slotPlaces(7, 3, 7)).toEqual([7, 8, 9])
  })
})
