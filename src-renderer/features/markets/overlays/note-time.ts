// Owns: the time of a note as a date field has it, in the zone of the charts, and back. Pure. Must not: know which zone that is.
import type { Zone } from '../../../../src-preload/domain/zone.ts'
import { writeMoment } from '../chart/go-to-date.ts'

/** 2026-11-22T07:35, as the wall clock of the zone shows it: what a field of type datetime-local holds. */
export function writeWallTime(timeMs: number, zone: Zone): string {
  const { day, clock } = writeMoment(timeMs, zone)
  return `${day}T${clock}`
}

/** When the wall clock of the zone shows this, in epoch milliseconds. Null for what is no time, or one before 1970. */
export function readWallTime(text: string, zone: Zone): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::\d{2})?$/.exec(text)
  if (match === null) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = match.slice(1).map(Number)
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59) return null
  // 31 February rolls over; a day that does not come back is none.
  if (new Date(Date.UTC(year, month - 1, day)).getUTCDate() !== day) return null
  const timeMs = zone.timeOf(year, month, day, hour, minute)
  return timeMs >= 0 ? timeMs : null
}
