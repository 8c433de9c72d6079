// How indicators are named and read.
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Study } from '../../../src-renderer/charts/indicators/studies.ts'
import { describeVwap, nameStudy, readStudies } from '../../../src-renderer/charts/indicators/study-text.ts'
import { setFigureLocale } from '../../../src-renderer/text/format/current-locale.svelte.ts'

beforeEach(() => setFigureLocale('en-GB'))
afterEach(() => setFigureLocale(undefined))

test('every indicator is named by its letters and numbers', () => {
  expect(nameStudy({ kind: 'sma', length: 20 })).toBe('SMA 20')
  expect(nameStudy({ kind: 'ema', length: 12 })).toBe('EMA 12')
  expect(nameStudy({ kind: 'bollinger', length: 20, deviations: 2 })).toBe('BB 20 2')
  expect(nameStudy({ kind: 'bollinger', length: 20, deviations: 2.5 })).toBe('BB 20 2.5')
  expect(nameStudy({ kind: 'vwap' })).toBe('VWAP')
  expect(nameStudy({ kind: 'sma', length: 20, source: 'close' })).toBe('SMA 20')
  expect(nameStudy({ kind: 'listed', id: 'wma', inputs: [9], source: 'hl2' })).toBe('WMA 9 hl2')
  expect(nameStudy({ kind: 'rsi', length: 14 })).toBe('RSI 14')
  expect(nameStudy({ kind: 'macd', fast: 12, slow: 26, signal: 9 })).toBe('MACD 12 26 9')
})

const plain = { sourceMinutes: null, isTooLong: false }
const studies: readonly Study[] = [
  {
    indicator: { kind: 'sma', length: 2 },
    pane: 'price',
    lines: [{ role: 'average', values: Float64Array.of(NaN, 1234.5), shift: 0 }],
    ...plain,
  },
  {
    indicator: { kind: 'rsi', length: 14 },
    pane: 'rsi',
    lines: [{ role: 'rsi', values: Float64Array.of(NaN, 54.321), shift: 0 }],
    ...plain,
  },
  {
    indicator: { kind: 'macd', fast: 12, slow: 26, signal: 9 },
    pane: 'macd',
    lines: [
      { role: 'macd', values: Float64Array.of(NaN, -1.25), shift: 0 },
      { role: 'signal', values: Float64Array.of(NaN, 0.5), shift: 0 },
      { role: 'histogram', values: Float64Array.of(NaN, -1.75), shift: 0 },
    ],
    ...plain,
  },
]

test('readings have the decimals of the market, an index two, a difference two more', () => {
  expect(readStudies(studies, 1, 2)).toEqual([
    { name: 'SMA 2', lineName: '', text: '1,234.50', colorIndex: 0 },
    { name: 'RSI 14', lineName: '', text: '54.32', colorIndex: 1 },
    { name: 'MACD 12 26 9', lineName: '', text: '\u22121.2500', colorIndex: 2 },
    { name: 'MACD 12 26 9', lineName: 'signal', text: '0.5000', colorIndex: 2 },
    { name: 'MACD 12 26 9', lineName: 'histogram', text: '\u22121.7500', colorIndex: 2 },
  ])
})

test('readings are written as the locale has them', () => {
  setFigureLocale('de-DE')
  expect(readStudies(studies, 1, 4)[0]?.text).toBe('1.234,5000')
})

test.each([0, -1, 2])('what is not known at candle %i is a dash', (index) => {
  expect(readStudies(studies, index, 2).map(({ text }) => text)).toEqual(['–', '–', '–', '–', '–'])
})

test('a VWAP says of which candles it is made, and why it has no value from one day on', () => {
  const vwap: Study = {
    indicator: { kind: 'vwap' },
    pane: 'price',
    lines: [{ role: 'average', values: Float64Array.of(NaN, 10, 11), shift: 0 }],
    sourceMinutes: Float64Array.of(NaN, 1, 5),
    isTooLong: false,
  }
  const read = (index: number, study = vwap): string => {
    const [reading] = readStudies([study], index, 2)
    return `${reading?.lineName} ${reading?.text}`
  }
  expect([0, 1, 2].map((index) => read(index))).toEqual([' –', 'from 1m 10.00', 'from 5m 11.00'])
  const long: Study = { ...vwap, lines: [], sourceMinutes: null, isTooLong: true }
  expect(read(0, { ...long, lines: [{ role: 'average', values: Float64Array.of(NaN), shift: 0 }] })).toBe(
    'below 1d only –',
  )
  expect(describeVwap(studies, [0, 1])).toBe('')
  expect(describeVwap([vwap], [0])).toBe('')
  expect(describeVwap([vwap], [0, 1])).toBe('VWAP from 1m candles.')
  expect(describeVwap([vwap], [1, 2])).toBe(
    'VWAP from 1m candles where the day is complete, otherwise from 5m candles.',
  )
  expect(describeVwap([long], [1])).toBe('VWAP needs an interval below 1d.')
})

test('of Supertrend only the line in use is read, and a dash before it has one', () => {
  const lines = [
    { role: 'plus' as const, values: Float64Array.of(NaN, 10, NaN), shift: 0 },
    { role: 'minus' as const, values: Float64Array.of(NaN, NaN, 12), shift: 0 },
  ]
  const indicator = { kind: 'listed' as const, id: 'supertrend' as const, inputs: [10, 3] }
  const supertrend: Study = { indicator, pane: 'price', lines, ...plain }
  const read = (index: number) =>
    readStudies([supertrend], index, 2).map(({ lineName, text }) => `${lineName} ${text}`)
  expect([0, 1, 2].map(read)).toEqual([[' –'], ['up 10.00'], ['down 12.00']])
})
