// Owns: the series of the portfolio's history and its shapes in pixels. Must not: test the drawing on screen.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Conversion } from '../../../../../src-preload/contract/portfolio.ts'
import { openZone } from '../../../../../src-preload/shared/zone.ts'
import { drawHistory, sampleAt } from '../../../../../src-renderer/views/portfolio/history-picture.ts'
import {
  type HistoryGap,
  type HistorySample,
  type HistorySeries,
  listCurrencies,
  makeSeries,
  toldUnit,
} from '../../../../../src-renderer/views/portfolio/history-series.ts'
import {
  wordGap,
  wordPrice,
  wordPriceAge,
} from '../../../../../src-renderer/views/portfolio/history-words.ts'
import { makePoint } from './make-pnl.ts'

const lanes = { value: { top: 0, height: 100 }, result: { top: 120, height: 80 } }
const utc = openZone('UTC')

const known = ({ moments }: HistorySeries): HistorySample[] =>
  moments.filter((moment) => moment.kind === 'sample')

describe('the series of a history', () => {
  const points = [
    makePoint(100, [{ currency: 'eth', figures: ['10.1', '1', '2'] }]),
    makePoint(
      200,
      [
        { currency: 'btc', figures: ['5', '0', '-1.5'] },
        { currency: 'eth', figures: ['11', '1', '3'] },
      ],
      250,
    ),
  ]

  it('adds all currencies up to the last digit, or follows one', () => {
    const all = makeSeries(points, null)
    expect(all.unit).toBe('usdc')
    expect(known(all).map(({ fromMs, toMs, value, result }) => [fromMs, toMs, value, result])).toEqual([
      [100, 100, '10.1', '3'],
      [200, 250, '16', '2.5'],
    ])
    expect(known(makeSeries(points, 'btc')).map(({ value }) => value)).toEqual(['5'])
    expect(makeSeries(points, 'strk').moments).toEqual([])
    expect(listCurrencies(points)).toEqual(['btc', 'eth'])
  })

  it('leaves out moments valued in other currencies, and says how many', () => {
    const mixed = [
      makePoint(1, [{ currency: 'eth', figures: ['9', '0', '0'], pnlCurrency: 'usdt' }]),
      makePoint(2, [
        { currency: 'eth', figures: ['9', '0', '0'] },
        { currency: 'btc', figures: ['9', '0', '0'], pnlCurrency: 'usdt' },
      ]),
      makePoint(3, [{ currency: 'eth', figures: ['10', '0', '0'] }]),
    ]
    const series = makeSeries(mixed, null)
    expect(series.moments.map(({ fromMs }) => fromMs)).toEqual([3])
    expect(series.leftOut).toBe(2)
    expect(makeSeries([], null)).toEqual({ unit: null, moments: [], leftOut: 0 })
  })
})

describe('the series in another currency', () => {
  const price = { market: 'ethusdc', price: '2000', asOfMs: 90, isInverse: true }
  const converted = (value: string): Conversion => ({
    status: 'converted',
    value,
    realised: '0.1',
    open: '-0.3',
    price,
  })
  const told = ['1', '2', '3'] as const

  it('adds what was converted, with the price it was converted at', () => {
    const points = [
      makePoint(100, [
        { currency: 'link', figures: told, conversion: converted('1.5') },
        { currency: 'arb', figures: told, conversion: converted('0.000000000000000001') },
        { currency: 'eth', figures: told, pnlCurrency: 'eth', conversion: { status: 'told' } },
      ]),
    ]
    const series = makeSeries(points, null, 'eth')
    expect(series.unit).toBe('eth')
    expect(known(series)).toEqual([
      {
        kind: 'sample',
        fromMs: 100,
        toMs: 100,
        value: '2.500000000000000001',
        realised: '2.2',
        open: '2.4',
        result: '4.6',
        prices: [price],
      },
    ])
    expect(toldUnit(points)).toBe('usdc')
  })

  it('has a gap, and no sum of the rest, where one part has no price', () => {
    const newest = { market: 'ethusdc', asOfMs: 5 }
    const points = [
      makePoint(
        100,
        [
          { currency: 'link', figures: told, conversion: converted('1') },
          { currency: 'btc', figures: told, conversion: { status: 'noPrice', newest } },
        ],
        150,
      ),
      makePoint(200, [{ currency: 'link', figures: told, conversion: converted('1') }]),
    ]
    const gap: HistoryGap = { kind: 'gap', fromMs: 100, toMs: 150, from: 'usdc', newest }
    expect(makeSeries(points, null, 'eth').moments).toMatchObject([gap, { value: '1' }])
    expect(makeSeries(points, 'link', 'eth').moments.map(({ kind }) => kind)).toEqual(['sample', 'sample'])
    expect(makeSeries(points, null, 'eth').leftOut).toBe(0)
  })

  it('is worded with the price and its age, or the reason why there is none', () => {
    expect(wordPrice(price)).toBe('ETH/USDC 2,000')
    expect(wordPriceAge(price, 90)).toBe('of that moment')
    expect(wordPriceAge(price, 90 + 3 * 60_000)).toBe('3 min before')
    const gap: HistoryGap = { kind: 'gap', fromMs: 9, toMs: 9, from: 'usdc', newest: null }
    expect(wordGap(gap, 'btc')).toBe('No price of USDC in BTC from then or before is here.')
    const newest = { market: 'btcusdc', asOfMs: Date.UTC(2026, 0, 2, 3, 4, 5) }
    expect(wordGap({ ...gap, newest }, 'btc')).toBe(
      'No price of USDC in BTC from the day before is here; the newest is of 2 Jan 2026 03:04:05 UTC.',
    )
  })
})

function sample(fromMs: number, value: string, result = '0', toMs = fromMs): HistorySample {
  return { kind: 'sample', prices: [], fromMs, toMs, value, realised: result, open: '0', result }
}

describe('the drawing of a history', () => {
  it('holds every point within its lane and the width, whatever the figures', () => {
    const figure = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }).map(String)
    fc.assert(
      fc.property(fc.array(figure, { minLength: 1, maxLength: 40 }), (figures) => {
        const samples = figures.map((text, index) => sample(index * 1000, text, text))
        const picture = drawHistory(samples, { fromMs: 0, toMs: 40_000 }, 400, lanes, utc)
        for (const y of picture.value.ys) expect(y !== null && y >= 0 && y <= 100).toBe(true)
        for (const y of picture.result.ys) expect(y !== null && y >= 120 && y <= 200).toBe(true)
        for (const { fromX, toX } of picture.spans) expect(fromX >= 0 && toX <= 400).toBe(true)
        for (const { y } of picture.value.ticks) expect(y >= 0 && y <= 100).toBe(true)
        expect(picture.value.line).not.toMatch(/NaN|Infinity/)
      }),
    )
  })

  it('stands in the middle where nothing changes, with one point as with many', () => {
    const one = drawHistory([sample(5, '7')], { fromMs: 0, toMs: 10 }, 100, lanes, utc)
    expect(one.value.ys).toEqual([50])
    const none = drawHistory([], { fromMs: 0, toMs: 10 }, 100, lanes, utc)
    expect(none.value.line).toBe('')
    expect(none.value.area).toBe('')
  })

  it('is broken where a moment has no figure, and shows where', () => {
    const gap: HistoryGap = { kind: 'gap', fromMs: 40, toMs: 60, from: 'usdc', newest: null }
    const moments = [
      sample(0, '1', '1', 20),
      gap,
      sample(70, '3', '3', 80),
      { ...gap, fromMs: 100, toMs: 100 },
    ]
    const picture = drawHistory(moments, { fromMs: 0, toMs: 100 }, 100, lanes, utc)
    expect(picture.value.line.match(/M/g)).toHaveLength(2)
    expect(picture.value.line).not.toMatch(/L/)
    expect(picture.value.area.match(/Z/g)).toHaveLength(2)
    expect(picture.value.ys.map((y) => y === null)).toEqual([false, true, false, true])
    expect(picture.gaps).toEqual([
      { fromX: 40, toX: 60 },
      { fromX: 98.5, toX: 101.5 },
    ])
    expect(sampleAt(picture, 50)).toBe(1)
  })

  it('marks zero where results lie on both sides of it', () => {
    const samples = [sample(0, '1', '-5'), sample(10, '1', '5')]
    const { result } = drawHistory(samples, { fromMs: 0, toMs: 10 }, 100, lanes, utc)
    expect(result.zeroY).toBe(160)
    expect(result.ys[0]).toBeGreaterThan(160)
    expect(result.ys[1]).toBeLessThan(160)
  })

  it('finds the moment nearest to a place, the newer of two as near', () => {
    const samples = [sample(0, '1', '0', 20), sample(60, '1'), sample(100, '1')]
    const picture = drawHistory(samples, { fromMs: 0, toMs: 100 }, 100, lanes, utc)
    expect([-5, 10, 39, 40, 61, 80, 500].map((x) => sampleAt(picture, x))).toEqual([0, 0, 0, 1, 1, 2, 2])
    expect(sampleAt(drawHistory([], { fromMs: 0, toMs: 1 }, 100, lanes, utc), 3)).toBeNull()
  })
})
