// Candles as rows, and one row made of several: open, highest, lowest, last, and the decimal sum of the volumes.
import type { CandleColumns } from '../../../src-preload/contract/orders/entities.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { type ChartInterval, endOf, startOf } from '../../../src-preload/domain/markets/intervals.ts'
import { DoubleSum } from '../../../src-preload/domain/numbers/double-sum.ts'

export type CandleRow = [
  timeMs: number,
  open: number,
  high: number,
  low: number,
  close: number,
  volume: number,
]

/**
 * `volume`: the double nearest to the decimal sum. `rest`: 0 where `volume`, as it is written, is that sum; null where it has
 * more digits than a double tells apart (see {@link DoubleSum}): what is made of such a row is made of its minutes.
 */
export type AggregateRow = [...CandleRow, rest: number | null]

export type AnyRow = CandleRow | AggregateRow

/** The start of the bucket that `timeMs` falls into. Buckets count from the epoch, as the service's do (facts, A2). */
export function floorTo(timeMs: number, periodMs: number): number {
  return Math.floor(timeMs / periodMs) * periodMs
}

/**
 * The candle that starts at `timeMs` and is made of the rows from `from` until `end`, of which there is at least one,
 * ascending: first open, highest high, lowest low, last close, and the decimal sum of the volumes.
 *
 * @param readVolumes - the volumes that those rows are made of in the end; asked for where a row's own does not tell all
 */
export function aggregate(
  rows: readonly AnyRow[],
  from: number,
  end: number,
  timeMs: number,
  readVolumes: () => readonly number[],
): AggregateRow {
  const first = rows[from]
  const last = rows[end - 1]
  if (first === undefined || last === undefined) throw new AppError('internal', { what: 'no candles' })
  let high = first[2]
  let low = first[3]
  let volume = new DoubleSum()
  let isWhole = true
  for (let at = from; at < end; at += 1) {
    const row = rows[at] ?? first
    if (row[2] > high) high = row[2]
    if (row[3] < low) low = row[3]
    // A row that is no aggregate has no rest.
    if (row.length === 7 && row[6] !== 0) isWhole = false
    if (isWhole) volume.add(row[5])
  }
  if (!isWhole) {
    volume = new DoubleSum()
    for (const part of readVolumes()) volume.add(part)
  }
  return [timeMs, first[1], high, low, last[4], volume.value, volume.isExact ? 0 : null]
}

/**
 * Candles of an interval made of rows of a shorter one that divides it: one for each bucket that has any.
 *
 * @param readParts - the rows from a time up to another that aggregates among `rows` are made of; rows that are none are
 *   their own parts
 */
export function aggregateAll(
  rows: readonly AnyRow[],
  interval: ChartInterval,
  readParts?: (fromMs: number, endMs: number) => readonly AnyRow[],
): AggregateRow[] {
  const made: AggregateRow[] = []
  let from = 0
  while (from < rows.length) {
    const startMs = startOf(interval, rows[from]?.[0] ?? 0)
    const endMs = endOf(interval, startMs)
    let end = from + 1
    while (end < rows.length && (rows[end]?.[0] ?? Infinity) < endMs) end += 1
    const places: readonly [number, number] = [from, end]
    const readVolumes = (): number[] =>
      (readParts?.(startMs, endMs) ?? rows.slice(...places)).map((row) => row[5])
    made.push(aggregate(rows, from, end, startMs, readVolumes))
    from = end
  }
  return made
}

/** Rows of one period as they are once `changed` is written; both ascending. */
export interface Merged<Row extends AnyRow> {
  readonly rows: readonly Row[]
  /** Those that are new or differ from what was stored. */
  readonly changed: readonly Row[]
}

/**
 * Puts rows among the stored ones, both ascending. Of equal starts in `fresh` the last counts.
 *
 * @param mayReplace - whether a row may take the place of `before`, another one of its start that differs
 */
export function mergeRows<Row extends AnyRow>(
  stored: readonly Row[],
  fresh: readonly Row[],
  mayReplace: (row: Row, before: Row) => boolean,
): Merged<Row> {
  const rows: Row[] = []
  const changed: Row[] = []
  let at = 0
  for (const row of fresh) {
    let next = stored[at]
    while (next !== undefined && next[0] <= row[0]) {
      rows.push(next)
      at += 1
      next = stored[at]
    }
    const before = rows.at(-1)
    if (before === undefined || before[0] !== row[0]) {
      rows.push(row)
      changed.push(row)
    } else if (!isSame(before, row) && mayReplace(row, before)) {
      rows[rows.length - 1] = row
      if (changed.at(-1) === before) changed[changed.length - 1] = row
      else changed.push(row)
    }
  }
  for (; at < stored.length; at += 1) {
    const row = stored[at]
    if (row !== undefined) rows.push(row)
  }
  return { rows, changed }
}

function isSame(a: AnyRow, b: AnyRow): boolean {
  return a[1] === b[1] && a[2] === b[2] && a[3] === b[3] && a[4] === b[4] && a[5] === b[5] && a[6] === b[6]
}

/** Candles as rows, ascending, of equal starts in the order given; `validation` when the columns differ in length. */
export function readRows({ timesMs, open, high, low, close, volume }: CandleColumns): CandleRow[] {
  const count = timesMs.length
  if ([open, high, low, close, volume].some((column) => column.length !== count)) {
    throw new AppError('validation', { field: 'candles', reason: 'columns differ in length' })
  }
  const rows: CandleRow[] = []
  let isAscending = true
  for (let at = 0; at < count; at += 1) {
    const timeMs = timesMs[at] ?? NaN
    if (at > 0 && !(timeMs >= (timesMs[at - 1] ?? NaN))) isAscending = false
    rows.push([timeMs, open[at] ?? NaN, high[at] ?? NaN, low[at] ?? NaN, close[at] ?? NaN, volume[at] ?? NaN])
  }
  return isAscending ? rows : rows.sort((a, b) => a[0] - b[0])
}

/** Rows as columns, in their order. */
export function toColumns(rows: readonly AnyRow[]): CandleColumns {
  const count = rows.length
  const columns = {
    timesMs: new Float64Array(count),
    open: new Float64Array(count),
    high: new Float64Array(count),
    low: new Float64Array(count),
    close: new Float64Array(count),
    volume: new Float64Array(count),
  }
  for (let at = 0; at < count; at += 1) {
    const row = rows[at]
    if (row === undefined) continue
    columns.timesMs[at] = row[0]
    columns.open[at] = row[1]
    columns.high[at] = row[2]
    columns.low[at] = row[3]
    columns.close[at] = row[4]
    columns.volume[at] = row[5]
  }
  return columns
}
