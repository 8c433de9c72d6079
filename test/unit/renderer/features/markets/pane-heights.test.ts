import { expect, it } from 'vitest'
import { carryHeights } from '../../../../../src-renderer/features/markets/chart/pane-heights.ts'

const sma = { kind: 'sma', length: 20 } as const
const rsi = { kind: 'rsi', length: 14 } as const
const macd = { kind: 'macd', fast: 12, slow: 26, signal: 9 } as const

it.each([
  ['is removed before it', [sma, rsi, macd], [rsi, macd], [null, 100, 60], [100, 60]],
  ['is added', [rsi], [rsi, macd], [100], [100, null]],
  ['goes elsewhere', [rsi, macd], [macd, rsi], [100, 60], [60, 100]],
  ['has other settings', [rsi, macd], [{ kind: 'rsi', length: 21 }, macd], [100, 60], [100, 60]],
  ['is removed with its height', [sma, rsi], [sma], [null, 100], []],
  ['gives way to another', [rsi, macd], [macd, sma], [100, 60], [60, null]],
  ['is there twice', [rsi, rsi], [rsi, rsi, macd], [100, 60], [100, 60, null]],
] as const)(
  'a pane’s height stays with its indicator where one %s',
  (_what, before, after, heights, kept) => {
    expect(carryHeights(before, after, heights)).toEqual(kept)
  },
)
