import { describe, expect, it } from 'vitest'
import { withLivePrice } from '../../../../../src-renderer/views/markets/live-price.ts'

const line = {
  market: 'ethusdc',
  last: 1_000,
  changePercent: -20,
  high: 1_300,
  low: 990,
  volume: 5,
  sparkline: [1_250, 1_000],
  asOfMs: 10_000,
  lastError: null,
}

describe('the line of a market that a chart shows', () => {
  it('has the newer price of the chart, and the figures of 24 hours go along', () => {
    const higher = withLivePrice(line, { price: 1_375, asOfMs: 12_000 })
    expect(higher).toMatchObject({ last: 1_375, high: 1_375, low: 990, volume: 5, asOfMs: 10_000 })
    // A day ago it was 1,250.
    expect(higher.changePercent).toBeCloseTo(10, 10)
    expect(withLivePrice(line, { price: 980, asOfMs: 12_000 })).toMatchObject({ high: 1_300, low: 980 })
  })

  it('stays as it is where the chart knows nothing newer', () => {
    expect(withLivePrice(line, undefined)).toBe(line)
    expect(withLivePrice(line, { price: 1_200, asOfMs: 10_000 })).toBe(line)
    expect(withLivePrice(line, { price: 1_000, asOfMs: 12_000 })).toBe(line)
    const silent = { ...line, last: null }
    expect(withLivePrice(silent, { price: 1, asOfMs: 12_000 })).toBe(silent)
  })

  it('makes up no figures of 24 hours that are not known', () => {
    const young = { ...line, changePercent: null, high: null, low: null, volume: null }
    expect(withLivePrice(young, { price: 1_100, asOfMs: 12_000 })).toEqual({ ...young, last: 1_100 })
  })
})
