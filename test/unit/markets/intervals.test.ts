// Slots of time: what every chart counts its candles by.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addSlots,
  axisOf,
  chartIntervals,
  endOf,
  firstReaching,
  intervalMs,
  isLonger,
  isPartOf,
  middleOfSlot,
  periodOf,
  shortestMs,
  slotOf,
  startFrom,
  startOf,
  startOfMiddle,
  timeOfAxis,
  timeOfSlot,
} from '../../../src-preload/domain/markets/intervals.ts'
import { candlePeriods } from '../../../src-preload/domain/markets/markets.ts'

const dayMs = 86_400_000
const endMs = Date.UTC(2100, 0, 1)
const seed = 20261128
const times = fc.integer({ min: 0, max: endMs })
const intervals = fc.constantFrom(...chartIntervals)

/** The months from 1970 to 2100, day by day of the calendar. */
function monthStarts(): number[] {
  const starts: number[] = []
  for (let dayStartMs = 0; dayStartMs <= endMs; dayStartMs += dayMs) {
    if (new Date(dayStartMs).getUTCDate() === 1) starts.push(dayStartMs)
  }
  return starts
}

describe(`slots of 1970 to 2100 (seed ${seed})`, () => {
  it('of months are those of the calendar, without a day between them', () => {
    const starts = monthStarts()
    expect(starts).toHaveLength(130 * 12 + 1)
    for (const [month, startMs] of starts.entries()) {
      expect(timeOfSlot('month', month)).toBe(startMs)
      expect(slotOf('month', startMs)).toBe(month)
      expect(startOf('month', startMs)).toBe(startMs)
      const nextMs = starts[month + 1]
      if (nextMs === undefined) continue
      expect(endOf('month', startMs)).toBe(nextMs)
      expect(startOf('month', nextMs - 1)).toBe(startMs)
      expect(Math.floor(slotOf('month', nextMs - 1))).toBe(month)
      expect(axisOf('month', nextMs) - axisOf('month', startMs)).toBeCloseTo(intervalMs('month'), 0)
      expect(nextMs - startMs).toBeGreaterThanOrEqual(shortestMs('month'))
    }
  })

  it('lead back to the time that they are of, within a tenth of a millisecond', () => {
    fc.assert(
      fc.property(intervals, times, (interval, timeMs) => {
        expect(Math.abs(timeOfSlot(interval, slotOf(interval, timeMs)) - timeMs)).toBeLessThan(0.1)
        expect(Math.abs(timeOfAxis(interval, axisOf(interval, timeMs)) - timeMs)).toBeLessThan(0.1)
      }),
      { seed },
    )
  })

  it('grow with the time', () => {
    fc.assert(
      fc.property(intervals, times, fc.integer({ min: 1, max: 400 * dayMs }), (interval, timeMs, later) => {
        expect(slotOf(interval, timeMs + later)).toBeGreaterThan(slotOf(interval, timeMs))
        expect(axisOf(interval, timeMs + later)).toBeGreaterThan(axisOf(interval, timeMs))
      }),
      { seed },
    )
  })

  it('hold each time in one candle, which ends where the next begins', () => {
    fc.assert(
      fc.property(intervals, times, fc.integer({ min: -600, max: 600 }), (interval, timeMs, count) => {
        const startMs = startOf(interval, timeMs)
        const nextMs = endOf(interval, startMs)
        expect(startMs).toBeLessThanOrEqual(timeMs)
        expect(nextMs).toBeGreaterThan(timeMs)
        expect(startOf(interval, nextMs)).toBe(nextMs)
        expect(addSlots(interval, startMs, 1)).toBe(nextMs)
        expect(addSlots(interval, addSlots(interval, startMs, count), -count)).toBe(startMs)
        expect(startFrom(interval, timeMs)).toBe(startMs === timeMs ? startMs : nextMs)
        const middleMs = middleOfSlot(interval, startMs)
        expect(slotOf(interval, middleMs)).toBeCloseTo(slotOf(interval, startMs) + 0.5, 6)
        expect(startOfMiddle(interval, middleMs)).toBe(startMs)
        expect(firstReaching(interval, timeMs)).toBeLessThanOrEqual(startMs)
      }),
      { seed },
    )
  })

  it('of a fixed period are divisions by its length, and its axis is time itself', () => {
    fc.assert(
      fc.property(fc.constantFrom(...candlePeriods), times, (period, timeMs) => {
        expect(slotOf(period, timeMs)).toBe(timeMs / (period * 60_000))
        expect(timeOfSlot(period, timeMs)).toBe(timeMs * period * 60_000)
        expect(axisOf(period, timeMs)).toBe(timeMs)
        expect(timeOfAxis(period, timeMs)).toBe(timeMs)
      }),
      { seed },
    )
  })
})

describe('intervals', () => {
  it('are listed from the shortest to the longest', () => {
    for (const [at, interval] of chartIntervals.entries()) {
      for (const [other, longer] of chartIntervals.entries())
        expect(isLonger(longer, interval)).toBe(other > at)
    }
  })

  it('of months are asked of the exchange as days, and made of what divides a day', () => {
    expect(periodOf('month')).toBe(1440)
    expect(candlePeriods.filter((period) => isPartOf(period, 'month'))).toEqual(
      candlePeriods.filter((period) => period <= 1440),
    )
    for (const interval of candlePeriods) {
      expect(periodOf(interval)).toBe(interval)
      expect(isPartOf(interval, interval)).toBe(true)
    }
  })
})
