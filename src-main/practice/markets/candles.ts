// Candles of any period and time, down to whole minutes: a pure function of (seed, market, time) with a small cache of days.
//
// A day's candle is made first and then divided: 1 day -> 2 x 12 h -> 6 x 2 h each -> 1 h -> 30 -> 15 -> 5 -> 1 min. Every
// division aggregates exactly (candle-split), so a longer period equals its minutes without computing them. Buckets begin at
// whole multiples of the period since the Unix epoch (facts, A2: the mock's steps are multiples of the period), so a week
// begins on a Thursday.
import type { CandlePeriod } from '../../../src-preload/domain/markets/markets.ts'
import {
  divisionOf,
  hourLevel,
  levelMinutes,
  minuteLevel,
  minutesPerDay,
  nodeOf,
  sourceLevel,
} from './candle-levels.ts'
import { splitCandle } from './candle-split.ts'
import { candleWidth, writeDailyCandle } from './daily-candles.ts'
import type { PracticeMarket } from './markets.ts'

/** A candle in ticks and units, without its time. */
export interface CandleTicks {
  readonly open: number
  readonly max: number
  readonly min: number
  readonly last: number
  readonly volume: number
}

/** Candles of one period in a flat array of {@link candleWidth} columns, oldest first. */
export interface CandleRun {
  readonly firstBucket: number
  readonly count: number
  readonly columns: Float64Array
}

/** The candle at a place of a run. */
export function readCandle(columns: Float64Array, index: number): CandleTicks {
  const at = index * candleWidth
  return {
    open: columns[at] ?? 0,
    max: columns[at + 1] ?? 0,
    min: columns[at + 2] ?? 0,
    last: columns[at + 3] ?? 0,
    volume: columns[at + 4] ?? 0,
  }
}

/** Writes the aggregate of `count` candles of `source`, from position `from`, to `target` at `offset`. */
export function aggregateCandles(
  source: Float64Array,
  from: number,
  count: number,
  target: Float64Array,
  offset: number,
): void {
  let at = from * candleWidth
  const open = source[at] ?? 0
  let max = source[at + 1] ?? 0
  let min = source[at + 2] ?? 0
  let volume = 0
  for (let index = 0; index < count; index += 1) {
    max = Math.max(max, source[at + 1] ?? 0)
    min = Math.min(min, source[at + 2] ?? 0)
    volume += source[at + 4] ?? 0
    at += candleWidth
  }
  target[offset] = open
  target[offset + 1] = max
  target[offset + 2] = min
  target[offset + 3] = source[at - candleWidth + 3] ?? 0
  target[offset + 4] = volume
}

/** All candles for one seed. Holds only a cache: two instances with one seed always agree. */
export class CandleBook {
  readonly seed: number
  readonly #days = new Map<number, Float64Array[]>()
  /** How often single minutes of an uncached day were requested. */
  readonly #misses = new Map<number, number>()
  readonly #path = levelMinutes.map(() => new Float64Array(6 * candleWidth))

  constructor(seed: number) {
    this.seed = seed
  }

  /** A day's candles at one level. The array is shared: do not write to it. */
  #dayLevel(market: PracticeMarket, day: number, level: number): Float64Array {
    const key = day * 64 + market.index
    let levels = this.#days.get(key)
    if (levels === undefined) {
      const whole = new Float64Array(candleWidth)
      writeDailyCandle(this.seed, market, day, whole, 0)
      levels = [whole]
      // Evicts the oldest entry: a Map keeps insertion order.
      if (this.#days.size >= 256) this.#days.delete(this.#days.keys().next().value ?? key)
      this.#days.set(key, levels)
    }
    for (let made = levels.length; made <= level; made += 1) {
      const coarse = levels[made - 1] ?? new Float64Array()
      const count = coarse.length / candleWidth
      const parts = (levelMinutes[made - 1] ?? 1) / (levelMinutes[made] ?? 1)
      const fine = new Float64Array(coarse.length * parts)
      for (let index = 0; index < count; index += 1) {
        const absolute = day * count + index
        const division = divisionOf(market, made - 1, absolute)
        const node = nodeOf(market, made - 1, absolute)
        const offset = index * parts * candleWidth
        splitCandle(this.seed, node, division, coarse, index * candleWidth, fine, offset)
      }
      levels.push(fine)
    }
    return levels[level] ?? new Float64Array()
  }

  /**
   * The candle of one whole minute (minutes since the epoch). Takes about ten microseconds anywhere in history.
   * Only for minutes since the listing.
   */
  minute(market: PracticeMarket, minute: number): CandleTicks {
    const day = Math.floor(minute / minutesPerDay)
    const key = day * 64 + market.index
    const cached = this.#days.get(key)?.[minuteLevel]
    if (cached !== undefined) return readCandle(cached, minute - day * minutesPerDay)
    const misses = (this.#misses.get(key) ?? 0) + 1
    if (misses > 60) {
      // Many reads of one day: computing all of it costs as much as about sixty single minutes.
      this.#misses.delete(key)
      return readCandle(this.#dayLevel(market, day, minuteLevel), minute - day * minutesPerDay)
    }
    if (this.#misses.size > 4_096) this.#misses.clear()
    this.#misses.set(key, misses)
    // Walk down the single branch of the tree that holds the minute, from the hour if the hours are cached.
    const hours = this.#days.get(key)?.[hourLevel]
    let source = hours ?? this.#path[0] ?? new Float64Array(candleWidth)
    let position = hours === undefined ? 0 : Math.floor(minute / 60) - day * 24
    if (hours === undefined) writeDailyCandle(this.seed, market, day, source, 0)
    for (let level = hours === undefined ? 0 : hourLevel; level < minuteLevel; level += 1) {
      const index = Math.floor(minute / (levelMinutes[level] ?? 1))
      const division = divisionOf(market, level, index)
      const target = this.#path[level + 1] ?? new Float64Array(candleWidth)
      splitCandle(
        this.seed,
        nodeOf(market, level, index),
        division,
        source,
        position * candleWidth,
        target,
        0,
      )
      position = Math.floor(minute / division.partMinutes) % division.parts
      source = target
    }
    return readCandle(source, position)
  }

  /** The candle of whole minutes `from` up to but not including `to`, both of one day. */
  minutes(market: PracticeMarket, from: number, to: number): CandleTicks {
    const day = Math.floor(from / minutesPerDay)
    const source = this.#dayLevel(market, day, minuteLevel)
    const result = new Float64Array(candleWidth)
    aggregateCandles(source, from - day * minutesPerDay, to - from, result, 0)
    return readCandle(result, 0)
  }

  /** The candle of a whole day. */
  day(market: PracticeMarket, day: number): CandleTicks {
    return readCandle(this.#dayLevel(market, day, 0), 0)
  }

  #hourColumn(market: PracticeMarket, hour: number, column: number): number {
    const day = Math.floor(hour / 24)
    return this.#dayLevel(market, day, hourLevel)[(hour - day * 24) * candleWidth + column] ?? 0
  }

  /** The highest price of an hour (hours since the epoch), in ticks. */
  hourMax(market: PracticeMarket, hour: number): number {
    return this.#hourColumn(market, hour, 1)
  }

  /** The lowest price of an hour (hours since the epoch), in ticks. */
  hourMin(market: PracticeMarket, hour: number): number {
    return this.#hourColumn(market, hour, 2)
  }

  /**
   * Descends from an hour to one of its minutes: `choose` gets the candles of each division (shared: read only) and returns
   * which one to enter.
   */
  descend(
    market: PracticeMarket,
    hour: number,
    choose: (columns: Float64Array, count: number) => number,
  ): { minute: number; candle: CandleTicks } {
    const day = Math.floor(hour / 24)
    let source = this.#dayLevel(market, day, hourLevel)
    let position = hour - day * 24
    let index = hour
    for (let level = hourLevel; level < minuteLevel; level += 1) {
      const division = divisionOf(market, level, index)
      const target = this.#path[level + 1] ?? new Float64Array(candleWidth)
      const node = nodeOf(market, level, index)
      splitCandle(this.seed, node, division, source, position * candleWidth, target, 0)
      position = choose(target, division.parts)
      index = index * division.parts + position
      source = target
    }
    return { minute: index, candle: readCandle(source, position) }
  }

  /**
   * Candles of the whole buckets `firstBucket` .. `firstBucket + count - 1` (bucket = time / period, in minutes since the
   * epoch). Every bucket must end after the listing; one that begins before it holds only what came after.
   */
  run(market: PracticeMarket, period: CandlePeriod, firstBucket: number, count: number): CandleRun {
    const columns = new Float64Array(count * candleWidth)
    const level = sourceLevel(period)
    const step = levelMinutes[level] ?? 1
    if (step === minutesPerDay) {
      this.#runOfDays(market, period / minutesPerDay, firstBucket, count, columns)
      return { firstBucket, count, columns }
    }
    const perBucket = period / step
    const bucketsPerDay = minutesPerDay / period
    let done = 0
    while (done < count) {
      const bucket = firstBucket + done
      const day = Math.floor(bucket / bucketsPerDay)
      const source = this.#dayLevel(market, day, level)
      const startsAt = bucket - day * bucketsPerDay
      const here = Math.min(count - done, bucketsPerDay - startsAt)
      for (let index = 0; index < here; index += 1) {
        const from = (startsAt + index) * perBucket
        aggregateCandles(source, from, perBucket, columns, (done + index) * candleWidth)
      }
      done += here
    }
    return { firstBucket, count, columns }
  }

  #runOfDays(
    market: PracticeMarket,
    days: number,
    first: number,
    count: number,
    columns: Float64Array,
  ): void {
    const week = new Float64Array(days * candleWidth)
    for (let index = 0; index < count; index += 1) {
      const from = Math.max((first + index) * days, market.listedDay)
      const upTo = (first + index + 1) * days
      for (let day = from; day < upTo; day += 1) {
        // Long runs bypass the cache, because they would evict everything else.
        writeDailyCandle(this.seed, market, day, week, (day - from) * candleWidth)
      }
      aggregateCandles(week, 0, upTo - from, columns, index * candleWidth)
    }
  }
}
