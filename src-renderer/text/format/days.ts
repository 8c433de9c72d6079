// Days of the calendar as text, YYYY-MM-DD, whatever the zone: arithmetic, typed days, months as weeks. Pure.
import { months } from './time.ts'

const DAY_MS = 86_400_000
const DAYS_PER_WEEK = 7

const readingOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const textOf = (readingMs: number): string => new Date(readingMs).toISOString().slice(0, 10)
const two = (part: number): string => String(part).padStart(2, '0')

/** The year, the month (1 to 12) and the day of a day. */
export const partsOfDay = (day: string): readonly [year: number, month: number, day: number] => [
  Number(day.slice(0, 4)),
  Number(day.slice(5, 7)),
  Number(day.slice(8, 10)),
]

/** YYYY-MM-DD; null for a day that there is not, as 31 February, or before 1970. */
export function dayOfParts(year: number, month: number, day: number): string | null {
  const text = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
  const readingMs = readingOf(text)
  // A date that rolls over is none.
  return year >= 1970 && readingMs >= 0 && textOf(readingMs) === text ? text : null
}

export const addDays = (day: string, by: number): string => textOf(readingOf(day) + by * DAY_MS)

/** The first and the last day of a day's month. */
export function monthOf(day: string): readonly [first: string, last: string] {
  const [year, month] = partsOfDay(day)
  return [textOf(Date.UTC(year, month - 1, 1)), textOf(Date.UTC(year, month, 0))]
}

/** The same day in another month, or that month's last. */
export function addMonths(day: string, by: number): string {
  const [year, month, at] = partsOfDay(day)
  const [first, last] = monthOf(textOf(Date.UTC(year, month - 1 + by, 1)))
  return addDays(first, Math.min(at, partsOfDay(last)[2]) - 1)
}

/** No month reaches into more weeks. */
const WEEKS = 6

/** Six weeks from the Monday on with which a day's month begins, with days of its neighbors: all months are of one height. */
export function weeksOf(day: string): readonly (readonly string[])[] {
  const [first] = monthOf(day)
  const sinceMonday = (new Date(readingOf(first)).getUTCDay() + DAYS_PER_WEEK - 1) % DAYS_PER_WEEK
  const monday = addDays(first, -sinceMonday)
  return Array.from({ length: WEEKS }, (_, week) =>
    Array.from({ length: DAYS_PER_WEEK }, (_day, at) => addDays(monday, week * DAYS_PER_WEEK + at)),
  )
}

/** HH:MM of a typed time of day, 24 hours, as 7:35 or 07:35; null for any other text. */
export function readClock(text: string): string | null {
  const [, hour = '', minute = ''] = /^(\d{1,2}):(\d{2})$/.exec(text.trim()) ?? []
  if (hour === '' || Number(hour) > 23 || Number(minute) > 59) return null
  return `${hour.padStart(2, '0')}:${minute}`
}

/** 22 Nov 2026 */
export function writeDay(day: string): string {
  const [year, month, at] = partsOfDay(day)
  return `${at} ${months[month - 1] ?? ''} ${year}`
}

/**
 * Reads a typed day: `2026-11-22`, `22 Nov 2026`, `22 November 2026`, and without a year that of `today`. Null for anything
 * else, such as 11/22/2026, which has another meaning elsewhere.
 */
export function readDay(typed: string, today: string): string | null {
  const text = typed.trim()
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  if (iso) return dayOfParts(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const named = /^(\d{1,2})\.?\s*(\p{L}{3,})\.?(?:\s*(\d{4}))?$/u.exec(text)
  if (!named) return null
  const name = (named[2] ?? '').toLowerCase()
  const month = months.findIndex((each) => name.startsWith(each.toLowerCase()))
  if (month === -1) return null
  const year = named[3] === undefined ? partsOfDay(today)[0] : Number(named[3])
  return dayOfParts(year, month + 1, Number(named[1]))
}
