// Heikin Ashi candles equal their definition, and do not depend on where the candles begin.
import { expect, test } from 'vitest'
import { CandleBuffer } from '../../../src-renderer/charts/model/candles/candle-buffer.ts'
import { HeikinAshi, heikinAshi } from '../../../src-renderer/charts/model/candles/heikin-ashi.ts'
import { randomCandles } from './indicators/random-candles.ts'

const seed = 20_261_128
const count = 10_000
const minuteMs = 60_000
const candles = randomCandles(seed, count, { price: 2500, stepMs: minuteMs })

function bufferFrom(index: number): CandleBuffer {
  const buffer = new CandleBuffer()
  buffer.replace(candles.timesMs[index] ?? NaN, Infinity, candles)
  return buffer
}

test(`equal the definition over 10,000 random candles (seed ${seed})`, () => {
  const found = heikinAshi(bufferFrom(0), [])
  let last: { open: number; close: number } | null = null
  for (let at = 0; at < count; at++) {
    const [o, h] = [candles.open[at] ?? NaN, candles.high[at] ?? NaN]
    const [l, c] = [candles.low[at] ?? NaN, candles.close[at] ?? NaN]
    const close: number = (o + h + l + c) / 4
    const open: number = last === null ? (o + c) / 2 : (last.open + last.close) / 2
    last = { open, close }
    expect([found.open[at], found.close[at]]).toEqual([open, close])
    expect(found.high[at]).toBe(Math.max(h, open, close))
    expect(found.low[at]).toBe(Math.min(l, open, close))
  }
})

test('do not depend on where the candles begin, 40 candles later, and begin anew after a hole', () => {
  const whole = heikinAshi(bufferFrom(0), [])
  const cut = heikinAshi(bufferFrom(5_000), [])
  for (let at = 40; at < 200; at++) {
    const wanted = whole.open[5_000 + at] ?? NaN
    expect(Math.abs((cut.open[at] ?? NaN) - wanted) / wanted).toBeLessThanOrEqual(1e-9)
  }
  const holed = heikinAshi(bufferFrom(0), [5_000])
  expect(holed.open.subarray(5_000)).toEqual(cut.open)
})

test('are computed again only where the candles have changed', () => {
  const buffer = bufferFrom(0)
  const kept = new HeikinAshi()
  const first = kept.of(buffer, [])
  expect(kept.of(buffer, [])).toBe(first)
  buffer.replace(candles.timesMs[count - 1] ?? NaN, Infinity, {
    timesMs: Float64Array.of(candles.timesMs[count - 1] ?? NaN),
    open: Float64Array.of(1),
    high: Float64Array.of(1),
    low: Float64Array.of(1),
    close: Float64Array.of(1),
    volume: Float64Array.of(1),
  })
  expect(kept.of(buffer, []).close[count - 1]).toBe(1)
})
