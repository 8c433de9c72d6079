// Times in files are the zone's wall clock with the offset of that very moment.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isoDay, isoTime } from '../../../src-preload/domain/iso-time.ts'
import { openZone } from '../../../src-preload/domain/locale/zone.ts'

describe('a time in a file', () => {
  it.each([
    ['UTC', '2026-11-22T23:30:00.123Z', '2026-11-22T23:30:00.123+00:00'],
    ['Europe/Berlin', '2026-10-25T00:30:00.000Z', '2026-10-25T02:30:00.000+02:00'],
    ['Europe/Berlin', '2026-10-25T01:30:00.000Z', '2026-10-25T02:30:00.000+01:00'],
    ['Europe/London', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000+00:00'],
    ['Asia/Kolkata', '2026-01-01T20:00:00.000Z', '2026-01-02T01:30:00.000+05:30'],
    ['America/St_Johns', '2026-01-01T00:00:00.000Z', '2025-12-31T20:30:00.000-03:30'],
    ['Africa/Monrovia', '1971-01-01T00:00:00.000Z', '1970-12-31T23:15:30.000-00:44:30'],
  ])('of %s at %s is %s', (zone, iso, text) => {
    expect(isoTime(openZone(zone), Date.parse(iso))).toBe(text)
  })

  it('is read back as the same moment, whatever the zone and the season', () => {
    const zones = fc.constantFrom(
      'UTC',
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
    )
    const times = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2040, 0) })
    fc.assert(
      fc.property(zones, times, (name, timeMs) => {
        const zone = openZone(name)
        expect(Date.parse(isoTime(zone, timeMs))).toBe(timeMs)
        expect(isoTime(zone, timeMs).startsWith(isoDay(zone, timeMs))).toBe(true)
      }),
    )
  })
})
