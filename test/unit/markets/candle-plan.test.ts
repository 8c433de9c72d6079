import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  countStarts,
  coverageOf,
  findGaps,
  findMissing,
  MAX_CANDLES_PER_CALL,
  type TimeRange,
} from '../../../src-main/markets/candle-gaps.ts'
import type { CoveredRange } from '../../../src-main/store/api/coverage.ts'

const MINUTE = 60_000
const at = (minute: number): number => minute * MINUTE
const covered = (from: number, to: number, reachesStart = false): CoveredRange => ({
  fromMs: at(from),
  toMs: at(to),
  reachesStart,
})
const wanted = (from: number, to: number): TimeRange => ({ fromMs: at(from), toMs: at(to) })

describe('which candles to fetch', () => {
  it('asks for everything when nothing is cached', () => {
    expect(findMissing([], wanted(10, 20), MINUTE)).toEqual([wanted(10, 20)])
  })

  it('asks for nothing that is covered', () => {
    expect(findMissing([covered(0, 30)], wanted(10, 20), MINUTE)).toEqual([])
  })

  it('asks for the forming candle after the last ended one', () => {
    expect(findMissing([covered(0, 19)], wanted(10, 20), MINUTE)).toEqual([wanted(20, 20)])
  })

  it('asks for a gap between two ranges, newest part first', () => {
    expect(findMissing([covered(0, 5), covered(8, 12)], wanted(0, 15), MINUTE)).toEqual([
      wanted(13, 15),
      wanted(6, 7),
    ])
  })

  it('asks for nothing before the beginning of the market', () => {
    expect(findMissing([covered(50, 60, true)], wanted(0, 60), MINUTE)).toEqual([])
  })

  it.each([0, 17_000])(
    'splits a long range into calls that leave out no candle, newest first (%i ms off)',
    (off) => {
      const whole = { fromMs: at(0) + off, toMs: at(2 * MAX_CANDLES_PER_CALL) + off }
      const parts = findMissing([], whole, MINUTE)
      expect(parts[0]?.toMs).toBe(whole.toMs)
      expect(parts.map((part) => part.fromMs)).toEqual(
        parts.map((part) => part.fromMs).toSorted((a, b) => b - a),
      )
      for (const part of parts) expect(countStarts(part, MINUTE)).toBeLessThanOrEqual(MAX_CANDLES_PER_CALL)
      // Wherever in the minute the service's candles start: it counts in seconds.
      for (const start of [0, 1_000, 30_000, 59_000]) {
        for (let time = at(0) + start; time <= whole.toMs; time += MINUTE) {
          if (time < whole.fromMs) continue
          expect(parts.some((part) => part.fromMs <= time && time <= part.toMs)).toBe(true)
        }
      }
    },
  )

  it('finds the gaps newest first, without those that are left alone just now', () => {
    const ranges = [covered(0, 5), covered(8, 12)]
    expect(findGaps(ranges, wanted(0, 20), MINUTE)).toEqual([wanted(13, 20), wanted(6, 7)])
    expect(findGaps(ranges, wanted(0, 20), MINUTE, [wanted(15, 20)])).toEqual([wanted(13, 14), wanted(6, 7)])
    expect(findGaps(ranges, wanted(0, 20), MINUTE, [wanted(6, 20)])).toEqual([])
  })

  it('counts the candles of a range whose ends lie within a period', () => {
    expect(countStarts({ fromMs: at(10), toMs: at(20) }, MINUTE)).toBe(11)
    expect(countStarts({ fromMs: at(10), toMs: at(20) + 1 }, MINUTE)).toBe(11)
    expect(countStarts({ fromMs: at(10) + 1, toMs: at(20) }, MINUTE)).toBe(10)
    expect(countStarts({ fromMs: 5, toMs: 5 }, MINUTE)).toBe(1)
  })

  it('asks for exactly the minutes that no range covers, for random ranges', () => {
    const range = fc.tuple(fc.nat(400), fc.nat(60)).map(([from, length]) => covered(from, from + length))
    fc.assert(
      fc.property(fc.array(range, { maxLength: 8 }), fc.nat(400), fc.nat(200), (ranges, from, length) => {
        const asked = new Set<number>()
        for (const part of findMissing(ranges, wanted(from, from + length), MINUTE)) {
          for (let time = part.fromMs; time <= part.toMs; time += MINUTE) {
            expect(asked.has(time)).toBe(false)
            asked.add(time)
          }
        }
        for (let minute = from; minute <= from + length; minute += 1) {
          const isCovered = ranges.some((r) => r.fromMs <= at(minute) && at(minute) <= r.toMs)
          expect(asked.has(at(minute))).toBe(!isCovered)
        }
      }),
    )
  })
})

describe('what an answer covers', () => {
  const starts = (from: number, to: number): number[] =>
    Array.from({ length: to - from + 1 }, (_, index) => at(from + index))
  const longAgo = at(100_000)

  it('covers nothing that had not ended when all was settled', () => {
    expect(coverageOf(wanted(10, 20), starts(10, 20), false, MINUTE, at(20) + 5_000)).toEqual(covered(10, 19))
    expect(coverageOf(wanted(10, 20), starts(10, 20), false, MINUTE, at(20) - 1)).toEqual(covered(10, 18))
  })

  it('covers nothing when only the forming candle was asked for', () => {
    expect(coverageOf(wanted(20, 20), starts(20, 20), false, MINUTE, at(20) + 5_000)).toBeNull()
  })

  it('covers no more than the candles that came, because the service may cut an answer', () => {
    expect(coverageOf(wanted(0, 20), starts(7, 15), true, MINUTE, longAgo)).toEqual(covered(7, 15))
  })

  it('ends with the start of a candle, so that the next one is asked for wherever periods begin', () => {
    const off = starts(0, 20).map((time) => time + 17_000)
    const asked = { fromMs: at(0), toMs: at(20) + 30_000 }
    expect(coverageOf(asked, off, false, MINUTE, at(20) + 10_000)?.toMs).toBe(at(18) + 17_000)
  })

  it('knows the beginning of the market by an empty answer before all, and counts no candles there', () => {
    expect(coverageOf(wanted(0, 20), [], true, MINUTE, longAgo)).toEqual(covered(20, 20, true))
  })

  it('takes an empty answer for a time without candles where the service has older ones', () => {
    expect(coverageOf(wanted(0, 20), [], false, MINUTE, longAgo)).toEqual(covered(0, 20))
  })

  it('does not take an empty answer about the last day for the truth', () => {
    const nowMinute = 10_000
    expect(coverageOf(wanted(nowMinute - 60, nowMinute), [], false, MINUTE, at(nowMinute))).toBeNull()
    const long = coverageOf(wanted(0, nowMinute), [], true, MINUTE, at(nowMinute))
    expect(long?.toMs).toBeLessThan(at(nowMinute - 1440))
  })
})
