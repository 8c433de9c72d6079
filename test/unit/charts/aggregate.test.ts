import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CandleSource } from '../../../src-renderer/charts/candle-source.ts'
import type { Candle, CandleBuffer } from '../../../src-renderer/charts/candle-buffer.ts'
import { columnsOf, rowAt, type Row } from './synthetic.ts'

const minuteMs = 60_000
const weekMs = 10_080 * minuteMs

function candlesOf(buffer: CandleBuffer): Candle[] {
  return Array.from({ length: buffer.length }, (_, index) => buffer.candleAt(index)).filter((c) => c !== null)
}

/** Coarse candles the slow way: everything of a bucket, looked at anew. */
function naive(rows: readonly Row[], bucketMs: number, anchorMs: number): Candle[] {
  const starts = [...new Set(rows.map((row) => Math.floor((row[0] - anchorMs) / bucketMs)))].sort(
    (a, b) => a - b,
  )
  return starts.map((start) => {
    const own = rows.filter((row) => Math.floor((row[0] - anchorMs) / bucketMs) === start)
    return {
      timeMs: start * bucketMs + anchorMs,
      open: own[0]?.[1] ?? NaN,
      high: Math.max(...own.map((row) => row[2])),
      low: Math.min(...own.map((row) => row[3])),
      close: own.at(-1)?.[4] ?? NaN,
      volume: own.reduce((sum, row) => sum + row[5], 0),
    }
  })
}

describe('coarser candles', () => {
  it('equal the candles that they join, whatever was merged in whatever order', () => {
    const merge = fc.record({
      from: fc.integer({ min: 0, max: 300 }),
      length: fc.integer({ min: 1, max: 60 }),
      step: fc.integer({ min: 1, max: 5 }),
      salt: fc.integer({ min: 0, max: 99 }),
    })
    fc.assert(
      fc.property(
        fc.array(merge, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 7 }),
        (merges, deepest) => {
          const source = new CandleSource(1)
          const model = new Map<number, Row>()
          merges.forEach(({ from, length, step, salt }, at) => {
            const rows = Array.from({ length }, (_, n) => rowAt((from + n * step) * minuteMs, salt))
            for (const row of rows) model.set(row[0], row)
            source.merge(columnsOf(rows))
            // Built early, so that later merges have levels to bring up to date.
            if (at === 0) source.level(deepest)
          })
          const rows = [...model.values()].sort((a, b) => a[0] - b[0])
          for (let exponent = 1; exponent <= deepest; exponent++) {
            expect(candlesOf(source.level(exponent))).toEqual(naive(rows, minuteMs * 2 ** exponent, 0))
          }
        },
      ),
    )
  })

  it('keep weeks that begin on Monday together', () => {
    const mondayMs = Date.UTC(2026, 10, 16)
    const rows = Array.from({ length: 40 }, (_, n) => rowAt(mondayMs - (39 - n) * weekMs))
    const source = new CandleSource(10_080)
    source.merge(columnsOf(rows))
    expect(candlesOf(source.level(2))).toEqual(naive(rows, weekMs * 4, mondayMs % weekMs))
    expect(Number.isInteger(source.slotOf(mondayMs))).toBe(true)
    expect(source.timeOf(source.slotOf(mondayMs))).toBe(mondayMs)
  })

  it('touch one coarse candle per level for a live update', () => {
    const source = new CandleSource(1)
    const count = 5000
    source.merge(columnsOf(Array.from({ length: count }, (_, n) => rowAt(n * minuteMs))))
    const levels = [1, 5, 9].map((exponent) => source.level(exponent))
    const before = levels.map((level) => ({ columns: level.columns, head: candlesOf(level).slice(0, -1) }))
    const [, open, , , , volume] = rowAt((count - 1) * minuteMs)
    source.merge(columnsOf([[(count - 1) * minuteMs, open, 9999, 1, 1234, volume]]))
    levels.forEach((level, at) => {
      expect(level.columns).toBe(before[at]?.columns)
      expect(candlesOf(level).slice(0, -1)).toEqual(before[at]?.head)
      expect(level.candleAt(level.length - 1)).toMatchObject({ high: 9999, low: 1, close: 1234 })
    })
  })
})

describe('candle source', () => {
  it('keeps every slot where it is when older candles come in', () => {
    const source = new CandleSource(5)
    const atMs = Date.UTC(2026, 10, 20, 12)
    source.merge(columnsOf([rowAt(atMs)]))
    const slot = source.slotOf(atMs)
    source.merge(columnsOf([rowAt(atMs - 500 * 300_000)]))
    expect(source.slotOf(atMs)).toBe(slot)
    expect(source.slotOf(atMs - 500 * 300_000)).toBe(slot - 500)
  })

  it('tells of changes until the listener leaves, and forgets all on reset', () => {
    const source = new CandleSource(1)
    const heard: string[] = []
    const leave = source.subscribe((change) => heard.push(change))
    source.merge(columnsOf([rowAt(minuteMs)]))
    source.merge(columnsOf([]))
    source.setReachesStart(true)
    source.setReachesStart(true)
    source.reset(60)
    expect(heard).toEqual(['merged', 'history', 'reset'])
    expect([source.period, source.last(), source.reachesStart]).toEqual([60, null, false])
    expect(source.level(3).length).toBe(0)
    leave()
    source.merge(columnsOf([rowAt(minuteMs)]))
    expect(heard).toHaveLength(3)
  })
})
