// Candles in typed-array columns ordered by time, with cheap append, replace, prepend and drop.
import type { CandleColumns } from '../../../../src-preload/contract/orders/entities.ts'
import { AppError } from '../../../../src-preload/domain/errors.ts'

/** One candle read out of the columns. `timeMs` is the start of its period. */
export interface Candle {
  readonly timeMs: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/** Extremes of a range of candles. */
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

/** Columns shrink when their capacity exceeds this many times their length. */
const maxCapacityRatio = 6
const none = makeColumns(0)

const columnNames = ['timesMs', 'open', 'high', 'low', 'close', 'volume'] as const

/**
 * Candles oldest first in columns with free room at both ends. The columns are public so that painters can loop without
 * calls: candle `i` is at `columns.open[start + i]`. Read `columns` and `start` again after every change; both may have
 * been replaced.
 */
export class CandleBuffer {
  columns: CandleColumns = makeColumns(smallest)
  start = 0
  length = 0
  /** Increments with every change. */
  version = 0
  /**
   * Index of the first candle touched by the last change; earlier candles kept value and index. Says nothing about changes
   * before the last one.
   */
  changedFrom = 0

  /** Start of the first candle in epoch milliseconds; NaN when empty. */
  get firstMs(): number {
    return this.length === 0 ? NaN : this.timeAt(0)
  }

  /** Start of the last candle in epoch milliseconds; NaN when empty. */
  get lastMs(): number {
    return this.length === 0 ? NaN : this.timeAt(this.length - 1)
  }

  /** Start of candle `index` in epoch milliseconds, NaN outside of the buffer. */
  timeAt(index: number): number {
    return index >= 0 && index < this.length ? (this.columns.timesMs[this.start + index] ?? NaN) : NaN
  }

  /** Candle `index`, oldest is 0; null outside of the buffer. */
  candleAt(index: number): Candle | null {
    return index < 0 || index >= this.length ? null : candleOf(this.columns, this.start + index)
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

  /** Removes every candle. */
  clear(): void {
    this.columns = makeColumns(smallest)
    this.start = 0
    this.length = 0
    this.#note(0)
  }

  /**
   * Replaces everything from `fromMs` to `toMs`, both inclusive, with the given rows. Rows outside the range or with a
   * non-finite value are dropped; of rows with equal times the later one wins. Equal candles stay untouched. Returns true
   * when anything changed. Throws `internal` for columns of unequal length.
   */
  replace(fromMs: number, toMs: number, incoming: CandleColumns): boolean {
    const rows = normalise(incoming)
    const first = countBefore(rows, fromMs)
    const end = countBefore(rows, toMs + 1)
    const from = this.lowerBound(fromMs)
    const to = this.lowerBound(toMs + 1)
    const same = this.#countSame(from, to, rows, first, end)
    if (from + same === to && first + same === end) return false
    const changed = columnsBetween(rows, first + same, end)
    this.splice(from + same, to - from - same, changed, end - first - same)
    return true
  }

  /** Drops the candles that start before `fromMs` or after `toMs`. */
  keep(fromMs: number, toMs: number): void {
    const from = this.lowerBound(fromMs)
    const to = Math.max(from, this.lowerBound(toMs + 1))
    if (to < this.length) this.splice(to, this.length - to, none, 0)
    if (from > 0) this.splice(0, from, none, 0)
    if (this.columns.timesMs.length > Math.max(smallest, this.length * maxCapacityRatio))
      this.#reserve(0, false)
  }

  /** Replaces `remove` candles at `index` with the first `count` rows. Moves the shorter side of the buffer. */
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
    this.#note(index)
  }

  #note(changedFrom: number): void {
    this.version += 1
    this.changedFrom = changedFrom
  }

  /** Counts how many candles from `from` on equal the rows from `first` on. */
  #countSame(from: number, to: number, rows: CandleColumns, first: number, end: number): number {
    const most = Math.min(to - from, end - first)
    const at = this.start + from
    let same = 0
    while (
      same < most &&
      columnNames.every((name) => this.columns[name][at + same] === rows[name][first + same])
    )
      same += 1
    return same
  }

  /**
   * Moves the candles to new columns with room on the growing side and little on the other, so that room does not pile up
   * when candles are dropped on one side and added on the other.
   */
  #reserve(grow: number, atHead: boolean): void {
    const room = grow === 0 ? smallest : Math.max(smallest, this.length, grow * 2)
    const other = Math.max(smallest, this.length >>> 2)
    const head = atHead ? room : Math.min(this.start, other)
    const tail = atHead ? Math.min(this.columns.timesMs.length - this.start - this.length, other) : room
    const larger = makeColumns(head + this.length + tail)
    for (const name of columnNames) {
      larger[name].set(this.columns[name].subarray(this.start, this.start + this.length), head)
    }
    this.columns = larger
    this.start = head
  }
}

/** Row `at` of columns; null outside. */
export function candleOf(columns: CandleColumns, at: number): Candle | null {
  const { timesMs, open, high, low, close, volume } = columns
  if (at < 0 || at >= timesMs.length) return null
  return {
    timeMs: timesMs[at] ?? NaN,
    open: open[at] ?? NaN,
    high: high[at] ?? NaN,
    low: low[at] ?? NaN,
    close: close[at] ?? NaN,
    volume: volume[at] ?? NaN,
  }
}

/** Number of rows that start before a time. */
function countBefore(rows: CandleColumns, timeMs: number): number {
  let low = 0
  let high = rows.timesMs.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((rows.timesMs[middle] ?? NaN) < timeMs) low = middle + 1
    else high = middle
  }
  return low
}

function columnsBetween(rows: CandleColumns, from: number, to: number): CandleColumns {
  return {
    timesMs: rows.timesMs.subarray(from, to),
    open: rows.open.subarray(from, to),
    high: rows.high.subarray(from, to),
    low: rows.low.subarray(from, to),
    close: rows.close.subarray(from, to),
    volume: rows.volume.subarray(from, to),
  }
}

/** The same rows, strictly ascending by time and all finite; the same object when they already are. */
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
