// Time range of a period report in a zone's calendar. Pure.
import { formatDay } from '../../../text/format/time.ts'
import type { Zone } from '../../../../src-preload/domain/locale/zone.ts'

export const reportPeriods = ['day', 'week', 'month', 'quarter', 'year', 'all'] as const
export type ReportPeriod = (typeof reportPeriods)[number]

export interface ReportRange {
  readonly fromMs: number
  /** Exclusive. */
  readonly toMs: number
}

/**
 * The period that contains a time. Weeks start on Monday, quarters in January; all time ends with the year. Nothing starts
 * before 1970.
 */
export function rangeOf(period: ReportPeriod, atMs: number, zone: Zone): ReportRange {
  const { year, month, day, weekday } = zone.parts(atMs)
  const range = (from: readonly [number, number, number], to: readonly [number, number, number]) => ({
    fromMs: Math.max(0, zone.timeOf(...from)),
    toMs: zone.timeOf(...to),
  })
  switch (period) {
    case 'day':
      return range([year, month, day], [year, month, day + 1])
    case 'week': {
      const monday = day - ((weekday + 6) % 7)
      return range([year, month, monday], [year, month, monday + 7])
    }
    case 'month':
      return range([year, month, 1], [year, month + 1, 1])
    case 'quarter': {
      const first = month - ((month - 1) % 3)
      return range([year, first, 1], [year, first + 3, 1])
    }
    case 'year':
      return range([year, 1, 1], [year + 1, 1, 1])
    case 'all':
      return { fromMs: 0, toMs: zone.timeOf(year + 1, 1, 1) }
  }
}

/** The previous or next period, skipping days missing from the calendar. Null before 1970, and beside all time. */
export function stepRange(
  period: ReportPeriod,
  { fromMs, toMs }: ReportRange,
  direction: -1 | 1,
  zone: Zone,
): ReportRange | null {
  if (period === 'all') return null
  if (direction === 1) return rangeOf(period, toMs, zone)
  return fromMs === 0 ? null : rangeOf(period, fromMs - 1, zone)
}

/** Day of a time, as in a date input. */
export function writeDay(timeMs: number, zone: Zone): string {
  const { year, month, day } = zone.parts(timeMs)
  const pad = (value: number, length: number): string => String(value).padStart(length, '0')
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`
}

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** 20 Nov 2026; 16 Nov to 22 Nov 2026; November 2026; Q4 2026; 2026; all time. A null period is a custom range. */
export function nameRange(period: ReportPeriod | null, { fromMs, toMs }: ReportRange, zone: Zone): string {
  const from = zone.parts(fromMs)
  if (period === 'all') return 'All time'
  if (period === 'year') return String(from.year)
  if (period === 'quarter') return `Q${Math.ceil(from.month / 3)} ${from.year}`
  if (period === 'month') return `${monthNames[from.month - 1] ?? ''} ${from.year}`
  const lastMs = Math.max(fromMs, toMs - 1)
  const last = zone.parts(lastMs)
  if (from.year === last.year && from.month === last.month && from.day === last.day)
    return formatDay(fromMs, true)
  return `${formatDay(fromMs, from.year !== last.year)} to ${formatDay(lastMs, true)}`
}
