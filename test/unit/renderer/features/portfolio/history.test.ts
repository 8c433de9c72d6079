// The series of the portfolio's history and its shapes in pixels.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Conversion } from '../../../../../src-preload/contract/portfolio.ts'
import { add, exactText, parseExact, subtract } from '../../../../../src-preload/domain/exact.ts'
import { openZone } from '../../../../../src-preload/domain/locale/zone.ts'
import {
  drawHistory,
  sampleAt,
} from '../../../../../src-renderer/features/portfolio/history/history-picture.ts'
import {
  type HistoryGap,
  type HistorySample,
  type HistorySeries,
  listCurrencies,
  makeSeries,
  reportedUnit,
} from '../../../../../src-renderer/features/portfolio/history/history-series.ts'
import {
  gapText,
  usedPriceText,
  priceAgeText,
  unknownText,
} from '../../../../../src-renderer/features/portfolio/history/history-text.ts'
import { makePoint } from './make-pnl.ts'

const panes = { value: { top: 0, height: 100 }, result: { top: 120, height: 80 } }
const utc = openZone('UTC')

interface HeldMore {
  readonly realized?: string | null
  readonly pnlCurrency?: string
  readonly conversion?: Conversion | null
}

/** What was held of a currency, at what cost and worth; null: without a price of then. */
function held(
  currency: string,
  costBasis: string,
  marketValue: string | null,
  { realized = '0', pnlCurrency = 'usdc', conversion = null }: HeldMore = {},
): Parameters<typeof makePoint>[1][number] {
  const unrealized =
    marketValue === null ? null : exactText(subtract(parseExact(marketValue), parseExact(costBasis)))
  return { currency, costBasis, realized, marketValue, unrealized, pnlCurrency, conversion }
}

const known = ({ moments }: HistorySeries): HistorySample[] =>
  moments.filter((moment) => moment.kind === 'sample')

describe('the series of a history', () => {
  const points = [
    makePoint(100, [held('eth', '10.1', '12.1', { realized: '1' })]),
    makePoint(200, [held('btc', '5', '3.5'), held('eth', '11.000000000000000001', '14', { realized: '1' })]),
  ]

  it('adds all currencies up to the last digit, or follows one', () => {
    const all = makeSeries(points, null)
    expect(all.unit).toBe('usdc')
    expect(known(all)).toEqual([
      {
        kind: 'sample',
        ...{ atMs: 100, isCurrent: false },
        costBasis: '10.1',
        realized: '1',
        marketValue: '12.1',
        unrealized: '2',
        total: '3',
        leftOut: [],
        prices: [],
      },
      {
        kind: 'sample',
        ...{ atMs: 200, isCurrent: false },
        costBasis: '16.000000000000000001',
        realized: '1',
        marketValue: '17.5',
        unrealized: '1.499999999999999999',
        total: '2.499999999999999999',
        leftOut: [],
        prices: [],
      },
    ])
    expect(known(makeSeries(points, 'btc'))).toMatchObject([
      { costBasis: '5', marketValue: '3.5', unrealized: '-1.5', total: '-1.5' },
    ])
    expect(makeSeries(points, 'strk').moments).toEqual([])
    expect(listCurrencies(points)).toEqual(['btc', 'eth'])
  })

  it('has every figure of a moment over the same currencies, as the headline has, and names the others', () => {
    const partly = [makePoint(100, [held('eth', '10', '12', { realized: '1' }), held('strk', '3', null)])]
    expect(known(makeSeries(partly, null))).toMatchObject([
      { costBasis: '10', realized: '1', marketValue: '12', unrealized: '2', total: '3', leftOut: ['strk'] },
    ])
    expect(known(makeSeries(partly, 'strk'))).toMatchObject([
      { costBasis: '3', realized: '0', marketValue: null, unrealized: null, total: null, leftOut: [] },
    ])
    expect(known(makeSeries(partly, 'eth'))).toMatchObject([
      { marketValue: '12', unrealized: '2', total: '3' },
    ])
  })

  it('never takes cost for worth: where nothing has a price there is no market value', () => {
    const bare = [makePoint(100, [held('eth', '10', null, { realized: '1' }), held('strk', '3', null)])]
    expect(known(makeSeries(bare, null))).toMatchObject([
      { costBasis: '13', realized: '1', marketValue: null, unrealized: null, total: null, leftOut: [] },
    ])
  })

  it('does not know realized where that of one part is not known; the rest of it is', () => {
    const moved = [makePoint(100, [held('eth', '10', '12', { realized: null }), held('btc', '3', '4')])]
    const [sample] = known(makeSeries(moved, null))
    if (sample === undefined) throw new Error('no sample')
    expect(sample).toMatchObject({
      ...{ costBasis: '13', realized: null, marketValue: '16', unrealized: '3', total: null, leftOut: [] },
    })
    expect(unknownText(sample, 'realized')).toBe('Moved out: the result of earlier withdrawals is unknown')
    expect(unknownText(sample, 'total')).toBe(unknownText(sample, 'realized'))
    expect(unknownText(sample, 'marketValue')).toBe('')
    const bare = known(makeSeries([makePoint(1, [held('strk', '3', null)])], null))[0] ?? sample
    expect(unknownText(bare, 'total')).toBe('No price of that time is available')
  })

  it('leaves out moments valued in other currencies, and says how many', () => {
    const mixed = [
      makePoint(1, [held('eth', '9', '9', { pnlCurrency: 'usdt' })]),
      makePoint(2, [held('eth', '9', '9'), held('btc', '9', '9', { pnlCurrency: 'usdt' })]),
      makePoint(3, [held('eth', '10', '10')]),
    ]
    const series = makeSeries(mixed, null)
    expect(series.moments.map(({ atMs }) => atMs)).toEqual([3])
    expect(series.leftOut).toBe(2)
    expect(makeSeries([], null)).toEqual({ unit: null, moments: [], leftOut: 0 })
  })
})

describe('the series in another currency', () => {
  const links = [{ market: 'ethusdc', price: '2000', asOfMs: 90, isInverse: true }]
  const price = { from: 'usdc', links }
  const converted = (costBasis: string, marketValue: string | null): Conversion => ({
    status: 'converted',
    costBasis,
    realized: '0.1',
    marketValue,
    unrealized:
      marketValue === null ? null : exactText(subtract(parseExact(marketValue), parseExact(costBasis))),
    total:
      marketValue === null
        ? null
        : exactText(add(parseExact('0.1'), subtract(parseExact(marketValue), parseExact(costBasis)))),
    links,
  })
  /** In the currency that the exchange reports it in: 2 realized, 1 at cost, 4 worth. */
  const reported = (currency: string, conversion: Conversion, pnlCurrency = 'usdc') =>
    held(currency, '1', '4', { realized: '2', conversion, pnlCurrency })

  it('adds what was converted, with the price it was converted at', () => {
    const points = [
      makePoint(100, [
        reported('link', converted('1.5', '1.2')),
        reported('arb', converted('0.000000000000000001', '0')),
        reported('eth', { status: 'told' }, 'eth'),
      ]),
    ]
    const series = makeSeries(points, null, 'eth')
    expect(series.unit).toBe('eth')
    expect(known(series)).toEqual([
      {
        kind: 'sample',
        ...{ atMs: 100, isCurrent: false },
        costBasis: '2.500000000000000001',
        realized: '2.2',
        marketValue: '5.2',
        unrealized: '2.699999999999999999',
        total: '4.899999999999999999',
        leftOut: [],
        prices: [price],
      },
    ])
    expect(reportedUnit(points)).toBe('usdc')
  })

  it('leaves out what is held and had no price, converted or not', () => {
    const points = [
      makePoint(100, [reported('link', converted('1.5', '1.2')), reported('strk', converted('2', null))]),
    ]
    expect(known(makeSeries(points, null, 'eth'))).toMatchObject([
      { costBasis: '1.5', realized: '0.1', marketValue: '1.2', leftOut: ['strk'] },
    ])
  })

  it('has a gap, and no sum of the rest, where one part has no price', () => {
    const newest = { market: 'ethusdc', asOfMs: 5 }
    const points = [
      makePoint(100, [reported('link', converted('1', '1')), reported('btc', { status: 'noPrice', newest })]),
      makePoint(200, [reported('link', converted('1', '1.5'))]),
    ]
    const gap: HistoryGap = { kind: 'gap', atMs: 100, from: 'usdc', newest }
    expect(makeSeries(points, null, 'eth').moments).toMatchObject([
      gap,
      { costBasis: '1', marketValue: '1.5' },
    ])
    expect(makeSeries(points, 'link', 'eth').moments.map(({ kind }) => kind)).toEqual(['sample', 'sample'])
    expect(makeSeries(points, null, 'eth').leftOut).toBe(0)
  })

  it('is worded with the price and its age, or the reason why there is none', () => {
    expect(usedPriceText(price)).toBe('ETH/USDC 2,000')
    expect(priceAgeText(price, 90)).toBe('at that moment')
    expect(priceAgeText(price, 90 + 3 * 60_000)).toBe('3 min before')
    const chain = [...links, { market: 'ethbtc', price: '0.05', asOfMs: 90 - 60_000, isInverse: false }]
    expect(usedPriceText({ from: 'usdc', links: chain })).toBe('ETH/USDC 2,000, ETH/BTC 0.05')
    expect(priceAgeText({ from: 'usdc', links: chain }, 90)).toBe('1 min before')
    const gap: HistoryGap = { kind: 'gap', atMs: 9, from: 'usdc', newest: null }
    expect(gapText(gap, 'btc')).toBe('No earlier price of USDC in BTC is available.')
    const newest = { market: 'btcusdc', asOfMs: Date.UTC(2026, 0, 2, 3, 4, 5) }
    expect(gapText({ ...gap, newest }, 'btc')).toBe(
      'No price of USDC in BTC from the day before is available; the newest is of 2 Jan 2026 03:04:05 UTC.',
    )
  })
})

interface SampleFigures {
  readonly costBasis?: string
  readonly marketValue?: string | null
  readonly realized?: string
  readonly unrealized?: string | null
  readonly leftOut?: readonly string[]
}

/** The total is of no drawing. */
function sample(atMs: number, figures: SampleFigures = {}): HistorySample {
  const { costBasis = '1', marketValue = '1', realized = '0', unrealized = '0', leftOut = [] } = figures
  return {
    kind: 'sample',
    ...{ prices: [], isCurrent: false, atMs, leftOut },
    costBasis,
    marketValue,
    realized,
    unrealized,
    total: null,
  }
}

describe('the drawing of a history', () => {
  it('holds every point within its pane and the width, whatever the figures', () => {
    const figure = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }).map(String)
    const figures = fc.record({
      costBasis: figure,
      marketValue: fc.option(figure),
      realized: figure,
      unrealized: fc.option(figure),
    })
    const isWithin = (ys: readonly (number | null)[], top: number, foot: number): boolean =>
      ys.every((y) => y === null || (y >= top && y <= foot))
    fc.assert(
      fc.property(fc.array(figures, { minLength: 1, maxLength: 40 }), (list) => {
        const samples = list.map((each, index) => sample(index * 1000, each))
        const { value, result, xs } = drawHistory(samples, { fromMs: 0, toMs: 40_000 }, 400, panes, utc)
        for (const { ys, line } of Object.values(value.lines)) {
          expect(isWithin(ys, 0, 100)).toBe(true)
          expect(line).not.toMatch(/NaN|Infinity/)
        }
        for (const { ys, line } of Object.values(result.lines)) {
          expect(isWithin(ys, 120, 200)).toBe(true)
          expect(line).not.toMatch(/NaN|Infinity/)
        }
        for (const x of xs) expect(x >= 0 && x <= 400).toBe(true)
        for (const { y } of value.ticks) expect(y >= 0 && y <= 100).toBe(true)
        const isKnown = value.lines.marketValue.ys.map((y) => y !== null)
        expect(isKnown).toEqual(list.map(({ marketValue }) => marketValue !== null))
      }),
    )
  })

  it('has cost and worth on one scale, the greater above', () => {
    const samples = [
      sample(0, { costBasis: '10', marketValue: '20' }),
      sample(10, { costBasis: '20', marketValue: '10' }),
    ]
    const { costBasis, marketValue } = drawHistory(samples, { fromMs: 0, toMs: 10 }, 100, panes, utc).value
      .lines
    expect(costBasis.ys).toEqual(marketValue.ys.toReversed())
    expect(marketValue.ys[0]).toBeLessThan(costBasis.ys[0] ?? 0)
  })

  it('stands in the middle where nothing changes, with one point as with many', () => {
    const level = { costBasis: '7', marketValue: '7' }
    const one = drawHistory([sample(5, level)], { fromMs: 0, toMs: 10 }, 100, panes, utc)
    expect(one.value.lines.costBasis.ys).toEqual([50])
    const many = drawHistory([sample(1, level), sample(5, level)], { fromMs: 0, toMs: 10 }, 100, panes, utc)
    expect(many.value.lines.marketValue.ys).toEqual([50, 50])
    const none = drawHistory([], { fromMs: 0, toMs: 10 }, 100, panes, utc)
    expect(none.value.lines.marketValue).toEqual({ line: '', area: '', ys: [] })
  })

  it('is broken where a moment has no figure, and shows where', () => {
    const gap: HistoryGap = { kind: 'gap', atMs: 40, from: 'usdc', newest: null }
    const moments = [
      ...[sample(0), sample(20)],
      ...[gap, { ...gap, atMs: 60 }],
      ...[sample(70), sample(80)],
      { ...gap, atMs: 100 },
    ]
    const picture = drawHistory(moments, { fromMs: 0, toMs: 100 }, 100, panes, utc)
    for (const { line, area, ys } of Object.values(picture.value.lines)) {
      expect(line.match(/M/g)).toHaveLength(2)
      expect(line.match(/L/g)).toHaveLength(2)
      expect(area.match(/Z/g)).toHaveLength(2)
      expect(ys.map((y) => y === null)).toEqual([false, false, true, true, false, false, true])
    }
    expect(picture.gaps).toEqual([
      { fromX: 40, toX: 60 },
      { fromX: 98.5, toX: 101.5 },
    ])
    expect(sampleAt(picture, 45)).toBe(2)
  })

  it('never joins sums over different currencies by a line', () => {
    const without = { leftOut: ['strk'] }
    const moments = [sample(0), sample(10), sample(20, without), sample(30, without), sample(40)]
    const { value } = drawHistory(moments, { fromMs: 0, toMs: 40 }, 100, panes, utc)
    for (const { line } of Object.values(value.lines)) {
      // The last one is alone, and is seen as a short dash.
      expect(line.match(/M/g)).toHaveLength(3)
      expect(line.match(/H/g)).toHaveLength(1)
    }
  })

  it('breaks only the lines that lack a price, and keeps what is known without one', () => {
    const unpriced = { marketValue: null, unrealized: null }
    const moments = [sample(0), sample(50, unpriced), sample(100)]
    const { value, result, gaps } = drawHistory(moments, { fromMs: 0, toMs: 100 }, 100, panes, utc)
    for (const { line } of [value.lines.marketValue, result.lines.unrealized])
      expect(line.match(/M/g)).toHaveLength(2)
    for (const { line } of [value.lines.costBasis, result.lines.realized])
      expect(line.match(/M/g)).toHaveLength(1)
    expect(gaps).toEqual([])
  })

  it('marks zero where results lie on both sides of it', () => {
    const samples = [sample(0, { realized: '-5' }), sample(10, { realized: '5' })]
    const { result } = drawHistory(samples, { fromMs: 0, toMs: 10 }, 100, panes, utc)
    expect(result.zeroY).toBe(160)
    expect(result.lines.realized.ys[0]).toBeGreaterThan(160)
    expect(result.lines.realized.ys[1]).toBeLessThan(160)
    expect(result.lines.unrealized.ys).toEqual([160, 160])
  })

  it('finds the moment nearest to a place, the newer of two as near', () => {
    const samples = [sample(20), sample(60), sample(100)]
    const picture = drawHistory(samples, { fromMs: 0, toMs: 100 }, 100, panes, utc)
    expect([-5, 10, 39, 40, 61, 80, 500].map((x) => sampleAt(picture, x))).toEqual([0, 0, 0, 1, 1, 2, 2])
    expect(sampleAt(drawHistory([], { fromMs: 0, toMs: 1 }, 100, panes, utc), 3)).toBeNull()
  })
})
