// Candles of one period that are in memory.
import type { ChartInterval } from '../../../../src-preload/domain/markets/intervals.ts'
import type { CandleBuffer } from './candle-buffer.ts'
import type { TimeRange } from './time-ranges.ts'

/** Cached candles of one period, the chosen one or a longer one. The same object as long as it is cached. */
export interface Level {
  readonly period: ChartInterval
  /** Width of a candle on the axis; of months the mean length. */
  readonly periodMs: number
  readonly buffer: CandleBuffer
  /** Cached ranges that main knows only in part, ascending, including the end that may still change. */
  readonly gaps: readonly TimeRange[]
  /** Starts of candles that are not final, ascending; the same array while unchanged. */
  readonly incomplete: readonly number[]
  /** VWAP from minutes by candle start, where main provided it; the same map while unchanged. */
  readonly minuteVwap: ReadonlyMap<number, number>
}
