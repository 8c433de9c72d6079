// Owns: whether it is a quiet time of the day in a zone. Pure. Must not: know what is kept quiet.
import type { NoticeOptions } from '../../src-preload/contract/alerts.ts'

/** Minutes since midnight on the clocks of a zone: `UTC`, `system` (the computer's own) or a name of the IANA database. */
export function minuteOfDay(timeMs: number, zone: string): number {
  const format = new Intl.DateTimeFormat('en-GB', {
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
    ...(zone === 'system' ? {} : { timeZone: zone }),
  })
  const parts = format.formatToParts(timeMs)
  const read = (type: 'hour' | 'minute'): number => Number(parts.find((part) => part.type === type)?.value)
  return read('hour') * 60 + read('minute')
}

/** Quiet from the first minute on and until the second begins, over midnight too; never where both are the same. */
export function isQuietTime(hours: NoticeOptions['quietHours'], timeMs: number, zone: string): boolean {
  if (hours === null) return false
  const minute = minuteOfDay(timeMs, zone)
  const { from, until } = hours
  return from <= until ? minute >= from && minute < until : minute >= from || minute < until
}
