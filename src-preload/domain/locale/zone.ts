// Time zone arithmetic: local times, days and UTC offsets for the computer's zone or any zone of the IANA database.
import { chosenZoneName, currentZoneName } from './zone-names.ts'

/** Local date and time of a zone. */
export interface ZoneParts {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
  /** 0 is Sunday. */
  readonly weekday: number
}

/** A time zone. All times are milliseconds since the Unix epoch. */
export interface Zone {
  /** The chosen zone's current name, `Europe/Berlin` (zone-names.ts); `UTC` for UTC. */
  readonly name: string
  parts(timeMs: number): ZoneParts
  /** Local time minus UTC, in milliseconds: 3,600,000 in Berlin in winter. */
  offsetMs(timeMs: number): number
  /** The first moment of the day that contains a time; not always 00:00. */
  startOfDay(timeMs: number): number
  /**
   * The time of a local date and time. A local time that the clock skips maps to the first moment after the gap; one that
   * occurs twice maps to the earlier. Days and months beyond their ends roll over, as in Date.UTC.
   * @param month - 1 to 12
   */
  timeOf(year: number, month: number, day: number, hour?: number, minute?: number): number
  /** The zone's short name at that time: UTC, CET, GMT+5:30. */
  label(timeMs: number): string
}

const dayMs = 86_400_000
const hourMs = 3_600_000
/** Maximum offset of any local time from UTC (Manila before 1845: 15:56 behind). */
const maxOffsetMs = 16 * hourMs
/** Maximum number of cached days; reaching it clears the cache. */
const maxCachedDays = 20_000

/** Milliseconds since 1970 of a local date and time, read as UTC. Unlike Date.UTC it accepts years below 100. */
function readingMs(year: number, month: number, day: number, hour = 0, minute = 0, second = 0): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  date.setUTCHours(hour, minute, second)
  return date.getTime()
}

function partsOf(wallMs: number): ZoneParts {
  const wall = new Date(wallMs)
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
    second: wall.getUTCSeconds(),
    weekday: wall.getUTCDay(),
  }
}

const utc: Zone = {
  name: 'UTC',
  parts: partsOf,
  offsetMs: () => 0,
  startOfDay: (timeMs) => Math.floor(timeMs / dayMs) * dayMs,
  timeOf: (year, month, day, hour = 0, minute = 0) => readingMs(year, month, day, hour, minute),
  label: () => 'UTC',
}

/** A UTC day: its initial offset, and the time and value of its change, if any. */
interface OffsetDay {
  readonly offset: number
  readonly changeMs: number
  readonly offsetAfter: number
}

class DatabaseZone implements Zone {
  readonly name: string
  readonly #clock: Intl.DateTimeFormat
  readonly #days = new Map<number, OffsetDay>()
  readonly #starts = new Map<number, number>()
  readonly #labels = new Map<number, string>()

  constructor(name: string) {
    this.name = name
    this.#clock = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  }

  parts(timeMs: number): ZoneParts {
    return partsOf(timeMs + this.offsetMs(timeMs))
  }

  offsetMs(timeMs: number): number {
    // Times outside the calendar have no offset.
    if (!(Math.abs(timeMs) <= 8.64e15 - dayMs)) return 0
    const day = this.#day(Math.floor(timeMs / dayMs))
    return timeMs < day.changeMs ? day.offset : day.offsetAfter
  }

  startOfDay(timeMs: number): number {
    const { year, month, day } = this.parts(timeMs)
    return this.timeOf(year, month, day)
  }

  timeOf(year: number, month: number, day: number, hour = 0, minute = 0): number {
    const wallMs = readingMs(year, month, day, hour, minute)
    if (Number.isNaN(wallMs)) return wallMs
    const last = Math.floor((wallMs + maxOffsetMs) / dayMs)
    let fromMs = wallMs - maxOffsetMs
    for (let number = Math.floor(fromMs / dayMs); number <= last; number++) {
      const { offset, changeMs } = this.#day(number)
      if (changeMs === Infinity) continue
      // This offset holds until the change; a local time that the previous change skipped maps to the moment of that change.
      if (wallMs - offset < changeMs) return Math.max(fromMs, wallMs - offset)
      fromMs = changeMs
    }
    return Math.max(fromMs, wallMs - this.#day(last).offsetAfter)
  }

  label(timeMs: number): string {
    const number = Math.floor(timeMs / dayMs)
    const key = number * 2 + (timeMs < this.#day(number).changeMs ? 0 : 1)
    let label = this.#labels.get(key)
    if (label === undefined) {
      label = nameZone(this.name, timeMs)
      if (this.#labels.size >= maxCachedDays) this.#labels.clear()
      this.#labels.set(key, label)
    }
    return label
  }

  /** No zone changes twice within a UTC day, so the offsets at both ends are enough. */
  #day(number: number): OffsetDay {
    const known = this.#days.get(number)
    if (known !== undefined) return known
    const offset = this.#startOffset(number)
    const offsetAfter = this.#startOffset(number + 1)
    const changeMs = offset === offsetAfter ? Infinity : this.#findChange(number * dayMs, offset)
    const day = { offset, changeMs, offsetAfter }
    if (this.#days.size >= maxCachedDays) this.#days.clear()
    this.#days.set(number, day)
    return day
  }

  #startOffset(number: number): number {
    let offset = this.#starts.get(number)
    if (offset === undefined) {
      offset = this.#ask(number * dayMs)
      if (this.#starts.size >= maxCachedDays) this.#starts.clear()
      this.#starts.set(number, offset)
    }
    return offset
  }

  /** The first second of a UTC day at which the offset differs from the one at its start. */
  #findChange(dayStartMs: number, offset: number): number {
    let before = 0
    let after = dayMs / 1000
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2)
      if (this.#ask(dayStartMs + middle * 1000) === offset) before = middle
      else after = middle
    }
    return dayStartMs + after * 1000
  }

  /** The offset from the runtime's database, at a whole second. Slow, so days are cached. */
  #ask(timeMs: number): number {
    const read: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
    for (const { type, value } of this.#clock.formatToParts(timeMs)) read[type] = value
    const year = Number(read.year)
    return (
      readingMs(
        read.era === 'BC' ? 1 - year : year,
        Number(read.month),
        Number(read.day),
        Number(read.hour),
        Number(read.minute),
        Number(read.second),
      ) - timeMs
    )
  }
}

/** The usual short name where English has one, in Europe or America; otherwise the offset from GMT. */
function nameZone(timeZone: string, timeMs: number): string {
  let name = ''
  for (const locale of ['en-GB', 'en-US']) {
    const words = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' })
    name = words.formatToParts(timeMs).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    if (!/^GMT[+\u2212-]/.test(name)) return name
  }
  return name
}

const opened = new Map<string, Zone>()

/** The name of a chosen zone; null for a zone that this runtime does not know, `UTC` for every alias of UTC. */
function resolveZone(choice: string): string | null {
  const isOwn = choice === 'system'
  try {
    const { timeZone } = new Intl.DateTimeFormat('en-US', isOwn ? {} : { timeZone: choice }).resolvedOptions()
    if (isOwn || timeZone === 'UTC') return currentZoneName(timeZone)
    return chosenZoneName(choice, timeZone)
  } catch {
    return null
  }
}

/**
 * Returns the zone of a choice: `UTC`, `system` (the computer's) or a name of the IANA database. Unknown choices give UTC.
 */
export function openZone(choice: string): Zone {
  if (choice === 'UTC') return utc
  const name = resolveZone(choice)
  if (name === null || name === 'UTC') return utc
  let zone = opened.get(name)
  if (zone === undefined) {
    zone = new DatabaseZone(name)
    opened.set(name, zone)
  }
  return zone
}
