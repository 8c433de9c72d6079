// The price of each candle that an indicator is computed from. Pure.
import type { PriceSource } from '../../../src-preload/domain/markets/indicators.ts'

export interface PriceCandles {
  readonly open: Float64Array
  readonly high: Float64Array
  readonly low: Float64Array
  readonly close: Float64Array
}

/** One price per candle: a column itself, or (high + low) / 2, (high + low + close) / 3, (open + high + low + close) / 4. */
export function pricesOf({ open, high, low, close }: PriceCandles, source: PriceSource): Float64Array {
  const mean = (...columns: readonly Float64Array[]): Float64Array =>
    close.map((_, at) => columns.reduce((sum, column) => sum + (column[at] ?? NaN), 0) / columns.length)
  switch (source) {
    case 'open':
      return open
    case 'high':
      return high
    case 'low':
      return low
    case 'close':
      return close
    case 'hl2':
      return mean(high, low)
    case 'hlc3':
      return mean(high, low, close)
    case 'ohlc4':
      return mean(open, high, low, close)
  }
}
