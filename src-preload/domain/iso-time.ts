// Formats times for files and the clipboard: ISO 8601 with the offset in force at that time. Pure.
import type { Zone } from './locale/zone.ts'

const pad = (value: number): string => String(value).padStart(2, '0')

/** `+02:00`; before standard time zones, offsets had seconds: `-00:44:30`. */
function offsetText(offsetMs: number): string {
  const seconds = Math.abs(offsetMs) / 1000
  const rest = seconds % 60
  const text = `${pad(Math.floor(seconds / 3600))}:${pad(Math.floor(seconds / 60) % 60)}`
  return `${offsetMs < 0 ? '-' : '+'}${text}${rest === 0 ? '' : `:${pad(rest)}`}`
}

/** `2026-10-25T02:30:00.000+01:00`: the zone's local time with its offset from UTC; UTC is +00:00. */
export function isoTime(zone: Zone, timeMs: number): string {
  const offsetMs = zone.offsetMs(timeMs)
  return `${new Date(timeMs + offsetMs).toISOString().slice(0, -1)}${offsetText(offsetMs)}`
}

/** `2026-10-25`: the date in the zone. */
export function isoDay(zone: Zone, timeMs: number): string {
  return new Date(timeMs + zone.offsetMs(timeMs)).toISOString().slice(0, 10)
}

/**
 * Returns the value with each time as ISO text instead of a number: `asOfMs: 5` becomes `asOf:
 * '1970-01-01T00:00:00.005+00:00'`. Times are the numbers whose names end in `Ms`.
 */
export function withIsoTimes(value: unknown, zone: Zone): unknown {
  if (Array.isArray(value)) return value.map((each) => withIsoTimes(each, zone))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]: [string, unknown]) => {
      if (!key.endsWith('Ms')) return [key, withIsoTimes(each, zone)]
      return [key.slice(0, -2), typeof each === 'number' ? isoTime(zone, each) : each]
    }),
  )
}
