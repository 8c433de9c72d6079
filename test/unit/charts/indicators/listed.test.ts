// The indicators of the table are those of a published library (trading-signals), to 1e-9 of the value, or of the price
// where a value is a difference of prices.
import {
  ADX,
  ATR,
  CCI,
  DonchianChannels,
  HMA,
  KeltnerChannels,
  MFI,
  ROC,
  StochasticOscillator,
  WilliamsR,
  WMA,
} from 'trading-signals'
import { describe, expect, test } from 'vitest'
import type { ListedId } from '../../../../src-preload/domain/indicators.ts'
import type { CandleColumns } from '../../../../src-preload/contract/entities.ts'
import { computeListed } from '../../../../src-renderer/charts/indicators/listed.ts'
import { randomCandles, type CandleKind } from './random-candles.ts'

const count = 10_000
const seed = 20_261_127
const minuteMs = 60_000
const tolerance = 1e-9

interface Bar {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}
/** The library's value of each line at a candle; null without one. */
type Reference = (bar: Bar) => readonly number[] | null

const closing =
  (indicator: { update(value: number, replace: boolean): number | null }, factor = 1): Reference =>
  ({ close }) => {
    const value = indicator.update(close, false)
    return value === null ? null : [value * factor]
  }
const whole =
  (indicator: { update(value: Bar, replace: boolean): number | null }): Reference =>
  (bar) => {
    const value = indicator.update(bar, false)
    return value === null ? null : [value]
  }
const banded =
  (indicator: {
    update(value: Bar, replace: boolean): { upper: number; middle: number; lower: number } | null
  }): Reference =>
  (bar) => {
    const value = indicator.update(bar, false)
    return value === null ? null : [value.upper, value.middle, value.lower]
  }

function stochastic(kPeriod: number, kSlowingPeriod: number, dPeriod: number): Reference {
  const indicator = new StochasticOscillator({ kPeriod, kSlowingPeriod, dPeriod })
  return (bar) => {
    const value = indicator.update(bar, false)
    return value === null ? null : [value.stochK, value.stochD]
  }
}

function directional(length: number): Reference {
  const indicator = new ADX(length)
  return (bar) => {
    const value = indicator.update(bar, false)
    const { pdi, mdi } = indicator
    return value === null || pdi === undefined || mdi === undefined ? null : [value, pdi * 100, mdi * 100]
  }
}

/** `isOfPrices`: the error is measured against the price. */
interface Case {
  readonly id: ListedId
  readonly inputs: readonly number[]
  readonly make: () => Reference
  readonly isOfPrices: boolean
}

const lengths = [2, 14, 20, 200]
const cases: readonly Case[] = [
  ...lengths.flatMap((length): Case[] => [
    { id: 'wma', inputs: [length], make: () => closing(new WMA(length)), isOfPrices: true },
    { id: 'hma', inputs: [length], make: () => closing(new HMA(length)), isOfPrices: true },
    { id: 'donchian', inputs: [length], make: () => banded(new DonchianChannels(length)), isOfPrices: true },
    { id: 'atr', inputs: [length], make: () => whole(new ATR(length)), isOfPrices: true },
    { id: 'adx', inputs: [length], make: () => directional(length), isOfPrices: false },
    { id: 'cci', inputs: [length], make: () => whole(new CCI(length)), isOfPrices: false },
    { id: 'williams', inputs: [length], make: () => whole(new WilliamsR(length)), isOfPrices: false },
    { id: 'roc', inputs: [length], make: () => closing(new ROC(length), 100), isOfPrices: false },
    { id: 'mfi', inputs: [length], make: () => whole(new MFI(length)), isOfPrices: false },
  ]),
  ...(
    [
      [20, 10, 2],
      [5, 50, 0.5],
    ] as const
  ).map(([emaInterval, atrInterval, multiplier]): Case => ({
    id: 'keltner',
    inputs: [emaInterval, atrInterval, multiplier],
    make: () => banded(new KeltnerChannels({ emaInterval, atrInterval, multiplier })),
    isOfPrices: true,
  })),
  ...(
    [
      [14, 1, 3],
      [21, 5, 7],
    ] as const
  ).map(([k, smoothing, d]): Case => ({
    id: 'stochastic',
    inputs: [k, smoothing, d],
    make: () => stochastic(k, smoothing, d),
    isOfPrices: false,
  })),
]

function linesOf(id: ListedId, inputs: readonly number[], candles: CandleColumns): Float64Array[] {
  const columns: Float64Array[] = []
  let at = 0
  computeListed(id, inputs, candles, 0, () => (columns[at++] ??= new Float64Array(candles.close.length)))
  return columns
}

const kinds: readonly (readonly [string, CandleKind])[] = [
  ['a usual price', { price: 2500, stepMs: minuteMs }],
  ['a price of 1e-8', { price: 1e-8, stepMs: minuteMs }],
  ['a price of 1e6', { price: 1e6, stepMs: minuteMs }],
]

describe.each(kinds)(`10,000 candles of %s (seed ${seed})`, (_name, kind) => {
  const candles = randomCandles(seed, count, kind)
  const barAt = (at: number): Bar => ({
    open: candles.open[at] ?? NaN,
    high: candles.high[at] ?? NaN,
    low: candles.low[at] ?? NaN,
    close: candles.close[at] ?? NaN,
    volume: candles.volume[at] ?? NaN,
  })

  test.each(cases)('$id $inputs', ({ id, inputs, make, isOfPrices }) => {
    const lines = linesOf(id, inputs, candles)
    const reference = make()
    let worst = 0
    let known = 0
    for (let at = 0; at < count; at++) {
      const wanted = reference(barAt(at))
      if (wanted === null) {
        // %K and %D of the library come together; ours come each with its own first window.
        if (id !== 'stochastic') expect(lines[0]?.[at], `at ${at}`).toBeNaN()
        continue
      }
      known++
      wanted.forEach((value, line) => {
        const size = isOfPrices ? barAt(at).close : Math.max(1, Math.abs(value))
        const error = Math.abs((lines[line]?.[at] ?? NaN) - value) / size
        worst = Math.max(worst, Number.isNaN(error) ? Infinity : error)
      })
    }
    expect(known).toBeGreaterThan(count / 2)
    expect(worst).toBeLessThanOrEqual(tolerance)
  })
})

test('prices that do not move say nothing: no %K, %R, CCI or MFI, and a range of 0', () => {
  const candles = randomCandles(seed, 60, { price: 100.1, stepMs: minuteMs })
  for (const column of [candles.open, candles.high, candles.low, candles.close]) column.fill(100.1)
  const lastOf = (id: ListedId, inputs: readonly number[]): number | undefined =>
    linesOf(id, inputs, candles)[0]?.at(-1)
  expect(lastOf('stochastic', [14, 1, 3])).toBeNaN()
  expect(lastOf('williams', [14])).toBeNaN()
  expect(lastOf('cci', [20])).toBeNaN()
  expect(lastOf('mfi', [14])).toBeNaN()
  expect(lastOf('atr', [14])).toBe(0)
  expect(lastOf('adx', [14])).toBe(0)
  expect(lastOf('roc', [9])).toBe(0)
})
