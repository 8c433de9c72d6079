// Ranges offered under the chart, each with the interval that shows it well. Pure.
import type { ChartInterval } from '../../../../src-preload/domain/markets/intervals.ts'
import type { Zone } from '../../../../src-preload/domain/locale/zone.ts'

export const rangeNames = ['1d', '5d', '1m', '3m', 'ytd', '1y', 'all'] as const
export type RangeName = (typeof rangeNames)[number]

interface RangePreset {
  readonly label: string
  /** Accessible name. */
  readonly title: string
  readonly period: ChartInterval
}

export const rangePresets: Record<RangeName, RangePreset> = {
  '1d': { label: '1D', title: '1 day', period: 5 },
  '5d': { label: '5D', title: '5 days', period: 15 },
  '1m': { label: '1M', title: '1 month', period: 60 },
  '3m': { label: '3M', title: '3 months', period: 240 },
  ytd: { label: 'YTD', title: 'Year to date', period: 1440 },
  '1y': { label: '1Y', title: '1 year', period: 1440 },
  all: { label: 'All', title: 'All candles', period: 10_080 },
}

const dayMs = 86_400_000
/** About five years: more weeks would be lines without bodies on most screens. */
const mostWeeks = 260

/** The interval for all of a market's history, from its first candle to now. */
export function wholeInterval(firstMs: number, nowMs: number): ChartInterval {
  return nowMs - firstMs > mostWeeks * 7 * dayMs ? 'month' : rangePresets.all.period
}

/**
 * Start of a range that ends now, in epoch milliseconds; null for the whole history. Months and years go back to the same
 * day of the month and time in `zone`; a day that the month lacks becomes its last.
 */
export function rangeStart(name: RangeName, nowMs: number, zone: Zone): number | null {
  switch (name) {
    case '1d':
      return nowMs - dayMs
    case '5d':
      return nowMs - 5 * dayMs
    case '1m':
      return monthsBefore(1, nowMs, zone)
    case '3m':
      return monthsBefore(3, nowMs, zone)
    case 'ytd':
      return zone.timeOf(zone.parts(nowMs).year, 1, 1, 0, 0)
    case '1y':
      return monthsBefore(12, nowMs, zone)
    case 'all':
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
