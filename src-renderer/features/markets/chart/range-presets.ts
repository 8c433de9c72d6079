// Ranges offered under the chart, each with the interval that shows it well. Pure.
import type { CandlePeriod } from '../../../../src-preload/domain/markets.ts'
import type { Zone } from '../../../../src-preload/domain/locale/zone.ts'

export const rangeNames = ['1D', '5D', '1M', '3M', 'YTD', '1Y', 'All'] as const
export type RangeName = (typeof rangeNames)[number]

interface RangePreset {
  /** Accessible name. */
  readonly title: string
  /** Minutes. */
  readonly period: CandlePeriod
}

export const rangePresets: Record<RangeName, RangePreset> = {
  '1D': { title: '1 day', period: 5 },
  '5D': { title: '5 days', period: 15 },
  '1M': { title: '1 month', period: 60 },
  '3M': { title: '3 months', period: 240 },
  YTD: { title: 'Year to date', period: 1440 },
  '1Y': { title: '1 year', period: 1440 },
  All: { title: 'All candles', period: 10_080 },
}

const dayMs = 86_400_000

/**
 * Start of a range that ends now, in epoch milliseconds; null for the whole history. Months and years go back to the same
 * day of the month and time in `zone`; a day that the month lacks becomes its last.
 */
export function rangeStart(name: RangeName, nowMs: number, zone: Zone): number | null {
  switch (name) {
    case '1D':
      return nowMs - dayMs
    case '5D':
      return nowMs - 5 * dayMs
    case '1M':
      return monthsBefore(1, nowMs, zone)
    case '3M':
      return monthsBefore(3, nowMs, zone)
    case 'YTD':
      return zone.timeOf(zone.parts(nowMs).year, 1, 1, 0, 0)
    case '1Y':
      return monthsBefore(12, nowMs, zone)
    case 'All':
      return null
  }
}

function monthsBefore(count: number, nowMs: number, zone: Zone): number {
  const { year, month, day, hour, minute } = zone.parts(nowMs)
  const months = year * 12 + month - 1 - count
  const [toYear, toMonth] = [Math.floor(months / 12), (months % 12) + 1]
  const lastDay = new Date(Date.UTC(toYear, toMonth, 0)).getUTCDate()
  return zone.timeOf(toYear, toMonth, Math.min(day, lastDay), hour, minute)
}
