// Intervals of a chart, and the one place that maps times to their candles: the exchange's periods, which have a fixed length,
// and calendar months (UTC), which are made of days. A slot is the place of a candle: whole numbers are starts. Pure.
import { candlePeriods, type CandlePeriod } from './markets.ts'

/** A period of the exchange in minutes, or a calendar month. */
export type ChartInterval = CandlePeriod | 'month'
/** Shortest first. */
export const chartIntervals = [...candlePeriods, 'month'] as const satisfies readonly ChartInterval[]

const minuteMs = 60_000
/** The Gregorian calendar repeats after 4,800 months with 146,097 days. */
const meanMonthMs = (146_097 * 86_400_000) / 4_800

/** The period that the exchange is asked for: it has no months, so they are made of days. */
export function periodOf(interval: ChartInterval): CandlePeriod {
  return interval === 'month' ? 1440 : interval
}

/** Length in milliseconds; of months the mean one, which is also the width of each on the time axis. */
export function intervalMs(interval: ChartInterval): number {
  return interval === 'month' ? meanMonthMs : interval * minuteMs
}

/** Length of the shortest candle in milliseconds: of months that of February. */
export function shortestMs(interval: ChartInterval): number {
  return interval === 'month' ? 28 * 86_400_000 : interval * minuteMs
}

export function isLonger(one: ChartInterval, other: ChartInterval): boolean {
  return intervalMs(one) > intervalMs(other)
}

/** True when candles of a period can be put together to those of a longer interval, or are the same. */
export function isPartOf(period: number, interval: ChartInterval): boolean {
  return periodOf(interval) % period === 0
}

/** Start of a month, counted from January 1970; NaN beyond the range of dates. */
function monthStart(month: number): number {
  return Date.UTC(1970, month, 1)
}

/** The month that contains a time. */
function monthAt(timeMs: number): number {
  // A month starts less than three days off the grid of mean months, so that this is off by one at most.
  const guess = Math.floor(timeMs / meanMonthMs)
  if (timeMs < monthStart(guess)) return guess - 1
  return timeMs >= monthStart(guess + 1) ? guess + 1 : guess
}

/** The slot of a time, with the part of the candle that has passed: 3.5 is the middle of the candle that starts at 3. */
export function slotOf(interval: ChartInterval, timeMs: number): number {
  if (interval !== 'month') return timeMs / (interval * minuteMs)
  const month = monthAt(timeMs)
  const startMs = monthStart(month)
  return month + (timeMs - startMs) / (monthStart(month + 1) - startMs)
}

/** The time of a slot in epoch milliseconds. */
export function timeOfSlot(interval: ChartInterval, slot: number): number {
  if (interval !== 'month') return slot * (interval * minuteMs)
  const month = Math.floor(slot)
  const startMs = monthStart(month)
  return startMs + (slot - month) * (monthStart(month + 1) - startMs)
}

/** Start of the candle that contains a time, where candles count from the epoch. */
export function startOf(interval: ChartInterval, timeMs: number): number {
  if (interval === 'month') return monthStart(monthAt(timeMs))
  const periodMs = interval * minuteMs
  return Math.floor(timeMs / periodMs) * periodMs
}

/** The first start at a time or after it. */
export function startFrom(interval: ChartInterval, timeMs: number): number {
  if (interval === 'month') {
    const startMs = startOf(interval, timeMs)
    return startMs === timeMs ? startMs : endOf(interval, startMs)
  }
  const periodMs = interval * minuteMs
  return Math.ceil(timeMs / periodMs) * periodMs
}

/** The start so many candles after another one, or before it. Fixed periods may start off the grid. */
export function addSlots(interval: ChartInterval, startMs: number, count: number): number {
  return interval === 'month' ? monthStart(monthAt(startMs) + count) : startMs + count * (interval * minuteMs)
}

/** End of the candle that starts at a time: the start of the next one. */
export function endOf(interval: ChartInterval, startMs: number): number {
  return interval === 'month' ? monthStart(monthAt(startMs) + 1) : startMs + interval * minuteMs
}

/** The earliest start of a candle that reaches a time. Fixed periods may start off the grid. */
export function firstReaching(interval: ChartInterval, timeMs: number): number {
  return interval === 'month' ? startOf(interval, timeMs) : timeMs - interval * minuteMs
}

/** Middle of the candle that starts at a time. */
export function middleOfSlot(interval: ChartInterval, startMs: number): number {
  return interval === 'month' ? (startMs + endOf(interval, startMs)) / 2 : startMs + (interval * minuteMs) / 2
}

/** Start of the candle with this middle. */
export function startOfMiddle(interval: ChartInterval, middleMs: number): number {
  return interval === 'month' ? startOf(interval, middleMs) : middleMs - (interval * minuteMs) / 2
}

/**
 * Position of a time on the axis of a chart, where every candle is `intervalMs` wide: the time itself for fixed periods.
 * The candle that starts at `timeMs` fills `axisOf(timeMs)` to `axisOf(timeMs) + intervalMs`.
 */
export function axisOf(interval: ChartInterval, timeMs: number): number {
  return interval === 'month' ? slotOf(interval, timeMs) * meanMonthMs : timeMs
}

/** The time at a position on the axis. */
export function timeOfAxis(interval: ChartInterval, position: number): number {
  return interval === 'month' ? timeOfSlot(interval, position / meanMonthMs) : position
}
