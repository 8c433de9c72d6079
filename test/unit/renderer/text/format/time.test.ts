// Times and ages read as the design says, in UTC and in the zone that is chosen.
import { afterEach, describe, expect, it } from 'vitest'
import { setCurrentZone } from '../../../../../src-renderer/text/format/current-zone.svelte.ts'
import {
  endOfDay,
  formatAge,
  formatAsOf,
  formatIso,
  formatMoment,
  formatTime,
  formatUtcIso,
  isSameYear,
  parseDay,
} from '../../../../../src-renderer/text/format/time.ts'
import { openZone } from '../../../../../src-preload/domain/locale/zone.ts'

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

describe('in another zone', () => {
  const inZone = (name: string): void => setCurrentZone(openZone(name))
  afterEach(() => inZone('UTC'))

  it('times are those of its clocks, with its name', () => {
    inZone('Europe/Berlin')
    expect(formatTime(now, now)).toBe('13:03:22')
    expect(formatAsOf(now, now)).toBe('13:03:22 CET')
    expect(formatMoment(Date.UTC(2026, 6, 1))).toBe('1 Jul 2026 02:00:00 CEST')
    inZone('Asia/Kolkata')
    expect(formatAsOf(now, now)).toBe('17:33:22 GMT+5:30')
  })

  it('today turns at its midnight, and so does the year', () => {
    inZone('America/New_York')
    const midnight = Date.UTC(2026, 10, 20, 5)
    expect(formatTime(midnight, now)).toBe('00:00:00')
    expect(formatTime(midnight - 1000, now)).toBe('19 Nov 23:59')
    const newYear = Date.UTC(2026, 0, 1, 5)
    expect(formatTime(newYear - 1000, now)).toBe('31 Dec 2025 23:59')
    expect(isSameYear(newYear, newYear - 1)).toBe(false)
    expect(isSameYear(newYear, Date.UTC(2027, 0, 1))).toBe(true)
  })

  it('ISO has its distance from UTC, and reads back as the same time', () => {
    for (const [name, text] of [
      ['Europe/Berlin', '2026-11-20T13:03:22.000+01:00'],
      ['America/St_Johns', '2026-11-20T08:33:22.000-03:30'],
      ['Asia/Kathmandu', '2026-11-20T17:48:22.000+05:45'],
      ['Europe/London', '2026-11-20T12:03:22.000+00:00'],
    ] as const) {
      inZone(name)
      expect(formatIso(now)).toBe(text)
      expect(Date.parse(formatIso(now))).toBe(now)
    }
    expect(formatUtcIso(now)).toBe('2026-11-20T12:03:22.000Z')
  })

  it('ISO of a town’s own time, which has seconds, is in UTC', () => {
    inZone('Europe/Amsterdam')
    expect(formatIso(Date.UTC(1890, 0, 1))).toBe('1890-01-01T00:00:00.000Z')
  })

  it('days of a filter have 23 and 25 hours where clocks change', () => {
    inZone('Europe/Berlin')
    const hours = (text: string): number => {
      const start = parseDay(text) ?? NaN
      return (endOfDay(start) - start) / 3_600_000
    }
    expect(parseDay('2026-11-20')).toBe(Date.UTC(2026, 10, 19, 23))
    expect([hours('2026-03-29'), hours('2026-10-25'), hours('2026-11-20')]).toEqual([23, 25, 24])
    expect(parseDay('2026-02-31')).toBeNull()
  })

  it('a day that begins at 01:00 begins there, and the day before ends there', () => {
    inZone('America/Sao_Paulo')
    const start = parseDay('2018-11-04')
    expect(start).toBe(Date.UTC(2018, 10, 4, 3))
    expect(endOfDay(parseDay('2018-11-03') ?? 0)).toBe(start)
  })

  it('a day that it left out is none', () => {
    inZone('Pacific/Apia')
    expect(parseDay('2011-12-30')).toBeNull()
    expect(endOfDay(parseDay('2011-12-29') ?? 0)).toBe(parseDay('2011-12-31'))
  })
})
