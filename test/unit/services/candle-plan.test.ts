import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  coverageOf,
  type CoveredRange,
  findMissing,
  MAX_CANDLES_PER_CALL,
  type TimeRange,
} from '../../../src-main/services/candle-plan.ts'

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

  it('splits a long range into calls that the service will answer, newest first', () => {
    const parts = findMissing([], wanted(0, 2 * MAX_CANDLES_PER_CALL), MINUTE)
    expect(parts.map((part) => (part.toMs - part.fromMs) / MINUTE + 1)).toEqual([1_000, 1_000, 1])
    expect(parts[0]?.toMs).toBe(at(2 * MAX_CANDLES_PER_CALL))
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
  it('never covers the forming candle', () => {
    expect(coverageOf(wanted(10, 20), wanted(10, 20), false, MINUTE, at(20) + 5_000)).toEqual(covered(10, 19))
  })

  it('covers nothing when only the forming candle was asked for', () => {
    expect(coverageOf(wanted(20, 20), wanted(20, 20), false, MINUTE, at(20) + 5_000)).toBeNull()
  })

  it('covers no more than the candles that came, because the service may cut an answer', () => {
    expect(coverageOf(wanted(0, 20), wanted(7, 15), true, MINUTE, at(100))).toEqual(covered(7, 15))
  })

  it('knows the beginning of the market by an empty answer before all that is cached', () => {
    expect(coverageOf(wanted(0, 20), null, true, MINUTE, at(100))).toEqual(covered(0, 20, true))
    expect(coverageOf(wanted(0, 20), null, false, MINUTE, at(100))).toEqual(covered(0, 20))
  })
})
