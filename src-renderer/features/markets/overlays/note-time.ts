// A time as the day and the time of day on a wall clock in the charts' zone. Pure.
import type { Zone } from '../../../../src-preload/domain/locale/zone.ts'
import { writeMoment } from '../chart/dialogs/go-to-date.ts'

/** 2026-11-22T07:35 in the zone. */
export function writeWallTime(timeMs: number, zone: Zone): string {
  const { day, clock } = writeMoment(timeMs, zone)
  return `${day}T${clock}`
}

/** Time in epoch milliseconds for the zone's wall clock. Null for an invalid time, or one before 1970. */
export function readWallTime(text: string, zone: Zone): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::\d{2})?$/.exec(text)
  if (match === null) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = match.slice(1).map(Number)
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59) return null
  // 31 February rolls over, so a day that does not round-trip is invalid.
  if (new Date(Date.UTC(year, month - 1, day)).getUTCDate() !== day) return null
  const timeMs = zone.timeOf(year, month, day, hour, minute)
  return timeMs >= 0 ? timeMs : null
}
