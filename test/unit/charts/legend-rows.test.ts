// Heads of legends: what the page makes of them is kept while nothing but values change.
import { expect, it } from 'vitest'
import {
  areSameHeads,
  keepRoom,
  legendHeads,
  type LegendRow,
} from '../../../src-renderer/charts/model/legend-rows.ts'

const line = (text: string) => [{ lineName: '', text }]
const rows: readonly LegendRow[] = [
  { index: 0, name: 'RSI 14', color: 'line1', isHidden: false, lines: line('51.2'), paneTop: 300 },
  { index: 1, name: 'EMA 20', color: 'line2', isHidden: false, lines: line('1,200.00'), paneTop: null },
  { index: 2, name: 'BB 20 2', color: 'line3', isHidden: false, lines: line('1,210.00'), paneTop: null },
]

it('come in the order of the screen, by the indicators’ index', () => {
  expect(legendHeads(rows).map(({ name, order }) => [name, order])).toEqual([
    ['RSI 14', 2],
    ['EMA 20', 0],
    ['BB 20 2', 1],
  ])
})

it('stay the same with other values, and are others with anything else', () => {
  const heads = legendHeads(rows)
  const changed = (at: number, change: Partial<LegendRow>) =>
    legendHeads(rows.map((row, index) => (index === at ? { ...row, ...change } : row)))
  expect(areSameHeads(heads, changed(1, { lines: line('1,199.00') }))).toBe(true)
  for (const change of [
    { name: 'EMA 21' },
    { color: 'amber' },
    { isHidden: true },
    { paneTop: 12 },
    { lines: [] },
    { lines: [{ lineName: 'POC', text: '1,200.00' }] },
  ] as const)
    expect(areSameHeads(heads, changed(1, change)), JSON.stringify(change)).toBe(false)
  expect(areSameHeads(heads, heads.slice(1))).toBe(false)
})

it('leave each value the room of the longest so far, so that no legend behind it moves', () => {
  const [row] = rows
  const withText = (...texts: readonly string[]): LegendRow[] =>
    row === undefined ? [] : [{ ...row, lines: texts.map((text) => ({ lineName: '', text })) }]
  const first = keepRoom(withText('1,210.00', '–'), [])
  expect(first).toEqual([[7, 1]])
  const second = keepRoom(withText('−999.00', '12.50'), first)
  expect(second).toEqual([[7, 4.5]])
  expect(keepRoom(withText(), second)).toEqual(second)
})
