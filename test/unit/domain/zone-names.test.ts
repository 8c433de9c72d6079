// A zone is called by the name that was chosen, and what its plain name is.
import { describe, expect, it } from 'vitest'
import { openZone } from '../../../src-preload/domain/locale/zone.ts'
import { plainZoneName, currentZoneName } from '../../../src-preload/domain/locale/zone-names.ts'

const resolved = (name: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone

describe('the name of a zone', () => {
  it('is the one that was chosen, not the runtime’s alias', () => {
    expect(resolved('Asia/Kolkata')).toBe('Asia/Calcutta')
    for (const name of ['Asia/Kolkata', 'Europe/Kyiv', 'Asia/Ho_Chi_Minh', 'US/Eastern', 'America/New_York'])
      expect(openZone(name).name).toBe(name)
  })

  it('is today’s name where the list of the runtime offers an older one', () => {
    expect(openZone('Asia/Calcutta').name).toBe('Asia/Kolkata')
    expect(openZone('Europe/Kiev').name).toBe('Europe/Kyiv')
  })

  it('is written in the database’s letters, and UTC has one name', () => {
    expect(openZone('america/new_york').name).toBe('America/New_York')
    expect(openZone('asia/kolkata').name).toBe('Asia/Kolkata')
    for (const name of ['UTC', 'Etc/UTC', 'Zulu', 'GMT']) expect(openZone(name).name).toBe('UTC')
  })

  it('of every zone is one that the runtime knows and that means the same clock', () => {
    for (const name of Intl.supportedValuesOf('timeZone')) {
      expect(resolved(openZone(name).name)).toBe(resolved(name))
      expect(resolved(currentZoneName(name))).toBe(resolved(name))
      expect(openZone(openZone(name).name).name).toBe(openZone(name).name)
    }
  })
})

describe('the plain name of a zone', () => {
  it.each([
    ['UTC', 'UTC'],
    ['America/New_York', 'New York time'],
    ['Europe/Berlin', 'Berlin time'],
    ['Asia/Kolkata', 'Kolkata time'],
    ['America/Argentina/Buenos_Aires', 'Buenos Aires time'],
    ['America/Port-au-Prince', 'Port-au-Prince time'],
    ['US/Eastern', 'Eastern time'],
    ['Japan', 'Japan time'],
    ['CET', 'CET'],
    ['EST5EDT', 'EST5EDT'],
    ['Etc/GMT+5', 'UTC\u22125'],
    ['Etc/GMT-14', 'UTC+14'],
    ['Etc/GMT+0', 'UTC'],
  ])('of %s is %s', (name, plain) => {
    expect(plainZoneName(name)).toBe(plain)
  })

  it('does not change with the clock', () => {
    const zone = openZone('America/New_York')
    expect(zone.label(Date.UTC(2026, 0, 1))).not.toBe(zone.label(Date.UTC(2026, 6, 1)))
    expect(plainZoneName(zone.name)).toBe('New York time')
  })
})
