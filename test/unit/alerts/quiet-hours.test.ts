import { describe, expect, it } from 'vitest'
import { isQuietTime, minuteOfDay } from '../../../src-main/alerts/quiet-hours.ts'

const at = (iso: string): number => Date.parse(iso)
const night = { from: 22 * 60, until: 7 * 60 }

describe('quiet hours', () => {
  it('begin with their first minute and end before their last', () => {
    const hours = { from: 9 * 60, until: 17 * 60 + 30 }
    expect(isQuietTime(hours, at('2026-06-10T08:59:59.999Z'), 'UTC')).toBe(false)
    expect(isQuietTime(hours, at('2026-06-10T09:00:00Z'), 'UTC')).toBe(true)
    expect(isQuietTime(hours, at('2026-06-10T17:29:59.999Z'), 'UTC')).toBe(true)
    expect(isQuietTime(hours, at('2026-06-10T17:30:00Z'), 'UTC')).toBe(false)
  })

  it('go over midnight', () => {
    for (const time of ['22:00', '23:59', '00:00', '06:59']) {
      expect(isQuietTime(night, at(`2026-06-10T${time}:00Z`), 'UTC'), time).toBe(true)
    }
    for (const time of ['07:00', '12:00', '21:59']) {
      expect(isQuietTime(night, at(`2026-06-10T${time}:00Z`), 'UTC'), time).toBe(false)
    }
  })

  it('are those of the zone, which has other hours in summer', () => {
    // Seven in the morning in Berlin.
    expect(isQuietTime(night, at('2026-01-10T05:59:00Z'), 'Europe/Berlin')).toBe(true)
    expect(isQuietTime(night, at('2026-01-10T06:00:00Z'), 'Europe/Berlin')).toBe(false)
    expect(isQuietTime(night, at('2026-07-10T04:59:00Z'), 'Europe/Berlin')).toBe(true)
    expect(isQuietTime(night, at('2026-07-10T05:00:00Z'), 'Europe/Berlin')).toBe(false)
  })

  it('keep to the clock on the days on which it is changed', () => {
    // On 29 March 2026 Berlin goes from 2:00 to 3:00, and on 25 October from 3:00 back to 2:00.
    const hours = { from: 150, until: 180 }
    expect(minuteOfDay(at('2026-03-29T01:00:00Z'), 'Europe/Berlin')).toBe(180)
    for (let minute = 0; minute < 180; minute += 1) {
      expect(isQuietTime(hours, at('2026-03-29T00:00:00Z') + minute * 60_000, 'Europe/Berlin')).toBe(false)
    }
    // Half past two comes twice.
    expect(isQuietTime(hours, at('2026-10-25T00:30:00Z'), 'Europe/Berlin')).toBe(true)
    expect(isQuietTime(hours, at('2026-10-25T01:30:00Z'), 'Europe/Berlin')).toBe(true)
    expect(isQuietTime(hours, at('2026-10-25T01:00:00Z'), 'Europe/Berlin')).toBe(false)
  })

  it('are none where both ends are the same, or nobody chose', () => {
    expect(isQuietTime({ from: 60, until: 60 }, at('2026-06-10T01:00:00Z'), 'UTC')).toBe(false)
    expect(isQuietTime(null, at('2026-06-10T01:00:00Z'), 'UTC')).toBe(false)
  })

  it('know zones that are off by a quarter of an hour', () => {
    expect(minuteOfDay(at('2026-06-10T00:00:00Z'), 'Asia/Kathmandu')).toBe(5 * 60 + 45)
  })
})
