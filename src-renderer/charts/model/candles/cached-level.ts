// Cached candles of one period: one contiguous requested range.
import type { CandleRange } from '../../../../src-preload/contract/markets/markets.ts'
import {
  type ChartInterval,
  addSlots,
  endOf,
  intervalMs,
  shortestMs,
  startOf,
} from '../../../../src-preload/domain/markets/intervals.ts'
import type { CandlePeriod } from '../../../../src-preload/domain/markets/markets.ts'
import { CandleBuffer } from './candle-buffer.ts'
import { SETTLING_MS } from './holes.ts'
import {
  cut,
  keepTimes,
  keepValues,
  noRanges,
  patch,
  patchTimes,
  patchValues,
  wholePeriods,
  type TimeRange,
} from './time-ranges.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

/** Market limits that a level needs to tell unknown times from times without candles. */
export interface Horizon {
  /** Start of the newest known candle; null for none. */
  readonly newestMs: number | null
  /** No candle exists before this time. */
  readonly noneBeforeMs: number
}

/** Candles of one period around the view, with what is unknown or has changed in them. */
export class CachedLevel {
  readonly period: ChartInterval
  /** Of months the mean length. */
  readonly periodMs: number
  readonly buffer = new CandleBuffer()
  /** The requested and answered range, in whole periods; null before the first response. */
  held: TimeRange | null = null
  /** Ranges inside it that main knows only in part, including the end that may still change. */
  gaps: readonly TimeRange[] = noRanges
  /** Starts of candles that are not final, ascending. The same array while unchanged. */
  incomplete: readonly number[] = []
  /** VWAP from minutes by candle start, where main provided it. The same map while unchanged. */
  minuteVwap: ReadonlyMap<number, number> = new Map()
  /** Time of the newest candles' last update. */
  asOfMs: number | null = null
  /** Candles from this time on must be requested again. */
  dirtyFromMs = Infinity
  /** Increases with use: the level with the lowest value is the least recently used. */
  lastUsed = 0

  constructor(period: ChartInterval) {
    this.period = period
    this.periodMs = intervalMs(period)
  }

  /**
   * Stores the response for a range of whole periods. A range that does not touch the cached one replaces it, unless `view`
   * is null or served by the cached range only. Returns true when anything changed.
   */
  take(asked: TimeRange, answer: CandleRange, view: TimeRange | null): boolean {
    const { held } = this
    const touches = held !== null && asked.fromMs <= held.toMs + 1 && asked.toMs >= held.fromMs - 1
    if (held !== null && !touches) {
      if (view === null || (this.share(view) > 0 && !overlaps(asked, view))) return false
      this.buffer.clear()
      this.gaps = noRanges
      this.incomplete = []
      this.minuteVwap = new Map()
      this.dirtyFromMs = Infinity
    }
    const before = this.gaps
    const unfinished = this.incomplete
    const averages = this.minuteVwap
    this.held =
      held !== null && touches
        ? { fromMs: Math.min(held.fromMs, asked.fromMs), toMs: Math.max(held.toMs, asked.toMs) }
        : asked
    this.gaps = patch(before, asked, answer.gaps)
    this.incomplete = patchTimes(unfinished, asked, answer.incomplete)
    this.minuteVwap = patchValues(averages, asked, answer.candles.timesMs, answer.minuteVwap)
    const isChanged = this.buffer.replace(asked.fromMs, asked.toMs, answer.candles)
    if (asked.toMs >= this.buffer.lastMs) this.asOfMs = answer.asOfMs
    return (
      isChanged ||
      unfinished !== this.incomplete ||
      averages !== this.minuteVwap ||
      held?.fromMs !== this.held.fromMs ||
      held.toMs !== this.held.toMs ||
      !isSame(before, this.gaps)
    )
  }

  /** Drops everything outside a range. */
  trim(wanted: TimeRange): void {
    if (this.held === null) return
    const { fromMs, toMs } = wholePeriods(wanted, this.period)
    if (this.held.fromMs >= fromMs && this.held.toMs <= toMs) return
    this.held = { fromMs: Math.max(fromMs, this.held.fromMs), toMs: Math.min(toMs, this.held.toMs) }
    this.gaps = cut(this.gaps, this.held.fromMs, this.held.toMs)
    this.incomplete = keepTimes(this.incomplete, this.held)
    this.minuteVwap = keepValues(this.minuteVwap, this.held)
    this.buffer.keep(this.held.fromMs, this.held.toMs)
  }

  /** Share of a range that is cached, 0 to 1. */
  share({ fromMs, toMs }: TimeRange): number {
    if (this.held === null) return 0
    const heldMs = Math.min(toMs, this.held.toMs) - Math.max(fromMs, this.held.fromMs)
    return Math.max(0, Math.min(1, heldMs / Math.max(1, toMs - fromMs)))
  }

  /** True when the whole range is cached. */
  covers(fromMs: number, toMs: number): boolean {
    return this.held !== null && this.held.fromMs <= fromMs && this.held.toMs >= toMs
  }

  /**
   * Marks candles of a period as changed from a time on. Candles that main knows completely do not change, so an earlier
   * change can only have filled gaps, including the open end. Candles of this level's own period replace those built from
   * shorter ones.
   *
   * @param hasVwap - changed minutes also change the VWAP of their day
   */
  note(changedFromMs: number, period: CandlePeriod, hasVwap: boolean): void {
    const { held, periodMs } = this
    if (held === null) return
    const last = this.gaps.at(-1)
    // Candles may start off the period grid since 1970, so the previous candle is included.
    let fromMs = Math.max(held.fromMs, addSlots(this.period, startOf(this.period, changedFromMs), -1))
    const isReplaced = period === this.period && period > 1
    if (changedFromMs < held.fromMs && !isReplaced) fromMs = this.gaps[0]?.fromMs ?? Infinity
    else if (last !== undefined && !(last.toMs < this.buffer.lastMs)) fromMs = Math.min(fromMs, last.fromMs)
    if (hasVwap && period === 1 && periodMs > minuteMs && periodMs < dayMs)
      fromMs = Math.min(fromMs, Math.max(held.fromMs, Math.floor(changedFromMs / dayMs) * dayMs))
    if (fromMs <= held.toMs) this.dirtyFromMs = Math.min(this.dirtyFromMs, fromMs)
  }

  /** Marks everything to be requested again, for data that earlier requests did not include. */
  noteAll(): void {
    this.dirtyFromMs = Math.min(this.dirtyFromMs, this.held?.fromMs ?? Infinity)
  }

  /** Marks all unknown ranges to be requested again. */
  noteGaps(): void {
    this.dirtyFromMs = Math.min(this.dirtyFromMs, this.gaps[0]?.fromMs ?? Infinity)
  }

  /** Ranges between two times with unknown candles, ascending. */
  unknown(fromMs: number, toMs: number, { newestMs, noneBeforeMs }: Horizon): readonly TimeRange[] {
    const { held, period } = this
    const firstMs = Math.max(fromMs, noneBeforeMs)
    // Times after the newest candle are in the future, as far as known.
    const lastMs = newestMs === null ? toMs : Math.min(toMs, endOf(period, newestMs) - 1)
    if (held === null) return firstMs <= lastMs ? [{ fromMs: firstMs, toMs: lastMs }] : noRanges
    const inside = cut(this.gaps, firstMs, toMs)
    if (held.fromMs <= firstMs && held.toMs >= lastMs && inside === noRanges) return noRanges
    const all: TimeRange[] = []
    const add = (from: number, to: number): void => {
      if (from <= to) all.push({ fromMs: from, toMs: to })
    }
    if (firstMs < held.fromMs) add(firstMs, Math.min(held.fromMs - 1, lastMs))
    // The end is never final; up to its last update it is known well enough to draw.
    const openFromMs = newestMs === null ? Infinity : addSlots(period, newestMs, -1) - SETTLING_MS
    const openToMs = Math.max(openFromMs, this.asOfMs ?? 0)
    for (const gap of inside) {
      if (gap.toMs < openFromMs) add(gap.fromMs, gap.toMs)
      else {
        add(gap.fromMs, openFromMs - 1)
        const restMs = Math.max(gap.fromMs, openToMs)
        if (gap.toMs - restMs >= shortestMs(period)) add(restMs, gap.toMs)
      }
    }
    add(Math.max(firstMs, held.toMs + 1), lastMs)
    return all
  }
}

function overlaps(a: TimeRange, b: TimeRange): boolean {
  return a.fromMs <= b.toMs && a.toMs >= b.fromMs
}

function isSame(a: readonly TimeRange[], b: readonly TimeRange[]): boolean {
  return (
    a.length === b.length && a.every((one, at) => one.fromMs === b[at]?.fromMs && one.toMs === b[at].toMs)
  )
}
