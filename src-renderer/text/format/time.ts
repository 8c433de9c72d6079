// Formats times and ages in the chosen zone. The caller provides the current time.
import { currentZone } from './current-zone.svelte.ts'
import type { ZoneParts } from '../../../src-preload/domain/locale/zone.ts'
import { countOf } from './words.ts'

/** Short names, from January on. */
export const months = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
] as const

const pad = (value: number): string => String(value).padStart(2, '0')

const minuteOf = ({ hour, minute }: ZoneParts): string => `${pad(hour)}:${pad(minute)}`
const clockOf = (parts: ZoneParts): string => `${minuteOf(parts)}:${pad(parts.second)}`

function dayOf({ year, month, day }: ZoneParts, withYear: boolean): string {
  const text = `${day} ${months[month - 1] ?? ''}`
  return withYear ? `${text} ${year}` : text
}

/** 12:03:22 */
export function formatClock(timeMs: number): string {
  return clockOf(currentZone().parts(timeMs))
}

/** 20 Nov, or 20 Nov 2025 with the year. */
export function formatDay(timeMs: number, withYear: boolean): string {
  return dayOf(currentZone().parts(timeMs), withYear)
}

/** The day of a time in the zone, as a filter has it: 2026-11-20. */
export function nameDayOf(timeMs: number): string {
  const { year, month, day } = currentZone().parts(timeMs)
  return `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}`
}

/** Today as 12:03:22, this year as 20 Nov 12:03, earlier as 20 Nov 2025 12:03, by the zone's calendar. */
export function formatTime(timeMs: number, nowMs: number): string {
  const zone = currentZone()
  const time = zone.parts(timeMs)
  const today = zone.parts(nowMs)
  const isThisYear = time.year === today.year
  if (isThisYear && time.month === today.month && time.day === today.day) return clockOf(time)
  return `${dayOf(time, !isThisYear)} ${minuteOf(time)}`
}

/** True when both times are in the same year of the zone. */
export function isSameYear(oneMs: number, otherMs: number): boolean {
  const zone = currentZone()
  return zone.parts(oneMs).year === zone.parts(otherMs).year
}

/** ISO 8601 with the zone's UTC offset, for hover and copying: 2026-11-20T13:03:22.000+01:00, or Z in UTC. */
export function formatIso(timeMs: number): string {
  const zone = currentZone()
  const offset = zone.offsetMs(timeMs) / 60_000
  // Historical local times have offsets with seconds, which ISO 8601 cannot express.
  if (zone.name === 'UTC' || !Number.isInteger(offset)) return formatUtcIso(timeMs)
  const wall = new Date(timeMs + offset * 60_000).toISOString().slice(0, -1)
  const distance = Math.abs(offset)
  return `${wall}${offset < 0 ? '-' : '+'}${pad(Math.floor(distance / 60))}:${pad(distance % 60)}`
}

/** ISO 8601 in UTC regardless of the chosen zone, for exports. */
export function formatUtcIso(timeMs: number): string {
  return new Date(timeMs).toISOString()
}

/** Name of the zone at that time: UTC, CET, GMT+5:30. */
export function formatZone(timeMs: number): string {
  return currentZone().label(timeMs)
}

/** Time of an update with the zone: 12:03:22 UTC, or 20 Nov 12:03 UTC for another day. */
export function formatAsOf(timeMs: number, nowMs: number): string {
  return `${formatTime(timeMs, nowMs)} ${formatZone(timeMs)}`
}

/** 20 Nov 2026 12:03:22 UTC: complete, for text that is read on other days too. */
export function formatMoment(timeMs: number): string {
  return `${formatDay(timeMs, true)} ${formatClock(timeMs)} ${formatZone(timeMs)}`
}

/** Age in words that change rarely: "just now", "40 s ago", "3 min ago". */
export function formatAge(timeMs: number, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((nowMs - timeMs) / 1000))
  if (seconds < 5) return 'just now'
  if (seconds < 60) return `${Math.floor(seconds / 5) * 5} s ago`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`
  const days = Math.floor(seconds / 86_400)
  return `${countOf(days, ['day', 'days'])} ago`
}

/**
 * Start of a day given as YYYY-MM-DD (the value of a date input) in the zone, in epoch milliseconds. Null when the text is
 * not a day, or a day that the zone skipped.
 */
export function parseDay(text: string): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return null
  const zone = currentZone()
  const timeMs = zone.timeOf(Number(match[1]), Number(match[2]), Number(match[3]))
  // 31 February rolls over, so a day that does not round-trip is invalid.
  const { year, month, day } = zone.parts(timeMs)
  return [year, month, day].every((part, index) => part === Number(match[index + 1])) && timeMs >= 0
    ? timeMs
    : null
}

/** First millisecond after that day. A day has 23 to 25 hours. */
export function endOfDay(dayStartMs: number): number {
  const zone = currentZone()
  const { year, month, day } = zone.parts(dayStartMs)
  return zone.timeOf(year, month, day + 1)
}
