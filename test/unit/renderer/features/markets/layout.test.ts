// @vitest-environment page
// How charts are laid out is kept as it was last, whatever happens while it is written.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChartLayout } from '../../../../../src-preload/contract/markets/charts.ts'
import { LayoutState } from '../../../../../src-renderer/features/markets/chart/layout.svelte.ts'
import { layoutToSave } from '../../../../../src-renderer/features/markets/chart/saved/saved-layouts.svelte.ts'
import { defaultDisplay } from '../../../../../src-preload/domain/display.ts'
import { display } from '../../../../../src-renderer/shell/state/display.svelte.ts'
import { installFakeMain } from '../fake-main.ts'
import { plainChart } from '../../../../../src-preload/domain/markets/plain-chart.ts'

const kept: ChartLayout = {
  shown: 2,
  charts: [{ ...plainChart, market: 'btcusdc', period: 5 }, plainChart, plainChart, plainChart],
  arePeriodsLinked: false,
  isCrosshairLinked: true,
  leastTradeAmount: null,
  favoritePeriods: [60, 5],
}

function openLayout(answer: (layout: ChartLayout) => Promise<void> = () => Promise.resolve(), was = kept) {
  const written: ChartLayout[] = []
  installFakeMain({
    'charts:getLayout': () => was,
    'charts:setLayout': async (layout) => {
      written.push(layout)
      await answer(layout)
      return {}
    },
  })
  return { layout: new LayoutState(), written }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the layout of the charts', () => {
  it('comes from main, and is not written back unchanged', async () => {
    const { layout, written } = openLayout()
    expect(layout.charts).toEqual([])
    await layout.load()
    expect(layout.charts.map(({ market }) => market)).toEqual(['btcusdc', null])
    await layout.keep()
    await vi.advanceTimersByTimeAsync(5000)
    expect(written).toEqual([])
  })

  describe('with a default market and interval', () => {
    beforeEach(() => {
      vi.stubGlobal('document', { documentElement: { dataset: {} } })
      display.show({ ...defaultDisplay, startMarket: 'ethusdc', startPeriod: 15 })
    })
    afterEach(() => {
      display.show(defaultDisplay)
      vi.unstubAllGlobals()
    })
    const marketsOf = (layout: LayoutState): unknown =>
      layout.value?.charts.map(({ market, period }) => `${market ?? 'none'} ${period}`)

    it('opens a single chart with them once, and later choices stay', async () => {
      const { layout } = openLayout(undefined, { ...kept, shown: 1 })
      await layout.load()
      expect(marketsOf(layout)).toEqual(['ethusdc 15', 'none 60', 'none 60', 'none 60'])
      layout.setActiveChart({ market: 'btcusdc', period: 60 })
      await layout.load()
      expect(marketsOf(layout)).toEqual(['btcusdc 60', 'none 60', 'none 60', 'none 60'])
    })

    it('leaves several charts as they were', async () => {
      const { layout } = openLayout()
      await layout.load()
      expect(marketsOf(layout)).toEqual(['btcusdc 5', 'none 60', 'none 60', 'none 60'])
    })
  })

  it('is written once for changes that are made together, without a wait in which the app could end', async () => {
    const { layout, written } = openLayout()
    await layout.load()
    layout.setPeriod(1)
    layout.setPeriod(15)
    layout.setActiveChart({ scale: 'log' })
    // No timer has run.
    await Promise.resolve()
    expect(written).toHaveLength(1)
    expect(written[0]?.charts[0]).toEqual({ ...plainChart, market: 'btcusdc', period: 15, scale: 'log' })
  })

  it('is saved with the markets on screen and opened without touching the filter of the trades and the toolbar', async () => {
    const { layout, written } = openLayout(undefined, { ...kept, leastTradeAmount: '0.5' })
    await layout.load()
    if (layout.value === null) throw new Error('no layout')
    const saved = layoutToSave(layout.value, () => 'ethusdc')
    expect(saved.charts.map(({ market }) => market)).toEqual(['btcusdc', 'ethusdc', null, null])
    expect(saved).not.toHaveProperty('leastTradeAmount')
    expect(saved).not.toHaveProperty('favoritePeriods')
    layout.show(1)
    layout.setPeriod(1440)
    layout.open(saved)
    await layout.keep()
    expect(written.at(-1)).toEqual({ ...saved, leastTradeAmount: '0.5', favoritePeriods: [60, 5] })
    expect(layout.active).toBe(0)
  })

  it('keeps favorite intervals in the order in which they were chosen', async () => {
    const { layout, written } = openLayout()
    await layout.load()
    layout.toggleFavoritePeriod(30)
    layout.toggleFavoritePeriod(60)
    await layout.keep()
    layout.toggleFavoritePeriod(60)
    await layout.keep()
    expect(written.map(({ favoritePeriods }) => favoritePeriods)).toEqual([
      [5, 30],
      [5, 30, 60],
    ])
  })

  it('has nothing left to be written when the view is left', async () => {
    const { layout, written } = openLayout()
    await layout.load()
    layout.show(4)
    await layout.keep()
    expect(written.map(({ shown }) => shown)).toEqual([4])
    await vi.advanceTimersByTimeAsync(1000)
    expect(written).toHaveLength(1)
  })

  it('ends with the last state when it changes while main writes', async () => {
    let finish: () => void = () => undefined
    const { layout, written } = openLayout(() => new Promise((resolve) => (finish = resolve)))
    await layout.load()
    layout.setPeriod(1)
    const keeping = layout.keep()
    layout.setPeriod(30)
    void layout.keep()
    expect(written.map(({ charts }) => charts[0]?.period)).toEqual([1])
    finish()
    await vi.advanceTimersByTimeAsync(0)
    finish()
    await keeping
    expect(written.map(({ charts }) => charts[0]?.period)).toEqual([1, 30])
  })

  it('says that it could not be kept, and is tried again with the next change', async () => {
    let isBroken = true
    const { layout, written } = openLayout(() =>
      isBroken ? Promise.reject(new Error('full')) : Promise.resolve(),
    )
    await layout.load()
    layout.setPeriod(1)
    await layout.keep()
    expect(layout.keepError).not.toBeNull()
    isBroken = false
    await layout.keep()
    expect(layout.keepError).toBeNull()
    expect(written.at(-1)?.charts[0]?.period).toBe(1)
  })

  it('that could not be read is made up for now and takes nothing’s place', async () => {
    const main = installFakeMain({ 'charts:setLayout': () => ({}) })
    const layout = new LayoutState()
    await layout.load()
    expect(layout.charts).toHaveLength(1)
    layout.show(4)
    expect(layout.charts).toHaveLength(4)
    await vi.advanceTimersByTimeAsync(1000)
    expect(main.calls).not.toContain('charts:setLayout')
  })

  it('gives all charts one period while periods are linked', async () => {
    const { layout } = openLayout()
    await layout.load()
    layout.linkPeriods(true)
    expect(layout.value?.charts.map(({ period }) => period)).toEqual([5, 5, 5, 5])
    layout.setChart(1, { period: 240 })
    expect(layout.value?.charts.map(({ period }) => period)).toEqual([240, 240, 240, 240])
    layout.setChart(1, { scale: 'log' })
    expect(layout.value?.charts.map(({ scale }) => scale)).toEqual(['linear', 'log', 'linear', 'linear'])
    layout.linkPeriods(false)
    layout.setChart(0, { period: 1 })
    expect(layout.value?.charts.map(({ period }) => period)).toEqual([1, 240, 240, 240])
  })

  it('keeps a chart in sight active', async () => {
    const { layout } = openLayout()
    await layout.load()
    layout.activate(1)
    expect(layout.active).toBe(1)
    layout.activate(3)
    expect(layout.active).toBe(1)
    layout.show(1)
    expect(layout.active).toBe(0)
    layout.show(4)
    layout.activate(3)
    layout.show(2)
    expect(layout.active).toBe(1)
    expect(layout.value?.charts).toHaveLength(4)
  })

  it('keeps the active chart when fewer are shown, and the others for later', async () => {
    const { layout } = openLayout()
    await layout.load()
    layout.show(4)
    const [first, second, third, fourth] = layout.charts
    layout.activate(2)
    layout.show(1)
    expect(layout.charts).toEqual([third])
    layout.show(4)
    expect(layout.charts).toEqual([third, second, first, fourth])
    layout.activate(3)
    layout.show(2)
    expect(layout.charts).toEqual([third, fourth])
    expect(layout.active).toBe(1)
    layout.activate(0)
    layout.show(1)
    expect(layout.charts).toEqual([third])
  })
})
