import { describe, expect, it } from 'vitest'
import type { MarketSummary } from '../../../../../src-preload/contract/markets/markets.ts'
import {
  withLivePrice,
  withTapeDecimals,
} from '../../../../../src-renderer/features/markets/list/live-price.ts'

const line = {
  market: 'ethusdc',
  last: 1_000,
  reference: 1_250,
  changePercent: -20,
  high: 1_300,
  low: 990,
  volume: 5,
  source: 'candles' as const,
  turnover: null,
  sparkline: [1_250, 1_100, 1_000],
  priceDecimals: 1,
  asOfMs: 10_000,
  lastError: null,
}

describe('the line of a market that a chart shows', () => {
  it('has the newer price of the chart, and the figures of 24 hours go along', () => {
    const higher = withLivePrice(line, { price: 1_375, asOfMs: 12_000 })
    expect(higher).toMatchObject({ last: 1_375, high: 1_375, low: 990, volume: 5, asOfMs: 10_000 })
    // Against the reference of the line, exactly.
    expect(higher.changePercent).toBe(10)
    expect(higher.sparkline).toEqual([1_250, 1_100, 1_375])
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
    const young = { ...line, reference: null, changePercent: null, high: null, low: null, volume: null }
    expect(withLivePrice(young, { price: 1_100, asOfMs: 12_000 })).toEqual({
      ...young,
      last: 1_100,
      sparkline: [1_250, 1_100, 1_100],
    })
  })

  it('is against the same reference however often the price changes', () => {
    const prices = [0.1, 1_249.99, 3, 1_250]
    const ends = prices.reduce<MarketSummary>(
      (one, price, nth) => withLivePrice(one, { price, asOfMs: 12_000 + nth }),
      line,
    )
    expect(ends).toMatchObject({ last: 1_250, changePercent: 0, reference: 1_250 })
  })

  it('takes more decimals where a price of the chart or the tape needs them', () => {
    expect(withLivePrice(line, { price: 1_000.125, asOfMs: 12_000 }).priceDecimals).toBe(3)
    expect(withLivePrice(line, { price: 1_001, asOfMs: 12_000 }).priceDecimals).toBe(1)
    expect(withTapeDecimals(line, 4).priceDecimals).toBe(4)
    expect(withTapeDecimals(line, 30).priceDecimals).toBe(12)
    expect(withTapeDecimals(line, 1)).toBe(line)
    expect(withTapeDecimals({ ...line, priceDecimals: null }, 4).priceDecimals).toBeNull()
  })
})
