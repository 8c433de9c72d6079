// Owns: the periods of a report by the calendar of a zone, and what is said of what it lacks. Must not: test main's sums.
import * as fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { openZone } from '../../../../../src-preload/shared/zone.ts'
import { setCurrentZone } from '../../../../../src-renderer/lib/format/current-zone.svelte.ts'
import {
  nameRange,
  rangeOf,
  reportPeriods,
  stepRange,
  writeDay,
} from '../../../../../src-renderer/views/portfolio/report-range.ts'
import { describeMissing } from '../../../../../src-renderer/views/portfolio/report-words.ts'
import { makeReport } from './make-pnl.ts'

const utc = openZone('UTC')
const hourMs = 3_600_000
afterEach(() => setCurrentZone(utc))

describe('the period of a report', () => {
  const at = Date.UTC(2026, 10, 22, 15)

  it('is the day, week, month or year of the zone in which a time lies; weeks begin on Monday', () => {
    expect(rangeOf('day', at, utc)).toEqual({ fromMs: Date.UTC(2026, 10, 22), toMs: Date.UTC(2026, 10, 23) })
    expect(rangeOf('week', at, utc)).toEqual({ fromMs: Date.UTC(2026, 10, 16), toMs: Date.UTC(2026, 10, 23) })
    expect(rangeOf('month', at, utc)).toEqual({ fromMs: Date.UTC(2026, 10, 1), toMs: Date.UTC(2026, 11, 1) })
    expect(rangeOf('year', at, utc)).toEqual({ fromMs: Date.UTC(2026, 0, 1), toMs: Date.UTC(2027, 0, 1) })
    const tokyo = rangeOf('day', at, openZone('Asia/Tokyo'))
    expect(tokyo.fromMs).toBe(Date.UTC(2026, 10, 22, 15))
  })

  it('has 23 and 25 hours where clocks change', () => {
    const berlin = openZone('Europe/Berlin')
    const length = (timeMs: number): number => {
      const { fromMs, toMs } = rangeOf('day', timeMs, berlin)
      return (toMs - fromMs) / hourMs
    }
    expect(length(Date.UTC(2026, 2, 29, 12))).toBe(23)
    expect(length(Date.UTC(2026, 9, 25, 12))).toBe(25)
  })

  it('follows the one before without a gap or an overlap, in any zone and any year', () => {
    const zones = ['UTC', 'Europe/Berlin', 'Pacific/Apia', 'America/Sao_Paulo', 'Asia/Kolkata'].map(openZone)
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.constantFrom(...reportPeriods),
        fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) }),
        (zone, period, timeMs) => {
          const range = rangeOf(period, timeMs, zone)
          expect(range.fromMs <= timeMs && timeMs < range.toMs).toBe(true)
          const next = stepRange(period, range, 1, zone)
          expect(next?.fromMs).toBe(range.toMs)
          if (next !== null) expect(stepRange(period, next, -1, zone)).toEqual(range)
        },
      ),
    )
  })

  it('does not go back before 1970', () => {
    expect(stepRange('year', rangeOf('year', 5, utc), -1, utc)).toBeNull()
  })

  it('is named as people name it', () => {
    const name = (period: (typeof reportPeriods)[number]): string =>
      nameRange(period, rangeOf(period, at, utc), utc)
    expect(reportPeriods.map(name)).toEqual(['22 Nov 2026', '16 Nov to 22 Nov 2026', 'November 2026', '2026'])
    const own = { fromMs: Date.UTC(2025, 11, 30), toMs: Date.UTC(2026, 0, 3) }
    expect(nameRange(null, own, utc)).toBe('30 Dec 2025 to 2 Jan 2026')
    expect(writeDay(own.fromMs, utc)).toBe('2025-12-30')
  })
})

describe('what a report lacks', () => {
  const later = Date.UTC(2027, 0, 1)

  it('is nothing where all is known', () => {
    expect(describeMissing(makeReport(), later)).toEqual([])
  })

  it('is said of orders and trades that have not been read, of costs not known, of a period under way', () => {
    const report = makeReport({
      knownFromMs: Date.UTC(2026, 10, 10),
      ordersWithoutFills: 1200,
      markets: makeReport().markets.map((market) => ({ ...market, realised: null })),
    })
    const lines = describeMissing(report, Date.UTC(2026, 10, 20)).join('\n')
    expect(lines).toContain('Orders before 10 Nov 00:00 UTC have not been read yet')
    expect(lines).toContain('The trades of 1,200 orders have not been read yet')
    expect(lines).toContain('what it had cost is not known')
    expect(lines).toContain('This period has not ended yet.')
    const before = makeReport({ knownFromMs: later })
    expect(describeMissing(before, later)).toEqual(['The orders of this period have not been read yet.'])
  })
})
