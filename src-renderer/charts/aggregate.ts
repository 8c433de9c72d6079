// Owns: exact coarser candles (2, 4, 8, ... periods each) over a buffer, made when first looked at.
// Must not: know pixels. A change touches only the coarse candles that it falls into.
import { CandleBuffer, makeColumns, type MergedRange } from './candle-buffer.ts'
import type { CandleColumns } from '../../src-preload/contract/entities.ts'

/**
 * The coarser levels of one buffer. Coarse candles are aligned to `anchorMs` plus whole multiples of their own
 * length, so that neither new nor older candles ever shift them. Where there is no candle there is no coarse one.
 */
export class CandlePyramid {
  readonly #base: CandleBuffer
  readonly #periodMs: number
  readonly #anchorMs: number
  readonly #levels: CandleBuffer[] = []

  constructor(base: CandleBuffer, periodMs: number, anchorMs: number) {
    this.#base = base
    this.#periodMs = periodMs
    this.#anchorMs = anchorMs
  }

  /** The candles of `2 ** exponent` periods each; exponent 0 is the buffer itself. */
  level(exponent: number): CandleBuffer {
    if (exponent <= 0) return this.#base
    const known = this.#levels[exponent - 1]
    if (known !== undefined) return known
    const finer = this.level(exponent - 1)
    const built = new CandleBuffer()
    const rows = aggregateRows(finer, 0, finer.length, this.#bucketOf(exponent))
    built.splice(0, 0, rows, rows.timesMs.length)
    this.#levels[exponent - 1] = built
    return built
  }

  /** Brings the levels that exist up to date after the buffer changed in `range`. */
  update(range: MergedRange): void {
    this.#levels.forEach((level, index) => {
      const exponent = index + 1
      const finer = this.level(index)
      const bucketOf = this.#bucketOf(exponent)
      const fromMs = bucketOf(range.fromMs)
      const endMs = bucketOf(range.toMs) + this.#periodMs * 2 ** exponent
      const rows = aggregateRows(finer, finer.lowerBound(fromMs), finer.lowerBound(endMs), bucketOf)
      const at = level.lowerBound(fromMs)
      level.splice(at, level.lowerBound(endMs) - at, rows, rows.timesMs.length)
    })
  }

  #bucketOf(exponent: number): (timeMs: number) => number {
    const bucketMs = this.#periodMs * 2 ** exponent
    return (timeMs) => Math.floor((timeMs - this.#anchorMs) / bucketMs) * bucketMs + this.#anchorMs
  }
}

/** Joins the candles [from, to) of `finer` that share a bucket: first open, extremes, last close, summed volume. */
function aggregateRows(
  finer: CandleBuffer,
  from: number,
  to: number,
  bucketOf: (timeMs: number) => number,
): CandleColumns {
  const rows = makeColumns(Math.max(0, to - from))
  const { columns, start } = finer
  let length = 0
  let bucketMs = NaN
  for (let at = start + from; at < start + to; at++) {
    const ownBucketMs = bucketOf(columns.timesMs[at] ?? NaN)
    const high = columns.high[at] ?? NaN
    const low = columns.low[at] ?? NaN
    if (ownBucketMs !== bucketMs) {
      bucketMs = ownBucketMs
      rows.timesMs[length] = bucketMs
      rows.open[length] = columns.open[at] ?? NaN
      rows.high[length] = high
      rows.low[length] = low
      rows.volume[length] = 0
      length++
    }
    const row = length - 1
    if (high > (rows.high[row] ?? NaN)) rows.high[row] = high
    if (low < (rows.low[row] ?? NaN)) rows.low[row] = low
    rows.close[row] = columns.close[at] ?? NaN
    rows.volume[row] = (rows.volume[row] ?? 0) + (columns.volume[at] ?? 0)
  }
  return {
    timesMs: rows.timesMs.subarray(0, length),
    open: rows.open.subarray(0, length),
    high: rows.high.subarray(0, length),
    low: rows.low.subarray(0, length),
    close: rows.close.subarray(0, length),
    volume: rows.volume.subarray(0, length),
  }
}
