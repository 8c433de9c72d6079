import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linearTicks, logTicks, niceStep, percentTicks } from '../../../src-renderer/charts/model/scales.ts'

// Whole numbers, scaled: doubles would be shrunk through their whole range when a property fails.
const scaled = (min: number, max: number, scale: number) => fc.integer({ min, max }).map((n) => n / scale)

describe('ticks of a straight scale', () => {
  it('are 1, 2 or 5 times a power of ten apart, and no closer than asked', () => {
    expect([0.013, 1, 1.1, 2.5, 7, 1000].map(niceStep)).toEqual([0.02, 1, 2, 5, 10, 1000])
    fc.assert(
      fc.property(
        fc
          .tuple(fc.integer({ min: 100, max: 999 }), fc.integer({ min: -11, max: 7 }))
          .map(([n, power]) => n * 10 ** power),
        (least) => {
          const step = niceStep(least)
          expect(step).toBeGreaterThanOrEqual(least * (1 - 1e-8))
          expect(step).toBeLessThan(least * 2.6)
          expect(Number(step.toExponential(6).split('e')[0])).toSatisfy((first: number) =>
            [1, 2, 5].includes(first),
          )
        },
      ),
    )
  })

  it('lie in the range, evenly, on values that the decimals can write', () => {
    fc.assert(
      fc.property(
        scaled(0, 1_000_000_000, 10_000),
        scaled(1, 100_000_000, 10_000),
        fc.integer({ min: 0, max: 8 }),
        (min, span, decimals) => {
          const ticks = linearTicks(min, min + span, span / 12, decimals)
          expect(ticks.length).toBeLessThanOrEqual(13)
          for (const tick of ticks) {
            expect(tick).toBeGreaterThanOrEqual(min - 1e-6 * span)
            expect(tick).toBeLessThanOrEqual(min + span * (1 + 1e-6))
            expect(Number(tick.toFixed(decimals))).toBe(tick)
          }
        },
      ),
    )
  })

  it('are without float noise, and none for an empty range', () => {
    expect(linearTicks(0.05, 0.75, 0.1, 2)).toEqual([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7])
    expect(linearTicks(-0.15, 0.15, 0.1, 2)).toEqual([-0.1, 0, 0.1])
    expect(linearTicks(5, 5, 1, 2)).toEqual([])
    expect(linearTicks(5, NaN, 1, 2)).toEqual([])
    expect(linearTicks(5, Infinity, 1, 2)).toEqual([])
  })
})

describe('ticks of a logarithmic scale', () => {
  it('divide decades across a wide range', () => {
    expect(logTicks(0.5, 1200, Math.LN10 / 3.5, 2)).toEqual([0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000])
    expect(logTicks(1, 1e6, Math.LN10 / 1.5, 2)).toEqual([1, 10, 100, 1000, 10_000, 100_000, 1_000_000])
    expect(logTicks(1e-8, 1e8, Math.LN10 * 3.5, 8)).toEqual([1e-8, 1e-4, 1, 1e4, 1e8])
  })

  it('are as on a straight scale within a narrow range', () => {
    expect(logTicks(3000, 3100, Math.log(3100 / 3000) / 6, 2)).toEqual([3000, 3020, 3040, 3060, 3080, 3100])
  })

  it('are at least as far apart as asked, whatever the range, and never finer than the decimals', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -60, max: 60 }).map((n) => 10 ** (n / 10)),
        scaled(1001, 100_000_000, 1000),
        fc.integer({ min: 2, max: 25 }),
        fc.integer({ min: 0, max: 8 }),
        (min, ratio, count, decimals) => {
          const least = Math.log(ratio) / count
          const ticks = logTicks(min, min * ratio, least, decimals)
          expect(ticks.length).toBeLessThanOrEqual(count + 2)
          ticks.forEach((tick, at) => {
            expect(tick).toBeGreaterThanOrEqual(min * (1 - 1e-6))
            expect(tick).toBeLessThanOrEqual(min * ratio * (1 + 1e-6))
            const before = ticks[at - 1]
            if (before !== undefined) expect(Math.log(tick / before)).toBeGreaterThan(least * (1 - 1e-6))
            expect(Number(tick.toFixed(decimals))).toBe(tick)
          })
        },
      ),
    )
  })

  it('are none where a logarithm is', () => {
    expect(logTicks(0, 10, 0.1, 2)).toEqual([])
    expect(logTicks(-5, 10, 0.1, 2)).toEqual([])
    expect(logTicks(10, 10, 0.1, 2)).toEqual([])
  })
})

describe('ticks of a percent scale', () => {
  it('are round percentages of the base, zero among them', () => {
    const ticks = percentTicks(2700, 3300, 100, 3000)
    expect(ticks.map(({ percent }) => percent)).toEqual([-10, -5, 0, 5, 10])
    expect(ticks.map(({ price }) => Math.round(price * 1e6) / 1e6)).toEqual([2700, 2850, 3000, 3150, 3300])
    expect(percentTicks(1, 2, 0.1, 0)).toEqual([])
    expect(percentTicks(1, 2, 0.1, NaN)).toEqual([])
  })
})
