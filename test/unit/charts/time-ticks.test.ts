import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { candlePeriods } from '../../../src-preload/domain/markets/markets.ts'
import { TimeAxis, type TimeTick } from '../../../src-renderer/charts/model/time-ticks.ts'
import { openZone } from '../../../src-preload/domain/locale/zone.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

function ticksOf(
  fromMs: number,
  toMs: number,
  leastMs: number,
  periodMs = minuteMs,
  zone = 'UTC',
): readonly TimeTick[] {
  return new TimeAxis().ticks(fromMs, toMs, leastMs, periodMs, openZone(zone))
}

const labelsOf = (ticks: readonly TimeTick[]): string[] => ticks.map(({ label }) => label)
const timesOf = (ticks: readonly TimeTick[]): string[] =>
  ticks.map(({ timeMs }) => new Date(timeMs).toISOString().slice(0, 16))

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'Pacific/Apia',
]

describe('time ticks', () => {
  for (const period of candlePeriods) {
    it(`stand on natural units of any zone for ${period} minutes, ascending and not too many`, () => {
      const periodMs = period * minuteMs
      fc.assert(
        fc.property(
          fc.integer({ min: 200, max: 960_000 }).map((n) => n / 100),
          fc.integer({ min: 0, max: 3_000 }),
          fc.constantFrom(...zones),
          (spacing, back, name) => {
            const zone = openZone(name)
            const toMs = Date.UTC(2026, 10, 20, 12, 3) - back * periodMs
            const fromMs = toMs - (1400 / spacing) * periodMs
            fc.pre(fromMs > 0)
            const ticks = ticksOf(fromMs, toMs, (90 / spacing) * periodMs, periodMs, name)
            expect(ticks.length).toBeLessThanOrEqual(24)
            let beforeMs = -Infinity
            for (const { timeMs, unit, label } of ticks) {
              expect(timeMs).toBeGreaterThanOrEqual(fromMs)
              expect(timeMs).toBeLessThanOrEqual(toMs)
              expect(timeMs).toBeGreaterThan(beforeMs)
              beforeMs = timeMs
              const { year, month, day, second } = zone.parts(timeMs)
              expect(second).toBe(0)
              if (unit === 'time') expect(label).toMatch(/^\d\d:\d\d$/)
              else expect(zone.startOfDay(timeMs)).toBe(timeMs)
              if (unit === 'day') expect(label).toMatch(/^\d{1,2}( [A-Z][a-z]{2})?$/)
              if (unit === 'month') expect(day).toBe(1)
              if (unit === 'year') expect([label, month, day]).toEqual([String(year), 1, 1])
              if (period >= 1440) expect(unit).not.toBe('time')
            }
          },
        ),
        { numRuns: 60 },
      )
    })
  }

  it('name the greatest unit that begins', () => {
    const hours = ticksOf(Date.UTC(2026, 11, 31, 18), Date.UTC(2027, 0, 1, 6), 3 * hourMs)
    expect(labelsOf(hours)).toEqual(['18:00', '21:00', '2027', '03:00', '06:00'])
    const days = ticksOf(Date.UTC(2026, 10, 28), Date.UTC(2026, 11, 3), dayMs, dayMs)
    expect(labelsOf(days)).toEqual(['28', '29', '30', 'Dec', '2', '3'])
    const halves = ticksOf(Date.UTC(2026, 10, 30, 12), Date.UTC(2026, 11, 1, 12), dayMs / 2)
    expect(labelsOf(halves)).toEqual(['12:00', '1 Dec', '12:00'])
    const years = ticksOf(Date.UTC(2015, 0, 1), Date.UTC(2026, 0, 1), 4 * 365 * dayMs, dayMs)
    expect(labelsOf(years)).toEqual(['2015', '2020', '2025'])
  })

  it('are the same from one axis that moves as from a new one each time', () => {
    const axis = new TimeAxis()
    const zone = openZone('Europe/Berlin')
    for (let step = 0; step < 200; step++) {
      const fromMs = Date.UTC(2026, 2, 27) + step * 37 * minuteMs
      const least = (1 + (step % 7)) * hourMs
      expect(axis.ticks(fromMs, fromMs + dayMs, least, minuteMs, zone)).toEqual(
        ticksOf(fromMs, fromMs + dayMs, least, minuteMs, 'Europe/Berlin'),
      )
    }
  })

  it('are none for an empty range, or for times that no calendar has', () => {
    const nowMs = Date.UTC(2026, 10, 20)
    expect(ticksOf(nowMs, nowMs, minuteMs)).toEqual([])
    expect(ticksOf(nowMs, 1e17, 1e15)).toEqual([])
    expect(ticksOf(1e20, 1e20 + 1e9, minuteMs)).toEqual([])
  })
})

describe('the day on which clocks change', () => {
  it('has 23 hours in Berlin in March: two o’clock is left out', () => {
    const ticks = ticksOf(
      Date.UTC(2026, 2, 28, 22),
      Date.UTC(2026, 2, 29, 4),
      hourMs,
      minuteMs,
      'Europe/Berlin',
    )
    expect(labelsOf(ticks)).toEqual(['23:00', '29 Mar', '01:00', '03:00', '04:00', '05:00', '06:00'])
    const wide = ticksOf(
      Date.UTC(2026, 2, 28, 23),
      Date.UTC(2026, 2, 29, 22),
      4 * hourMs,
      minuteMs,
      'Europe/Berlin',
    )
    expect(labelsOf(wide)).toEqual(['29 Mar', '04:00', '08:00', '12:00', '16:00', '20:00', '30 Mar'])
    expect(timesOf(wide)[1]).toBe('2026-03-29T02:00')
  })

  it('has 25 hours in Berlin in October: two o’clock comes twice', () => {
    const ticks = ticksOf(
      Date.UTC(2026, 9, 24, 22),
      Date.UTC(2026, 9, 25, 3),
      hourMs,
      minuteMs,
      'Europe/Berlin',
    )
    expect(labelsOf(ticks)).toEqual(['25 Oct', '01:00', '02:00', '02:00', '03:00', '04:00'])
    const wide = ticksOf(
      Date.UTC(2026, 9, 24, 22),
      Date.UTC(2026, 9, 25, 23),
      6 * hourMs,
      minuteMs,
      'Europe/Berlin',
    )
    expect(labelsOf(wide)).toEqual(['25 Oct', '06:00', '12:00', '18:00', '26 Oct'])
    expect(timesOf(wide)[1]).toBe('2026-10-25T05:00')
  })

  it('keeps days of New York at its midnight before and after', () => {
    const ticks = ticksOf(Date.UTC(2026, 2, 7), Date.UTC(2026, 2, 11), dayMs, hourMs, 'America/New_York')
    expect(timesOf(ticks)).toEqual([
      '2026-03-07T05:00',
      '2026-03-08T05:00',
      '2026-03-09T04:00',
      '2026-03-10T04:00',
    ])
    expect(labelsOf(ticks)).toEqual(['7', '8', '9', '10'])
  })

  it('moves the clock of Lord Howe by half an hour, and its full hours with it', () => {
    const spring = ticksOf(
      Date.UTC(2026, 9, 3, 13, 30),
      Date.UTC(2026, 9, 3, 18),
      hourMs,
      minuteMs,
      'Australia/Lord_Howe',
    )
    expect(labelsOf(spring)).toEqual(['4 Oct', '01:00', '03:00', '04:00', '05:00'])
    const autumn = ticksOf(
      Date.UTC(2026, 3, 4, 13),
      Date.UTC(2026, 3, 4, 17, 30),
      hourMs,
      minuteMs,
      'Australia/Lord_Howe',
    )
    expect(labelsOf(autumn)).toEqual(['5 Apr', '01:00', '02:00', '03:00', '04:00'])
  })

  it('begins days at one o’clock where midnight is skipped', () => {
    const ticks = ticksOf(
      Date.UTC(2018, 10, 3, 20),
      Date.UTC(2018, 10, 4, 8),
      3 * hourMs,
      minuteMs,
      'America/Sao_Paulo',
    )
    expect(labelsOf(ticks)).toEqual(['18:00', '21:00', '4 Nov', '03:00', '06:00'])
    expect(timesOf(ticks)[2]).toBe('2018-11-04T03:00')
  })
})

describe('zones that are no whole hours from UTC', () => {
  it('have their own full hours and midnights', () => {
    const india = ticksOf(
      Date.UTC(2026, 10, 20, 17),
      Date.UTC(2026, 10, 20, 21),
      hourMs,
      minuteMs,
      'Asia/Kolkata',
    )
    expect(labelsOf(india)).toEqual(['23:00', '21 Nov', '01:00', '02:00'])
    expect(timesOf(india)[1]).toBe('2026-11-20T18:30')
    const nepal = ticksOf(
      Date.UTC(2026, 10, 20, 18),
      Date.UTC(2026, 10, 20, 20),
      hourMs,
      minuteMs,
      'Asia/Kathmandu',
    )
    expect(timesOf(nepal)).toEqual(['2026-11-20T18:15', '2026-11-20T19:15'])
  })
})
