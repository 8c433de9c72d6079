// Owns: finding the newest and the first candle of a market by asking for ever finer ones. Pure.
// Must not: ask itself.
import type { CandleRange } from '../../../src-preload/contract/markets.ts'
import type { CandlePeriod } from '../../../src-preload/domain/markets.ts'
import { candleOf, type Candle } from './candle-buffer.ts'
import { finerPeriod } from './level-choice.ts'
import type { Edge } from './market-edges.ts'
import type { TimeStretch } from './stretches.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
const yearMs = 366 * dayMs
const longest: CandlePeriod = 10_080
/** Places to look for the newest candle in. */
const stages = 3
/** The start may become known with any change that main tells of, but is not looked for at each of them for ever. */
const mostTries = 20

/** What to ask for. */
export interface Probe extends TimeStretch {
  readonly period: CandlePeriod
}

/** Looks where the newest candle is: at the clock's now, else within a year, else anywhere. */
export class NewestSearch {
  readonly #period: CandlePeriod
  #stage = 0
  /** A longer period in which the one that is looked for is, and the newest candle of that period where one is whole. */
  #coarse: { readonly timeMs: number; readonly period: CandlePeriod; readonly candle: Candle | null } | null =
    null

  constructor(period: CandlePeriod) {
    this.#period = period
  }

  /** False once all was looked through. */
  get isRunning(): boolean {
    return this.#stage < stages
  }

  restart(): void {
    this.#stage = 0
    this.#coarse = null
  }

  /** What to ask for next, for about so many candles before the clock's now and those that indicators need before. */
  next(nowMs: number, candles: number, warmUp: number): Probe {
    if (this.#coarse !== null) return within(this.#coarse.timeMs, this.#coarse.period, this.#period)
    const periodMs = this.#period * minuteMs
    // The clock may be wrong by hours.
    const toMs = nowMs + Math.max(dayMs, candles * periodMs)
    switch (this.#stage) {
      case 0:
        return { period: this.#period, fromMs: nowMs - (candles + warmUp) * periodMs, toMs }
      case 1:
        return { period: longest, fromMs: nowMs - yearMs, toMs }
      default:
        return { period: longest, fromMs: 0, toMs }
    }
  }

  /**
   * Takes the answer; the newest candle where it is found. It is of a longer period where the shorter ones are not here
   * yet.
   */
  note(answer: CandleRange): Candle | null {
    const candle = candleOf(answer.candles, answer.candles.timesMs.length - 1)
    const coarse = this.#coarse?.candle ?? null
    // A longer candle of which a part is missing is not told, and there may be whole ones of a shorter period in it.
    const timeMs = Math.max(candle?.timeMs ?? -Infinity, answer.newestMs ?? -Infinity)
    const isFiner = answer.period < (this.#coarse?.period ?? Infinity)
    if (timeMs > -Infinity && answer.period > this.#period && isFiner) {
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

/** Looks for the first candle of all once it is asked to, or once it is known in a longer period. */
export class StartSearch {
  readonly #period: CandlePeriod
  #isWanted = false
  #isWaiting = false
  #tries = 0

  constructor(period: CandlePeriod) {
    this.#period = period
  }

  begin(): void {
    this.#isWanted = true
    this.#isWaiting = false
    this.#tries = 0
  }

  /** Main told of changes: it may know more now. */
  wake(): void {
    this.#isWaiting = false
  }

  /** True when the start, as far as it is known, is about to be known in a shorter period. */
  isNarrowing(start: Edge): boolean {
    return start.period > this.#period && !this.#isWaiting && this.#tries < mostTries
  }

  /** What to ask for next; null: nothing, or nothing before main tells of changes. `start`: as far as it is known. */
  next(nowMs: number, start: Edge | null): Probe | null {
    if (start !== null)
      return this.isNarrowing(start) ? within(start.timeMs, start.period, this.#period) : null
    const isDue = this.#isWanted && !this.#isWaiting && this.#tries < mostTries
    return isDue ? { period: longest, fromMs: 0, toMs: nowMs } : null
  }

  /** Takes the answer to what `next` asked for. */
  note(answer: CandleRange): void {
    this.#tries += 1
    this.#isWaiting = !answer.reachesStart || answer.candles.timesMs.length === 0
  }
}

/** The time of one candle, in finer ones. */
function within(timeMs: number, period: CandlePeriod, shortest: CandlePeriod): Probe {
  return { period: finerPeriod(period, shortest), fromMs: timeMs, toMs: timeMs + period * minuteMs - 1 }
}
