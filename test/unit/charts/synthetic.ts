// Candles made from a seed for the chart's tests.
import type { CandleColumns } from '../../../src-preload/contract/orders/entities.ts'

/** A row as a test writes it: time, open, high, low, close, volume. */
export type Row = readonly [number, number, number, number, number, number]

export function columnsOf(rows: readonly Row[]): CandleColumns {
  const column = (at: 0 | 1 | 2 | 3 | 4 | 5): Float64Array<ArrayBuffer> =>
    Float64Array.from(rows, (row) => row[at])
  return {
    timesMs: column(0),
    open: column(1),
    high: column(2),
    low: column(3),
    close: column(4),
    volume: column(5),
  }
}

/** A candle whose values are whole numbers worked out from its time and a salt, so that sums are exact. */
export function rowAt(timeMs: number, salt = 0): Row {
  const n = (timeMs / 60_000) * 7919 + salt * 104_729
  const open = 1000 + (n % 97)
  const close = 1000 + ((n * 3) % 89)
  return [timeMs, open, Math.max(open, close) + (n % 5), Math.min(open, close) - (n % 7), close, n % 50]
}
