// Converts the service's candle rows to columns. Removes float noise; fills no gap.
import type { CandleColumns } from '../../../src-preload/contract/orders/entities.ts'
import { roundFloatNoise } from '../../../src-preload/domain/numbers/double-sum.ts'
import { toDecimalText } from '../decimal-text.ts'
import { createUnreadCount, type UnreadRows } from './rows.ts'

/** The candles of an answer as far as they could be read. */
export interface ReadCandles extends CandleColumns {
  /** Null if all were read. */
  readonly unread: UnreadRows | null
}

/** How many candles the service sent. */
export function countCandles({ timesMs, unread }: ReadCandles): number {
  return timesMs.length + (unread?.count ?? 0)
}

/** Number of values per row, in the order of the interface ("K-line item"). */
const rowLength = 6
/** See wireSeconds: larger values are not times in seconds. */
const latestSeconds = 99_999_999_999

/** The double nearest to a number or to decimal text; NaN for anything else. */
function readCell(cell: unknown): number {
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : NaN
  return typeof cell === 'string' && toDecimalText(cell) !== null ? Number(cell) : NaN
}

/** The place in a row of its first fault: [] for the row itself, null without one. */
function findFault(row: unknown, cells: readonly number[], previousMs: number): number[] | null {
  if (!Array.isArray(row) || row.length !== rowLength) return []
  const column = cells.findIndex((cell) => Number.isNaN(cell))
  if (column >= 0) return [column]
  const [seconds = NaN] = cells
  const isTime = Number.isInteger(seconds) && seconds >= 0 && seconds <= latestSeconds
  return isTime && seconds * 1000 > previousMs ? null : [0]
}

/**
 * Rows of [seconds, open, max, min, last, volume] as columns with times in milliseconds. A row that cannot be read costs that
 * row: one that is not six finite numbers, whose time is not in whole seconds, or does not come after that of the row before
 * (the service lists oldest first, facts A2). More than 15 significant digits are the service's float noise
 * (0.008400000000000001, facts A2) and are rounded to 15; nothing is rounded after that.
 */
export function readCandleRows(rows: readonly unknown[]): ReadCandles {
  const unread = createUnreadCount()
  const read: number[][] = []
  let previousMs = -1
  for (const [index, row] of rows.entries()) {
    const cells = Array.isArray(row) ? row.map(readCell) : []
    const fault = findFault(row, cells, previousMs)
    if (fault === null) {
      previousMs = (cells[0] ?? NaN) * 1000
      read.push(cells)
    } else unread.add(['payload', index, ...fault])
  }
  const column = (at: number) => Float64Array.from(read, (cells) => roundFloatNoise(cells[at] ?? NaN))
  return {
    timesMs: Float64Array.from(read, ([seconds = NaN]) => seconds * 1000),
    open: column(1),
    high: column(2),
    low: column(3),
    close: column(4),
    volume: column(5),
    unread: unread.take(),
  }
}
