// Decides whether a time is within quiet hours. Pure.
import type { NoticeOptions } from '../../src-preload/contract/app/alerts.ts'

/** Minutes since midnight in a zone: `UTC`, `system` (the computer's own) or an IANA name. */
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

/** Quiet from the first minute (inclusive) to the second (exclusive), also across midnight; never when both are equal. */
export function isQuietTime(hours: NoticeOptions['quietHours'], timeMs: number, zone: string): boolean {
  if (hours === null) return false
  const minute = minuteOfDay(timeMs, zone)
  const { from, until } = hours
  return from <= until ? minute >= from && minute < until : minute >= from || minute < until
}
