// Owns: where ticks go: round prices, and times at natural units of the UTC calendar. Pure.
// Must not: know pixels other than through the least distance it is given.
import { formatClock, monthNames } from './format.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** A year less than what a Date can hold, so that a step beyond a range is still a date. */
const calendarMs = 8.64e15 - 366 * dayMs

/** The smallest of 1, 2, 5 times a power of ten that is at least `least` (above zero). */
export function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  for (const factor of [1, 2, 5, 10]) {
    // The factor forgives the last bit of a logarithm: 1000 is a thousand steps of one.
    if (power * factor >= least * (1 - 1e-9)) return power * factor
  }
  return power * 10
}

/**
 * Round values from `min` to `max`, at least `leastStep` apart, and never finer than `10 ** -decimals`.
 * Values are whole multiples of the step, computed without adding up errors.
 */
export function priceTicks(min: number, max: number, leastStep: number, decimals: number): number[] {
  if (!(max > min) || !(leastStep > 0)) return []
  const step = niceStep(Math.max(leastStep, 10 ** -decimals))
  const ticks: number[] = []
  const scale = step < 1 ? Math.round(1 / step) : 0
  const first = Math.ceil(min / step - 1e-9)
  const count = Math.floor(max / step + 1e-9) - first
  for (let n = 0; n <= count; n++) ticks.push(scale > 0 ? (first + n) / scale : (first + n) * step)
  return ticks
}

/** What changes at a tick: the greater the unit, the stronger its label. */
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

/**
 * Ticks of the UTC calendar from `fromMs` to `toMs`, at least about `leastMs` apart and never closer than the
 * candles. A tick stands at the first candle (of `periodMs`, aligned to `anchorMs`) that begins in its unit, and
 * names the greatest unit that begins there: "2026", "Nov", "20" or "20 Nov", "12:30".
 */
export function timeTicks(
  fromMs: number,
  toMs: number,
  leastMs: number,
  periodMs: number,
  anchorMs: number,
): TimeTick[] {
  if (!(toMs > fromMs) || !(leastMs > 0)) return []
  // Outside of the calendar's range there is no date to name.
  if (Math.abs(fromMs) > calendarMs || Math.abs(toMs) > calendarMs) return []
  const least = Math.max(leastMs, periodMs)
  const step = steps.find((candidate) => fits(candidate, least, periodMs)) ?? yearStep(least)
  // A unit that begins just before the view may have its first candle inside.
  const startMs = fromMs - periodMs
  const times =
    step.kind === 'clock'
      ? clockTimes(startMs, toMs, step.sizeMs)
      : step.kind === 'days'
        ? dayTimes(startMs, toMs, step.size)
        : monthTimes(startMs, toMs, step.size)
  return times
    .map((timeMs) => describeTick(timeMs, snap(timeMs, periodMs, anchorMs), step))
    .filter((tick) => tick.timeMs >= fromMs && tick.timeMs <= toMs)
}

function fits(step: Step, leastMs: number, periodMs: number): boolean {
  return lengthMs(step) >= leastMs && (step.kind !== 'clock' || step.sizeMs % periodMs === 0)
}

function snap(timeMs: number, periodMs: number, anchorMs: number): number {
  return Math.ceil((timeMs - anchorMs) / periodMs) * periodMs + anchorMs
}

function yearStep(leastMs: number): Step {
  return { kind: 'months', size: 12 * niceStep(Math.max(1, leastMs / (365 * dayMs))) }
}

function clockTimes(fromMs: number, toMs: number, sizeMs: number): number[] {
  const times: number[] = []
  for (let at = Math.ceil(fromMs / sizeMs) * sizeMs; at <= toMs; at += sizeMs) times.push(at)
  return times
}

/** Every `size` days counted anew from the first of each month; none so late that the next first crowds it. */
function dayTimes(fromMs: number, toMs: number, size: number): number[] {
  const times: number[] = []
  const from = new Date(fromMs)
  for (let month = from.getUTCMonth(); ; month++) {
    const firstMs = Date.UTC(from.getUTCFullYear(), month, 1)
    const nextMs = Date.UTC(from.getUTCFullYear(), month + 1, 1)
    if (!(firstMs <= toMs)) return times
    for (let at = firstMs; at < nextMs; at += size * dayMs) {
      const crowds = at !== firstMs && nextMs - at < size * dayMs * 0.75
      if (at >= fromMs && at <= toMs && !crowds) times.push(at)
    }
  }
}

function monthTimes(fromMs: number, toMs: number, size: number): number[] {
  const times: number[] = []
  const from = new Date(fromMs)
  const months = from.getUTCFullYear() * 12 + from.getUTCMonth()
  for (let month = Math.floor(months / size) * size; ; month += size) {
    const at = Date.UTC(Math.floor(month / 12), month % 12, 1)
    if (!(at <= toMs)) return times
    if (at >= fromMs) times.push(at)
  }
}

function describeTick(unitMs: number, timeMs: number, step: Step): TimeTick {
  const unit = unitOf(unitMs)
  const date = new Date(timeMs)
  const month = monthNames[date.getUTCMonth()] ?? ''
  switch (unit) {
    case 'time':
      return { timeMs, unit, label: formatClock(timeMs) }
    case 'day':
      return { timeMs, unit, label: `${date.getUTCDate()}${step.kind === 'clock' ? ` ${month}` : ''}` }
    case 'month':
      return { timeMs, unit, label: step.kind === 'clock' ? `${date.getUTCDate()} ${month}` : month }
    case 'year':
      return { timeMs, unit, label: String(date.getUTCFullYear()) }
  }
}

function unitOf(timeMs: number): TickUnit {
  const date = new Date(timeMs)
  if (timeMs % dayMs !== 0) return 'time'
  if (date.getUTCDate() !== 1) return 'day'
  return date.getUTCMonth() !== 0 ? 'month' : 'year'
}
