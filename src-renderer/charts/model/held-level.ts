// Owns: the candles that are held of one period: one stretch of time without a hole in what was asked for.
// Must not: ask, or decide what is wanted.
import type { CandleRange } from '../../../src-preload/contract/markets.ts'
import type { CandlePeriod } from '../../../src-preload/domain/markets.ts'
import { CandleBuffer } from './candle-buffer.ts'
import { SETTLING_MS } from './holes.ts'
import {
  cut,
  keepTimes,
  keepValues,
  noStretches,
  patch,
  patchTimes,
  patchValues,
  wholePeriods,
  type TimeStretch,
} from './stretches.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

/** What a level must know of the market to tell which times are not known. */
export interface Horizon {
  /** Start of the newest known candle; null: none. */
  readonly newestMs: number | null
  /** There is no candle before. */
  readonly noneBeforeMs: number
}

export class HeldLevel {
  readonly period: CandlePeriod
  readonly periodMs: number
  readonly buffer = new CandleBuffer()
  /** What was asked for and answered, in whole periods; null: nothing yet. */
  held: TimeStretch | null = null
  /** Stretches of it that main does not know wholly, the end that may still change among them. */
  gaps: readonly TimeStretch[] = noStretches
  /** Starts of the candles that are not final, ascending. The same array as long as it is the same. */
  incomplete: readonly number[] = []
  /** VWAP from minutes by the start of a candle, where main has told it. The same map as long as it is the same. */
  minuteVwap: ReadonlyMap<number, number> = new Map()
  /** When its newest candles were last told. */
  asOfMs: number | null = null
  /** What starts from then on has to be asked for again. */
  dirtyFromMs = Infinity
  /** Grows with what is looked at: the level with the least was not looked at for the longest. */
  lookedAt = 0

  constructor(period: CandlePeriod) {
    this.period = period
    this.periodMs = period * minuteMs
  }

  /**
   * Takes the answer for a stretch of whole periods. One that does not touch what is held takes its place, unless `view`
   * is served by what is held and not by the answer, or null. True when anything changed.
   */
  take(asked: TimeStretch, answer: CandleRange, view: TimeStretch | null): boolean {
    const { held } = this
    const touches = held !== null && asked.fromMs <= held.toMs + 1 && asked.toMs >= held.fromMs - 1
    if (held !== null && !touches) {
      if (view === null || (this.share(view) > 0 && !overlaps(asked, view))) return false
      this.buffer.clear()
      this.gaps = noStretches
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

  /** Lets go of what lies outside of a stretch. */
  trim(wanted: TimeStretch): void {
    if (this.held === null) return
    const { fromMs, toMs } = wholePeriods(wanted, this.periodMs)
    if (this.held.fromMs >= fromMs && this.held.toMs <= toMs) return
    this.held = { fromMs: Math.max(fromMs, this.held.fromMs), toMs: Math.min(toMs, this.held.toMs) }
    this.gaps = cut(this.gaps, this.held.fromMs, this.held.toMs)
    this.incomplete = keepTimes(this.incomplete, this.held)
    this.minuteVwap = keepValues(this.minuteVwap, this.held)
    this.buffer.keep(this.held.fromMs, this.held.toMs)
  }

  /** The share of a stretch that is held, from 0 to 1. */
  share({ fromMs, toMs }: TimeStretch): number {
    if (this.held === null) return 0
    const heldMs = Math.min(toMs, this.held.toMs) - Math.max(fromMs, this.held.fromMs)
    return Math.max(0, Math.min(1, heldMs / Math.max(1, toMs - fromMs)))
  }

  /** True when all of a stretch is held. */
  covers(fromMs: number, toMs: number): boolean {
    return this.held !== null && this.held.fromMs <= fromMs && this.held.toMs >= toMs
  }

  /**
   * Notes that candles of a period changed at or after a time. What main knows wholly does not change, so a change that
   * began before what is held can only have filled its gaps, the end that may still change among them. But candles of
   * this very period take the place of those that were made of shorter ones.
   *
   * @param hasVwap - minutes that changed change the VWAP of their day, too
   */
  note(changedFromMs: number, period: CandlePeriod, hasVwap: boolean): void {
    const { held, periodMs } = this
    if (held === null) return
    const last = this.gaps.at(-1)
    // A candle need not start where its period does by the count since 1970, so the one before is looked at, too.
    let fromMs = Math.max(held.fromMs, Math.floor(changedFromMs / periodMs) * periodMs - periodMs)
    const isReplaced = period === this.period && period > 1
    if (changedFromMs < held.fromMs && !isReplaced) fromMs = this.gaps[0]?.fromMs ?? Infinity
    else if (last !== undefined && !(last.toMs < this.buffer.lastMs)) fromMs = Math.min(fromMs, last.fromMs)
    if (hasVwap && period === 1 && periodMs > minuteMs && periodMs < dayMs)
      fromMs = Math.min(fromMs, Math.max(held.fromMs, Math.floor(changedFromMs / dayMs) * dayMs))
    if (fromMs <= held.toMs) this.dirtyFromMs = Math.min(this.dirtyFromMs, fromMs)
  }

  /** Notes that all of it is to be asked for again, for what was not asked for before. */
  noteAll(): void {
    this.dirtyFromMs = Math.min(this.dirtyFromMs, this.held?.fromMs ?? Infinity)
  }

  /** Notes that all that is not known is to be asked for again. */
  noteGaps(): void {
    this.dirtyFromMs = Math.min(this.dirtyFromMs, this.gaps[0]?.fromMs ?? Infinity)
  }

  /** Stretches between two times whose candles are not known, ascending. */
  unknown(fromMs: number, toMs: number, { newestMs, noneBeforeMs }: Horizon): readonly TimeStretch[] {
    const { held, periodMs } = this
    const firstMs = Math.max(fromMs, noneBeforeMs)
    // What lies beyond the newest candle has not been, as far as is known.
    const lastMs = newestMs === null ? toMs : Math.min(toMs, newestMs + periodMs - 1)
    if (held === null) return firstMs <= lastMs ? [{ fromMs: firstMs, toMs: lastMs }] : noStretches
    const inside = cut(this.gaps, firstMs, toMs)
    if (held.fromMs <= firstMs && held.toMs >= lastMs && inside === noStretches) return noStretches
    const all: TimeStretch[] = []
    const add = (from: number, to: number): void => {
      if (from <= to) all.push({ fromMs: from, toMs: to })
    }
    if (firstMs < held.fromMs) add(firstMs, Math.min(held.fromMs - 1, lastMs))
    // The end is never known for good; up to its last telling it is known well enough to be drawn.
    const openFromMs = newestMs === null ? Infinity : newestMs - periodMs - SETTLING_MS
    const openToMs = Math.max(openFromMs, this.asOfMs ?? 0)
    for (const gap of inside) {
      if (gap.toMs < openFromMs) add(gap.fromMs, gap.toMs)
      else {
        add(gap.fromMs, openFromMs - 1)
        const restMs = Math.max(gap.fromMs, openToMs)
        if (gap.toMs - restMs >= periodMs) add(restMs, gap.toMs)
      }
    }
    add(Math.max(firstMs, held.toMs + 1), lastMs)
    return all
  }
}

function overlaps(a: TimeStretch, b: TimeStretch): boolean {
  return a.fromMs <= b.toMs && a.toMs >= b.fromMs
}

function isSame(a: readonly TimeStretch[], b: readonly TimeStretch[]): boolean {
  return (
    a.length === b.length && a.every((one, at) => one.fromMs === b[at]?.fromMs && one.toMs === b[at].toMs)
  )
}
