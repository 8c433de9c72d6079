// Known start and end of a market's candles, collected from responses.
import type { CandleRange } from '../../../../src-preload/contract/markets/markets.ts'
import { type ChartInterval, isLonger } from '../../../../src-preload/domain/markets/intervals.ts'
import { candleOf, type Candle } from './candle-buffer.ts'
import type { TimeRange } from './time-ranges.ts'

/** A candle at an end of history; its period may be longer than the chosen one. */
export interface Edge {
  readonly timeMs: number
  readonly period: ChartInterval
}

export class MarketEdges {
  readonly #period: ChartInterval
  #last: Candle | null = null
  #first: Edge | null = null
  #noneBeforeMs = 0
  #earliestMs = Infinity
  #expectedMs = Infinity

  constructor(period: ChartInterval) {
    this.#period = period
  }

  /** The newest candle of the chosen period; the same object while unchanged. */
  get last(): Candle | null {
    return this.#last
  }

  /** The market's first candle, in the shortest period it is known in; null when unknown. */
  get first(): Edge | null {
    return this.#first
  }

  /** No candle starts before this time. */
  get noneBeforeMs(): number {
    return this.#noneBeforeMs
  }

  /** Start of the first candle, else of the earliest known candle or the earliest `expect` time; null without candles. */
  get firstMs(): number | null {
    if (this.#first !== null) return Math.max(this.#first.timeMs, this.#noneBeforeMs)
    return this.#last === null ? null : Math.min(this.#earliestMs, this.#last.timeMs, this.#expectedMs)
  }

  /** Extends history to this time until the first candle is known. */
  expect(timeMs: number): void {
    this.#expectedMs = Math.min(this.#expectedMs, Math.max(0, timeMs))
  }

  /** Stores the newest candle unless it is older than the known one. Returns true when it changed. */
  takeLast(candle: Candle | null): boolean {
    const before = this.#last
    if (candle === null || (before !== null && candle.timeMs < before.timeMs)) return false
    if (before !== null && isSame(before, candle)) return false
    this.#last = candle
    return true
  }

  /**
   * Reads the ends of history from a response. Returns true when anything is new.
   *
   * @param isProbe - the request looked for an end only: its longer candles start before the known candles of the chosen
   *   period
   */
  note(asked: TimeRange, answer: CandleRange, nowMs: number, isProbe: boolean): boolean {
    const { candles, period, reachesStart } = answer
    const before = this.firstMs
    const wasKnown = this.#first !== null
    const firstMs = candles.timesMs[0]
    if (firstMs !== undefined && (!isProbe || period === this.#period))
      this.#earliestMs = Math.min(this.#earliestMs, firstMs)
    if (reachesStart) this.#noteStart(asked, period, firstMs)
    // A candle is the newest when an older one was known, or when the request reached the current time.
    const isNewest = period === this.#period && (this.#last !== null || asked.toMs >= nowMs)
    const isOther = isNewest && this.takeLast(candleOf(candles, candles.timesMs.length - 1))
    return isOther || before !== this.firstMs || wasKnown !== (this.#first !== null)
  }

  #noteStart(asked: TimeRange, period: ChartInterval, firstMs: number | undefined): void {
    if (firstMs !== undefined) {
      if (this.#first === null || !isLonger(period, this.#first.period))
        this.#first = { timeMs: firstMs, period }
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
