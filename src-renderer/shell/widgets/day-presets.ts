// Ranges of days that are chosen by one press. Pure.
import { addDays, monthOf, partsOfDay } from '../../text/format/days.ts'

/** YYYY-MM-DD, both included; empty for an open end. */
export interface DayRange {
  readonly fromDay: string
  readonly toDay: string
}

export interface DayPreset extends DayRange {
  readonly name: string
}

/** @param today - YYYY-MM-DD in the zone of the screen */
export function dayPresets(today: string): readonly DayPreset[] {
  const [firstOfMonth, lastOfMonth] = monthOf(today)
  const [year] = partsOfDay(today)
  const yesterday = addDays(today, -1)
  return [
    { name: 'Today', fromDay: today, toDay: today },
    { name: 'Yesterday', fromDay: yesterday, toDay: yesterday },
    { name: '7 days', fromDay: addDays(today, -6), toDay: today },
    { name: '30 days', fromDay: addDays(today, -29), toDay: today },
    { name: 'This month', fromDay: firstOfMonth, toDay: lastOfMonth },
    { name: 'This year', fromDay: `${year}-01-01`, toDay: `${year}-12-31` },
  ]
}

/** The preset that a range is; null for a custom one. */
export const presetOf = (range: DayRange, today: string): DayPreset | null =>
  dayPresets(today).find(({ fromDay, toDay }) => fromDay === range.fromDay && toDay === range.toDay) ?? null
