import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  formatCandleTime,
  formatCountdown,
  formatExact,
  formatSigned,
} from '../../../src-renderer/charts/model/format.ts'
import { decimalsOf } from '../../../src-preload/domain/numbers/price-figures.ts'
import { setFigureLocale } from '../../../src-renderer/text/format/current-locale.svelte.ts'
import { openZone } from '../../../src-preload/domain/locale/zone.ts'
import { readCandle, shownAs, speakLegend, summarise } from '../../../src-renderer/charts/model/reading.ts'

const utc = openZone('UTC')

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
  const atMs = Date.UTC(2026, 10, 20, 9, 5)

  it('have a clock for periods below a day, and for days that begin with no day of the zone', () => {
    expect(formatCandleTime(atMs, 720, utc)).toBe('Fri 20 Nov 2026 09:05')
    expect(formatCandleTime(Date.UTC(2026, 10, 20), 1440, utc)).toBe('Fri 20 Nov 2026')
    expect(formatCandleTime(Date.UTC(2026, 10, 20), 1440, openZone('America/New_York'))).toBe(
      'Thu 19 Nov 2026 19:00',
    )
  })

  it('are those of the zone', () => {
    expect(formatCandleTime(atMs, 5, openZone('Asia/Kolkata'))).toBe('Fri 20 Nov 2026 14:35')
    expect(formatCandleTime(Date.UTC(2026, 6, 1, 23), 5, openZone('Europe/Berlin'))).toBe(
      'Thu 02 Jul 2026 01:00',
    )
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
    expect(readCandle(candle, 5, 2, utc)).toEqual({
      time: 'Fri 20 Nov 2026 12:00',
      zone: 'UTC',
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

  it('say when what is drawn is not of the chosen period', () => {
    expect(shownAs(1, 240)).toBe('1m shown as 4h')
    expect(shownAs(60, 60)).toBe('')
  })

  it('can be heard, with the indicators', () => {
    const reading = readCandle({ ...candle, close: 0.1 }, 5, 2, openZone('Europe/Berlin'))
    expect(speakLegend({ isFinal: true, reading, place: '', studies: [] })).toBe(
      'Fri 20 Nov 2026 13:00 CET. Open 0.10, high 0.45, low 0.10, close 0.10, unchanged. Volume 12.0345.',
    )
    const studies = [
      { name: 'SMA 20', lineName: '', text: '0.12', colorIndex: 0 },
      { name: 'BB 20 2', lineName: 'upper', text: '–', colorIndex: 1 },
    ]
    expect(speakLegend({ isFinal: true, reading, place: '', studies })).toMatch(
      /Volume 12\.0345\. SMA 20 0\.12, BB 20 2 upper not known\.$/,
    )
    expect(speakLegend({ isFinal: false, reading, place: '', studies: [] })).toMatch(
      /Volume 12\.0345\. Not final\.$/,
    )
    expect(speakLegend({ isFinal: true, reading: null, place: 'no trades', studies: [] })).toBe('no trades')
    expect(summarise('ETH/USDC, 5 minutes', null)).toBe('ETH/USDC, 5 minutes: no candles')
    expect(summarise('ETH/USDC, 5 minutes', readCandle(candle, 5, 2, utc))).toBe(
      'ETH/USDC, 5 minutes: last price 0.30, up 200.00% in the last candle',
    )
  })
})
