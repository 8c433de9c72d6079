// A typed date leads to the moment a person means in their zone, and that what leads nowhere is said.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openZone } from '../../../../../src-preload/domain/locale/zone.ts'
import {
  findMoment,
  writeMoment,
} from '../../../../../src-renderer/features/markets/chart/dialogs/go-to-date.ts'

const utc = openZone('UTC')
const berlin = openZone('Europe/Berlin')
const nowMs = Date.UTC(2026, 10, 22, 12)

describe('a date to go to', () => {
  it('is the start of the day in the zone without a time of day', () => {
    expect(findMoment({ day: '2026-03-01', clock: '' }, utc, nowMs)).toEqual({
      timeMs: Date.UTC(2026, 2, 1),
    })
    expect(findMoment({ day: '2026-07-01', clock: '' }, berlin, nowMs)).toEqual({
      timeMs: Date.UTC(2026, 5, 30, 22),
    })
  })

  it('takes a time that the clock skips as the first moment after', () => {
    expect(findMoment({ day: '2026-03-29', clock: '02:30' }, berlin, nowMs)).toEqual({
      timeMs: Date.UTC(2026, 2, 29, 1),
    })
  })

  it('may lie before any candle, but not before 1970', () => {
    expect(findMoment({ day: '1999-01-01', clock: '' }, utc, nowMs)).toHaveProperty('timeMs')
    expect(findMoment({ day: '1969-12-31', clock: '23:59' }, utc, nowMs)).toHaveProperty('field', 'day')
  })

  it('in the future says so at the field that is to blame', () => {
    expect(findMoment({ day: '2027-01-01', clock: '' }, utc, nowMs)).toEqual({
      field: 'day',
      error: 'This date is in the future: there are no candles yet.',
    })
    expect(findMoment({ day: '2026-11-22', clock: '13:00' }, utc, nowMs)).toHaveProperty('field', 'clock')
  })

  it('that is not whole says so', () => {
    for (const day of ['', '2026', '22.11.2026', 'yesterday', '2026-1-1']) {
      expect(findMoment({ day, clock: '' }, utc, nowMs)).toHaveProperty('field', 'day')
    }
    expect(findMoment({ day: '2026-01-01', clock: '9' }, utc, nowMs)).toHaveProperty('field', 'clock')
  })

  it('comes back as it was written, in any zone', () => {
    const zones = ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/New_York', 'Australia/Lord_Howe']
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: Math.floor(nowMs / 60_000) }),
        fc.constantFrom(...zones),
        (minute, name) => {
          const zone = openZone(name)
          const written = writeMoment(minute * 60_000, zone)
          const found = findMoment(written, zone, nowMs)
          // Of what a clock shows twice, either is what was meant.
          expect('timeMs' in found ? writeMoment(found.timeMs, zone) : found).toEqual(written)
        },
      ),
    )
  })
})
