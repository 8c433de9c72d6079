// A figure is written one way wherever it stands: list, chart, panel, count.
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { formatExact } from '../../../../../src-renderer/charts/model/format.ts'
import { readCandle } from '../../../../../src-renderer/charts/model/reading.ts'
import { formatChange, formatVolume } from '../../../../../src-renderer/text/format/chart-number.ts'
import {
  formatDecimal,
  formatPercentText,
  formatRate,
} from '../../../../../src-renderer/text/format/decimal.ts'
import { setFigureLocale } from '../../../../../src-renderer/text/format/current-locale.svelte.ts'
import { formatFixed, markPercent } from '../../../../../src-renderer/text/format/locale.ts'
import { countOf } from '../../../../../src-renderer/text/format/words.ts'
import { openZone } from '../../../../../src-preload/domain/locale/zone.ts'

afterEach(() => setFigureLocale(undefined))

/** One amount as the order list, the market list, the legend and a count of orders write it. */
function writeEverywhere(): string[] {
  const candle = { timeMs: 0, open: 1, high: 2, low: 1, close: 1234567.25, volume: 1 }
  return [
    formatDecimal('1234567.25'),
    formatFixed(1234567.25, 2),
    formatExact(1234567.25, 2),
    readCandle(candle, 60, 2, openZone('UTC')).close,
  ]
}

describe('the same price', () => {
  it.each([
    ['de-DE', '1.234.567,25', '1.234.567 orders'],
    ['en-US', '1,234,567.25', '1,234,567 orders'],
    ['hi-IN', '12,34,567.25', '12,34,567 orders'],
  ])('is written one way in list and chart on a %s system', (locale, price, count) => {
    setFigureLocale(locale)
    expect(new Set(writeEverywhere())).toEqual(new Set([price]))
    expect(countOf(1_234_567, ['order', 'orders'])).toBe(count)
  })

  it('keeps trailing zeros, has a true minus, and none before zero', () => {
    setFigureLocale('en-US')
    expect(formatFixed(64250.1, 2)).toBe('64,250.10')
    expect(formatFixed(-1.5, 2)).toBe('\u22121.50')
    expect(formatFixed(-0.001, 2)).toBe('0.00')
    expect(formatFixed(-0, 0)).toBe('0')
  })
})

describe('percentages', () => {
  it.each([
    ['en-US', '+1.24%', '66.6%', '0.15%'],
    ['de-DE', '+1,24\u00a0%', '66,6\u00a0%', '0,15\u00a0%'],
  ])('carry the percent sign of a %s system: changes, shares and fees', (locale, change, share, fee) => {
    setFigureLocale(locale)
    expect(formatChange(1.239).text).toBe(change)
    expect(formatPercentText('66.6')).toBe(share)
    expect(formatRate('0.0015')).toBe(fee)
    expect(formatRate('not a rate')).toBe('not a rate')
  })

  it('have their sign before a percent sign that stands in front', () => {
    expect(markPercent('\u22121,5', 'tr-TR')).toBe('\u2212%1,5')
  })
})

describe('short volumes', () => {
  it('have the point of all other figures', () => {
    setFigureLocale('de-DE')
    expect(formatVolume(1500)).toBe('1,50K')
  })
})

/** Rounds decimal text half to even by whole numbers alone, written the way of en-US. */
function roundText(text: string, decimals: number): string {
  const [whole = '0', fraction = ''] = text.split('.')
  const kept = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  const rest = fraction.slice(decimals).replace(/0+$/, '')
  const isUp = rest === '5' ? kept % 2n === 1n : rest > '5'
  const rounded = isUp ? kept + 1n : kept
  const digits = rounded.toString().padStart(decimals + 1, '0')
  const grouped = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, ',')
  return decimals === 0 ? grouped : `${grouped}.${digits.slice(-decimals)}`
}

describe('a price that came as a JSON number', () => {
  it('is rounded from its digits, not from the double that holds them', () => {
    expect(formatFixed(1.015, 2, 'en-US')).toBe('1.02')
    expect(formatFixed(1.005, 2, 'en-US')).toBe('1.00')
    expect(formatFixed(1.00500001, 2, 'en-US')).toBe('1.01')
    expect(formatFixed(0.008400000000000001, 18, 'en-US')).toBe('0.008400000000000000')
    expect(formatFixed(-8.345, 2, 'en-US')).toBe('\u22128.34')
  })

  it('reads as it was sent, whatever its up to 15 digits are', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 15 }),
        fc.nat({ max: 10 }),
        fc.nat({ max: 20 }),
        fc.bigInt({ min: 0n, max: 999_999_999_999_999n }),
        (length, place, decimals, figure) => {
          const digits = figure
            .toString()
            .slice(0, length)
            .padStart(place + 1, '0')
          const text = place === 0 ? digits : `${digits.slice(0, -place)}.${digits.slice(-place)}`
          const sent: unknown = JSON.parse(text)
          expect(typeof sent === 'number' && formatFixed(sent, decimals, 'en-US')).toBe(
            roundText(text, decimals),
          )
        },
      ),
      { numRuns: 3000 },
    )
  })
})
