// The anchored VWAP is Σ price × volume ÷ Σ volume of the raw rows since the candle of the anchor.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Indicator } from '../../../../src-preload/contract/markets/charts.ts'
import { Studies } from '../../../../src-renderer/charts/indicators/studies.ts'
import { nameStudy, readActive } from '../../../../src-renderer/charts/indicators/study-text.ts'
import { levelOf } from '../frames.ts'
import { rowAt, type Row } from '../synthetic.ts'

const startMs = Date.UTC(2026, 10, 20)
const minute = (at: number): number => startMs + at * 60_000
const rows: readonly Row[] = Array.from({ length: 300 }, (_, at) => rowAt(minute(at)))
const anchored = (anchorMs: number): Indicator => ({ kind: 'anchoredVwap', anchorMs })
const studyOf = (given: readonly Row[], anchorMs: number, knownFromMs = Infinity) => {
  const [study] = new Studies().compute(levelOf(given, 1), [anchored(anchorMs)], knownFromMs)
  if (study === undefined) throw new Error('no study')
  return study
}
const valuesOf = (given: readonly Row[], anchorMs: number) => [
  ...(studyOf(given, anchorMs).lines[0]?.values ?? []),
]

/** From the raw rows, summed anew for each candle. */
function wanted(given: readonly Row[], anchorMs: number, at: number): number {
  const counted = given.slice(0, at + 1).filter(([timeMs]) => timeMs + 60_000 > anchorMs)
  const worth = counted.reduce(
    (sum, [, , high, low, close, volume]) => sum + ((high + low + close) / 3) * volume,
    0,
  )
  return worth / counted.reduce((sum, row) => sum + row[5], 0)
}

describe('the anchored VWAP', () => {
  it('is the sum of all rows since the anchor, from its candle on, wherever in the candle it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 299 }), fc.integer({ min: 0, max: 59_999 }), (first, offset) => {
        const anchorMs = minute(first) + offset
        valuesOf(rows, anchorMs).forEach((value, at) => {
          const sum = at < first ? NaN : wanted(rows, anchorMs, at)
          // Nothing was traded yet.
          if (Number.isNaN(sum)) expect(value, `at ${at}`).toBeNaN()
          else expect(value, `at ${at}`).toBeCloseTo(sum, 8)
        })
      }),
      { numRuns: 60 },
    )
  })

  it('begins with the next candle where there were no trades at the anchor, and stays where nothing is traded', () => {
    const sparse = rows
      .slice(0, 20)
      .filter((_, at) => at < 5 || at > 9)
      .map((row): Row => [row[0], row[1], row[2], row[3], row[4], row[0] === minute(12) ? 0 : 7])
    const values = valuesOf(sparse, minute(7))
    expect(values[4]).toBeNaN()
    expect(values[5]).toBeCloseTo(
      ((sparse[5]?.[2] ?? 0) + (sparse[5]?.[3] ?? 0) + (sparse[5]?.[4] ?? 0)) / 3,
      9,
    )
    const quiet = sparse.findIndex(([timeMs]) => timeMs === minute(12))
    expect(values[quiet]).toBe(values[quiet - 1])
  })

  it('has no values, and says so, where the candles begin after the anchor', () => {
    const late = rows.slice(100)
    const study = studyOf(late, minute(50))
    expect(study.isTooLong).toBe(true)
    expect(study.lines[0]?.values.every(Number.isNaN)).toBe(true)
    expect(readActive(study, 10, 2)).toEqual([{ lineName: 'anchor too far back', text: '–' }])
    expect(studyOf(late, minute(100)).isTooLong).toBe(false)
  })

  it('begins with the first candle there is where its anchor lies before, once none can be missing', () => {
    const late = rows.slice(100)
    const level = levelOf(late, 1)
    const studies = new Studies()
    const chosen = [anchored(minute(50))]
    expect(studies.compute(level, chosen, minute(60))[0]?.isTooLong).toBe(true)
    // No candle changed meanwhile.
    const [study] = studies.compute(level, chosen, -Infinity)
    expect(study?.isTooLong).toBe(false)
    expect(study?.lines[0]?.values[120]).toBeCloseTo(wanted(late, minute(50), 120), 8)
    // Without trades between the anchor and the first candle it is the same.
    expect(studyOf(late, minute(50), minute(49)).isTooLong).toBe(false)
  })

  it('is named by its anchor in the zone of the charts', () => {
    expect(nameStudy(anchored(Date.UTC(2026, 10, 20, 9, 5, 30)))).toBe('AVWAP 20 Nov 2026 09:05')
  })
})
