// Hidden indicators: in the legend, and nowhere else.
import { expect, it } from 'vitest'
import type { Indicator } from '../../../src-preload/contract/markets/charts.ts'
import { crosshairOf } from '../../../src-renderer/charts/input/crosshair.ts'
import { Studies, warmUp } from '../../../src-renderer/charts/indicators/studies.ts'
import type { Frame } from '../../../src-renderer/charts/model/frame.ts'
import { readLegend } from '../../../src-renderer/charts/model/reading.ts'
import { tableRows } from '../../../src-renderer/charts/model/table-rows.ts'
import { frameOf, levelOf, paint } from './frames.ts'
import { rowAt } from './synthetic.ts'

const startMs = Date.UTC(2026, 10, 20)
const rows = Array.from({ length: 120 }, (_, minute) => rowAt(startMs + minute * 60_000))
const hide = (indicator: Indicator): Indicator => ({ ...indicator, isHidden: true })
const bands: Indicator = { kind: 'bollinger', length: 5, deviations: 2 }
const rsi: Indicator = { kind: 'rsi', length: 14 }
const macd: Indicator = { kind: 'macd', fast: 3, slow: 6, signal: 3 }

it('a hidden indicator is named in the legend without values, and is not painted, read or tabled', () => {
  const frame = frameOf({ rows, height: 700, indicators: [hide(bands), rsi] })
  expect(readLegend(frame, frame.endIndex - 1, null)).toMatchObject({
    studies: [],
    rows: [
      { index: 0, name: 'BB 5 2', isHidden: true, lines: [], paneTop: null },
      { index: 1, name: 'RSI 14', isHidden: false, lines: [{ lineName: '' }] },
    ],
  })
  const pixels = paint(frame)
  expect([pixels.count('line1'), pixels.count('fill1')]).toEqual([0, 0])
  // Colors stay with their indicators.
  expect(pixels.count('line2')).toBeGreaterThan(50)
  expect(tableRows(frame).studyNames).toEqual(['RSI 14'])
  expect(frame.priceRange).toEqual(frameOf({ rows, height: 700, indicators: [rsi] }).priceRange)
})

it('the pane of a hidden indicator keeps its place, empty and without ticks', () => {
  const panes = (indicators: readonly Indicator[]) => frameOf({ rows, height: 700, indicators }).panes
  const [shown, hidden] = [panes([rsi, macd]), panes([hide(rsi), hide(macd)])]
  expect(hidden.map(({ pane }) => pane)).toEqual(shown.map(({ pane }) => pane))
  expect(hidden.map(({ ticks }) => ticks)).toEqual([[], [], []])
  const pixels = paint(frameOf({ rows, height: 700, indicators: [hide(rsi), hide(macd)] }))
  const top = hidden[1]?.pane.innerTop ?? 0
  expect(pixels.count('line1', 0, 700, top) + pixels.count('line2', 0, 700, top)).toBe(0)
})

it('the crosshair has no value in the pane of a hidden indicator', () => {
  const shown = frameOf({ rows, height: 700, indicators: [rsi] })
  const pane = shown.panes.find(({ kind }) => kind === 'rsi')?.pane
  const y = ((pane?.innerTop ?? NaN) + (pane?.innerBottom ?? NaN)) / 2
  const crosshair = crosshairOf(shown, { pointer: { x: 300, y }, cursorMs: null, linkedMs: null })
  const textsOf = (frame: Frame) => paint(frame, { crosshair }).texts.map(({ text }) => text)
  expect(textsOf(shown)).toContain('50.00')
  const hidden = textsOf(frameOf({ rows, height: 700, indicators: [hide(rsi)] }))
  expect(hidden.filter((text) => /^0\.\d+$|^50/.test(text))).toEqual([])
})

it('an indicator that is shown again has the values that it had', () => {
  const level = levelOf(rows, 1)
  const studies = new Studies()
  const [first] = studies.compute(level, [bands])
  studies.compute(level, [hide(bands)])
  const [again] = studies.compute(level, [bands])
  expect(again?.lines).toEqual(first?.lines)
})

it('needs no candles before the view', () => {
  expect(warmUp([hide({ kind: 'sma', length: 200 }), { kind: 'sma', length: 20 }], 60)).toBe(19)
})

it('fills the cloud of Ichimoku wherever both spans are known, also where the second begins first', () => {
  // Span B of fewer candles than the base line: the first span is the later one.
  const indicators: Indicator[] = [{ kind: 'listed', id: 'ichimoku', inputs: [5, 40, 10, 1] }]
  const frame = frameOf({ rows, indicators, hasVolume: false, spacing: 6, toMs: startMs + 120 * 60_000 })
  const [study] = frame.studies
  const known = [...(study?.lines[2]?.values ?? [])].findIndex((value) => !Number.isNaN(value))
  expect(known).toBe(39)
  const pixels = paint(frame)
  const xOf = (index: number): number =>
    Math.round(frame.x.offset + (frame.level.buffer.timeAt(index) + 30_000) * frame.x.factor)
  expect(pixels.count('fill1', 0, xOf(known))).toBe(0)
  expect(pixels.count('fill1', xOf(known), xOf(119))).toBeGreaterThan(100)
})
