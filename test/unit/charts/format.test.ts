import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  formatCandleTime,
  formatCountdown,
  formatExact,
  formatSigned,
} from '../../../src-renderer/charts/format.ts'
import { decimalsOf } from '../../../src-renderer/lib/format/chart-number.ts'
import { setFigureLocale } from '../../../src-renderer/lib/format/locale.ts'
import { readCandle, speakCandle, summarise } from '../../../src-renderer/charts/reading.ts'

beforeAll(() => setFigureLocale('en-US'))
afterAll(() => setFigureLocale(undefined))

describe('numbers on the chart', () => {
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
      changePercent: '+200.00%',
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
      'ETH/USDC, 5 minutes: last price 0.30, up 200.00% in the last candle, 7 candles loaded',
    )
  })
})
