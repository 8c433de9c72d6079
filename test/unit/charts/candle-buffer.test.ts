import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CandleBuffer } from '../../../src-renderer/charts/model/candles/candle-buffer.ts'
import { columnsOf, rowAt, type Row } from './synthetic.ts'

const minuteMs = 60_000

function rowsOf(buffer: CandleBuffer): Row[] {
  return Array.from({ length: buffer.length }, (_, index): Row => {
    const candle = buffer.candleAt(index)
    if (candle === null) throw new Error(`no candle at ${index}`)
    return [candle.timeMs, candle.open, candle.high, candle.low, candle.close, candle.volume]
  })
}

/** A buffer with these rows. */
function bufferOf(rows: readonly Row[]): CandleBuffer {
  const buffer = new CandleBuffer()
  buffer.replace(-Infinity, Infinity, columnsOf(rows))
  return buffer
}

const range = fc.record({
  from: fc.integer({ min: 0, max: 400 }),
  length: fc.integer({ min: 0, max: 120 }),
  step: fc.integer({ min: 1, max: 4 }),
  salt: fc.integer({ min: 0, max: 1000 }),
})

describe('candle buffer', () => {
  it('holds after any answers what a map by time would hold', () => {
    fc.assert(
      fc.property(fc.array(range, { maxLength: 25 }), (ranges) => {
        const buffer = new CandleBuffer()
        const model = new Map<number, Row>()
        for (const { from, length, step, salt } of ranges) {
          const rows = Array.from({ length }, (_, n) => rowAt((from + n * step) * minuteMs, salt))
          const toMs = (from + length * step) * minuteMs - 1
          const before = rowsOf(buffer)
          const { version } = buffer
          const isChanged = buffer.replace(from * minuteMs, toMs, columnsOf(rows))
          for (const timeMs of [...model.keys()]) {
            if (timeMs >= from * minuteMs && timeMs <= toMs) model.delete(timeMs)
          }
          for (const row of rows) model.set(row[0], row)
          const after = rowsOf(buffer)
          expect(after).toEqual([...model.values()].sort((a, b) => a[0] - b[0]))
          expect(isChanged).toBe(JSON.stringify(after) !== JSON.stringify(before))
          expect(buffer.version).toBe(version + (isChanged ? 1 : 0))
          // What the last change did not touch is as it was, at the same index.
          if (isChanged)
            expect(after.slice(0, buffer.changedFrom)).toEqual(before.slice(0, buffer.changedFrom))
        }
      }),
    )
  })

  it('keeps a stretch and drops the rest, whatever was there', () => {
    const times = fc.uniqueArray(fc.integer({ min: 0, max: 100 }), { maxLength: 60 })
    const end = fc.integer({ min: -10, max: 110 })
    fc.assert(
      fc.property(times, end, end, (minutes, from, to) => {
        const rows = minutes.sort((a, b) => a - b).map((minute) => rowAt(minute * minuteMs))
        const buffer = bufferOf(rows)
        buffer.keep(from * minuteMs, to * minuteMs)
        expect(rowsOf(buffer)).toEqual(
          rows.filter(([timeMs]) => timeMs >= from * minuteMs && timeMs <= to * minuteMs),
        )
      }),
    )
  })

  it('takes rows in any order, the later of two with one time', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 9 }))),
        (picks) => {
          const rows = picks.map(([minute, salt]) => rowAt(minute * minuteMs, salt))
          const buffer = bufferOf(rows)
          const model = new Map(rows.map((row) => [row[0], row]))
          expect(rowsOf(buffer)).toEqual([...model.values()].sort((a, b) => a[0] - b[0]))
        },
      ),
    )
  })

  it('leaves out rows that are not numbers, and those outside of what was asked for', () => {
    const buffer = bufferOf([rowAt(0), [minuteMs, 1, Infinity, 1, 1, 1], [2 * minuteMs, NaN, 1, 1, 1, 1]])
    expect(rowsOf(buffer)).toEqual([rowAt(0)])
    expect(buffer.replace(minuteMs, 9 * minuteMs, columnsOf([[NaN, 1, 1, 1, 1, 1]]))).toBe(false)
    expect(buffer.replace(minuteMs, 2 * minuteMs, columnsOf([1, 2, 3].map((n) => rowAt(n * minuteMs))))).toBe(
      true,
    )
    expect(rowsOf(buffer)).toEqual([0, 1, 2].map((n) => rowAt(n * minuteMs)))
  })

  it('refuses columns of unequal length', () => {
    const columns = { ...columnsOf([rowAt(0), rowAt(minuteMs)]), volume: new Float64Array(1) }
    expect(() => new CandleBuffer().replace(0, minuteMs, columns)).toThrow('unequal length')
  })

  it('updates the forming candle in place, without moving any other', () => {
    const buffer = bufferOf(Array.from({ length: 1000 }, (_, n) => rowAt(n * minuteMs)))
    const { columns, start } = buffer
    buffer.replace(
      998 * minuteMs,
      999 * minuteMs,
      columnsOf([rowAt(998 * minuteMs), rowAt(999 * minuteMs, 5)]),
    )
    expect(buffer.columns).toBe(columns)
    expect(buffer.start).toBe(start)
    expect(buffer.changedFrom).toBe(999)
    expect(rowsOf(buffer).at(-1)).toEqual(rowAt(999 * minuteMs, 5))
    expect(rowsOf(buffer).at(-2)).toEqual(rowAt(998 * minuteMs))
  })

  it('grows by few reallocations, at the end and at the front', () => {
    const buffer = new CandleBuffer()
    let reallocations = 0
    for (let n = 0; n < 5000; n++) {
      const { columns } = buffer
      const timeMs = (n % 2 === 0 ? 50_000 + n : 50_000 - n) * minuteMs
      buffer.replace(timeMs, timeMs, columnsOf([rowAt(timeMs)]))
      if (buffer.columns !== columns) reallocations++
    }
    expect(buffer.length).toBe(5000)
    expect(reallocations).toBeLessThan(30)
  })

  it('stays small while a window slides over it, one way or the other', () => {
    for (const direction of [1, -1]) {
      const buffer = new CandleBuffer()
      let largest = 0
      for (let n = 0; n < 20_000; n += 50) {
        const fromMs = (1_000_000 + direction * n) * minuteMs
        const rows = Array.from({ length: 50 }, (_, each) => rowAt(fromMs + each * minuteMs))
        buffer.replace(fromMs, fromMs + 49 * minuteMs, columnsOf(rows))
        buffer.keep(fromMs - 1_000 * minuteMs, fromMs + 1_000 * minuteMs)
        largest = Math.max(largest, buffer.columns.timesMs.length)
      }
      expect(buffer.length).toBeGreaterThan(1_000)
      expect(largest).toBeLessThan(8_000)
    }
  })

  it('finds the nearest candle and bounds across gaps', () => {
    const buffer = new CandleBuffer()
    expect(buffer.nearest(5)).toBe(-1)
    buffer.replace(0, 11 * minuteMs, columnsOf([0, 1, 2, 10, 11].map((n) => rowAt(n * minuteMs))))
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
        const buffer = bufferOf(rows)
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
