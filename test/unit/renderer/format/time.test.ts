// Owns: that times and ages read as the design says, in UTC. Must not: depend on the zone of the machine.
import { describe, expect, it } from 'vitest'
import {
  endOfDay,
  formatAge,
  formatAsOf,
  formatIso,
  formatTime,
  parseDay,
} from '../../../../src-renderer/lib/format/time.ts'

const now = Date.UTC(2026, 10, 20, 12, 3, 22)

describe('times', () => {
  it('show the clock for today, the day for this year, and the year for what is older', () => {
    expect(formatTime(now - 3600_000, now)).toBe('11:03:22')
    expect(formatTime(Date.UTC(2026, 10, 19, 23, 59, 59), now)).toBe('19 Nov 23:59')
    expect(formatTime(Date.UTC(2025, 11, 31, 23, 59, 59), now)).toBe('31 Dec 2025 23:59')
  })

  it('turn at midnight UTC, not at midnight of the machine', () => {
    const midnight = Date.UTC(2026, 10, 20)
    expect(formatTime(midnight, now)).toBe('00:00:00')
    expect(formatTime(midnight - 1, now)).toBe('19 Nov 23:59')
  })

  it('name the zone where they stand alone', () => {
    expect(formatAsOf(now, now)).toBe('12:03:22 UTC')
    expect(formatIso(now)).toBe('2026-11-20T12:03:22.000Z')
  })
})

describe('ages', () => {
  it.each([
    [0, 'just now'],
    [-60_000, 'just now'],
    [44_000, '40 s ago'],
    [60_000, '1 min ago'],
    [3_599_000, '59 min ago'],
    [7_200_000, '2 h ago'],
    [86_400_000, '1 day ago'],
    [200_000_000, '2 days ago'],
  ])('of %i ms read "%s"', (ageMs, words) => {
    expect(formatAge(now - ageMs, now)).toBe(words)
  })
})

describe('days of a filter', () => {
  it('begin and end at midnight UTC', () => {
    const start = parseDay('2026-11-20')
    expect(start).toBe(Date.UTC(2026, 10, 20))
    expect(endOfDay(Date.UTC(2026, 10, 20))).toBe(Date.UTC(2026, 10, 21))
  })

  it('are refused when no calendar has them', () => {
    for (const text of ['', '2026-02-31', '2026-13-01', '20-11-2026', '2026-11-20T00:00', '1969-12-31']) {
      expect(parseDay(text)).toBeNull()
    }
  })
})
