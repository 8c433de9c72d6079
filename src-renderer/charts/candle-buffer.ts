// Owns: candles in typed-array columns, ordered by time, cheap to append, replace, prepend and merge.
// Must not: know periods, pixels or where candles come from.
import type { CandleColumns } from '../../src-preload/contract/entities.ts'
import { AppError } from '../../src-preload/shared/errors.ts'

/** One candle read out of the columns. `timeMs` is the start of its period. */
export interface Candle {
  readonly timeMs: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/** The span of times that a merge touched, both ends included, in epoch milliseconds. */
export interface MergedRange {
  readonly fromMs: number
  readonly toMs: number
}

/** The extremes of a range of candles. */
export interface Extent {
  low: number
  high: number
  volume: number
}

const smallest = 64

/** Empty columns with room for `capacity` candles. */
export function makeColumns(capacity: number): CandleColumns {
  return {
    timesMs: new Float64Array(capacity),
    open: new Float64Array(capacity),
    high: new Float64Array(capacity),
    low: new Float64Array(capacity),
    close: new Float64Array(capacity),
    volume: new Float64Array(capacity),
  }
}

const columnNames = ['timesMs', 'open', 'high', 'low', 'close', 'volume'] as const

/**
 * Candles oldest first in columns with free room at both ends. The columns are public so that a painter can run
 * over them without a call per candle: candle `i` lies at `columns.open[start + i]`. Read `columns` and `start`
 * anew after every change; both may have been replaced.
 */
export class CandleBuffer {
  columns: CandleColumns = makeColumns(smallest)
  start = 0
  length = 0

  /** Start of the first candle in epoch milliseconds, NaN when there is none. */
  get firstMs(): number {
    return this.length === 0 ? NaN : this.timeAt(0)
  }

  /** Start of the last candle in epoch milliseconds, NaN when there is none. */
  get lastMs(): number {
    return this.length === 0 ? NaN : this.timeAt(this.length - 1)
  }

  /** Start of candle `index` in epoch milliseconds, NaN outside of the buffer. */
  timeAt(index: number): number {
    return index >= 0 && index < this.length ? (this.columns.timesMs[this.start + index] ?? NaN) : NaN
  }

  /** Candle `index`, oldest is 0; null outside of the buffer. */
  candleAt(index: number): Candle | null {
    if (index < 0 || index >= this.length) return null
    const at = this.start + index
    const { timesMs, open, high, low, close, volume } = this.columns
    return {
      timeMs: timesMs[at] ?? NaN,
      open: open[at] ?? NaN,
      high: high[at] ?? NaN,
      low: low[at] ?? NaN,
      close: close[at] ?? NaN,
      volume: volume[at] ?? NaN,
    }
  }

  /** Index of the first candle that starts at or after `timeMs`; `length` when there is none. */
  lowerBound(timeMs: number): number {
    let low = 0
    let high = this.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.timeAt(middle) < timeMs) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Index of the candle whose start is nearest to `timeMs`; -1 when there is none. */
  nearest(timeMs: number): number {
    if (this.length === 0) return -1
    const after = this.lowerBound(timeMs)
    if (after === 0) return 0
    if (after === this.length) return after - 1
    return timeMs - this.timeAt(after - 1) <= this.timeAt(after) - timeMs ? after - 1 : after
  }

  /** Lowest low, highest high and largest volume of the candles [from, to); null when that is empty. */
  extent(from: number, to: number): Extent | null {
    const first = Math.max(0, from)
    const end = Math.min(this.length, to)
    if (first >= end) return null
    const { high, low, volume } = this.columns
    const result = { low: Infinity, high: -Infinity, volume: 0 }
    for (let at = this.start + first; at < this.start + end; at++) {
      const l = low[at] ?? 0
      const h = high[at] ?? 0
      const v = volume[at] ?? 0
      if (l < result.low) result.low = l
      if (h > result.high) result.high = h
      if (v > result.volume) result.volume = v
    }
    return result
  }

  /** Forgets every candle. */
  clear(): void {
    this.columns = makeColumns(smallest)
    this.start = 0
    this.length = 0
  }

  /**
   * Takes in a range of candles: those of a time that is known replace, the others are inserted in order.
   * Rows with a value that is not a finite number are left out; of two rows with one time the later wins.
   * Returns the span touched, or null when nothing was taken. Throws `internal` for columns of unequal length.
   */
  merge(incoming: CandleColumns): MergedRange | null {
    const rows = normalise(incoming)
    const count = rows.timesMs.length
    const fromMs = rows.timesMs[0]
    const toMs = rows.timesMs[count - 1]
    if (fromMs === undefined || toMs === undefined) return null
    const from = this.lowerBound(fromMs)
    const to = this.timeAt(this.lowerBound(toMs)) === toMs ? this.lowerBound(toMs) + 1 : this.lowerBound(toMs)
    if (from === to) this.splice(from, 0, rows, count)
    else {
      const united = makeColumns(to - from + count)
      this.splice(from, to - from, united, this.#unite(from, to, rows, united))
    }
    return { fromMs, toMs }
  }

  /** Replaces `remove` candles at `index` by the first `count` rows. Moves the shorter side of the buffer. */
  splice(index: number, remove: number, rows: CandleColumns, count: number): void {
    const grow = count - remove
    const before = index
    const after = this.length - index - remove
    if (grow !== 0) {
      const movesHead = before < after
      if (movesHead ? this.start < grow : this.start + this.length + grow > this.columns.timesMs.length) {
        this.#reserve(grow, movesHead)
      }
      const { start } = this
      for (const name of columnNames) {
        const column = this.columns[name]
        if (movesHead) column.copyWithin(start - grow, start, start + before)
        else column.copyWithin(start + index + count, start + index + remove, start + this.length)
      }
      if (movesHead) this.start -= grow
      this.length += grow
    }
    for (const name of columnNames) this.columns[name].set(rows[name].subarray(0, count), this.start + index)
  }

  /** Moves everything into larger columns, with the new room before or behind. */
  #reserve(grow: number, atHead: boolean): void {
    const room = Math.max(smallest, this.length, grow * 2)
    const head = atHead ? this.start + room : this.start
    const tail = this.columns.timesMs.length - this.start - this.length + (atHead ? 0 : room)
    const larger = makeColumns(head + this.length + tail)
    for (const name of columnNames) {
      larger[name].set(this.columns[name].subarray(this.start, this.start + this.length), head)
    }
    this.columns = larger
    this.start = head
  }

  /** Writes the union of own candles [from, to) and `rows` to `target`, rows winning; returns its length. */
  #unite(from: number, to: number, rows: CandleColumns, target: CandleColumns): number {
    const count = rows.timesMs.length
    let own = from
    let theirs = 0
    let length = 0
    while (own < to || theirs < count) {
      const ownMs = own < to ? this.timeAt(own) : Infinity
      const theirMs = rows.timesMs[theirs] ?? Infinity
      const takesTheirs = theirMs <= ownMs
      const source = takesTheirs ? rows : this.columns
      const at = takesTheirs ? theirs : this.start + own
      for (const name of columnNames) target[name][length] = source[name][at] ?? NaN
      length++
      if (takesTheirs) theirs++
      if (ownMs <= theirMs) own++
    }
    return length
  }
}

/** The same rows, strictly ascending by time and all finite; the very same object when they already are. */
function normalise(rows: CandleColumns): CandleColumns {
  const count = rows.timesMs.length
  if (columnNames.some((name) => rows[name].length !== count)) {
    throw new AppError('internal', { what: 'candle columns of unequal length' })
  }
  const isFiniteRow = (at: number): boolean => columnNames.every((name) => Number.isFinite(rows[name][at]))
  let isClean = true
  for (let at = 0; at < count && isClean; at++) {
    isClean = isFiniteRow(at) && (at === 0 || (rows.timesMs[at - 1] ?? NaN) < (rows.timesMs[at] ?? NaN))
  }
  if (isClean) return rows
  const lastRowOf = new Map<number, number>()
  for (let at = 0; at < count; at++) if (isFiniteRow(at)) lastRowOf.set(rows.timesMs[at] ?? NaN, at)
  const ordered = [...lastRowOf].sort(([a], [b]) => a - b)
  const clean = makeColumns(ordered.length)
  ordered.forEach(([, at], index) => {
    for (const name of columnNames) clean[name][index] = rows[name][at] ?? NaN
  })
  return clean
}
