// What a new minute costs the indicators of a chart that holds as many candles as one answer has, beside all of them computed
// anew.
import type { Indicator } from '../../../src-preload/contract/markets/charts.ts'
import { listedIndicators, type ListedId } from '../../../src-preload/domain/markets/indicators.ts'
import { Studies } from '../../../src-renderer/charts/indicators/studies.ts'
import { CandleBuffer } from '../../../src-renderer/charts/model/candles/candle-buffer.ts'
import type { Level } from '../../../src-renderer/charts/model/candles/level.ts'
import { maxCandles } from '../../../src-renderer/charts/model/candles/missing-range.ts'
import { columnsOf, rowAt } from '../../unit/charts/synthetic.ts'

const minuteMs = 60_000
const beginMs = Date.UTC(2026, 0, 1)
const listed = (id: ListedId): Indicator => ({
  kind: 'listed',
  id,
  inputs: listedIndicators[id].inputs.map(({ value }) => value),
})

/** Ten of which most have several lines. */
const tenIndicators: readonly Indicator[] = [
  { kind: 'ema', length: 20 },
  { kind: 'sma', length: 200 },
  { kind: 'bollinger', length: 20, deviations: 2 },
  { kind: 'vwap' },
  { kind: 'rsi', length: 14 },
  { kind: 'macd', fast: 12, slow: 26, signal: 9 },
  listed('ichimoku'),
  listed('supertrend'),
  listed('adx'),
  listed('stochasticRsi'),
]

/** Times in milliseconds, one for each minute. */
export interface MinuteTimes {
  readonly oursMs: number[]
  /** What all threads computed meanwhile. */
  readonly cpuMs: number[]
  /** All indicators anew. */
  readonly referenceMs: number[]
}

/** Adds `count` minutes, one by one, each to the chart and then to one that computes all anew. */
export function timeMinutes(count: number): MinuteTimes {
  const buffer = new CandleBuffer()
  const rows = Array.from({ length: maxCandles - count }, (_, at) => rowAt(beginMs + at * minuteMs))
  buffer.replace(-Infinity, Infinity, columnsOf(rows))
  const level: Level = {
    ...{ period: 1, periodMs: minuteMs, buffer },
    ...{ gaps: [], incomplete: [], minuteVwap: new Map() },
  }
  const studies = new Studies()
  studies.compute(level, tenIndicators)
  const times: MinuteTimes = { oursMs: [], cpuMs: [], referenceMs: [] }
  for (let at = 0; at < count; at += 1) {
    const timeMs = buffer.lastMs + minuteMs
    const usedBefore = process.cpuUsage()
    const begunMs = performance.now()
    buffer.replace(timeMs, timeMs, columnsOf([rowAt(timeMs)]))
    studies.compute(level, tenIndicators)
    const doneMs = performance.now()
    const used = process.cpuUsage(usedBefore)
    new Studies().compute(level, tenIndicators)
    times.referenceMs.push(performance.now() - doneMs)
    times.oursMs.push(doneMs - begunMs)
    times.cpuMs.push((used.user + used.system) / 1000)
  }
  return times
}
