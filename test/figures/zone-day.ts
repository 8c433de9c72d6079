// The calendar day of an instant in a time zone.

const formats = new Map<string, Intl.DateTimeFormat>()

/** `2026-11-16`. Throws RangeError for a zone that does not exist. */
export function dayIn(timeZone: string, timeMs: number): string {
  let format = formats.get(timeZone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    formats.set(timeZone, format)
  }
  return format.format(timeMs)
}

/** The first instant of a day (`2026-11-16`) in a zone, by halving: no zone's day begins more than 15 hours off UTC's. */
export function startOfDayIn(timeZone: string, day: string): number {
  const middayMs = Date.parse(`${day}T12:00:00Z`)
  let before = middayMs - 48 * 3_600_000
  let from = middayMs + 48 * 3_600_000
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2)
    if (dayIn(timeZone, middle) < day) before = middle
    else from = middle
  }
  return from
}
