// Days of the calendar as they are typed, written, counted and laid out, against the language's own dates.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayPresets, presetOf } from '../../../../../src-renderer/shell/widgets/day-presets.ts'
import {
  addDays,
  addMonths,
  dayOfParts,
  monthOf,
  readDay,
  weeksOf,
  writeDay,
} from '../../../../../src-renderer/text/format/days.ts'

const today = '2026-11-27'
const lastDayMs = Date.UTC(2100, 0, 1)
const anyDay = fc.integer({ min: 0, max: lastDayMs }).map((ms) => new Date(ms).toISOString().slice(0, 10))

describe('a typed day', () => {
  it('is read by its year first or by the name of its month', () => {
    for (const typed of [
      '2026-11-22',
      '2026-11-22 ',
      '22 Nov 2026',
      '22 november 2026',
      '22. Nov. 2026',
      '22nov',
    ]) {
      expect(readDay(typed, today)).toBe('2026-11-22')
    }
    expect(readDay('1 Feb', today)).toBe('2026-02-01')
    expect(readDay('2026-2-1', today)).toBe('2026-02-01')
  })

  it('is none where it is not whole, is not in the calendar, or means another day elsewhere', () => {
    for (const typed of [
      '',
      '2026',
      '2026-11',
      '31 Feb 2026',
      '2026-02-29',
      '11/22/2026',
      '22 Foo 2026',
      '22',
    ])
      expect(readDay(typed, today)).toBeNull()
    expect(readDay('29 Feb 2024', today)).toBe('2024-02-29')
    expect(dayOfParts(1969, 12, 31)).toBeNull()
  })

  it('comes back from what is written of it', () => {
    expect(writeDay('2026-11-02')).toBe('2 Nov 2026')
    fc.assert(
      fc.property(anyDay, (day) => {
        expect(readDay(writeDay(day), today)).toBe(day)
      }),
    )
  })
})

describe('a month', () => {
  it('has six weeks from Monday on, with each of its days once', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const weeks = weeksOf(day)
        const all = weeks.flat()
        expect(weeks.every(({ length }) => length === 7)).toBe(true)
        expect(weeks.every(([monday = '']) => new Date(monday).getUTCDay() === 1)).toBe(true)
        expect(all.every((one, at) => at === 0 || one === addDays(all[at - 1] ?? '', 1))).toBe(true)
        const [first, last] = monthOf(day)
        expect([weeks.length, weeks[0]?.includes(first), all.includes(last)]).toEqual([6, true, true])
      }),
    )
  })

  it('is gone from to another on the same day, or on its last', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
    expect(addMonths('2026-12-15', 1)).toBe('2027-01-15')
    expect(addMonths('2026-01-15', -1)).toBe('2025-12-15')
  })
})

describe('ready ranges of days', () => {
  it('end today, or with the month or the year', () => {
    const ranges = dayPresets(today).map(({ name, fromDay, toDay }) => [name, fromDay, toDay])
    expect(ranges).toEqual([
      ['Today', '2026-11-27', '2026-11-27'],
      ['Yesterday', '2026-11-26', '2026-11-26'],
      ['7 days', '2026-11-21', '2026-11-27'],
      ['30 days', '2026-10-29', '2026-11-27'],
      ['This month', '2026-11-01', '2026-11-30'],
      ['This year', '2026-01-01', '2026-12-31'],
    ])
  })

  it('are known again by their days', () => {
    expect(presetOf({ fromDay: '2026-11-26', toDay: '2026-11-26' }, today)?.name).toBe('Yesterday')
    expect(presetOf({ fromDay: '2026-11-26', toDay: '' }, today)).toBeNull()
  })
})
