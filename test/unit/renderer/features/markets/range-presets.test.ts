// Where the ranges under the chart begin.
import { expect, it } from 'vitest'
import { openZone } from '../../../../../src-preload/domain/locale/zone.ts'
import {
  rangeNames,
  rangeStart,
  wholeInterval,
} from '../../../../../src-renderer/features/markets/chart/range-presets.ts'

const berlin = openZone('Europe/Berlin')
const at = (text: string): number => Date.parse(text)

it('goes back whole days, the same day of an earlier month, or the start of the year in the zone', () => {
  const nowMs = at('2026-03-31T10:30:00+02:00')
  const starts = rangeNames.map((name) => rangeStart(name, nowMs, berlin))
  expect(starts).toEqual([
    at('2026-03-30T10:30:00+02:00'),
    at('2026-03-26T09:30:00+01:00'),
    at('2026-02-28T10:30:00+01:00'),
    at('2025-12-31T10:30:00+01:00'),
    at('2026-01-01T00:00:00+01:00'),
    at('2025-03-31T10:30:00+02:00'),
    null,
  ])
})

it('shows all of up to five years as weeks, and more as months', () => {
  const nowMs = at('2026-11-28T12:00:00Z')
  expect(wholeInterval(nowMs, nowMs)).toBe(10_080)
  expect(wholeInterval(at('2022-01-01T00:00:00Z'), nowMs)).toBe(10_080)
  expect(wholeInterval(at('2021-11-01T00:00:00Z'), nowMs)).toBe('month')
})
