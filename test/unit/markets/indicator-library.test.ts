// Favorite indicators and templates are kept, and what is kept damaged costs only itself.
import { expect, it } from 'vitest'
import {
  type IndicatorLibrary,
  indicatorLibrary,
} from '../../../src-preload/contract/markets/indicator-library.ts'
import { createIndicatorLibrary } from '../../../src-main/markets/charts/indicator-library.ts'

function makeSettings(kept: string | null = null) {
  const texts = new Map(kept === null ? [] : [['indicatorLibrary', kept]])
  const read = (key: string): string | null => texts.get(key) ?? null
  return {
    read,
    getSetting: (key: string) => Promise.resolve(read(key)),
    setSetting: (key: string, value: string) => {
      texts.set(key, value)
      return Promise.resolve()
    },
  }
}

const library: IndicatorLibrary = {
  favorites: [{ kind: 'ema', length: 200, source: 'hl2' }],
  templates: [
    { name: 'Trend', indicators: [{ kind: 'sma', length: 50, style: { colors: ['amber'], width: 2 } }] },
  ],
}

it('is the same after the next start, and empty at first', async () => {
  const settings = makeSettings()
  const first = createIndicatorLibrary(settings)
  expect(await first.getIndicatorLibrary()).toEqual({ favorites: [], templates: [] })
  await first.setIndicatorLibrary(library)
  expect(await createIndicatorLibrary(settings).getIndicatorLibrary()).toEqual(library)
})

it.each(['', 'no json', 'null', '[]', '{"favorites":[]}'])(
  'is empty where what was kept is %j',
  async (text) => {
    const read = await createIndicatorLibrary(makeSettings(text)).getIndicatorLibrary()
    expect(read).toEqual({ favorites: [], templates: [] })
  },
)

it('leaves out an indicator or a template that is not known, and keeps the others', async () => {
  const [template] = library.templates
  const text = JSON.stringify({
    favorites: [{ kind: 'unheardOf' }, ...library.favorites],
    templates: [template, { name: '', indicators: [] }, { name: 'Other', indicators: [{ kind: 'vwop' }] }],
  })
  expect(await createIndicatorLibrary(makeSettings(text)).getIndicatorLibrary()).toEqual(library)
})

it('keeps what it cannot read through a save, and of two templates of a name shows the first', async () => {
  const [template] = library.templates
  const twice = { name: template?.name, indicators: [] }
  const unheard = { kind: 'unheardOf' }
  const settings = makeSettings(JSON.stringify({ favorites: [unheard], templates: [template, twice] }))
  const kept = createIndicatorLibrary(settings)
  expect(await kept.getIndicatorLibrary()).toEqual({ favorites: [], templates: library.templates })
  await kept.setIndicatorLibrary(library)
  expect(await kept.getIndicatorLibrary()).toEqual(library)
  expect(JSON.parse(settings.read('indicatorLibrary') ?? '')).toEqual({
    favorites: [...library.favorites, unheard],
    templates: [...library.templates, twice],
  })
  // Damaged as a whole, it is kept beside the new one.
  await settings.setSetting('indicatorLibrary', '{"favorites":[')
  await kept.setIndicatorLibrary(library)
  expect(settings.read('indicatorLibraryUnread')).toBe('{"favorites":[')
})

it('has names that are not empty, not padded, not too long and not the same twice', () => {
  const accepts = (...names: readonly string[]): boolean =>
    indicatorLibrary.safeParse({ favorites: [], templates: names.map((name) => ({ name, indicators: [] })) })
      .success
  expect(accepts('Trend', 'trend')).toBe(true)
  for (const bad of ['', ' Trend', 'Trend ', 'x'.repeat(41)]) expect(accepts(bad)).toBe(false)
  expect(accepts('Trend', 'Trend')).toBe(false)
})
