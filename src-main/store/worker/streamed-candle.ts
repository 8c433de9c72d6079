// Which state of a candle is the later one. Pure.
import type { CandleRow } from './candle-aggregate.ts'

/**
 * True for a later state of the same running candle: with each trade its volume grows, and its range never shrinks. A message
 * that comes late, twice or out of order is none.
 */
export function isLaterState(row: CandleRow, before: CandleRow): boolean {
  const [, open, high, low, , volume] = row
  return open === before[1] && high >= before[2] && low <= before[3] && volume > before[5]
}
