// @vitest-environment page
// Which market each of several charts shows, and that list and tape follow the active one.
import { flushSync } from 'svelte'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ChartLayout } from '../../../../../src-preload/contract/markets/charts.ts'
import type { ChannelInput } from '../../../../../src-preload/contract/contract.ts'
import { eventually } from '../../../../fixtures/eventually.ts'
import { layout } from '../../../../../src-renderer/features/markets/chart/layout.svelte.ts'
import { markets } from '../../../../../src-renderer/features/markets/markets.svelte.ts'
import { installFakeMain } from '../fake-main.ts'
import { plainLayout } from '../../../../../src-preload/domain/markets/plain-chart.ts'

let kept: ChartLayout = plainLayout

function summary(market: string) {
  const unknown = { reference: null, changePercent: null, high: null, low: null, volume: null }
  return {
    market,
    last: 1,
    ...unknown,
    sparkline: [],
    source: 'candles' as const,
    turnover: null,
    priceDecimals: null,
    asOfMs: 1,
    lastError: null,
  }
}

let names = ['ethusdc', 'btcusdc', 'solusdc']
const watched: ChannelInput<'markets:watch'>[] = []
const main = installFakeMain({
  'charts:getLayout': () => kept,
  'charts:setLayout': (value) => {
    kept = value
    return {}
  },
  'markets:list': () => ({ markets: names.map(summary) }),
  'markets:listTrades': () => ({ trades: [], asOfMs: 1, lastError: null }),
  'markets:watch': (input) => {
    watched.push(input)
    return {}
  },
})

// Another file of this thread may have left its own.
beforeAll(async () => {
  await layout.load()
  layout.set(plainLayout)
})

const stops: (() => void)[] = []
afterEach(() => stops.splice(0).forEach((stop) => stop()))

async function start(accountId: string): Promise<void> {
  stops.push(markets.start(accountId))
  await eventually(() => expect(markets.market).not.toBeNull())
  flushSync()
}

const shownMarkets = () => layout.charts.map((_, index) => markets.marketOf(index))

describe('the markets of several charts', () => {
  it('are all the first of the list until one is chosen, and then only the active chart’s changes', async () => {
    await start('mia')
    layout.show(4)
    expect(shownMarkets()).toEqual(['ethusdc', 'ethusdc', 'ethusdc', 'ethusdc'])
    layout.activate(2)
    markets.choose('solusdc')
    expect(shownMarkets()).toEqual(['ethusdc', 'ethusdc', 'solusdc', 'ethusdc'])
    expect(markets.market).toBe('solusdc')
    layout.activate(0)
    expect(markets.market).toBe('ethusdc')
    flushSync()
    expect(watched.at(-1)).toEqual({
      charts: ['ethusdc', 'ethusdc', 'solusdc', 'ethusdc'].map((market) => ({ market, period: 60 })),
      tape: 'ethusdc',
    })
  })

  it('are watched with those they are compared with, where the list has them', async () => {
    await start('mia')
    layout.activate(0)
    layout.setActiveChart({ compared: ['btcusdc', 'goneusdc'] })
    flushSync()
    expect(
      watched
        .at(-1)
        ?.charts.slice(0, 3)
        .map(({ market }) => market),
    ).toEqual(['ethusdc', 'btcusdc', 'ethusdc'])
    layout.setActiveChart({ compared: [] })
  })

  it('come back as they were left, and nothing is watched or unkept in between', async () => {
    await start('mia')
    layout.activate(1)
    markets.choose('btcusdc')
    stops.splice(0).forEach((stop) => stop())
    await eventually(() => expect(kept.charts[1]?.market).toBe('btcusdc'))
    expect(watched.at(-1)).toEqual({ charts: [], tape: null })
    await start('mia')
    expect(shownMarkets()).toEqual(['ethusdc', 'btcusdc', 'solusdc', 'ethusdc'])
  })

  it('that the list does not have any more give way to one that it has, and are remembered', async () => {
    await start('mia')
    names = ['ethusdc', 'btcusdc']
    main.emit('markets:listChanged', {})
    await eventually(() => expect(shownMarkets()[2]).not.toBe('solusdc'))
    expect(names).toContain(shownMarkets()[2])
    expect(layout.value?.charts[2]?.market).toBe('solusdc')
  })

  it('keep the market that they came to show, also when the app starts again', async () => {
    await start('mia')
    markets.showCharts(1)
    layout.setCharts((one) => ({ ...one, market: null }))
    const first = markets.market
    const other = first === 'btcusdc' ? 'ethusdc' : 'btcusdc'
    markets.choose(other)
    markets.showCharts(4)
    expect(layout.charts.map(({ market }) => market)).toEqual([other, other, other, other])
    layout.activate(3)
    markets.choose(first ?? '')
    markets.showCharts(1)
    expect(layout.charts.map(({ market }) => market)).toEqual([first])
  })

  it('have one price each, that which was told last', async () => {
    await start('mia')
    expect(markets.summaryOf('btcusdc')?.last).toBe(1)
    markets.notePrice('btcusdc', { price: 2, asOfMs: 5 })
    markets.notePrice('btcusdc', { price: 3, asOfMs: 4 })
    expect(markets.summaryOf('btcusdc')?.last).toBe(2)
    expect(markets.shown.map(({ last }) => last)).toEqual([1, 2])
  })
})
