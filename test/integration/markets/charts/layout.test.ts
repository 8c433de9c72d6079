// The layout of charts is kept, and that a damaged one is no error.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chartLayout } from '../../../../src-preload/contract/markets/charts.ts'
import { defaultLayout } from '../../../../src-main/markets/charts/layout.ts'
import { unreadKey } from '../../../../src-main/markets/charts/kept-entries.ts'
import { openCharts } from './charts-world.ts'
import { inUse } from '../../world.ts'

describe('the layout of charts', () => {
  it('is one chart with volume and marks at first', async () => {
    const { charts } = await openCharts()
    const layout = await charts.getLayout()
    expect(chartLayout.parse(layout)).toEqual(layout)
    expect(layout).toMatchObject({ shown: 1, leastTradeAmount: null })
    expect(layout.favoritePeriods).toEqual([1, 5, 15, 60, 240, 1440])
    expect(layout.charts[0]).toMatchObject({ market: null, period: 60, hasVolume: true })
    expect(layout.charts[0]).toMatchObject({ hasMarks: true, hasOpenOrders: true, hasCanceled: false })
  })

  it('is what the user made of it, without an account too', async () => {
    const { charts, store } = await openCharts({ current: inUse(null) })
    const layout = {
      ...defaultLayout,
      shown: 4 as const,
      charts: defaultLayout.charts.map((chart) => ({
        ...chart,
        market: 'btcusdc',
        scale: 'percent' as const,
        type: 'area' as const,
        indicators: [
          { kind: 'macd' as const, fast: 12, slow: 26, signal: 9, isHidden: true as const },
          {
            ...{ kind: 'ema' as const, length: 9, source: 'hl2' as const },
            style: { colors: ['line4' as const, null], width: 3 as const },
          },
        ],
        paneHeights: [120],
        compared: ['ethusdc', 'solusdc'],
      })),
      leastTradeAmount: '0.5',
      favoritePeriods: [240 as const, 'month' as const, 30 as const, 1440 as const],
    }
    await charts.setLayout(layout)
    expect(await charts.getLayout()).toEqual(layout)
    expect(JSON.parse((await store.getSetting('chartLayout')) ?? '')).toEqual(layout)
  })

  it('kept before open and canceled orders and favorite intervals were choices has those of the first one', async () => {
    const { charts, store } = await openCharts()
    const kept = defaultLayout.charts.map(({ market, period, scale, hasVolume, indicators }) => ({
      ...{ market, period, scale, hasVolume, indicators },
      hasMarks: false,
    }))
    const { favoritePeriods, ...older } = defaultLayout
    await store.setSetting('chartLayout', JSON.stringify({ ...older, shown: 2, charts: kept }))
    const read = await charts.getLayout()
    expect(read.shown).toBe(2)
    expect(read.favoritePeriods).toEqual(favoritePeriods)
    expect(read.charts[3]).toMatchObject({ hasMarks: false, hasOpenOrders: true, hasCanceled: false })
    expect(read.charts.map(({ compared }) => compared)).toEqual([[], [], [], []])
    expect(read.charts.map(({ paneHeights }) => paneHeights)).toEqual([[], [], [], []])
  })

  it.each([
    ['nothing', ''],
    ['no JSON', '{"shown":'],
    ['null', 'null'],
    ['an older form', '{"shown":1,"charts":[]}'],
    ['three charts', JSON.stringify({ ...defaultLayout, charts: defaultLayout.charts.slice(0, 3) })],
    ['a number of charts that there is not', JSON.stringify({ ...defaultLayout, shown: 3 })],
    ['a field that is not known', JSON.stringify({ ...defaultLayout, color: 'red' })],
  ])('is the first one where what is kept is %s', async (_what, text) => {
    const { charts, store } = await openCharts()
    await store.setSetting('chartLayout', text)
    expect(await charts.getLayout()).toEqual(defaultLayout)
  })

  it('loses only what cannot be read: an indicator, or a chart, and of an indicator the height of its pane', async () => {
    const { charts, store } = await openCharts()
    const [first, second, third, fourth] = defaultLayout.charts
    const rsi = { kind: 'rsi', length: 21 }
    const kept = {
      ...{ ...defaultLayout, shown: 4, isCrosshairLinked: 'sometimes' },
      favoritePeriods: [60, 43_200, 30, 60],
      charts: [
        { ...first, market: 'solusdc', indicators: [{ kind: 'unheardOf' }, rsi], paneHeights: [200, 130] },
        { ...second, period: 7 },
        { ...third, market: 'ethusdc' },
        fourth,
      ],
    }
    const text = JSON.stringify(kept)
    await store.setSetting('chartLayout', text)
    const read = await charts.getLayout()
    expect(read).toEqual({
      ...defaultLayout,
      shown: 4,
      favoritePeriods: [60, 30],
      charts: [
        { ...first, market: 'solusdc', indicators: [rsi], paneHeights: [130] },
        second,
        { ...third, market: 'ethusdc' },
        fourth,
      ],
    })
    // The text stays beside what is saved over it, and no later save changes it.
    await charts.setLayout(read)
    await charts.setLayout({ ...read, shown: 2 })
    expect(await charts.getLayout()).toEqual({ ...read, shown: 2 })
    expect(await store.getSetting(unreadKey('chartLayout'))).toBe(text)
  })

  it('is one that can be shown whatever is kept', async () => {
    const { charts, store } = await openCharts()
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string()), async (text) => {
        await store.setSetting('chartLayout', text)
        expect(chartLayout.safeParse(await charts.getLayout()).success).toBe(true)
      }),
      { numRuns: 50 },
    )
  })
})
