// Converts the service's candle rows to columns. Removes float noise; fills or drops no candle.
import { z } from 'zod'
import type { CandleColumns } from '../../../src-preload/contract/entities.ts'
import { roundFloatNoise } from '../../../src-preload/domain/double-sum.ts'

/** Number of values per row, in the order of the interface ("K-line item"). */
const rowLength = 6
/** See wireSeconds: larger values are not times in seconds. */
const latestSeconds = 99_999_999_999

function isCandleRow(row: unknown): row is number[] {
  return (
    Array.isArray(row) && row.length === rowLength && row.every((value: unknown) => Number.isFinite(value))
  )
}

function rowFault(row: unknown): { path: number[]; message: string } {
  if (!Array.isArray(row)) return { path: [], message: 'not an array' }
  if (row.length !== rowLength) return { path: [], message: 'not six numbers' }
  const column = row.findIndex((value: unknown) => !Number.isFinite(value))
  return { path: [column], message: 'not a finite number' }
}

/**
 * Rows of [seconds, open, max, min, last, volume] as columns with times in milliseconds. Only malformed rows are refused, by
 * row and column: rows that are not six finite numbers, times that are not whole seconds, or that do not increase from row to
 * row (the service lists oldest first, facts A2). More than 15 significant digits are the service's float noise
 * (0.008400000000000001, facts A2) and are rounded to 15; nothing is rounded after that.
 */
export function readCandleRows(rows: unknown[], context: z.RefinementCtx): CandleColumns {
  const length = rows.length
  const columns: CandleColumns = {
    timesMs: new Float64Array(length),
    open: new Float64Array(length),
    high: new Float64Array(length),
    low: new Float64Array(length),
    close: new Float64Array(length),
    volume: new Float64Array(length),
  }
  const refuse = (path: number[], message: string): never => {
    context.addIssue({ code: 'custom', path, message })
    return z.NEVER
  }
  let previousMs = -1
  for (const [index, row] of rows.entries()) {
    if (!isCandleRow(row)) {
      const fault = rowFault(row)
      return refuse([index, ...fault.path], fault.message)
    }
    const [seconds = NaN, open = NaN, high = NaN, low = NaN, close = NaN, volume = NaN] = row
    if (!Number.isInteger(seconds) || seconds < 0 || seconds > latestSeconds) {
      return refuse([index, 0], 'not a time in whole seconds')
    }
    const timeMs = seconds * 1000
    if (timeMs <= previousMs) return refuse([index, 0], 'times do not rise')
    previousMs = timeMs
    columns.timesMs[index] = timeMs
    columns.open[index] = roundFloatNoise(open)
    columns.high[index] = roundFloatNoise(high)
    columns.low[index] = roundFloatNoise(low)
    columns.close[index] = roundFloatNoise(close)
    columns.volume[index] = roundFloatNoise(volume)
  }
  return columns
}
