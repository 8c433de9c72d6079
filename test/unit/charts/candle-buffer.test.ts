import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CandleBuffer } from '../../../src-renderer/charts/candle-buffer.ts'
import { columnsOf, rowAt, type Row } from './synthetic.ts'

const minuteMs = 60_000

function rowsOf(buffer: CandleBuffer): Row[] {
  return Array.from({ length: buffer.length }, (_, index): Row => {
    const candle = buffer.candleAt(index)
    if (candle === null) throw new Error(`no candle at ${index}`)
    return [candle.timeMs, candle.open, candle.high, candle.low, candle.close, candle.volume]
  })
}

const range = fc.record({
  from: fc.integer({ min: 0, max: 400 }),
  length: fc.integer({ min: 0, max: 120 }),
  step: fc.integer({ min: 1, max: 4 }),
  salt: fc.integer({ min: 0, max: 1000 }),
})

describe('candle buffer', () => {
  it('holds after any merges what a map by time would hold', () => {
    fc.assert(
      fc.property(fc.array(range, { maxLength: 25 }), (ranges) => {
        const buffer = new CandleBuffer()
        const model = new Map<number, Row>()
        for (const { from, length, step, salt } of ranges) {
          const rows = Array.from({ length }, (_, n) => rowAt((from + n * step) * minuteMs, salt))
          const touched = buffer.merge(columnsOf(rows))
          for (const row of rows) model.set(row[0], row)
          expect(touched).toEqual(
            length === 0 ? null : { fromMs: from * minuteMs, toMs: (from + (length - 1) * step) * minuteMs },
          )
        }
        expect(rowsOf(buffer)).toEqual([...model.values()].sort((a, b) => a[0] - b[0]))
      }),
    )
  })

  it('takes rows in any order, the later of two with one time', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 9 }))),
        (picks) => {
          const rows = picks.map(([minute, salt]) => rowAt(minute * minuteMs, salt))
          const buffer = new CandleBuffer()
          buffer.merge(columnsOf(rows))
          const model = new Map(rows.map((row) => [row[0], row]))
          expect(rowsOf(buffer)).toEqual([...model.values()].sort((a, b) => a[0] - b[0]))
        },
      ),
    )
  })

  it('leaves out rows that are not numbers', () => {
    const buffer = new CandleBuffer()
    buffer.merge(columnsOf([rowAt(0), [minuteMs, 1, Infinity, 1, 1, 1], [2 * minuteMs, NaN, 1, 1, 1, 1]]))
    expect(rowsOf(buffer)).toEqual([rowAt(0)])
    expect(buffer.merge(columnsOf([[NaN, 1, 1, 1, 1, 1]]))).toBeNull()
  })

  it('refuses columns of unequal length', () => {
    const columns = { ...columnsOf([rowAt(0), rowAt(minuteMs)]), volume: new Float64Array(1) }
    expect(() => new CandleBuffer().merge(columns)).toThrow('unequal length')
  })

  it('updates the forming candle in place, without moving any other', () => {
    const buffer = new CandleBuffer()
    buffer.merge(columnsOf(Array.from({ length: 1000 }, (_, n) => rowAt(n * minuteMs))))
    const { columns, start } = buffer
    buffer.merge(columnsOf([rowAt(999 * minuteMs, 5)]))
    expect(buffer.columns).toBe(columns)
    expect(buffer.start).toBe(start)
    expect(rowsOf(buffer).at(-1)).toEqual(rowAt(999 * minuteMs, 5))
    expect(rowsOf(buffer).at(-2)).toEqual(rowAt(998 * minuteMs))
  })

  it('grows by few reallocations, at the end and at the front', () => {
    const buffer = new CandleBuffer()
    let reallocations = 0
    for (let n = 0; n < 5000; n++) {
      const { columns } = buffer
      buffer.merge(columnsOf([rowAt((n % 2 === 0 ? 50_000 + n : 50_000 - n) * minuteMs)]))
      if (buffer.columns !== columns) reallocations++
    }
    expect(buffer.length).toBe(5000)
    expect(reallocations).toBeLessThan(30)
  })

  it('finds the nearest candle and bounds across gaps', () => {
    const buffer = new CandleBuffer()
    expect(buffer.nearest(5)).toBe(-1)
    buffer.merge(columnsOf([0, 1, 2, 10, 11].map((n) => rowAt(n * minuteMs))))
    expect(buffer.nearest(-5)).toBe(0)
    expect(buffer.nearest(5 * minuteMs)).toBe(2)
    expect(buffer.nearest(7 * minuteMs)).toBe(3)
    expect(buffer.nearest(99 * minuteMs)).toBe(4)
    expect(buffer.lowerBound(3 * minuteMs)).toBe(3)
    expect(buffer.lowerBound(12 * minuteMs)).toBe(5)
  })

  it('knows the extremes of a range', () => {
    fc.assert(
      fc.property(fc.integer({ min: -5, max: 60 }), fc.integer({ min: -5, max: 60 }), (from, to) => {
        const rows = Array.from({ length: 50 }, (_, n) => rowAt(n * minuteMs, 3))
        const buffer = new CandleBuffer()
        buffer.merge(columnsOf(rows))
        const shown = rows.slice(Math.max(0, from), Math.max(0, to))
        const expected =
          shown.length === 0
            ? null
            : {
                low: Math.min(...shown.map((row) => row[3])),
                high: Math.max(...shown.map((row) => row[2])),
                volume: Math.max(...shown.map((row) => row[5])),
              }
        expect(buffer.extent(from, to)).toEqual(expected)
      }),
    )
  })
})
