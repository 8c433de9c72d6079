// What a ticker says of a market, and when it counts.
import { describe, expect, it } from 'vitest'
import type { MarketSummary } from '../../../src-preload/contract/markets/markets.ts'
import type { Ticker } from '../../../src-preload/contract/trading/trading-entities.ts'
import { toTickedMarket, withTicker } from '../../../src-main/markets/ticker-figures.ts'

const ticker: Ticker = {
  market: 'ethusdc',
  atMs: null,
  last: '1100',
  open: '1000',
  high: '1250.5',
  low: '900',
  averagePrice: '1050',
  changePercent: '9.99',
  volume: '12.5',
  amount: '13125.00',
}
const row: MarketSummary = {
  market: 'ethusdc',
  source: 'candles',
  last: 1_050,
  reference: 1_010,
  changePercent: 3.96,
  high: 1_200,
  low: 950,
  volume: 11,
  turnover: null,
  sparkline: [1_010, 1_020, 1_050],
  priceDecimals: 0,
  asOfMs: 5_000,
  lastError: null,
}

describe('a market of the list', () => {
  it('has the figures of its ticker, by the definitions of the list', () => {
    expect(withTicker(row, { ticker, asOfMs: 5_001 })).toEqual({
      ...row,
      source: 'ticker',
      last: 1_100,
      reference: 1_000,
      // Last ÷ open − 1, not the exchange's own rounding.
      changePercent: 10,
      high: 1_250.5,
      low: 900,
      volume: 12.5,
      turnover: '13125.00',
      sparkline: [1_000, 1_020, 1_100],
      priceDecimals: 1,
      asOfMs: 5_001,
    })
  })

  it.each([
    ['a ticker from long before its candles', { ticker, asOfMs: 5_000 - 90_000 }],
    ['no ticker', null],
    ['a ticker of a market that never traded', { ticker: { ...ticker, last: '0.0' }, asOfMs: 9_000 }],
  ])('stays as it is with %s', (_what, told) => {
    expect(withTicker(row, told)).toBe(row)
  })

  it('has the newer price of its candles, and the rest of a ticker from shortly before', () => {
    const line = withTicker({ ...row, last: 1_300 }, { ticker, asOfMs: 4_000 })
    expect(line).toMatchObject({ source: 'ticker', last: 1_300, changePercent: 30, high: 1_300, low: 900 })
    expect(line).toMatchObject({ sparkline: [1_000, 1_020, 1_300], asOfMs: 5_000 })
  })

  it('draws no line from a ticker alone, and begins one whose reference was unknown with its open', () => {
    const told = { ticker, asOfMs: 9_000 }
    expect(withTicker({ ...row, reference: null, sparkline: [] }, told).sparkline).toEqual([])
    expect(withTicker({ ...row, reference: null, sparkline: [1_020, 1_050] }, told).sparkline).toEqual([
      1_000, 1_020, 1_100,
    ])
  })

  it('has no highest and lowest price of a day without trades', () => {
    const quiet = { ...ticker, volume: '0.0', amount: '0.0', open: '0.0', high: '0.0', low: '0.0' }
    const { last, reference, changePercent, high, low, volume } = withTicker(row, {
      ticker: quiet,
      asOfMs: 9_000,
    })
    expect([last, reference, changePercent, high, low, volume]).toEqual([1_100, null, null, null, null, 0])
  })
})

describe('a market of the exchange', () => {
  it('keeps every digit of its ticker', () => {
    expect(toTickedMarket(ticker, 'Ethereum')).toEqual({
      market: 'ethusdc',
      name: 'Ethereum',
      last: '1100',
      changePercent: 10,
      high: '1250.5',
      low: '900',
      volume: '12.5',
      turnover: '13125.00',
    })
  })

  it('has the change as the exchange computed it where it gives no opening price', () => {
    expect(toTickedMarket({ ...ticker, open: null, changePercent: '-1.25' }, null).changePercent).toBe(-1.25)
    expect(toTickedMarket({ ...ticker, last: '0' }, null).last).toBeNull()
  })
})
