// Indicators that were gone on with are those worked out from scratch, and when they are settled.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Indicator } from '../../../src-preload/contract/markets/charts.ts'
import type { CandlePeriod } from '../../../src-preload/domain/markets/markets.ts'
import { CandleBuffer } from '../../../src-renderer/charts/model/candles/candle-buffer.ts'
import type { Level } from '../../../src-renderer/charts/model/candles/level.ts'
import { holesOf } from '../../../src-renderer/charts/model/candles/holes.ts'
import { Studies, warmUp, type Study } from '../../../src-renderer/charts/indicators/studies.ts'
import { randomCandles } from './indicators/random-candles.ts'
import { columnsOf, type Row } from './synthetic.ts'

const hourMs = 3_600_000
const all: readonly Indicator[] = [
  { kind: 'sma', length: 1 },
  { kind: 'sma', length: 7 },
  { kind: 'ema', length: 1 },
  { kind: 'ema', length: 9 },
  { kind: 'sma', length: 3, source: 'ohlc4' },
  { kind: 'rsi', length: 4, source: 'hl2' },
  { kind: 'bollinger', length: 5, deviations: 2.5 },
  { kind: 'vwap' },
  { kind: 'anchoredVwap', anchorMs: 30 * hourMs },
  { kind: 'anchoredVwap', anchorMs: 65.5 * hourMs },
  { kind: 'rsi', length: 1 },
  { kind: 'rsi', length: 6 },
  { kind: 'macd', fast: 3, slow: 8, signal: 4 },
  { kind: 'listed', id: 'wma', inputs: [6] },
  { kind: 'listed', id: 'hma', inputs: [9] },
  { kind: 'listed', id: 'donchian', inputs: [5] },
  { kind: 'listed', id: 'keltner', inputs: [6, 4, 1.5] },
  { kind: 'listed', id: 'keltner', inputs: [3, 9, 2] },
  { kind: 'listed', id: 'atr', inputs: [5] },
  { kind: 'listed', id: 'adx', inputs: [4] },
  { kind: 'listed', id: 'stochastic', inputs: [5, 3, 4] },
  { kind: 'listed', id: 'cci', inputs: [7] },
  { kind: 'listed', id: 'williams', inputs: [4] },
  { kind: 'listed', id: 'roc', inputs: [4] },
  { kind: 'listed', id: 'mfi', inputs: [6] },
  { kind: 'listed', id: 'supertrend', inputs: [4, 1.5] },
  { kind: 'listed', id: 'ichimoku', inputs: [3, 5, 7, 5] },
  { kind: 'listed', id: 'sar', inputs: [0.05, 0.2] },
  { kind: 'listed', id: 'stochasticRsi', inputs: [4, 5, 2, 3] },
  { kind: 'listed', id: 'obv', inputs: [] },
  { kind: 'listed', id: 'volumeAverage', inputs: [5] },
]

function levelOf(buffer: CandleBuffer, period: CandlePeriod = 60): Level {
  return { period, periodMs: period * 60_000, buffer, gaps: [], incomplete: [], minuteVwap: new Map() }
}

/** The values of all lines; two NaN are the same. */
const valuesOf = (studies: readonly Study[]): readonly (readonly number[])[] =>
  studies.flatMap(({ lines }) => lines.map(({ values }) => [...values]))

const rowAt = (hour: number, salt: number): Row => {
  const open = 100 + ((hour * 7919 + salt * 104_729) % 97) / 7
  const close = salt % 5 === 0 ? open : 100 + ((hour * 31 + salt * 7) % 89) / 7
  return [
    hour * hourMs,
    open,
    Math.max(open, close) + 0.1,
    Math.min(open, close) - 0.1,
    close,
    salt % 3 === 0 ? 0 : salt / 7,
  ]
}

const rowsFrom = (from: number, length: number, salt: number): Row[] =>
  Array.from({ length }, (_, at) => rowAt(from + at, salt + at))

type Edit =
  | { kind: 'put'; from: number; length: number; salt: number }
  | { kind: 'append' | 'last'; salt: number }
  | { kind: 'keep'; from: number; to: number }
  | { kind: 'clear' }

const salt = fc.integer({ min: 0, max: 999 })
const hour = fc.integer({ min: 0, max: 120 })
const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('append' as const), salt }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('last' as const), salt }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('put' as const),
      from: hour,
      length: fc.integer({ min: 0, max: 40 }),
      salt,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('keep' as const), from: hour, to: hour }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'clear' as const }) },
)

function apply(buffer: CandleBuffer, one: Edit): void {
  const lastHour = buffer.length === 0 ? 0 : buffer.lastMs / hourMs
  switch (one.kind) {
    case 'put':
      buffer.replace(
        one.from * hourMs,
        (one.from + one.length) * hourMs - 1,
        columnsOf(rowsFrom(one.from, one.length, one.salt)),
      )
      return
    case 'append':
    case 'last': {
      const at = one.kind === 'append' ? lastHour + 1 : lastHour
      buffer.replace(at * hourMs, (at + 1) * hourMs - 1, columnsOf([rowAt(at, one.salt)]))
      return
    }
    case 'keep':
      buffer.keep(Math.min(one.from, one.to) * hourMs, Math.max(one.from, one.to) * hourMs)
      return
    case 'clear':
      buffer.clear()
  }
}

describe('indicators of candles that change', () => {
  test('are exactly those worked out from scratch, after any edits', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({ edit, isLookedAt: fc.boolean(), count: fc.integer({ min: 0, max: all.length }) }),
          {
            maxLength: 40,
          },
        ),
        (steps) => {
          const buffer = new CandleBuffer()
          const kept = new Studies()
          for (const { edit: one, isLookedAt, count } of steps) {
            apply(buffer, one)
            if (!isLookedAt) continue
            // Indicators come and go between two looks.
            const chosen = count === 0 ? all : all.slice(0, count)
            const anew = new Studies().compute(levelOf(buffer), chosen)
            expect(valuesOf(kept.compute(levelOf(buffer), chosen))).toEqual(valuesOf(anew))
          }
          const anew = new Studies().compute(levelOf(buffer), all)
          expect(valuesOf(kept.compute(levelOf(buffer), all))).toEqual(valuesOf(anew))
          for (const values of valuesOf(anew)) expect(values).toHaveLength(buffer.length)
        },
      ),
      { numRuns: 150 },
    )
  })

  test('are not worked out again while nothing changes, and only at the end when the last candle does', () => {
    const buffer = new CandleBuffer()
    buffer.replace(0, 999 * hourMs, columnsOf(rowsFrom(0, 1000, 1)))
    const studies = new Studies()
    const level = levelOf(buffer)
    const first = studies.compute(level, all)
    expect(studies.compute(level, all)).toBe(first)
    // What is written over here is found again where nothing was worked out anew.
    const mark = (): void => first.forEach(({ lines }) => lines.forEach(({ values }) => (values[900] = 4711)))
    mark()
    buffer.replace(999 * hourMs, 999 * hourMs, columnsOf([rowAt(999, 77)]))
    const next = studies.compute(level, all)
    expect(next).not.toBe(first)
    buffer.replace(1000 * hourMs, 1000 * hourMs, columnsOf([rowAt(1000, 78)]))
    for (const { lines } of studies.compute(level, all)) {
      for (const { values } of lines) expect(values[900]).toBe(4711)
    }
  })

  test('of another indicator do not touch those that are there', () => {
    const buffer = new CandleBuffer()
    buffer.replace(0, 99 * hourMs, columnsOf(rowsFrom(0, 100, 1)))
    const studies = new Studies()
    const [one] = studies.compute(levelOf(buffer), [{ kind: 'sma', length: 5 }])
    const [, same] = studies.compute(levelOf(buffer), [{ kind: 'vwap' }, { kind: 'sma', length: 5 }])
    expect(same?.lines[0]?.values).toBe(one?.lines[0]?.values)
  })

  test('of no candles and of one are empty and unknown', () => {
    const buffer = new CandleBuffer()
    const studies = new Studies()
    for (const { lines } of studies.compute(levelOf(buffer), all)) {
      for (const { values } of lines) expect(values).toHaveLength(0)
    }
    buffer.replace(0, 2 * hourMs, columnsOf([rowAt(1, 1)]))
    const long = all.filter(
      (one) =>
        (!('length' in one) || one.length > 1) &&
        // A candle's volume and its close need no other.
        !(one.kind === 'listed' && ['volumeAverage', 'ichimoku'].includes(one.id)),
    )
    for (const { lines } of studies.compute(levelOf(buffer), long)) {
      for (const { values } of lines) expect([...values]).toEqual([NaN])
    }
  })
})

describe('the price that an indicator is computed from', () => {
  const rows = rowsFrom(0, 30, 3)
  const buffer = new CandleBuffer()
  buffer.replace(0, Infinity, columnsOf(rows))
  const lastOf = (indicator: Indicator): number =>
    new Studies().compute(levelOf(buffer), [indicator])[0]?.lines[0]?.values.at(-1) ?? NaN

  test.each([
    ['open', (_: number, open: number) => open],
    ['high', (_: number, _open: number, high: number) => high],
    ['low', (_: number, _open: number, _high: number, low: number) => low],
    ['close', (...row: Row) => row[4]],
    ['hl2', (...row: Row) => (row[2] + row[3]) / 2],
    ['hlc3', (...row: Row) => (row[2] + row[3] + row[4]) / 3],
    ['ohlc4', (...row: Row) => (row[1] + row[2] + row[3] + row[4]) / 4],
  ] as const)('%s is summed from the rows', (source, read: (...row: Row) => number) => {
    const sum = rows.slice(-5).reduce((all, row) => all + read(...row), 0)
    expect(lastOf({ kind: 'sma', length: 5, source })).toBeCloseTo(sum / 5, 9)
    const weighted = rows.slice(-3).reduce((all, row, at) => all + read(...row) * (at + 1), 0)
    expect(lastOf({ kind: 'listed', id: 'wma', inputs: [3], source })).toBeCloseTo(weighted / 6, 9)
  })

  test('is the close where none is chosen', () => {
    const closing = { kind: 'rsi', length: 14 } as const
    expect(lastOf(closing)).toBe(lastOf({ ...closing, source: 'close' }))
    expect(lastOf(closing)).not.toBe(lastOf({ ...closing, source: 'open' }))
  })
})

describe('behind a hole', () => {
  const gap = { fromMs: 50 * hourMs, toMs: 60 * hourMs - 1 }
  function buffered(rows: readonly Row[]): CandleBuffer {
    const buffer = new CandleBuffer()
    buffer.replace(0, Infinity, columnsOf(rows))
    return buffer
  }
  const before = rowsFrom(0, 50, 1)
  const after = rowsFrom(60, 60, 1)

  test('indicators begin anew, as if the candles behind it were the first', () => {
    const level = { ...levelOf(buffered([...before, ...after])), gaps: [gap] }
    const holed = valuesOf(new Studies().compute(level, all))
    const alone = valuesOf(new Studies().compute(levelOf(buffered(after)), all))
    const first = valuesOf(new Studies().compute(levelOf(buffered(before)), all))
    holed.forEach((values, line) => {
      expect(values.slice(0, 50)).toEqual(first[line])
      expect(values.slice(50)).toEqual(alone[line])
    })
  })

  test('that is filled, indicators are those of all candles again', () => {
    const buffer = buffered([...before, ...after])
    const studies = new Studies()
    studies.compute({ ...levelOf(buffer), gaps: [gap] }, all)
    buffer.replace(gap.fromMs, gap.toMs, columnsOf(rowsFrom(50, 10, 1)))
    const whole = new Studies().compute(levelOf(buffer), all)
    expect(valuesOf(studies.compute(levelOf(buffer), all))).toEqual(valuesOf(whole))
  })

  test('a time without trades is none, and neither is what main has not called known just before the newest candle', () => {
    const buffer = buffered([...before, ...after])
    const [first] = new Studies().compute(levelOf(buffer), [{ kind: 'sma', length: 2 }])
    expect(first?.lines[0]?.values[50]).not.toBeNaN()
    const thin = [rowAt(0, 1), rowAt(1, 2)].map(([timeMs, ...rest], at): Row => [
      timeMs + at * 60_000,
      ...rest,
    ])
    const level = levelOf(buffered(thin))
    const lastMs = level.buffer.lastMs
    const tail = { ...level, gaps: [{ fromMs: hourMs, toMs: lastMs + hourMs }], incomplete: [lastMs] }
    expect(holesOf(tail)).toEqual([])
    expect(holesOf({ ...tail, incomplete: [] })).toHaveLength(1)
  })

  test('a candle that was last told before it had ended goes into no later value', () => {
    const rows = rowsFrom(0, 6, 1)
    const level = { ...levelOf(buffered(rows)), incomplete: [2 * hourMs] }
    const [sma] = new Studies().compute(level, [{ kind: 'sma', length: 2 }])
    const values = [...(sma?.lines[0]?.values ?? [])]
    expect(values.map(Number.isNaN)).toEqual([true, false, false, true, false, false])
  })
})

describe('candles before the view', () => {
  const settled: readonly (readonly [Indicator, CandlePeriod])[] = [
    [{ kind: 'sma', length: 50 }, 60],
    [{ kind: 'listed', id: 'hma', inputs: [50] }, 60],
    [{ kind: 'listed', id: 'keltner', inputs: [20, 10, 2] }, 60],
    [{ kind: 'listed', id: 'keltner', inputs: [5, 50, 2] }, 60],
    [{ kind: 'listed', id: 'atr', inputs: [14] }, 60],
    [{ kind: 'listed', id: 'adx', inputs: [14] }, 60],
    [{ kind: 'listed', id: 'stochastic', inputs: [14, 3, 3] }, 60],
    [{ kind: 'listed', id: 'cci', inputs: [20] }, 60],
    [{ kind: 'listed', id: 'roc', inputs: [9] }, 60],
    [{ kind: 'listed', id: 'mfi', inputs: [14] }, 60],
    [{ kind: 'listed', id: 'supertrend', inputs: [10, 3] }, 60],
    [{ kind: 'listed', id: 'supertrend', inputs: [50, 5] }, 60],
    [{ kind: 'listed', id: 'ichimoku', inputs: [9, 26, 52, 26] }, 60],
    [{ kind: 'listed', id: 'sar', inputs: [0.02, 0.2] }, 60],
    [{ kind: 'listed', id: 'sar', inputs: [0.005, 0.05] }, 60],
    [{ kind: 'listed', id: 'stochasticRsi', inputs: [14, 14, 3, 3] }, 60],
    [{ kind: 'listed', id: 'obv', inputs: [] }, 15],
    [{ kind: 'listed', id: 'obv', inputs: [] }, 1440],
    [{ kind: 'listed', id: 'volumeAverage', inputs: [20] }, 60],
    [{ kind: 'bollinger', length: 20, deviations: 2 }, 60],
    [{ kind: 'ema', length: 1 }, 60],
    [{ kind: 'ema', length: 26 }, 60],
    [{ kind: 'ema', length: 500 }, 60],
    [{ kind: 'vwap' }, 1],
    [{ kind: 'vwap' }, 240],
    [{ kind: 'rsi', length: 14 }, 60],
    [{ kind: 'rsi', length: 200 }, 60],
    [{ kind: 'macd', fast: 12, slow: 26, signal: 9 }, 60],
    [{ kind: 'macd', fast: 50, slow: 200, signal: 90 }, 60],
  ]

  test.each(settled)('%j at %i minutes: what comes before them cannot be seen', (indicator, period) => {
    const count = 12_000
    const stepMs = period * 60_000
    const candles = randomCandles(7, count, { price: 2500, stepMs })
    const need = warmUp([indicator], period)
    const long = new CandleBuffer()
    long.replace(0, Infinity, candles)
    const whole = new Studies().compute(levelOf(long, period), [indicator])
    const viewFrom = count - 500
    const cut = new CandleBuffer()
    cut.replace(candles.timesMs[viewFrom - need] ?? NaN, Infinity, candles)
    const begun = new Studies().compute(levelOf(cut, period), [indicator])
    whole.forEach(({ lines, pane }, study) => {
      lines.forEach(({ values }, line) => {
        for (let at = viewFrom; at < count; at++) {
          const wanted = values[at] ?? NaN
          const given = begun[study]?.lines[line]?.values[at - viewFrom + need] ?? NaN
          if (Object.is(given, wanted)) continue
          // What crosses zero is measured against a thousandth of the price.
          const size =
            pane === 'macd' ? Math.max(Math.abs(wanted), (candles.close[at] ?? NaN) / 1000) : wanted
          expect(Math.abs(given - wanted) / size, `at ${at}`).toBeLessThanOrEqual(1e-9)
        }
      })
    })
  })

  test('are as many as the most that an indicator needs, and none for none', () => {
    expect(warmUp([], 1)).toBe(0)
    expect(
      warmUp(
        [
          { kind: 'sma', length: 20 },
          { kind: 'sma', length: 50 },
        ],
        1,
      ),
    ).toBe(49)
    expect(warmUp([{ kind: 'vwap' }], 60)).toBe(24)
    expect(warmUp([{ kind: 'vwap' }], 10080)).toBe(0)
  })
})
