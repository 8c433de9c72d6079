// Time zones to choose from: order and text search.
import { openZone } from '../../src-preload/domain/locale/zone.ts'
import { currentZoneName } from '../../src-preload/domain/locale/zone-names.ts'

export interface ZoneChoice {
  /** Stored value: `UTC`, `system` or an IANA name. */
  readonly value: string
  /** Display name: Europe/Berlin, New York as America/New York. */
  readonly label: string
  /** Current UTC offset: UTC+5:30. */
  readonly offset: string
  /** Search text in lower case. */
  readonly haystack: string
}

/** Display name of a zone. */
export function nameOfZone(name: string): string {
  return currentZoneName(name).replaceAll('_', ' ')
}

/** UTC, UTC+1, UTC−3:30: UTC offset at a time, to the minute. */
export function describeOffset(name: string, atMs: number): string {
  const minutes = Math.round(openZone(name).offsetMs(atMs) / 60_000)
  if (minutes === 0) return 'UTC'
  const far = Math.abs(minutes)
  const rest = far % 60 === 0 ? '' : `:${String(far % 60).padStart(2, '0')}`
  return `UTC${minutes < 0 ? '\u2212' : '+'}${Math.floor(far / 60)}${rest}`
}

function makeChoice(value: string, label: string, name: string, atMs: number): ZoneChoice {
  const offset = describeOffset(name, atMs)
  const words = [
    label,
    name,
    nameOfZone(name),
    name.replaceAll('_', ' '),
    offset,
    offset.replace('\u2212', '-'),
  ]
  return { value, label, offset, haystack: words.join('\n').toLowerCase() }
}

/** UTC and the computer's zone first, then all others by name. */
export function listZones(atMs: number): ZoneChoice[] {
  const own = openZone('system').name
  const others = Intl.supportedValuesOf('timeZone')
    .filter((name) => name !== 'UTC')
    .map((name) => makeChoice(name, nameOfZone(name), name, atMs))
    .sort((one, other) => (one.label < other.label ? -1 : 1))
  return [
    makeChoice('UTC', 'UTC', 'UTC', atMs),
    makeChoice('system', `This computer’s: ${nameOfZone(own)}`, own, atMs),
    ...others,
  ]
}

/** Zones that contain every typed word. */
export function filterZones(zones: readonly ZoneChoice[], text: string): readonly ZoneChoice[] {
  const words = text.toLowerCase().replaceAll('_', ' ').split(/\s+/).filter(Boolean)
  if (words.length === 0) return zones
  return zones.filter(({ haystack }) => words.every((word) => haystack.includes(word)))
}
