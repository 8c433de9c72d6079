// The part of the candles that a frame shows.
import type { CandleBuffer } from './candles/candle-buffer.ts'

/** The candles in view, [firstIndex, endIndex) of a buffer; the first may start before `fromMs`. */
export interface ShownCandles {
  readonly buffer: CandleBuffer
  readonly firstIndex: number
  readonly endIndex: number
  readonly fromMs: number
}
