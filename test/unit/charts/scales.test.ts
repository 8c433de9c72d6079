import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { candlePeriods } from '../../../src-preload/shared/markets.ts'
import { niceStep, priceTicks, timeTicks } from '../../../src-renderer/charts/scales.ts'

const minuteMs = 60_000
const dayMs = 1440 * minuteMs
// Whole numbers, scaled: doubles would be shrunk through their whole range when a property fails.
const scaled = (min: number, max: number, scale: number) => fc.integer({ min, max }).map((n) => n / scale)

describe('price ticks', () => {
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
          const ticks = priceTicks(min, min + span, span / 12, decimals)
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
    expect(priceTicks(0.05, 0.75, 0.1, 2)).toEqual([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7])
    expect(priceTicks(5, 5, 1, 2)).toEqual([])
    expect(priceTicks(5, NaN, 1, 2)).toEqual([])
  })
})

describe('time ticks', () => {
  const nowMs = Date.UTC(2026, 10, 20, 12, 3)

  for (const period of candlePeriods) {
    it(`stand on candles and natural units for ${period} minutes`, () => {
      const periodMs = period * minuteMs
      const weekAnchorMs = Date.UTC(2026, 10, 16) % periodMs
      const anchorMs = period > 1440 ? weekAnchorMs : 0
      fc.assert(
        fc.property(scaled(2, 9600, 100), fc.integer({ min: 0, max: 3000 }), (spacing, back) => {
          const toMs = nowMs - back * periodMs
          const fromMs = toMs - (1400 / spacing) * periodMs
          fc.pre(fromMs > 0)
          const leastMs = (90 / spacing) * periodMs
          const ticks = timeTicks(fromMs, toMs, leastMs, periodMs, anchorMs)
          expect(ticks.length).toBeLessThanOrEqual(24)
          let beforeMs = -Infinity
          for (const { timeMs, unit, label } of ticks) {
            expect(timeMs).toBeGreaterThanOrEqual(fromMs)
            expect(timeMs).toBeLessThanOrEqual(toMs)
            expect(timeMs).toBeGreaterThan(beforeMs)
            beforeMs = timeMs
            expect((timeMs - anchorMs) % periodMs).toBe(0)
            const date = new Date(timeMs)
            // A unit's first candle may begin up to a period after the unit.
            const late = timeMs - periodMs
            if (unit === 'year') expect(label).toBe(String(date.getUTCFullYear()))
            if (unit === 'year') expect(new Date(late).getUTCFullYear()).toBe(date.getUTCFullYear() - 1)
            if (unit === 'month') expect(new Date(late).getUTCMonth()).not.toBe(date.getUTCMonth())
            if (unit === 'day') expect(label).toMatch(/^\d{1,2}( [A-Z][a-z]{2})?$/)
            if (unit === 'time') expect(label).toMatch(/^\d\d:\d\d$/)
            if (period >= 1440) expect(unit).not.toBe('time')
          }
        }),
      )
    })
  }

  it('name the greatest unit that begins', () => {
    const labels = timeTicks(Date.UTC(2026, 11, 31, 18), Date.UTC(2027, 0, 1, 6), 3 * 3_600_000, minuteMs, 0)
    expect(labels.map((tick) => tick.label)).toEqual(['18:00', '21:00', '2027', '03:00', '06:00'])
    const days = timeTicks(Date.UTC(2026, 10, 28), Date.UTC(2026, 11, 3), dayMs, dayMs, 0)
    expect(days.map((tick) => tick.label)).toEqual(['28', '29', '30', 'Dec', '2', '3'])
    const hours = timeTicks(Date.UTC(2026, 10, 30, 12), Date.UTC(2026, 11, 1, 12), dayMs / 2, minuteMs, 0)
    expect(hours.map((tick) => tick.label)).toEqual(['12:00', '1 Dec', '12:00'])
    const years = timeTicks(Date.UTC(2015, 0, 1), Date.UTC(2026, 0, 1), 4 * 365 * dayMs, dayMs, 0)
    expect(years.map((tick) => tick.label)).toEqual(['2015', '2020', '2025'])
  })

  it('label a week by its own day where weeks do not begin with the month', () => {
    const weekMs = 7 * dayMs
    const anchorMs = Date.UTC(2026, 10, 16) % weekMs
    const ticks = timeTicks(Date.UTC(2026, 9, 1), Date.UTC(2026, 10, 30), 20 * dayMs, weekMs, anchorMs)
    expect(ticks.map((tick) => [new Date(tick.timeMs).toISOString().slice(0, 10), tick.label])).toEqual([
      ['2026-10-05', 'Oct'],
      ['2026-11-02', 'Nov'],
    ])
  })

  it('are none for an empty range, or for times that no calendar has', () => {
    expect(timeTicks(nowMs, nowMs, minuteMs, minuteMs, 0)).toEqual([])
    expect(timeTicks(nowMs, 1e17, 1e15, minuteMs, 0)).toEqual([])
    expect(timeTicks(1e20, 1e20 + 1e9, minuteMs, minuteMs, 0)).toEqual([])
  })
})
