// What a market's line says.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MarketSummary } from '../../../../../src-preload/contract/markets/markets.ts'
import { setFigureLocale } from '../../../../../src-renderer/text/format/current-locale.svelte.ts'
import {
  decimalsOfMarket,
  explainDash,
  describeSpread,
  readSummary,
  spreadShare,
} from '../../../../../src-renderer/features/markets/list/summary-text.ts'

beforeEach(() => setFigureLocale('en-GB'))
afterEach(() => setFigureLocale(undefined))

const summary: MarketSummary = {
  market: 'ethusdc',
  last: 3512.2,
  reference: 3556.15,
  changePercent: -1.236,
  high: 3600,
  low: 3401.25,
  volume: 1234.5678,
  source: 'candles',
  turnover: null,
  sparkline: [],
  priceDecimals: 2,
  asOfMs: 1,
  lastError: null,
}
const nothing: MarketSummary = {
  ...summary,
  last: null,
  reference: null,
  changePercent: null,
  high: null,
  low: null,
  volume: null,
}

describe('the figures of a market', () => {
  it('have one number of decimals for all prices', () => {
    expect(readSummary(summary)).toEqual({
      last: '3,512.20',
      change: { direction: 'down', text: '\u22121.24%' },
      high: '3,600.00',
      low: '3,401.25',
      volume: '1.23K',
      turnover: null,
      spread: null,
    })
  })

  it.each([
    [0.8414, 0.85, 4, '0.8414', '0.8500'],
    [4.249, 4.3, 3, '4.249', '4.300'],
    [56.65, 57, 2, '56.65', '57.00'],
    [35_512, 35_600, 0, '35,512', '35,600'],
  ])('have the decimals of the market: %d', (last, high, priceDecimals, lastText, highText) => {
    expect(readSummary({ ...summary, last, high, priceDecimals })).toMatchObject({
      last: lastText,
      high: highText,
    })
  })

  it('have decimals by their size only where no candle of the market is known', () => {
    expect(decimalsOfMarket({ priceDecimals: null, high: null, last: null })).toBe(4)
    expect(decimalsOfMarket({ priceDecimals: null, high: 0.8414, last: 0.8 })).toBe(5)
    expect(decimalsOfMarket({ priceDecimals: 4, high: 0.8414, last: 0.8 })).toBe(4)
  })

  it('round a change half to even', () => {
    const text = (changePercent: number) => readSummary({ ...summary, changePercent }).change?.text
    expect([0.125, 0.135, -0.125, 0.005, 0.0051].map(text)).toEqual([
      '+0.12%',
      '+0.14%',
      '\u22120.12%',
      '0.00%',
      '+0.01%',
    ])
  })

  it('say why one is a dash', () => {
    expect(explainDash(nothing)).toContain('do not cover 24 hours')
    expect(explainDash({ volume: 0, reference: 5 })).toBe('No trades in the last 24 hours.')
    expect(explainDash({ volume: 3, reference: null })).toContain('older than 24 hours')
    expect(explainDash(summary)).toBe('')
  })

  it('of a market worth next to nothing keep the digits that count', () => {
    const tiny = { ...summary, priceDecimals: 12, last: 1.2345e-8, high: 1.3e-8, low: 1e-8 }
    expect(readSummary(tiny)).toMatchObject({ last: '0.000000012345', low: '0.000000010000' })
  })

  it('are written as the locale has them', () => {
    setFigureLocale('de-DE')
    expect(readSummary(summary)).toMatchObject({ last: '3.512,20', high: '3.600,00' })
    setFigureLocale('en-IN')
    expect(readSummary({ ...summary, last: 1234567.5, high: 1234567.5 }).last).toBe('12,34,567.50')
  })

  it('that are not known are none', () => {
    expect(readSummary(nothing)).toEqual({
      last: null,
      change: null,
      high: null,
      low: null,
      volume: null,
      turnover: null,
      spread: null,
    })
  })

  it('have the spread in percent of the mid price, and its exact prices for the tooltip', () => {
    const wide = { ...summary, best: { bid: '1279.53', ask: '1283.4' } }
    expect([readSummary(wide).spread, describeSpread(wide, 'USDC')]).toEqual([
      '0.30%',
      '3.87 USDC · Bid 1,279.53 · Ask 1,283.4',
    ])
    expect(readSummary({ ...summary, best: { bid: '1279.53', ask: '1279.54' } }).spread).toBe('<0.01%')
    // A book that crosses for a moment has none.
    const crossed = { ...summary, best: { bid: '2', ask: '1' } }
    expect([readSummary(crossed).spread, describeSpread(crossed, 'USDC'), spreadShare(crossed)]).toEqual([
      null,
      '',
      null,
    ])
  })
})
