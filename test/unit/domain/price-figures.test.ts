// The decimals that prices need and their change in percent.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  changeInPercent,
  decimalsOf,
  learnPriceDecimals,
} from '../../../src-preload/domain/numbers/price-figures.ts'

describe('the decimals of a market', () => {
  it.each([
    [[], 0],
    [[35_512, 35_513], 0],
    [[0.84, 0.8414, 0.841], 4],
    [[4.2, 4.249], 3],
    [[56.65, 57], 2],
    [[1.2345e-8, 1], 12],
    [[1 / 3], 12],
    [[123_456_789_012.345], 3],
  ])('of %j are %d', (prices, decimals) => {
    expect(learnPriceDecimals(prices)).toBe(decimals)
  })

  it('are never fewer than those known before', () => {
    expect(learnPriceDecimals([5], 3)).toBe(3)
    expect(learnPriceDecimals([5], 40)).toBe(12)
  })

  it('are what the digits of each price say', () => {
    const price = fc
      .tuple(fc.nat({ max: 999_999_999 }), fc.nat({ max: 12 }))
      .map(([units, scale]) => Number(`${String(units)}e-${String(scale)}`))
    fc.assert(
      fc.property(fc.array(price, { minLength: 1 }), (prices) => {
        expect(learnPriceDecimals(prices)).toBe(Math.max(...prices.map(decimalsOf)))
      }),
      { numRuns: 2000 },
    )
  })
})

describe('a change in percent', () => {
  it('is the double nearest to the exact quotient', () => {
    expect(changeInPercent(1_001.25, 1_000)).toBe(0.125)
    expect(changeInPercent(0.3, 0.1)).toBe(200)
    expect(changeInPercent(5, 5)).toBe(0)
    expect(changeInPercent(0, 5)).toBe(-100)
    expect(changeInPercent(1e-8, 2e-8)).toBe(-50)
    expect(changeInPercent(5, 0)).toBeNull()
  })
})
