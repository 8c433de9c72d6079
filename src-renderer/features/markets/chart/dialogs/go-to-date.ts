// Converts a date and time of day in a zone to a time, with reasons for invalid input. Pure.
import { readClock } from '../../../../text/format/days.ts'
import type { Zone } from '../../../../../src-preload/domain/locale/zone.ts'

export interface WantedMoment {
  /** YYYY-MM-DD; empty for none. */
  readonly day: string
  /** HH:MM; empty for the start of the day. */
  readonly clock: string
}

export type FoundMoment =
  | { readonly timeMs: number }
  /** `field`: the invalid one. */
  | { readonly field: 'day' | 'clock'; readonly error: string }

/** Finds the time. Times before the first candle are allowed; future times have no candle. */
export function findMoment({ day, clock }: WantedMoment, zone: Zone, nowMs: number): FoundMoment {
  const date = /^(\d{4,6})-(\d{2})-(\d{2})$/.exec(day)
  if (date === null) return { field: 'day', error: 'Enter a date.' }
  const [year, month, dayOfMonth] = [Number(date[1]), Number(date[2]), Number(date[3])]
  const time = readClock(clock === '' ? '00:00' : clock)
  if (time === null) return { field: 'clock', error: 'Enter a time such as 07:35.' }
  const [hour, minute] = time.split(':').map(Number)
  const timeMs = zone.timeOf(year, month, dayOfMonth, hour, minute)
  if (!Number.isFinite(timeMs)) return { field: 'day', error: 'Enter a date.' }
  if (timeMs < 0) return { field: 'day', error: 'There are no candles before 1970.' }
  if (timeMs > nowMs) {
    const isToday = zone.startOfDay(nowMs) === zone.startOfDay(timeMs)
    return isToday
      ? { field: 'clock', error: 'This date is in the future.' }
      : { field: 'day', error: 'This date is in the future: there are no candles yet.' }
  }
  return { timeMs }
}

/** Input values of a time. */
export function writeMoment(timeMs: number, zone: Zone): WantedMoment {
  const { year, month, day, hour, minute } = zone.parts(timeMs)
  const pad = (value: number, length = 2): string => String(value).padStart(length, '0')
  return { day: `${pad(year, 4)}-${pad(month)}-${pad(day)}`, clock: `${pad(hour)}:${pad(minute)}` }
}
