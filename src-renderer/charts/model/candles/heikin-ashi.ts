// Heikin Ashi candles of a level's candles. Pure, cached per state of the buffer.
import type { CandleBuffer } from './candle-buffer.ts'

/** Columns of prices; candle `i` of the level is at `start + i`. */
export interface PriceColumns {
  readonly start: number
  readonly open: Float64Array
  readonly high: Float64Array
  readonly low: Float64Array
  readonly close: Float64Array
}

/**
 * Heikin Ashi: close = (open + high + low + close) / 4; open = the middle of the previous Heikin Ashi candle's open and close; high and low
 * include both. The first candle, and the first after a hole, opens at the middle of its own open and close: after 30 candles that
 * makes a difference of less than 1e-9 of its size.
 *
 * @param holes - indexes of the first candles after holes, ascending
 */
export function heikinAshi(
  { columns, start, length }: Pick<CandleBuffer, 'columns' | 'start' | 'length'>,
  holes: readonly number[],
): PriceColumns {
  const [open, high, low, close] = [0, 1, 2, 3].map(() => new Float64Array(length)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  const first = new Set([0, ...holes])
  for (let at = 0; at < length; at++) {
    const [o, h] = [columns.open[start + at] ?? NaN, columns.high[start + at] ?? NaN]
    const [l, c] = [columns.low[start + at] ?? NaN, columns.close[start + at] ?? NaN]
    const opened = first.has(at) ? (o + c) / 2 : ((open[at - 1] ?? NaN) + (close[at - 1] ?? NaN)) / 2
    const closed = (o + h + l + c) / 4
    open[at] = opened
    close[at] = closed
    high[at] = Math.max(h, opened, closed)
    low[at] = Math.min(l, opened, closed)
  }
  return { start: 0, open, high, low, close }
}

/** Keeps them until the buffer changes. */
export class HeikinAshi {
  readonly #known = new WeakMap<CandleBuffer, { readonly version: number; readonly prices: PriceColumns }>()

  of(buffer: CandleBuffer, holes: readonly number[]): PriceColumns {
    const known = this.#known.get(buffer)
    if (known?.version === buffer.version) return known.prices
    const prices = heikinAshi(buffer, holes)
    this.#known.set(buffer, { version: buffer.version, prices })
    return prices
  }
}
