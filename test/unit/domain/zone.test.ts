// Wall clocks, days and offsets of every zone are those of the runtime's own database.
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { soakRounds } from '../../fixtures/soak.ts'
import { openZone } from '../../../src-preload/domain/locale/zone.ts'

const zoneNames = Intl.supportedValuesOf('timeZone')
const hourMs = 3_600_000
const dayMs = 24 * hourMs

const clocks = new Map<string, Intl.DateTimeFormat>()

/** What the runtime says a clock there shows: "2026-11-20 12:03:22 Fri". */
function askRuntime(name: string, timeMs: number): string {
  let clock = clocks.get(name)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-CA', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      weekday: 'short',
    })
    clocks.set(name, clock)
  }
  const read = Object.fromEntries(clock.formatToParts(timeMs).map(({ type, value }) => [type, value]))
  return `${read['year']}-${read['month']}-${read['day']} ${read['hour']}:${read['minute']}:${read['second']} ${read['weekday']}`
}

function askZone(name: string, timeMs: number): string {
  const { year, month, day, hour, minute, second, weekday } = openZone(name).parts(timeMs)
  const [m, d, h, i, s] = [month, day, hour, minute, second].map((part) => String(part).padStart(2, '0'))
  return `${year}-${m}-${d} ${h}:${i}:${s} ${['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][weekday]}`
}

const zone = fc.constantFrom(...zoneNames)
const time = fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2060, 0, 1) })

describe('the wall clock of a zone', () => {
  it('is the one of the runtime at random times in all zones', () => {
    fc.assert(
      fc.property(zone, time, (name, timeMs) => {
        expect(askZone(name, timeMs)).toBe(askRuntime(name, timeMs))
      }),
      { numRuns: soakRounds(600) },
    )
  })

  it('is the one of the runtime in every zone around each change of 2011', () => {
    for (const name of zoneNames) {
      const opened = openZone(name)
      for (let dayStart = Date.UTC(2011, 0, 1); dayStart < Date.UTC(2012, 0, 1); dayStart += dayMs) {
        if (opened.offsetMs(dayStart) === opened.offsetMs(dayStart + dayMs)) continue
        for (let at = dayStart; at < dayStart + dayMs; at += hourMs / 2) {
          for (const timeMs of [at - 1, at]) {
            expect(`${name} ${askZone(name, timeMs)}`).toBe(`${name} ${askRuntime(name, timeMs)}`)
          }
        }
      }
    }
  })

  it('keeps the seconds that towns had before there were zones', () => {
    const before = Date.UTC(1890, 0, 1)
    expect(openZone('Europe/Amsterdam').offsetMs(before) % 60_000).not.toBe(0)
    expect(askZone('Europe/Amsterdam', before)).toBe(askRuntime('Europe/Amsterdam', before))
  })

  it('stands still over what is no time', () => {
    expect(openZone('Europe/Berlin').offsetMs(Number.NaN)).toBe(0)
    expect(openZone('Europe/Berlin').offsetMs(Infinity)).toBe(0)
    expect(openZone('Europe/Berlin').timeOf(Number.NaN, 1, 1)).toBeNaN()
  })
})

describe('the time of a wall clock', () => {
  const berlin = openZone('Europe/Berlin')

  it('leads back to the same reading wherever the zone has that reading', () => {
    fc.assert(
      fc.property(zone, time, (name, timeMs) => {
        const opened = openZone(name)
        const { year, month, day, hour, minute } = opened.parts(timeMs)
        const found = opened.timeOf(year, month, day, hour, minute)
        expect(opened.parts(found)).toMatchObject({ year, month, day, hour, minute })
        // Of a reading that comes twice the earlier, so never later than where we came from.
        expect(found).toBeLessThanOrEqual(timeMs)
      }),
      { numRuns: soakRounds(600) },
    )
  })

  it('is the end of the gap for what clocks skip in spring', () => {
    expect(berlin.timeOf(2026, 3, 29, 2, 30)).toBe(Date.UTC(2026, 2, 29, 1))
    expect(berlin.timeOf(2026, 3, 29, 3)).toBe(Date.UTC(2026, 2, 29, 1))
    expect(berlin.timeOf(2026, 3, 29, 1, 59)).toBe(Date.UTC(2026, 2, 29, 0, 59))
  })

  it('is the earlier one of what clocks show twice in autumn', () => {
    expect(berlin.timeOf(2026, 10, 25, 2, 30)).toBe(Date.UTC(2026, 9, 25, 0, 30))
    expect(berlin.timeOf(2026, 10, 25, 3)).toBe(Date.UTC(2026, 9, 25, 2))
  })

  it('follows zones that lie half an hour or 45 minutes off, and shifts of half an hour', () => {
    expect(openZone('Asia/Kathmandu').timeOf(2026, 11, 20, 12)).toBe(Date.UTC(2026, 10, 20, 6, 15))
    expect(openZone('Asia/Kolkata').timeOf(2026, 11, 20, 5, 30)).toBe(Date.UTC(2026, 10, 20))
    expect(openZone('Australia/Lord_Howe').timeOf(2026, 10, 4, 2, 15)).toBe(Date.UTC(2026, 9, 3, 15, 30))
  })

  it('rolls over the ends of months and years', () => {
    expect(berlin.timeOf(2026, 13, 1)).toBe(berlin.timeOf(2027, 1, 1))
    expect(berlin.timeOf(2026, 11, 31)).toBe(berlin.timeOf(2026, 12, 1))
  })
})

describe('a day', () => {
  it('begins at 01:00 where the clock skips midnight', () => {
    for (const [name, year, month, day] of [
      ['America/Sao_Paulo', 2018, 11, 4],
      ['Africa/Cairo', 2026, 4, 24],
    ] as const) {
      const opened = openZone(name)
      const start = opened.timeOf(year, month, day)
      expect(opened.parts(start)).toMatchObject({ day, hour: 1, minute: 0, second: 0 })
      expect(opened.parts(start - 1)).toMatchObject({ day: day - 1, hour: 23, minute: 59 })
      expect(opened.startOfDay(start + 5 * hourMs)).toBe(start)
      expect(opened.startOfDay(start - 1)).toBe(opened.timeOf(year, month, day - 1))
    }
  })

  it('has 23 hours in spring, 25 in autumn, and 24 else', () => {
    const berlin = openZone('Europe/Berlin')
    const length = (month: number, day: number): number =>
      (berlin.timeOf(2026, month, day + 1) - berlin.timeOf(2026, month, day)) / hourMs
    expect([length(3, 29), length(10, 25), length(11, 20)]).toEqual([23, 25, 24])
  })

  it('can be missing: Samoa had no 30 December 2011', () => {
    const apia = openZone('Pacific/Apia')
    expect(apia.timeOf(2011, 12, 30)).toBe(apia.timeOf(2011, 12, 31))
    expect(apia.parts(apia.timeOf(2011, 12, 31) - 1)).toMatchObject({ day: 29 })
  })

  it('holds the time it was asked for, begins no later, and is found again from its start', () => {
    fc.assert(
      fc.property(zone, time, (name, timeMs) => {
        const opened = openZone(name)
        const start = opened.startOfDay(timeMs)
        expect(start).toBeLessThanOrEqual(timeMs)
        expect(timeMs - start).toBeLessThanOrEqual(26 * hourMs)
        expect(opened.startOfDay(start)).toBe(start)
        const { year, month, day } = opened.parts(timeMs)
        expect(opened.parts(start)).toMatchObject({ year, month, day })
      }),
      { numRuns: soakRounds(600) },
    )
  })
})

describe('a zone', () => {
  it('is called as people call it, with its summer', () => {
    const summer = Date.UTC(2026, 6, 1)
    const winter = Date.UTC(2026, 0, 1)
    expect(openZone('Europe/Berlin').label(winter)).toBe('CET')
    expect(openZone('Europe/Berlin').label(summer)).toBe('CEST')
    expect(openZone('America/New_York').label(winter)).toBe('EST')
    expect(openZone('Asia/Kolkata').label(winter)).toBe('GMT+5:30')
    expect(openZone('UTC').label(winter)).toBe('UTC')
  })

  it('changes its label at the second at which its clock changes', () => {
    const change = Date.UTC(2026, 2, 29, 1)
    expect([change - 1, change].map((timeMs) => openZone('Europe/Berlin').label(timeMs))).toEqual([
      'CET',
      'CEST',
    ])
  })

  it('is UTC where its name is not known', () => {
    for (const choice of ['', 'Mars/Olympus', 'Etc/UTC', 'not a zone'])
      expect(openZone(choice).name).toBe('UTC')
  })

  it('is found in any spelling of its name, and the computer has one', () => {
    expect(openZone('europe/berlin').name).toBe('Europe/Berlin')
    expect(openZone('system').name).not.toBe('system')
  })

  it('asks the database about days, not about times', () => {
    const asking = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts')
    const opened = openZone('America/Caracas')
    for (let at = 0; at < 10_000; at++) opened.parts(Date.UTC(2016, 3, 25) + at * 60_000)
    const asked = asking.mock.calls.length
    asking.mockRestore()
    // Eight days have nine ends, and the day of the change is searched.
    expect(asked).toBeGreaterThan(0)
    expect(asked).toBeLessThan(40)
  })
})
