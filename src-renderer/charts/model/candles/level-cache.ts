// Cache of a chart's levels, and the choice of the level for a view.
import { type ChartInterval, isLonger } from '../../../../src-preload/domain/markets/intervals.ts'
import type { CandlePeriod } from '../../../../src-preload/domain/markets/markets.ts'
import { CachedLevel } from './cached-level.ts'
import { chooseLevel, choosePeriod } from './level-choice.ts'
import type { TimeRange } from './time-ranges.ts'

/** Cache limit; each level holds a few screens of candles. */
const maxLevels = 6

/** A time range and its width in device pixels. */
export interface View extends TimeRange {
  readonly widthPx: number
}

export class LevelCache {
  readonly #shortest: ChartInterval
  readonly #levels = new Map<ChartInterval, CachedLevel>()
  /** Requests include the VWAP from minutes. */
  hasVwap = false
  #looks = 0
  #wanted: CachedLevel | null = null
  /** Views of at least this span receive no period shorter than this one. */
  #coarsest: { readonly spanMs: number; readonly period: ChartInterval } | null = null

  constructor(shortest: ChartInterval) {
    this.#shortest = shortest
  }

  /** The level of the last view; null before the first one. */
  get wanted(): CachedLevel | null {
    return this.#wanted
  }

  /** Returns the level for a view, created when missing. */
  want({ fromMs, toMs, widthPx }: View): CachedLevel {
    const spanMs = toMs - fromMs
    const isLong = this.#coarsest !== null && spanMs >= this.#coarsest.spanMs
    const level = this.open(
      choosePeriod(spanMs, widthPx, (isLong && this.#coarsest?.period) || this.#shortest),
    )
    if (level !== this.#wanted) level.lastUsed = ++this.#looks
    this.#wanted = level
    return level
  }

  /** Returns the level to draw a view from; null when there is none. */
  choose(wanted: CachedLevel, view: View): CachedLevel | null {
    return chooseLevel(wanted, this.#levels.values(), view, view.widthPx)
  }

  /** Records that a view was answered in a coarser period than requested. */
  noteCoarser({ fromMs, toMs }: View, period: ChartInterval): void {
    this.#coarsest = { spanMs: toMs - fromMs, period }
  }

  get(period: ChartInterval): CachedLevel | undefined {
    return this.#levels.get(period)
  }

  /** Returns the level of a period, created when missing; evicts the least recently used level. */
  open(period: ChartInterval): CachedLevel {
    const known = this.#levels.get(period)
    if (known !== undefined) return known
    const made = new CachedLevel(period)
    made.lastUsed = ++this.#looks
    this.#levels.set(period, made)
    if (this.#levels.size > maxLevels) {
      const spare = [...this.#levels.values()].filter((each) => each !== made && each !== this.#wanted)
      this.#levels.delete(spare.reduce((a, b) => (a.lastUsed < b.lastUsed ? a : b)).period)
    }
    return made
  }

  /** Marks candles of a period, and longer candles built from them, as changed from a time on. */
  note(fromMs: number, period: CandlePeriod): void {
    for (const level of this.#levels.values())
      if (!isLonger(period, level.period)) level.note(fromMs, period, this.hasVwap)
  }

  /** Marks all levels to be requested again. */
  noteAll(): void {
    for (const level of this.#levels.values()) level.noteAll()
  }

  /** Marks all unknown ranges to be requested again. */
  noteGaps(): void {
    for (const level of this.#levels.values()) level.noteGaps()
  }

  clear(): void {
    this.#levels.clear()
    this.#wanted = null
  }
}
