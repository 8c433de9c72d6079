import { describe, expect, it } from 'vitest'
import {
  decimalsOf,
  formatCandleTime,
  formatCountdown,
  formatExact,
  formatPercent,
  formatPrice,
  formatShortVolume,
  formatSigned,
} from '../../../src-renderer/charts/format.ts'
import { readCandle, speakCandle, summarise } from '../../../src-renderer/charts/reading.ts'

describe('numbers on the chart', () => {
  it('keep trailing zeros and group thousands', () => {
    expect(formatPrice(64250.1, 2)).toBe('64,250.10')
    expect(formatPrice(0.0312, 6)).toBe('0.031200')
    expect(formatPrice(1e6, 0)).toBe('1,000,000')
  })

  it('have a true minus sign, and none before zero', () => {
    expect(formatPrice(-1.5, 2)).toBe('\u22121.50')
    expect(formatPrice(-0.001, 2)).toBe('0.00')
    expect(formatPrice(-0, 0)).toBe('0')
  })

  it('are shown with every decimal in the legend, without float noise', () => {
    expect(formatExact(3120.123456, 2)).toBe('3,120.123456')
    expect(formatExact(0.008400000000000001, 2)).toBe('0.0084')
    expect(formatExact(0.1 + 0.2, 1)).toBe('0.3')
    expect(formatExact(5, 2)).toBe('5.00')
    expect([0, 1e-8, 120, 1.25, 1e21].map(decimalsOf)).toEqual([0, 8, 0, 2, 0])
  })

  it('say the direction of a change', () => {
    expect(formatSigned(1.2, 2)).toBe('+1.20')
    expect(formatSigned(-1.2, 2)).toBe('\u22121.20')
    expect(formatSigned(0, 2)).toBe('0.00')
    expect(formatPercent(0.123)).toBe('+0.12\u00a0%')
    expect(formatPercent(-12.345)).toBe('\u221212.35\u00a0%')
    expect(formatPercent(0.001)).toBe('0.00\u00a0%')
  })

  it('are short for volumes on the axis', () => {
    const short = [0, 0.25, 5, 40, 999, 1000, 1500, 12_345, 250_000, 5e6, 2.5e9, 7e12].map(formatShortVolume)
    expect(short).toEqual(['0', '0.25', '5', '40', '999', '1K', '1.5K', '12.3K', '250K', '5M', '2.5B', '7T'])
  })
})

describe('times on the chart', () => {
  it('have a clock only for periods below a day', () => {
    const atMs = Date.UTC(2026, 10, 20, 9, 5)
    expect(formatCandleTime(atMs, 720)).toBe('Fri 20 Nov 2026 09:05')
    expect(formatCandleTime(atMs, 1440)).toBe('Fri 20 Nov 2026')
  })

  it('count down to zero and not beyond', () => {
    expect([-5, 0, 1, 59_000, 61_000, 3_600_000, 86_399_000].map(formatCountdown)).toEqual([
      '0:00',
      '0:00',
      '0:01',
      '0:59',
      '1:01',
      '1:00:00',
      '23:59:59',
    ])
    expect(formatCountdown(6.5 * 86_400_000)).toBe('6 d 12 h')
  })
})

describe('the words for a candle', () => {
  const candle = {
    timeMs: Date.UTC(2026, 10, 20, 12),
    open: 0.1,
    high: 0.45,
    low: 0.1,
    close: 0.3,
    volume: 12.0345,
  }

  it('are exact, change included', () => {
    expect(readCandle(candle, 5, candle.timeMs, 2)).toEqual({
      time: 'Fri 20 Nov 2026 12:00',
      open: '0.10',
      high: '0.45',
      low: '0.10',
      close: '0.30',
      volume: '12.0345',
      change: '+0.20',
      changePercent: '+200.00\u00a0%',
      direction: 'up',
    })
  })

  it('name both ends of candles that are joined', () => {
    const reading = readCandle(candle, 5, candle.timeMs + 900_000, 2)
    expect(reading.time).toBe('Fri 20 Nov 2026 12:00 – Fri 20 Nov 2026 12:15')
  })

  it('can be heard', () => {
    expect(speakCandle(readCandle({ ...candle, close: 0.1 }, 5, candle.timeMs, 2))).toBe(
      'Fri 20 Nov 2026 12:00 UTC. Open 0.10, high 0.45, low 0.10, close 0.10, unchanged. Volume 12.0345.',
    )
    expect(summarise('ETH/USDC, 5 minutes', null, 0)).toBe('ETH/USDC, 5 minutes: no candles')
    expect(summarise('ETH/USDC, 5 minutes', readCandle(candle, 5, candle.timeMs, 2), 7)).toBe(
      'ETH/USDC, 5 minutes: last price 0.30, up 200.00\u00a0% in the last candle, 7 candles loaded',
    )
  })
})
