// The indicators of the table are those of a published library (trading-signals), to 1e-9 of the value, or of the price
// where a value is a difference of prices.
import {
  ADX,
  ATR,
  CCI,
  DonchianChannels,
  HMA,
  IchimokuCloud,
  KeltnerChannels,
  MFI,
  ROC,
  SMA,
  StochasticOscillator,
  StochasticRSI,
  SuperTrend,
  WilliamsR,
  WMA,
} from 'trading-signals'
import { describe, expect, test } from 'vitest'
import type { ListedId } from '../../../../src-preload/domain/markets/indicators.ts'
import type { CandleColumns } from '../../../../src-preload/contract/orders/entities.ts'
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

/** The library tells neither %K nor %D of it, and counts to 1. */
function stochasticOfRsi(length: number, kPeriod: number, dPeriod: number): Reference {
  const [fast, k, d] = [new StochasticRSI(length), new SMA(kPeriod), new SMA(dPeriod)]
  return ({ close }) => {
    const value = fast.update(close, false)
    const ofK = value === null ? null : k.update(value * 100, false)
    const ofD = ofK === null ? null : d.update(ofK, false)
    return ofK === null || ofD === null ? null : [ofK, ofD]
  }
}

function trend(interval: number, multiplier: number): Reference {
  const indicator = new SuperTrend({ interval, multiplier })
  return (bar) => {
    const value = indicator.update(bar, false)
    if (value === null) return null
    return value.trend === 'BULLISH' ? [value.supertrend, NaN] : [NaN, value.supertrend]
  }
}

function cloud(conversionInterval: number, baseInterval: number, spanBInterval: number): Reference {
  const indicator = new IchimokuCloud({ conversionInterval, baseInterval, spanBInterval })
  return (bar) => {
    const value = indicator.update(bar, false)
    return value === null ? null : [value.conversion, value.base, value.spanA, value.spanB, bar.close]
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
  ...(
    [
      [14, 14, 3, 3],
      [5, 5, 2, 9],
    ] as const
  ).map(([length, window, k, d]): Case => ({
    id: 'stochasticRsi',
    inputs: [length, window, k, d],
    make: () => stochasticOfRsi(length, k, d),
    isOfPrices: false,
  })),
  ...(
    [
      [9, 26, 52],
      [30, 7, 2],
    ] as const
  ).map(([conversion, base, spanB]): Case => ({
    id: 'ichimoku',
    inputs: [conversion, base, spanB, 26],
    make: () => cloud(conversion, base, spanB),
    isOfPrices: true,
  })),
  ...(
    [
      [10, 3],
      [5, 0.5],
      [50, 8],
    ] as const
  ).map(([length, multiplier]): Case => ({
    id: 'supertrend',
    inputs: [length, multiplier],
    make: () => trend(length, multiplier),
    isOfPrices: true,
  })),
]

function linesOf(id: ListedId, inputs: readonly number[], candles: CandleColumns): Float64Array[] {
  const columns: Float64Array[] = []
  let at = 0
  computeListed(
    id,
    inputs,
    { candles, prices: candles.close, periodMs: minuteMs },
    0,
    () => (columns[at++] ??= new Float64Array(candles.close.length)),
  )
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
        // Lines of the library come together; ours come each with its own first window.
        if (!id.startsWith('stochastic') && id !== 'ichimoku') expect(lines[0]?.[at], `at ${at}`).toBeNaN()
        continue
      }
      known++
      wanted.forEach((value, line) => {
        if (Object.is(value, lines[line]?.[at])) return
        const size = isOfPrices ? barAt(at).close : Math.max(1, Math.abs(value))
        const error = Math.abs((lines[line]?.[at] ?? NaN) - value) / size
        worst = Math.max(worst, Number.isNaN(error) ? Infinity : error)
      })
    }
    expect(known).toBeGreaterThan(count / 2)
    expect(worst).toBeLessThanOrEqual(tolerance)
  })
})

interface SarState {
  readonly isRising: boolean
  readonly sar: number
  readonly extreme: number
  readonly acceleration: number
}

/** Wilder's rules once more, a candle and its two before at a time. */
function nextSar(last: SarState, older: Bar, old: Bar, bar: Bar, step: number, most: number): SarState {
  const sign = last.isRising ? 1 : -1
  // Upside down, a falling trend is a rising one.
  const floorOf = ({ high, low }: Bar): number => (last.isRising ? low : -high)
  const topOf = ({ high, low }: Bar): number => (last.isRising ? high : -low)
  const extreme = Math.max(sign * last.extreme, topOf(bar))
  const moved = sign * last.sar + last.acceleration * (sign * last.extreme - sign * last.sar)
  const sar = Math.min(moved, floorOf(old), floorOf(older))
  if (floorOf(bar) < sar)
    return {
      isRising: !last.isRising,
      sar: sign * extreme,
      extreme: sign * floorOf(bar),
      acceleration: step,
    }
  const isNew = extreme > sign * last.extreme
  const acceleration = isNew ? Math.min(most, last.acceleration + step) : last.acceleration
  return { isRising: last.isRising, sar: sign * sar, extreme: sign * extreme, acceleration }
}

test.each([
  [0.02, 0.2],
  [0.1, 0.1],
  [0.005, 1],
])(`parabolic SAR with step %d and maximum %d (seed ${seed})`, (step, most) => {
  const candles = randomCandles(seed, count, { price: 2500, stepMs: minuteMs })
  const barAt = (at: number): Bar => ({
    open: candles.open[at] ?? NaN,
    high: candles.high[at] ?? NaN,
    low: candles.low[at] ?? NaN,
    close: candles.close[at] ?? NaN,
    volume: candles.volume[at] ?? NaN,
  })
  const [sar] = linesOf('sar', [step, most], candles)
  const [first, second] = [barAt(0), barAt(1)]
  const isRising = second.high + second.low >= first.high + first.low
  let state: SarState = isRising
    ? { isRising, sar: first.low, extreme: second.high, acceleration: step }
    : { isRising, sar: first.high, extreme: second.low, acceleration: step }
  let turns = 0
  expect(sar?.[1]).toBe(state.sar)
  for (let at = 2; at < count; at++) {
    const next = nextSar(state, barAt(at - 2), barAt(at - 1), barAt(at), step, most)
    if (next.isRising !== state.isRising) turns++
    state = next
    expect(Math.abs((sar?.[at] ?? NaN) - state.sar), `at ${at}`).toBeLessThanOrEqual(tolerance * 2500)
  }
  expect(turns).toBeGreaterThan(50)
})

test(`on-balance volume begins with each UTC day, volume has its average (seed ${seed})`, () => {
  const candles = randomCandles(seed, 5_000, { price: 2500, stepMs: minuteMs })
  const [obv] = linesOf('obv', [], candles)
  const [volume, average] = linesOf('volumeAverage', [20], candles)
  expect(obv?.[0]).toBe(0)
  expect(average?.[18]).toBeNaN()
  const dayOf = (at: number): number => Math.floor((candles.timesMs[at] ?? NaN) / 86_400_000)
  for (const at of [19, 500, 1_439, 1_440, 2_000, 4_999]) {
    let [sum, window] = [0, 0]
    for (let other = 1; other <= at; other++) {
      if (dayOf(other) !== dayOf(at)) continue
      const change = (candles.close[other] ?? NaN) - (candles.close[other - 1] ?? NaN)
      sum += Math.sign(change) * (candles.volume[other] ?? NaN)
    }
    for (let other = at - 19; other <= at; other++) window += candles.volume[other] ?? NaN
    expect(obv?.[at]).toBeCloseTo(sum, 3)
    expect(volume?.[at]).toBe(candles.volume[at])
    expect(average?.[at]).toBeCloseTo(window / 20, 6)
  }
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
