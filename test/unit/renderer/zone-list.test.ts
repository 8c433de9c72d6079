// A person finds the time zone that is meant.
import { describe, expect, it } from 'vitest'
import { openZone } from '../../../src-preload/domain/locale/zone.ts'
import { describeOffset, filterZones, listZones } from '../../../src-renderer/text/zone-list.ts'

const winter = Date.UTC(2026, 0, 15)
const summer = Date.UTC(2026, 6, 15)
const zones = listZones(winter)
const found = (text: string): string[] => filterZones(zones, text).map(({ value }) => value)

describe('the list of time zones', () => {
  it('begins with UTC and the computer’s own, has every zone once, and each opens', () => {
    expect(zones.slice(0, 2).map(({ value }) => value)).toEqual(['UTC', 'system'])
    expect(new Set(zones.map(({ value }) => value)).size).toBe(zones.length)
    expect(zones.length).toBeGreaterThan(400)
    const unknown = zones.slice(2).filter(({ value }) => openZone(value).name === 'UTC')
    expect(unknown).toEqual([])
  })

  it('tells how far each is from UTC now, to the minute', () => {
    expect(describeOffset('Europe/Berlin', winter)).toBe('UTC+1')
    expect(describeOffset('Europe/Berlin', summer)).toBe('UTC+2')
    expect(describeOffset('Asia/Kathmandu', winter)).toBe('UTC+5:45')
    expect(describeOffset('America/St_Johns', winter)).toBe('UTC\u22123:30')
    expect(describeOffset('Europe/London', winter)).toBe('UTC')
  })

  it('is searched by city, region and distance, in any case and order', () => {
    expect(found('new york')).toEqual(['America/New_York'])
    expect(found('new_york')).toEqual(['America/New_York'])
    expect(found('york america')).toEqual(['America/New_York'])
    expect(found('utc+5:45')).toHaveLength(1)
    expect(found('utc-3:30')).toEqual(['America/St_Johns'])
    expect(found('  ')).toHaveLength(zones.length)
    expect(found('atlantis')).toEqual([])
  })

  it('finds places by the name that they have now and by the one before', () => {
    for (const text of ['kolkata', 'calcutta', 'kyiv', 'kiev', 'ho chi minh', 'kathmandu']) {
      expect(found(text), text).toHaveLength(1)
    }
  })
})
