// Months of days as rows of weeks that start on Monday. Pure.
import type { Zone } from '../../../../src-preload/domain/locale/zone.ts'
import type { Performance, PerformanceDay } from '../../../../src-preload/contract/portfolio/performance.ts'
import type { Figure } from '../../../../src-preload/contract/portfolio/figures.ts'
import { addFigures, showFigure } from '../figures/figure-text.ts'

export const monthCounts = [1, 3, 12] as const
export type MonthCount = (typeof monthCounts)[number]

export interface MonthRange {
  readonly fromMs: number
  /** Exclusive. */
  readonly toMs: number
}

export interface GridDay {
  readonly dayMs: number
  /** 1 to 31. */
  readonly day: number
}

export interface GridMonth {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  /** Seven places each; null outside the month. */
  readonly weeks: readonly (readonly (GridDay | null)[])[]
}

/** The months that end with the one of a time. Nothing starts before 1970. */
export function monthRange(atMs: number, count: MonthCount, zone: Zone): MonthRange {
  const { year, month } = zone.parts(atMs)
  return {
    fromMs: Math.max(0, zone.timeOf(year, month - count + 1, 1)),
    toMs: zone.timeOf(year, month + 1, 1),
  }
}

/** A time within the month that is `by` months later. */
export function shiftMonth(atMs: number, by: number, zone: Zone): number {
  const { year, month } = zone.parts(atMs)
  return Math.max(0, zone.timeOf(year, month + by, 1))
}

function makeMonth(year: number, month: number, zone: Zone): GridMonth {
  const places: (GridDay | null)[] = []
  for (let day = 1; day <= 31; day += 1) {
    const dayMs = zone.timeOf(year, month, day)
    const parts = zone.parts(dayMs)
    if (parts.month !== month) break
    if (places.length === 0) places.push(...Array<null>((parts.weekday + 6) % 7).fill(null))
    // A day that the zone skipped keeps its place.
    places.push(parts.day === day ? { dayMs: Math.max(0, dayMs), day } : null)
  }
  while (places.length % 7 > 0) places.push(null)
  const weeks = Array.from({ length: places.length / 7 }, (_, at) => places.slice(at * 7, at * 7 + 7))
  return { year, month, weeks }
}

/** The months of a range, oldest first. */
export function makeMonths({ fromMs, toMs }: MonthRange, zone: Zone): GridMonth[] {
  const months: GridMonth[] = []
  let { year, month } = zone.parts(fromMs)
  while (zone.timeOf(year, month, 1) < toMs) {
    months.push(makeMonth(year, month, zone))
    if (month === 12) [year, month] = [year + 1, 1]
    else month += 1
  }
  return months
}

/**
 * The net result of a month: the sum of its days, in pnlCurrency. Estimated where fills are missing from the period or from the
 * month's beginning.
 * @returns null for a month without fills
 */
export function netOfMonth(
  { days, sum, knownFromMs }: Pick<Performance, 'days' | 'sum' | 'knownFromMs'>,
  { weeks }: GridMonth,
): Figure | null {
  const places = weeks.flat().flatMap((place) => (place === null ? [] : [place.dayMs]))
  const within = new Set(places)
  const ofMonth = days.filter(({ dayMs }) => within.has(dayMs))
  const [first] = places
  if (first === undefined || ofMonth.length === 0) return null
  const net = ofMonth.map((day) => day.net).reduce(addFigures)
  const isWhole = !sum.isPartial && (knownFromMs === null || knownFromMs <= first)
  return net.state === 'known' && !isWhole ? { ...net, state: 'estimated' } : net
}

/** A day's result as its cell shows it: whole units from ten on. */
export const shortNet = (net: Figure): string =>
  showFigure(net, net.state !== 'unknown' && Math.abs(Number(net.amount)) < 10 ? 2 : 0, { plus: true }).text

/** Steps of the tint of a day, by the size of its result. */
const TINTS = 4

/** How strong each day's tint is, 1 to 4, beside the largest result; 0 for none. For drawing alone. */
export function tintsOf(days: readonly PerformanceDay[]): ReadonlyMap<number, number> {
  const sizes = days.map(({ dayMs, net }) => ({
    dayMs,
    size: net.state === 'unknown' ? 0 : Math.abs(Number(net.amount)),
  }))
  const most = Math.max(0, ...sizes.map(({ size }) => size))
  return new Map(sizes.map(({ dayMs, size }) => [dayMs, size === 0 ? 0 : Math.ceil((size / most) * TINTS)]))
}
