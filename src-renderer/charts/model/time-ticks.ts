// Ticks of the time axis at natural calendar units of a zone, across its clock changes.
import type { Zone } from '../../../src-preload/domain/locale/zone.ts'
import { monthNames, formatClock } from './format.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** Slightly less than the range of Date, so that one step beyond a range is still a valid date. */
const calendarMs = 8.6e15

/** Greatest calendar unit that changes at a tick; greater units have stronger labels. */
export type TickUnit = 'time' | 'day' | 'month' | 'year'

export interface TimeTick {
  readonly timeMs: number
  readonly unit: TickUnit
  readonly label: string
}

type Step =
  | { readonly kind: 'clock'; readonly sizeMs: number }
  | { readonly kind: 'days'; readonly size: number }
  | { readonly kind: 'months'; readonly size: number }

const clock = (sizeMs: number): Step => ({ kind: 'clock', sizeMs })

/** Natural steps, finest first. Clock steps divide a day, month steps a year; years follow by 1, 2, 5. */
const steps: readonly Step[] = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => clock(minutes * minuteMs)),
  ...[1, 2, 3, 4, 6, 12].map((hours) => clock(hours * hourMs)),
  ...[1, 2, 5, 10, 15].map((size): Step => ({ kind: 'days', size })),
  ...[1, 2, 3, 6].map((size): Step => ({ kind: 'months', size })),
]

function lengthMs(step: Step): number {
  switch (step.kind) {
    case 'clock':
      return step.sizeMs
    case 'days':
      return step.size * dayMs
    case 'months':
      return step.size * 28 * dayMs
  }
}

function pickStep(minStepMs: number, periodMs: number): Step {
  const least = Math.max(minStepMs, periodMs)
  const fits = (step: Step): boolean =>
    lengthMs(step) >= least && (step.kind !== 'clock' || step.sizeMs % periodMs === 0)
  return steps.find(fits) ?? { kind: 'months', size: 12 * yearsOf(least / (365 * dayMs)) }
}

function yearsOf(least: number): number {
  for (let power = 1; ; power *= 10) {
    const found = [1, 2, 5].map((factor) => factor * power).find((size) => size >= least)
    if (found !== undefined) return found
  }
}

/**
 * Ticks of one axis. Computed for an extra screen on both sides and cached, so that a moving chart only selects those in
 * view.
 */
export class TimeAxis {
  #key = ''
  #zone: Zone | null = null
  #fromMs = NaN
  #toMs = NaN
  #ticks: readonly TimeTick[] = []

  /**
   * Returns ticks from `fromMs` to `toMs`, at least about `minStepMs` apart and never closer than the candles. A tick names
   * the greatest unit that starts there: "2026", "Nov", "20" or "20 Nov", "12:30".
   */
  ticks(fromMs: number, toMs: number, minStepMs: number, periodMs: number, zone: Zone): readonly TimeTick[] {
    if (!(toMs > fromMs) || !(minStepMs > 0)) return []
    // Times outside the range of Date cannot be named.
    if (Math.abs(fromMs) > calendarMs || Math.abs(toMs) > calendarMs) return []
    const step = pickStep(minStepMs, periodMs)
    const key = step.kind === 'clock' ? `clock ${step.sizeMs}` : `${step.kind} ${step.size}`
    if (key !== this.#key || zone !== this.#zone || !(fromMs >= this.#fromMs) || !(toMs <= this.#toMs)) {
      const room = toMs - fromMs
      this.#key = key
      this.#zone = zone
      this.#fromMs = Math.max(-calendarMs, fromMs - room)
      this.#toMs = Math.min(calendarMs, toMs + room)
      this.#ticks = makeTicks(this.#fromMs, this.#toMs, step, zone)
    }
    return this.#ticks.filter(({ timeMs }) => timeMs >= fromMs && timeMs <= toMs)
  }
}

function makeTicks(fromMs: number, toMs: number, step: Step, zone: Zone): readonly TimeTick[] {
  switch (step.kind) {
    case 'clock':
      return clockTimes(fromMs, toMs, step.sizeMs, zone).map((timeMs) => describe(timeMs, step, zone))
    case 'days':
      return dayTimes(fromMs, toMs, step.size, zone).map((timeMs) => describe(timeMs, step, zone))
    case 'months':
      return monthTimes(fromMs, toMs, step.size, zone).map((timeMs) => describe(timeMs, step, zone))
  }
}

/** First moment of a day in the zone; a day starts at 01:00 where clocks change at midnight. */
function dayStart(zone: Zone, year: number, month: number, day: number): number {
  return zone.startOfDay(zone.timeOf(year, month, day, 12))
}

/** Times of day at whole multiples of `sizeMs` on the zone's clock, and the starts of its days. */
function clockTimes(fromMs: number, toMs: number, sizeMs: number, zone: Zone): number[] {
  const times: number[] = []
  let at = zone.startOfDay(fromMs)
  // The middle of a day is inside it regardless of its length.
  let nextDay = zone.startOfDay(at + 1.5 * dayMs)
  while (at <= toMs) {
    if (at >= fromMs) times.push(at)
    at = nextOnClock(at, sizeMs, zone)
    if (at >= nextDay) {
      at = nextDay
      nextDay = zone.startOfDay(at + 1.5 * dayMs)
    }
  }
  return times
}

/** The next multiple on the clock after `at`: one step later, or nearer or farther across a clock change. */
function nextOnClock(at: number, sizeMs: number, zone: Zone): number {
  const beyond = (timeMs: number): number => modulo(timeMs + zone.offsetMs(timeMs), sizeMs)
  const next = at + sizeMs
  const rest = beyond(next)
  if (rest === 0) return next
  const before = next - rest
  return before > at + sizeMs / 2 && beyond(before) === 0 ? before : before + sizeMs
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}

/** Every `size` days counted from the first of each month; none close enough to crowd the next first. */
function dayTimes(fromMs: number, toMs: number, size: number, zone: Zone): number[] {
  const times: number[] = []
  const from = zone.parts(fromMs)
  for (let months = from.year * 12 + from.month - 1; ; months++) {
    const year = Math.floor(months / 12)
    const month = modulo(months, 12) + 1
    const days = new Date(Date.UTC(year, month, 0)).getUTCDate()
    if (!(dayStart(zone, year, month, 1) <= toMs)) return times
    for (let day = 1; day <= days; day += size) {
      const isCrowding = day !== 1 && days + 1 - day < size * 0.75
      const at = dayStart(zone, year, month, day)
      if (at >= fromMs && at <= toMs && !isCrowding) times.push(at)
    }
  }
}

function monthTimes(fromMs: number, toMs: number, size: number, zone: Zone): number[] {
  const times: number[] = []
  const from = zone.parts(fromMs)
  for (let months = Math.floor((from.year * 12 + from.month - 1) / size) * size; ; months += size) {
    const at = dayStart(zone, Math.floor(months / 12), modulo(months, 12) + 1, 1)
    if (!(at <= toMs)) return times
    if (at >= fromMs) times.push(at)
  }
}

function describe(timeMs: number, step: Step, zone: Zone): TimeTick {
  const { year, month, day } = zone.parts(timeMs)
  const monthName = monthNames[month - 1] ?? ''
  if (zone.startOfDay(timeMs) !== timeMs) return { timeMs, unit: 'time', label: formatClock(timeMs, zone) }
  if (day !== 1)
    return { timeMs, unit: 'day', label: `${day}${step.kind === 'clock' ? ` ${monthName}` : ''}` }
  if (month !== 1)
    return { timeMs, unit: 'month', label: step.kind === 'clock' ? `1 ${monthName}` : monthName }
  return { timeMs, unit: 'year', label: String(year) }
}
