// Finds a market's newest and first candle by requesting successively finer periods. Pure.
import type { CandleRange } from '../../../../src-preload/contract/markets/markets.ts'
import {
  type ChartInterval,
  endOf,
  intervalMs,
  isLonger,
} from '../../../../src-preload/domain/markets/intervals.ts'
import { candleOf, type Candle } from './candle-buffer.ts'
import { finerPeriod } from './level-choice.ts'
import type { Edge } from './market-edges.ts'
import type { TimeRange } from './time-ranges.ts'

const dayMs = 86_400_000
const yearMs = 366 * dayMs
/** Of a search through all of history. */
const longestOf = (shortest: ChartInterval): ChartInterval => (shortest === 'month' ? shortest : 10_080)
/** Number of search ranges for the newest candle. */
const stages = 3
/** Any change from main may reveal the start, but the search stops after this many attempts. */
const maxAttempts = 20

/** A candle request of a search. */
export interface Probe extends TimeRange {
  readonly period: ChartInterval
}

/** Searches for the newest candle at the current time, then within a year, then anywhere. */
export class NewestSearch {
  readonly #period: ChartInterval
  #stage = 0
  /** Longer period that contains the newest candle, with that period's newest candle where it is complete. */
  #coarse: {
    readonly timeMs: number
    readonly period: ChartInterval
    readonly candle: Candle | null
  } | null = null

  constructor(period: ChartInterval) {
    this.#period = period
  }

  /** False after every range was searched. */
  get isRunning(): boolean {
    return this.#stage < stages
  }

  restart(): void {
    this.#stage = 0
    this.#coarse = null
  }

  /** Returns the next request: about `candles` candles before now, plus the indicators' warm-up. */
  next(nowMs: number, candles: number, warmUp: number): Probe {
    if (this.#coarse !== null) return within(this.#coarse.timeMs, this.#coarse.period, this.#period)
    const periodMs = intervalMs(this.#period)
    // The clock may be hours off.
    const toMs = nowMs + Math.max(dayMs, candles * periodMs)
    switch (this.#stage) {
      case 0:
        return { period: this.#period, fromMs: nowMs - (candles + warmUp) * periodMs, toMs }
      case 1:
        return { period: longestOf(this.#period), fromMs: nowMs - yearMs, toMs }
      default:
        return { period: longestOf(this.#period), fromMs: 0, toMs }
    }
  }

  /**
   * Reads a response and returns the newest candle once found. Its period may be longer where shorter candles are not
   * available yet.
   */
  note(answer: CandleRange): Candle | null {
    const candle = candleOf(answer.candles, answer.candles.timesMs.length - 1)
    const coarse = this.#coarse?.candle ?? null
    // Main omits a longer candle with a missing part, which may contain complete candles of a shorter period.
    const timeMs = Math.max(candle?.timeMs ?? -Infinity, answer.newestMs ?? -Infinity)
    const isFiner = this.#coarse === null || isLonger(this.#coarse.period, answer.period)
    if (timeMs > -Infinity && isLonger(answer.period, this.#period) && isFiner) {
      this.#coarse = { timeMs, period: answer.period, candle: candle ?? coarse }
      return null
    }
    if (candle === null && this.#coarse === null) {
      this.#stage += 1
      return null
    }
    this.#coarse = null
    this.#stage = stages
    return candle ?? coarse
  }
}

/** Searches for the first candle on request, or once it is known in a longer period. */
export class StartSearch {
  readonly #period: ChartInterval
  #isWanted = false
  #isWaiting = false
  #tries = 0

  constructor(period: ChartInterval) {
    this.#period = period
  }

  begin(): void {
    this.#isWanted = true
    this.#isWaiting = false
    this.#tries = 0
  }

  /** Resumes the search after main reported changes. */
  wake(): void {
    this.#isWaiting = false
  }

  /** True when the known start is about to be refined to a shorter period. */
  isNarrowing(start: Edge): boolean {
    return isLonger(start.period, this.#period) && !this.#isWaiting && this.#tries < maxAttempts
  }

  /**
   * Returns the next request; null when the search is done or waits for changes from main. `start` is the known first
   * candle.
   */
  next(nowMs: number, start: Edge | null): Probe | null {
    if (start !== null)
      return this.isNarrowing(start) ? within(start.timeMs, start.period, this.#period) : null
    const isDue = this.#isWanted && !this.#isWaiting && this.#tries < maxAttempts
    return isDue ? { period: longestOf(this.#period), fromMs: 0, toMs: nowMs } : null
  }

  /** Reads the response to the request of `next`. */
  note(answer: CandleRange): void {
    this.#tries += 1
    this.#isWaiting = !answer.reachesStart || answer.candles.timesMs.length === 0
  }
}

/** Request for the time of one candle in finer candles. */
function within(timeMs: number, period: ChartInterval, shortest: ChartInterval): Probe {
  return { period: finerPeriod(period, shortest), fromMs: timeMs, toMs: endOf(period, timeMs) - 1 }
}
