// The way things are shown is kept, and that what was kept damaged does no harm.
import { describe, expect, it } from 'vitest'
import { isTimeZone, openDisplay, readDisplay } from '../../../src-main/app/display.ts'
import { defaultDisplay, numberLocale } from '../../../src-preload/domain/display.ts'

/** Settings in memory: one text per key. */
function makeSettings(kept: string | null = null) {
  const texts = new Map<string, string>(kept === null ? [] : [['display', kept]])
  return {
    texts,
    getSetting: (key: string) => Promise.resolve(texts.get(key) ?? null),
    setSetting: (key: string, value: string) => {
      texts.set(key, value)
      return Promise.resolve()
    },
  }
}

const chosen = {
  timeZone: 'Asia/Kolkata',
  palette: 'blueOrange',
  isPrivate: true,
  numberFormat: 'pointComma',
  density: 'comfortable',
  startMarket: 'ethusdc',
  startPeriod: 'month',
  confirmsOrders: true,
  displayCurrency: 'eth',
} as const

describe('the way things are shown', () => {
  it('is the same after the next start', async () => {
    const settings = makeSettings()
    const first = await openDisplay(settings)
    expect(first.current).toEqual(defaultDisplay)
    await first.set(chosen)
    expect(first.current).toEqual(chosen)
    expect((await openDisplay(settings)).current).toEqual(chosen)
  })

  it('holds at once, before the disk has it, and still where the disk does not take it', async () => {
    const full = { ...makeSettings(), setSetting: () => Promise.reject(new Error('disk is full')) }
    const keeper = await openDisplay(full)
    const setting = keeper.set(chosen)
    expect(keeper.current).toEqual(chosen)
    await expect(setting).rejects.toThrow('disk is full')
    expect(keeper.current.isPrivate).toBe(true)
  })

  it('stays as it was for a zone that is not known', async () => {
    const settings = makeSettings()
    const keeper = await openDisplay(settings)
    await expect(keeper.set({ ...chosen, timeZone: 'Mars/Olympus' })).rejects.toMatchObject({
      code: 'validation',
      data: { field: 'timeZone' },
    })
    expect(keeper.current).toEqual(defaultDisplay)
    expect(settings.texts.size).toBe(0)
  })
})

describe('what was kept damaged', () => {
  it.each([
    null,
    '',
    'no json',
    '[]',
    'null',
    '7',
    '"UTC"',
    '{}',
    '{"timeZone":{},"palette":[],"isPrivate":"yes","numberFormat":7,"density":1,"startMarket":"ETH/USDC","startPeriod":7,"confirmsOrders":0}',
  ])('is the usual way: %s', (text) => {
    expect(readDisplay(text)).toEqual(defaultDisplay)
  })

  it('costs only the part that is damaged', () => {
    const text = JSON.stringify({ ...chosen, palette: 'sepia', more: 1 })
    expect(readDisplay(text)).toEqual({ ...chosen, palette: 'tealVermilion' })
    expect(readDisplay(JSON.stringify({ ...chosen, timeZone: 'Europe/Atlantis' }))).toEqual({
      ...chosen,
      timeZone: 'UTC',
    })
  })
})

it('a zone is UTC, the computer’s, or one with a name in the database', () => {
  for (const name of ['UTC', 'system', 'Europe/Berlin', 'Asia/Kolkata']) expect(isTimeZone(name)).toBe(true)
  for (const name of ['', '+05:30', '-03', 'CET time', 'Europe/Atlantis', ' UTC']) {
    expect(isTimeZone(name)).toBe(false)
  }
  for (const name of Intl.supportedValuesOf('timeZone')) expect(isTimeZone(name)).toBe(true)
})

describe('a number format', () => {
  it.each([
    ['commaPoint', '1,234.5'],
    ['pointComma', '1.234,5'],
    ['spaceComma', '1\u202f234,5'],
    ['apostrophePoint', /^1['’]234\.5$/],
  ] as const)('is written the same on every system: %s', (format, expected) => {
    for (const system of [null, 'en-US', 'de-DE', 'hi-IN'])
      expect(new Intl.NumberFormat(numberLocale(format, system) ?? undefined).format(1234.5)).toMatch(
        expected,
      )
  })

  it('is the system’s where none was chosen', () => {
    expect(numberLocale('system', 'hi-IN')).toBe('hi-IN')
    expect(numberLocale('system', null)).toBeNull()
  })
})
