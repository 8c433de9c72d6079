import { describe, expect, it } from 'vitest'
import type { CoveredRange } from '../../../src-main/store/coverage.ts'
import { summarise, SUMMARY_CANDLES } from '../../../src-main/services/market-summary.ts'
import type { StoredCandles } from '../../../src-main/store/store-api.ts'

const HOUR = 3_600_000
/** A quarter past the hour 1000. */
const NOW = 1_000 * HOUR + 15 * 60_000

/** Hourly candles from one hour to another; the hour h opens at h and closes at h + 0.5, one below and one above. */
function hours(from: number, to: number, asOfMs = NOW): StoredCandles {
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index).slice(-SUMMARY_CANDLES)
  const column = (read: (hour: number) => number) => Float64Array.from(numbers, read)
  return {
    candles: {
      timesMs: column((hour) => hour * HOUR),
      open: column((hour) => hour),
      high: column((hour) => hour + 1),
      low: column((hour) => hour - 1),
      close: column((hour) => hour + 0.5),
      volume: column(() => 1),
    },
    reachesStart: false,
    asOfMs,
  }
}
const covers = (from: number, to: number): CoveredRange[] => [
  { fromMs: from * HOUR, toMs: to * HOUR, reachesStart: false },
]
const nothing = { changePercent: null, high: null, low: null, volume: null }

describe('a line of the market list', () => {
  it('speaks of the 24 whole hours before now and of the hour that is forming', () => {
    expect(summarise('ethusdc', hours(900, 1_000), covers(900, 999), NOW)).toMatchObject({
      last: 1_000.5,
      changePercent: (1_000.5 / 976 - 1) * 100,
      high: 1_001,
      low: 975,
      volume: 25,
      sparkline: Array.from({ length: 25 }, (_, index) => 976.5 + index),
      asOfMs: NOW,
    })
  })

  it('calls no change of four hours one of 24', () => {
    const summary = summarise('ethusdc', hours(996, 1_000), covers(996, 999), NOW)
    expect(summary).toMatchObject({ last: 1_000.5, ...nothing })
    expect(summary.sparkline).toHaveLength(5)
  })

  it('shows nothing of 24 hours where hours in between are not here', () => {
    const gap = [...covers(900, 980), ...covers(990, 999)]
    expect(summarise('ethusdc', hours(900, 1_000), gap, NOW)).toMatchObject(nothing)
  })

  it('shows nothing of 24 hours where the newest hours are not here', () => {
    // Fetched just now, by someone who looks at the past of the chart.
    expect(summarise('ethusdc', hours(900, 980), covers(900, 979), NOW)).toMatchObject(nothing)
  })

  it('keeps the figures of the moment at which it went offline, with that age', () => {
    const then = NOW - 20 * HOUR
    const online = summarise('ethusdc', hours(900, 980, then), covers(900, 979), then)
    expect(summarise('ethusdc', hours(900, 980, then), covers(900, 979), NOW)).toEqual(online)
    expect(online).toMatchObject({ asOfMs: then, changePercent: (980.5 / 956 - 1) * 100 })
  })

  it('compares with the close before where the hour of a day ago had no candle', () => {
    const stored = hours(970, 1_000)
    const { candles } = stored
    const kept = [...candles.timesMs.keys()].filter((at) => candles.timesMs[at] !== 976 * HOUR)
    const pick = (values: Float64Array) => Float64Array.from(kept, (at) => values[at] ?? NaN)
    const { timesMs, open, high, low, close, volume } = candles
    const without = {
      timesMs: pick(timesMs),
      open: pick(open),
      high: pick(high),
      low: pick(low),
      close: pick(close),
      volume: pick(volume),
    }
    const summary = summarise('ethusdc', { ...stored, candles: without }, covers(970, 999), NOW)
    expect(summary.changePercent).toBeCloseTo((1_000.5 / 975.5 - 1) * 100, 10)
  })

  it('has no change, and all other figures, for a market that began within the day', () => {
    const began = [{ fromMs: 900 * HOUR, toMs: 999 * HOUR, reachesStart: true }]
    expect(summarise('ethusdc', hours(990, 1_000), began, NOW)).toMatchObject({
      changePercent: null,
      high: 1_001,
      low: 989,
      volume: 11,
    })
  })

  it('is empty without a candle', () => {
    const none = { ...hours(1, 0), asOfMs: null }
    expect(summarise('ethusdc', none, [], NOW)).toEqual({
      market: 'ethusdc',
      last: null,
      ...nothing,
      sparkline: [],
      asOfMs: null,
    })
  })
})
