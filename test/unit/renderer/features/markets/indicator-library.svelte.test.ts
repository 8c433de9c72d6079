// Favorites and templates as the page keeps them.
import { afterEach, describe, expect, it } from 'vitest'
import type { Indicator } from '../../../../../src-preload/contract/markets/charts.ts'
import type { IndicatorLibrary } from '../../../../../src-preload/contract/markets/indicator-library.ts'
import { IndicatorLibraryState } from '../../../../../src-renderer/features/markets/chart/toolbar/indicator-library.svelte.ts'
import { installFakeMain } from '../fake-main.ts'

const ema: Indicator = { kind: 'ema', length: 200 }
const rsi: Indicator = { kind: 'rsi', length: 14 }

afterEach(() => void Reflect.deleteProperty(globalThis, 'window'))

async function open(first: IndicatorLibrary = { favorites: [], templates: [] }) {
  let kept = first
  let isBroken = false
  installFakeMain({
    'charts:getIndicatorLibrary': () => kept,
    'charts:setIndicatorLibrary': (next) => {
      if (isBroken) throw new Error('no room')
      kept = next
      return {}
    },
  })
  const state = new IndicatorLibraryState()
  await state.load()
  return { state, kept: () => kept, break: () => (isBroken = true) }
}

describe('favorites', () => {
  it('are kept with their settings, shown, and taken back by a second press', async () => {
    const { state, kept } = await open()
    await state.toggleFavorite({ ...ema, isHidden: true })
    expect(kept().favorites).toEqual([ema])
    expect([state.isFavorite(ema), state.isFavorite({ ...ema, length: 20 })]).toEqual([true, false])
    await state.toggleFavorite(ema)
    expect(kept().favorites).toEqual([])
  })

  it('are as they were where main could not keep them', async () => {
    const one = await open({ favorites: [rsi], templates: [] })
    one.break()
    await one.state.toggleFavorite(ema)
    expect(one.state.favorites).toEqual([rsi])
    expect(one.state.error).not.toBeNull()
  })

  it('overwrite nothing before they were read', async () => {
    installFakeMain({
      'charts:getIndicatorLibrary': () => {
        throw new Error('no room')
      },
    })
    const state = new IndicatorLibraryState()
    await state.load()
    expect(state.error).not.toBeNull()
    await state.toggleFavorite(ema)
    expect(state.favorites).toEqual([])
  })
})

describe('templates', () => {
  it('are saved by name, in its order, and replaced under the same name', async () => {
    const { state, kept } = await open()
    await state.saveTemplate(' Trend ', [ema])
    await state.saveTemplate('Momentum', [rsi])
    expect(kept().templates.map(({ name }) => name)).toEqual(['Momentum', 'Trend'])
    await state.saveTemplate('Trend', [ema, rsi])
    expect(kept().templates[1]).toEqual({ name: 'Trend', indicators: [ema, rsi] })
  })

  it('are deleted, and put back', async () => {
    const { state, kept } = await open({ favorites: [], templates: [{ name: 'Trend', indicators: [ema] }] })
    const [template] = state.templates
    if (template === undefined) throw new Error('no template')
    await state.deleteTemplate(template)
    expect([kept().templates, state.deleted?.name]).toEqual([[], 'Trend'])
    await state.restore()
    expect([kept().templates, state.deleted]).toEqual([[template], null])
  })

  it('say why a name is not taken', async () => {
    const many = Array.from({ length: 50 }, (_, at) => ({ name: `T${at}`, indicators: [] }))
    const { state } = await open({ favorites: [], templates: many })
    expect(state.faultOf('  ')).toBe('Enter a name.')
    expect(state.faultOf('x'.repeat(41))).toBe('Use at most 40 characters.')
    expect(state.faultOf('New')).toBe('At most 50 templates. Delete one to save another.')
    expect(state.faultOf('T7')).toBeNull()
  })
})
