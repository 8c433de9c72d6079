// Number and time formats of the chart and its legend. The legend's values are never rounded. Pure.
import type { ChartInterval } from '../../../src-preload/domain/markets/intervals.ts'
import { decimalsOf } from '../../../src-preload/domain/numbers/price-figures.ts'
import { formatFixed } from '../../text/format/locale.ts'
import { openZone, type Zone } from '../../../src-preload/domain/locale/zone.ts'

/** Formats a number with all its decimals, at least `decimals`, without floating-point noise. */
export function formatExact(value: number, decimals: number): string {
  return formatFixed(value, Math.max(decimals, decimalsOf(value)))
}

/** Like `formatExact`, with a plus sign above zero. */
export function formatSigned(value: number, decimals: number): string {
  const text = formatExact(value, decimals)
  return value > 0 ? `+${text}` : text
}

export const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const dayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** "12:03" in the zone. */
export function formatClock(timeMs: number, zone: Zone): string {
  const { hour, minute } = zone.parts(timeMs)
  return `${twoDigits(hour)}:${twoDigits(minute)}`
}

/** "Fri 20 Nov 2026" in the zone. */
export function formatDay(timeMs: number, zone: Zone): string {
  const { weekday, day, month, year } = zone.parts(timeMs)
  return `${dayNames[weekday] ?? ''} ${twoDigits(day)} ${monthNames[month - 1] ?? ''} ${year}`
}

/** Months are those of the calendar in UTC, whatever the zone of the charts. */
const zoneOfMonths = openZone('UTC')

/** Name of the zone that `formatCandleTime` gives a candle's time in. */
export function zoneOfCandle(timeMs: number, period: ChartInterval, zone: Zone): string {
  return (period === 'month' ? zoneOfMonths : zone).label(timeMs)
}

/**
 * Formats the start of a candle: the day, plus the minute for periods below one day. Longer candles start at UTC midnight;
 * a zone where that is not midnight shows the minute too. A month is its name: "Nov 2026".
 */
export function formatCandleTime(timeMs: number, period: ChartInterval, zone: Zone): string {
  if (period === 'month') {
    const { month, year } = zoneOfMonths.parts(timeMs)
    return `${monthNames[month - 1] ?? ''} ${year}`
  }
  const day = formatDay(timeMs, zone)
  if (period >= 1440 && zone.startOfDay(timeMs) === timeMs) return day
  return `${day} ${formatClock(timeMs, zone)}`
}

/** Formats a countdown: "4:59", "1:04:59", "6 d 23 h". Negative values show "0:00". */
export function formatCountdown(remainingMs: number): string {
  const seconds = Math.max(0, Math.ceil(remainingMs / 1000))
  const hours = Math.floor(seconds / 3600)
  if (hours >= 48) return `${Math.floor(hours / 24)} d ${hours % 24} h`
  const minutes = Math.floor(seconds / 60) % 60
  const tail = twoDigits(seconds % 60)
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${tail}` : `${minutes}:${tail}`
}
