// Owns: proving what a market's line says. Must not: test its age (markup.test.ts) or looks.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MarketSummary } from '../../../../../src-preload/contract/markets.ts'
import { setFigureLocale } from '../../../../../src-renderer/lib/format/locale.ts'
import { readSummary } from '../../../../../src-renderer/views/markets/summary-words.ts'

beforeEach(() => setFigureLocale('en-GB'))
afterEach(() => setFigureLocale(undefined))

const summary: MarketSummary = {
  market: 'ethusdc',
  last: 3512.2,
  changePercent: -1.236,
  high: 3600,
  low: 3401.25,
  volume: 1234.5678,
  sparkline: [],
  asOfMs: 1,
  lastError: null,
}
const nothing: MarketSummary = {
  ...summary,
  last: null,
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
    })
  })

  it('of a market worth next to nothing keep the digits that count', () => {
    const tiny = { ...summary, last: 1.2345e-8, high: 1.3e-8, low: 1e-8 }
    expect(readSummary(tiny)).toMatchObject({ last: '0.000000012345', low: '0.000000010000' })
  })

  it('are written as the locale has them', () => {
    setFigureLocale('de-DE')
    expect(readSummary(summary)).toMatchObject({ last: '3.512,20', high: '3.600,00' })
    setFigureLocale('en-IN')
    expect(readSummary({ ...summary, last: 1234567.5, high: 1234567.5 }).last).toBe('12,34,567.50')
  })

  it('that are not known are none', () => {
    expect(readSummary(nothing)).toEqual({ last: null, change: null, high: null, low: null, volume: null })
  })
})
