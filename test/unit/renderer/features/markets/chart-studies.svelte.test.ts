// What the legend and the menu do with a chart's indicators.
import { expect, it } from 'vitest'
import type { Indicator } from '../../../../../src-preload/contract/markets/charts.ts'
import type { DrawingStep } from '../../../../../src-renderer/charts/drawings/history.ts'
import { nameStudy } from '../../../../../src-renderer/charts/indicators/study-text.ts'
import { ChartStudies } from '../../../../../src-renderer/features/markets/chart/indicators/chart-studies.svelte.ts'

function studiesOf(first: readonly Indicator[], lastStep: () => DrawingStep | null = () => null) {
  let kept = first
  const studies = new ChartStudies(
    () => kept,
    (next) => (kept = next),
    lastStep,
  )
  return { studies, names: () => kept.map(nameStudy), kept: () => kept }
}

const sma: Indicator = { kind: 'sma', length: 5 }
const ema: Indicator = { kind: 'ema', length: 9 }
const rsi: Indicator = { kind: 'rsi', length: 14 }
const atr: Indicator = { kind: 'listed', id: 'atr', inputs: [14] }

it('hides and shows without touching anything else', () => {
  const { studies, kept } = studiesOf([sma, rsi])
  studies.act('toggle', 1)
  expect(kept()).toEqual([sma, { ...rsi, isHidden: true }])
  studies.act('toggle', 1)
  expect(kept()).toEqual([sma, rsi])
  expect('isHidden' in (kept()[1] ?? {})).toBe(false)
})

it('opens settings and removes', () => {
  const { studies, names } = studiesOf([sma, rsi])
  studies.act('settings', 1)
  expect(studies.edited).toEqual({ index: 1, isByLegend: true })
  studies.act('remove', 0)
  expect(names()).toEqual(['RSI 14'])
})

it('brings a removed one back to its place, once, and only before later changes of drawings are undone', () => {
  const drawn: DrawingStep[] = []
  const { studies, names } = studiesOf([sma, rsi, atr], () => drawn.at(-1) ?? null)
  expect(studies.undoRemoval()).toBeNull()
  studies.remove(1)
  drawn.push([{ id: 'a', before: null, after: null }])
  expect([studies.undoRemoval(), names()]).toEqual([null, ['SMA 5', 'ATR 14']])
  drawn.pop()
  expect([studies.undoRemoval(), names()]).toEqual([rsi, ['SMA 5', 'RSI 14', 'ATR 14']])
  expect(studies.undoRemoval()).toBeNull()
})

it('does not bring back one that was added again', () => {
  const { studies, names } = studiesOf([sma, rsi])
  studies.remove(1)
  studies.set(0, rsi)
  expect([studies.undoRemoval(), names()]).toEqual([null, ['RSI 14']])
})

it('moves a pane past the next pane, over lines that lie between them', () => {
  const { studies, names } = studiesOf([rsi, sma, atr, ema])
  expect([studies.neighborOf(0, -1), studies.neighborOf(0, 1)]).toEqual([null, 2])
  studies.move(0, 1)
  expect(names()).toEqual(['ATR 14', 'SMA 5', 'RSI 14', 'EMA 9'])
  studies.move(2, 1)
  expect(names()).toEqual(['ATR 14', 'SMA 5', 'RSI 14', 'EMA 9'])
})

it('does nothing with an indicator that is gone', () => {
  const { studies, names } = studiesOf([sma])
  studies.act('toggle', 3)
  studies.set(3, ema)
  studies.move(3, 1)
  expect(names()).toEqual(['SMA 5'])
})
