// The equity curve's shapes and words.
import { describe, expect, it } from 'vitest'
import { openZone } from '../../../../../src-preload/domain/locale/zone.ts'
import { drawEquity, pointAt } from '../../../../../src-renderer/features/portfolio/equity/equity-picture.ts'
import {
  figureOf,
  lackText,
  partPriceText,
} from '../../../../../src-renderer/features/portfolio/equity/equity-text.ts'
import { makeCurve, makePoint } from './make-equity.ts'

const t0 = Date.UTC(2026, 0, 1)
const dayMs = 86_400_000
const pane = { top: 10, height: 100 }
const draw = (...[changes]: Parameters<typeof makeCurve>) =>
  drawEquity(makeCurve(changes), 400, pane, openZone('UTC'))
const days = (...values: readonly (string | null)[]) =>
  values.map((value, day) => makePoint(t0 + day * dayMs, value))

describe('the picture of the curve', () => {
  it('fits its points in width and its values in height, benchmarks among them', () => {
    const { xs, value, benchmarks, area, gaps } = draw({
      points: days('100', '200', '150', '120', '100'),
      benchmarks: [{ currency: 'btc', values: ['100', '110', '300', '90', '95'] }],
    })
    expect(xs).toEqual([0, 100, 200, 300, 400])
    const ys = [value, ...benchmarks].flatMap((line) => line.ys)
    expect(ys.every((y) => y !== null && y > pane.top && y < pane.top + pane.height)).toBe(true)
    expect(value.ys[1]).toBeLessThan(value.ys[0] ?? 0)
    expect(Math.min(...ys.flatMap((y) => y ?? []))).toBe(benchmarks[0]?.ys[2])
    expect(value.path.match(/[ML]/g)).toHaveLength(5)
    expect(area).toMatch(/Z$/)
    expect(gaps).toEqual([])
  })

  it('is broken where no value is known, from the last one to the next', () => {
    const { value, gaps } = draw({ points: days('1', '2', null, '3', '4') })
    expect(value.path.match(/M/g)).toHaveLength(2)
    expect(gaps).toEqual([{ fromX: 100, toX: 300 }])
  })

  it('has a lone point at the present, a flat line in the middle, and nothing of nothing', () => {
    const lone = draw({ points: days('5') })
    expect(lone.xs).toEqual([397])
    expect(lone.value.path).toBe('M397 60h3')
    expect(draw({ points: days('5', '5') }).value.ys).toEqual([60, 60])
    expect(draw({}).value).toEqual({ path: '', ys: [] })
  })

  it('has a step where a deposit or withdrawal is not known, if that is within the curve', () => {
    const question = {
      ...({ currency: 'usdc', direction: 'in', amount: '1', reason: 'readings' } as const),
      ...{ fromMs: t0, untilMs: t0 + dayMs },
    }
    const questions = [t0 - 1, t0 + dayMs, t0 + 9 * dayMs].map((atMs) => ({ ...question, atMs }))
    expect(draw({ points: days('1', '2', '3'), questions }).steps).toEqual([{ x: 200, index: 1 }])
  })

  it('reads the nearest point, of two the newer one', () => {
    const picture = { xs: [0, 100, 200] }
    expect([-5, 20, 50, 51, 999].map((x) => pointAt(picture, x))).toEqual([0, 0, 1, 1, 2])
    expect(pointAt({ xs: [] }, 1)).toBeNull()
  })
})

describe('the words of a point', () => {
  it('mark what is estimated, what is left out and what is at an older price', () => {
    expect(figureOf(makePoint(1, '5'))).toEqual({ state: 'estimated', amount: '5' })
    expect(figureOf(makePoint(1, '5', { isCurrent: true }))).toEqual({ state: 'known', amount: '5' })
    expect(figureOf(makePoint(1, null))).toEqual({ state: 'unknown' })
    expect(lackText(makePoint(1, '5'))).toBe('')
    expect(lackText(makePoint(1, null))).toBe('No price of STRK at or before that time is loaded')
    expect(lackText(makePoint(1, '5', { leftOut: ['a', 'b'], carried: ['eth'] }))).toBe(
      '2 currencies without a price left out, ETH at the last price before',
    )
  })

  it('say which markets a price came from, and its age', () => {
    const link = { market: 'ethusdc', price: '1999.5', asOfMs: t0, isInverse: false }
    expect(partPriceText({ links: [link] }, t0)).toBe('ETH/USDC 1,999.5')
    const inverse = { ...link, market: 'usdcusdt', price: '1.001', isInverse: true }
    expect(partPriceText({ links: [link, inverse] }, t0 + 2 * 3_600_000)).toBe(
      'ETH/USDC 1,999.5 × 1 ÷ USDC/USDT 1.001, 2 h before',
    )
    expect(partPriceText({ links: [] }, t0)).toBe('')
    expect(partPriceText({ links: null }, t0)).toBe('No price')
  })
})
