// Indicators are those of a published library (trading-signals).
import { BollingerBands, EMA, MACD, RSI, SMA, VWAP } from 'trading-signals'
import { describe, expect, test } from 'vitest'
import type { CandleColumns } from '../../../../src-preload/contract/orders/entities.ts'
import { ema, sma } from '../../../../src-renderer/charts/indicators/averages.ts'
import { bollinger } from '../../../../src-renderer/charts/indicators/bollinger.ts'
import { macd } from '../../../../src-renderer/charts/indicators/macd.ts'
import { rsi } from '../../../../src-renderer/charts/indicators/rsi.ts'
import { vwap } from '../../../../src-renderer/charts/indicators/vwap.ts'
import { randomCandles, type CandleKind } from './random-candles.ts'

const count = 10_000
const seed = 20_251_029
const minuteMs = 60_000
const dayMs = 86_400_000

const kinds: readonly (readonly [string, CandleKind])[] = [
  ['a usual price', { price: 2500, stepMs: minuteMs }],
  ['a price of 1e-8', { price: 1e-8, stepMs: 5 * minuteMs, hasFlats: true }],
  ['a price of 1e6', { price: 1e6, stepMs: 15 * minuteMs, hasFlats: true }],
  [
    'prices that jump from 1e-8 to 1e6',
    { price: 1, jumps: [1e-8, 1e6], hasFlats: true, stepMs: 60 * minuteMs },
  ],
]

const empty = (): Float64Array => new Float64Array(count)

/** Each value is the reference's to 1e-9 of it; where the reference has none, there is none. */
function expectSame(ours: Float64Array, theirs: readonly (number | null)[]): void {
  expect(ours.length).toBe(theirs.length)
  let worst = 0
  for (let at = 0; at < ours.length; at++) {
    const value = ours[at] ?? NaN
    const wanted = theirs[at] ?? null
    if (wanted === null) expect(value, `at ${at}`).toBeNaN()
    else if (value !== wanted) {
      const error = Math.abs(value - wanted) / Math.abs(wanted)
      worst = Math.max(worst, Number.isNaN(error) ? Infinity : error)
    }
  }
  expect(worst).toBeLessThanOrEqual(1e-9)
}

/** What the reference gives once it calls itself stable. */
function stable(
  indicator: { add(value: number): number | null; readonly isStable: boolean },
  values: Float64Array,
): (number | null)[] {
  return Array.from(values, (value) => {
    const result = indicator.add(value)
    return indicator.isStable ? result : null
  })
}

describe.each(kinds)(`10,000 candles of %s (seed ${seed})`, (_name, kind) => {
  const candles: CandleColumns = randomCandles(seed, count, kind)
  const { close } = candles

  test.each([1, 2, 20, 50, 500])('SMA %i', (length) => {
    const into = empty()
    sma(close, length, 0, into)
    expectSame(into, stable(new SMA(length), close))
  })

  test.each([1, 2, 12, 26, 500])('EMA %i', (length) => {
    const into = empty()
    ema(close, length, 0, into)
    expectSame(into, stable(new EMA(length), close))
  })

  test.each([
    [1, 2],
    [2, 0.1],
    [20, 2],
    [500, 10],
  ])('Bollinger bands %i %d', (length, deviations) => {
    const into = { upper: empty(), middle: empty(), lower: empty() }
    bollinger(close, length, deviations, 0, into)
    const reference = new BollingerBands(length, deviations)
    const theirs = Array.from(close, (value) => reference.add(value))
    expectSame(
      into.upper,
      theirs.map((bands) => bands?.upper ?? null),
    )
    expectSame(
      into.middle,
      theirs.map((bands) => bands?.middle ?? null),
    )
    expectSame(
      into.lower,
      theirs.map((bands) => bands?.lower ?? null),
    )
  })

  test.each([2, 14, 500])('RSI %i', (length) => {
    const into = { rsi: empty(), gains: empty(), losses: empty() }
    rsi(close, length, 0, into)
    // The reference says 100 of prices that did not move at all: there is nothing to tell of them.
    const firstMoveAt = close.findIndex((price) => price !== close[0])
    const theirs = stable(new RSI(length), close).map((value, at) => (at < firstMoveAt ? null : value))
    expectSame(into.rsi, theirs)
  })

  test('RSI of prices that do not move is none, until they do', () => {
    const flat = new Float64Array(40).fill(5)
    flat[30] = 6
    const into = { rsi: new Float64Array(40), gains: new Float64Array(40), losses: new Float64Array(40) }
    rsi(flat, 14, 0, into)
    expect([...into.rsi.subarray(0, 30)].every(Number.isNaN)).toBe(true)
    expect(into.rsi[30]).toBe(100)
    expect(into.rsi[31]).toBeLessThan(100)
  })

  test.each([
    [12, 26, 9],
    [1, 2, 1],
    [26, 12, 9],
    [100, 500, 200],
  ])('MACD %i %i %i', (fast, slow, signal) => {
    const into = { macd: empty(), signal: empty(), histogram: empty(), fast: empty(), slow: empty() }
    macd(close, { fast, slow, signal }, 0, into)
    const reference = new MACD(new EMA(fast), new EMA(slow), new EMA(signal))
    const theirs = Array.from(close, (value) => reference.add(value))
    expectSame(
      into.macd,
      theirs.map((result) => result?.macd ?? null),
    )
    expectSame(
      into.signal,
      theirs.map((result) => result?.signal ?? null),
    )
    expectSame(
      into.histogram,
      theirs.map((result) => result?.histogram ?? null),
    )
  })

  test('VWAP of each day in UTC', () => {
    const into = { vwap: empty(), sourceMinutes: empty() }
    vwap(candles, kind.stepMs, new Map(), 0, into)
    const dayOf = (timeMs: number): number => Math.floor(timeMs / dayMs)
    const firstMs = candles.timesMs[0] ?? NaN
    const isFirstWhole = firstMs - kind.stepMs < dayOf(firstMs) * dayMs
    let day = NaN
    let reference = new VWAP()
    const theirs = Array.from(candles.timesMs, (timeMs, at) => {
      if (dayOf(timeMs) !== day) {
        day = dayOf(timeMs)
        reference = new VWAP()
      }
      reference.add({
        high: candles.high[at] ?? NaN,
        low: candles.low[at] ?? NaN,
        close: close[at] ?? NaN,
        volume: candles.volume[at] ?? NaN,
      })
      return day === dayOf(firstMs) && !isFirstWhole ? null : reference.getResult()
    })
    expectSame(into.vwap, theirs)
    expect(new Set(into.sourceMinutes.filter((value) => !Number.isNaN(value)))).toEqual(
      new Set([kind.stepMs / minuteMs]),
    )
  })
})

describe('VWAP', () => {
  const hourMs = 60 * minuteMs
  const candles = randomCandles(seed, 72, { price: 100, stepMs: hourMs })
  const columns = (): { vwap: Float64Array; sourceMinutes: Float64Array } => ({
    vwap: new Float64Array(72),
    sourceMinutes: new Float64Array(72),
  })

  test('of a day is from minutes or from the candles of the chart, never from both', () => {
    const own = columns()
    vwap(candles, hourMs, new Map(), 0, own)
    // Of the second day all of them, of the third all but one.
    const minutes = new Map([...candles.timesMs].slice(24, 71).map((timeMs, at) => [timeMs, 1_000 + at]))
    const both = columns()
    vwap(candles, hourMs, minutes, 0, both)
    expect([...both.vwap.subarray(24, 48)]).toEqual(Array.from({ length: 24 }, (_, at) => 1_000 + at))
    expect([...both.vwap.subarray(0, 24), ...both.vwap.subarray(48)]).toEqual([
      ...own.vwap.subarray(0, 24),
      ...own.vwap.subarray(48),
    ])
    expect([both.sourceMinutes[30], both.sourceMinutes[50]]).toEqual([1, 60])
  })

  test('is none over candles of a day and longer', () => {
    const into = columns()
    vwap(candles, dayMs, new Map(), 0, into)
    expect([...into.vwap, ...into.sourceMinutes].every(Number.isNaN)).toBe(true)
  })
})
