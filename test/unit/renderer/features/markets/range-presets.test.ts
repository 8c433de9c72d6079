// Where the ranges under the chart begin.
import { expect, it } from 'vitest'
import { openZone } from '../../../../../src-preload/domain/locale/zone.ts'
import { rangeNames, rangeStart } from '../../../../../src-renderer/features/markets/chart/range-presets.ts'

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
