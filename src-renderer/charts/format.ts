// Owns: how the chart's legend writes numbers, and the chart its times. Pure.
// Must not: shorten or round what the legend shows, or know a locale (lib/format/locale.ts does).
import type { CandlePeriod } from '../../src-preload/shared/markets.ts'
import { decimalsOf } from '../lib/format/chart-number.ts'
import { formatFixed } from '../lib/format/locale.ts'

/** A number with every decimal that it has, and at least `decimals` of them; only float noise is left out. */
export function formatExact(value: number, decimals: number): string {
  return formatFixed(value, Math.max(decimals, decimalsOf(value)))
}

/** As `formatExact`, with a plus sign before what is above zero. */
export function formatSigned(value: number, decimals: number): string {
  const text = formatExact(value, decimals)
  return value > 0 ? `+${text}` : text
}

export const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const dayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** "12:03" in UTC. */
export function formatClock(timeMs: number): string {
  const date = new Date(timeMs)
  return `${twoDigits(date.getUTCHours())}:${twoDigits(date.getUTCMinutes())}`
}

/** "Fri 20 Nov 2026" in UTC. */
export function formatDay(timeMs: number): string {
  const date = new Date(timeMs)
  const day = dayNames[date.getUTCDay()] ?? ''
  return `${day} ${twoDigits(date.getUTCDate())} ${monthNames[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`
}

/** The start of a candle in UTC: the day, and the minute where the period is shorter than a day. */
export function formatCandleTime(timeMs: number, period: CandlePeriod): string {
  return period < 1440 ? `${formatDay(timeMs)} ${formatClock(timeMs)}` : formatDay(timeMs)
}

/** A span of time that counts down: "4:59", "1:04:59", "6 d 23 h". Below zero it is "0:00". */
export function formatCountdown(remainingMs: number): string {
  const seconds = Math.max(0, Math.ceil(remainingMs / 1000))
  const hours = Math.floor(seconds / 3600)
  if (hours >= 48) return `${Math.floor(hours / 24)} d ${hours % 24} h`
  const minutes = Math.floor(seconds / 60) % 60
  const tail = twoDigits(seconds % 60)
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${tail}` : `${minutes}:${tail}`
}
