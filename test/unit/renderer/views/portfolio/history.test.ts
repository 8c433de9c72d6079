// Owns: the series of the portfolio's history and its shapes in pixels. Must not: test the drawing on screen.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openZone } from '../../../../../src-preload/shared/zone.ts'
import { drawHistory, sampleAt } from '../../../../../src-renderer/views/portfolio/history-picture.ts'
import {
  type HistorySample,
  listCurrencies,
  makeSeries,
} from '../../../../../src-renderer/views/portfolio/history-series.ts'
import { makePoint } from './make-pnl.ts'

const lanes = { value: { top: 0, height: 100 }, result: { top: 120, height: 80 } }
const utc = openZone('UTC')

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
    expect(all.samples.map(({ fromMs, toMs, value, result }) => [fromMs, toMs, value, result])).toEqual([
      [100, 100, '10.1', '3'],
      [200, 250, '16', '2.5'],
    ])
    expect(makeSeries(points, 'btc').samples.map(({ value }) => value)).toEqual(['5'])
    expect(makeSeries(points, 'strk').samples).toEqual([])
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
    expect(series.samples.map(({ fromMs }) => fromMs)).toEqual([3])
    expect(series.leftOut).toBe(2)
    expect(makeSeries([], null)).toEqual({ unit: null, samples: [], leftOut: 0 })
  })
})

function sample(fromMs: number, value: string, result = '0', toMs = fromMs): HistorySample {
  return { fromMs, toMs, value, realised: result, open: '0', result }
}

describe('the drawing of a history', () => {
  it('holds every point within its lane and the width, whatever the figures', () => {
    const figure = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }).map(String)
    fc.assert(
      fc.property(fc.array(figure, { minLength: 1, maxLength: 40 }), (figures) => {
        const samples = figures.map((text, index) => sample(index * 1000, text, text))
        const picture = drawHistory(samples, { fromMs: 0, toMs: 40_000 }, 400, lanes, utc)
        for (const y of picture.value.ys) expect(y >= 0 && y <= 100).toBe(true)
        for (const y of picture.result.ys) expect(y >= 120 && y <= 200).toBe(true)
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
