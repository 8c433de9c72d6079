// Owns: what is known of where a market's candles begin and end, gathered from answers. Must not: ask, or hold candles.
import type { CandleRange } from '../../../src-preload/contract/markets.ts'
import type { CandlePeriod } from '../../../src-preload/domain/markets.ts'
import { candleOf, type Candle } from './candle-buffer.ts'
import type { TimeStretch } from './stretches.ts'

/** A candle at an end of history, of a period that may be longer than the chosen one. */
export interface Edge {
  readonly timeMs: number
  readonly period: CandlePeriod
}

export class MarketEdges {
  readonly #period: CandlePeriod
  #last: Candle | null = null
  #first: Edge | null = null
  #noneBeforeMs = 0
  #earliestMs = Infinity
  #expectedMs = Infinity

  constructor(period: CandlePeriod) {
    this.#period = period
  }

  /** The newest candle of the chosen period; the same object as long as it is the same. */
  get last(): Candle | null {
    return this.#last
  }

  /** The first candle of all, in the shortest period that it is known in; null: not known. */
  get first(): Edge | null {
    return this.#first
  }

  /** No candle starts before. */
  get noneBeforeMs(): number {
    return this.#noneBeforeMs
  }

  /** The first candle; while it is not known the earliest that is, or what `expect` was told; null without candles. */
  get firstMs(): number | null {
    if (this.#first !== null) return Math.max(this.#first.timeMs, this.#noneBeforeMs)
    return this.#last === null ? null : Math.min(this.#earliestMs, this.#last.timeMs, this.#expectedMs)
  }

  /** History counts from there on until its start is known. */
  expect(timeMs: number): void {
    this.#expectedMs = Math.min(this.#expectedMs, Math.max(0, timeMs))
  }

  /** Takes the newest candle; an older one than the one here is left. True when it is another. */
  takeLast(candle: Candle | null): boolean {
    const before = this.#last
    if (candle === null || (before !== null && candle.timeMs < before.timeMs)) return false
    if (before !== null && isSame(before, candle)) return false
    this.#last = candle
    return true
  }

  /**
   * Takes what an answer tells of the ends. True when anything is new.
   *
   * @param isProbe - it was asked for an end alone: candles of a longer period in it begin before what is here of the
   *   chosen one
   */
  note(asked: TimeStretch, answer: CandleRange, nowMs: number, isProbe: boolean): boolean {
    const { candles, period, reachesStart } = answer
    const before = this.firstMs
    const wasKnown = this.#first !== null
    const firstMs = candles.timesMs[0]
    if (firstMs !== undefined && (!isProbe || period === this.#period))
      this.#earliestMs = Math.min(this.#earliestMs, firstMs)
    if (reachesStart) this.#noteStart(asked, period, firstMs)
    // Whether a candle is the newest of all is known by one that is older, or by having asked until now.
    const isNewest = period === this.#period && (this.#last !== null || asked.toMs >= nowMs)
    const isOther = isNewest && this.takeLast(candleOf(candles, candles.timesMs.length - 1))
    return isOther || before !== this.firstMs || wasKnown !== (this.#first !== null)
  }

  #noteStart(asked: TimeStretch, period: CandlePeriod, firstMs: number | undefined): void {
    if (firstMs !== undefined) {
      if (this.#first === null || period <= this.#first.period) this.#first = { timeMs: firstMs, period }
      this.#noneBeforeMs = Math.max(this.#noneBeforeMs, firstMs)
    } else if (this.#last !== null && asked.toMs < this.#last.timeMs) {
      this.#noneBeforeMs = Math.max(this.#noneBeforeMs, asked.toMs + 1)
    }
  }
}

function isSame(a: Candle, b: Candle): boolean {
  return (
    a.timeMs === b.timeMs &&
    a.open === b.open &&
    a.high === b.high &&
    a.low === b.low &&
    a.close === b.close &&
    a.volume === b.volume
  )
}
