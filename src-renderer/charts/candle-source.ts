// Owns: what a view hands to a chart: the candles of one market and period, and word of their changes.
// Must not: fetch, and must not know the chart.
import type { CandleColumns } from '../../src-preload/contract/entities.ts'
import type { CandlePeriod } from '../../src-preload/shared/markets.ts'
import { CandlePyramid } from './aggregate.ts'
import { CandleBuffer, type Candle } from './candle-buffer.ts'

/** What happened to a source: everything is new, or candles came in. */
export type SourceChange = 'reset' | 'merged' | 'history'

/**
 * The candles behind a chart. The view fetches and calls `merge`; the chart listens and draws.
 *
 * Places on the time axis are slots: `(timeMs - anchorMs) / periodMs`, where the anchor is the offset of the
 * first candle ever merged from whole periods since the epoch. A slot number is therefore a fact about a time:
 * older or newer candles do not change it, and a missing candle leaves its slot empty.
 */
export class CandleSource {
  readonly buffer = new CandleBuffer()
  #period: CandlePeriod
  #anchorMs = 0
  #pyramid: CandlePyramid
  #reachesStart = false
  readonly #listeners = new Set<(change: SourceChange) => void>()

  constructor(period: CandlePeriod) {
    this.#period = period
    this.#pyramid = this.#makePyramid()
  }

  /** The period of the candles in minutes. */
  get period(): CandlePeriod {
    return this.#period
  }

  get periodMs(): number {
    return this.#period * 60_000
  }

  /** True when there is no candle before the first one here; the chart then asks for no older ones. */
  get reachesStart(): boolean {
    return this.#reachesStart
  }

  /** Takes in candles of any time: new, forming, corrected or older. See `CandleBuffer.merge`. */
  merge(columns: CandleColumns): void {
    const wasEmpty = this.buffer.length === 0
    const range = this.buffer.merge(columns)
    if (range === null) return
    if (wasEmpty) {
      this.#anchorMs = this.buffer.firstMs % this.periodMs
      this.#pyramid = this.#makePyramid()
    } else this.#pyramid.update(range)
    this.#tell('merged')
  }

  /** Says whether older candles than those here can exist. */
  setReachesStart(reachesStart: boolean): void {
    if (reachesStart === this.#reachesStart) return
    this.#reachesStart = reachesStart
    this.#tell('history')
  }

  /** Forgets everything, for another market or period. */
  reset(period: CandlePeriod = this.#period): void {
    this.#period = period
    this.#reachesStart = false
    this.buffer.clear()
    this.#anchorMs = 0
    this.#pyramid = this.#makePyramid()
    this.#tell('reset')
  }

  /** The newest candle, forming or closed; null when there is none. */
  last(): Candle | null {
    return this.buffer.candleAt(this.buffer.length - 1)
  }

  /** The slot of a time; whole for the start of a candle. */
  slotOf(timeMs: number): number {
    return (timeMs - this.#anchorMs) / this.periodMs
  }

  /** The time of a slot in epoch milliseconds. */
  timeOf(slot: number): number {
    return slot * this.periodMs + this.#anchorMs
  }

  /** Candles of `2 ** exponent` periods each, exact; see `CandlePyramid`. */
  level(exponent: number): CandleBuffer {
    return this.#pyramid.level(exponent)
  }

  /** Calls `listener` after every change, until the returned function is called. */
  subscribe(listener: (change: SourceChange) => void): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  #makePyramid(): CandlePyramid {
    return new CandlePyramid(this.buffer, this.periodMs, this.#anchorMs)
  }

  #tell(change: SourceChange): void {
    for (const listener of this.#listeners) listener(change)
  }
}
