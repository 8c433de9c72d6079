import { describe, expect, it } from 'vitest'
import { figureLocaleOf } from '../../../src-main/desktop/locale.ts'
import { badgeIcon, trayIcon } from '../../../src-main/desktop/icon-bitmaps.ts'
import { minZoom, maxZoom, nextZoom } from '../../../src-main/desktop/windows/zoom.ts'

describe('zoom', () => {
  it('goes step by step from any size, and stops at 50 and 200 percent', () => {
    const up = [100]
    while (up.at(-1) !== maxZoom) up.push(nextZoom(up.at(-1) ?? 0, 1))
    expect(up).toEqual([100, 110, 125, 150, 175, 200])
    const down = [100]
    while (down.at(-1) !== minZoom) down.push(nextZoom(down.at(-1) ?? 0, -1))
    expect(down).toEqual([100, 90, 80, 75, 67, 50])
    expect([nextZoom(200, 1), nextZoom(50, -1), nextZoom(103, 1), nextZoom(103, -1)]).toEqual([
      200, 50, 110, 100,
    ])
  })
})

describe('the region of figures', () => {
  it.each([
    ['de-CH', ['en-US'], 'de-CH'],
    ['de_DE', [], 'de-DE'],
    ['', ['fr-FR'], 'fr-FR'],
    ['C', ['POSIX', 'sv'], 'sv'],
    ['not a language', ['zz-ZZ', 'ja'], 'ja'],
    ['', [], null],
  ])('of a system with %j and %j is %j', (system, preferred, expected) => {
    expect(figureLocaleOf(system, preferred)).toBe(expected)
  })
})

describe('a drawn picture', () => {
  it.each([
    ['tray', trayIcon],
    ['badge', badgeIcon],
  ])('of the %s has whole pixels, seen or not seen', (_name, { size, pixels }) => {
    expect(pixels.length).toBe(size * size * 4)
    const alphas = new Set(pixels.filter((_byte, at) => at % 4 === 3))
    expect([...alphas].toSorted((one, other) => one - other)).toEqual([0, 255])
  })
})
