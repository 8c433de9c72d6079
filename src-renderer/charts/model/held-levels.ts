// Cache of a chart's levels, and the choice of the level for a view.
import type { CandlePeriod } from '../../../src-preload/domain/markets.ts'
import { HeldLevel } from './held-level.ts'
import { chooseLevel, choosePeriod } from './level-choice.ts'
import type { TimeStretch } from './stretches.ts'

/** Cache limit; each level holds a few screens of candles. */
const mostLevels = 6

/** A time range and its width in device pixels. */
export interface View extends TimeStretch {
  readonly widthPx: number
}

export class HeldLevels {
  readonly #shortest: CandlePeriod
  readonly #levels = new Map<CandlePeriod, HeldLevel>()
  /** Requests include the VWAP from minutes. */
  hasVwap = false
  #looks = 0
  #wanted: HeldLevel | null = null
  /** Views of at least this span receive no period shorter than this one. */
  #coarsest: { readonly spanMs: number; readonly period: CandlePeriod } | null = null

  constructor(shortest: CandlePeriod) {
    this.#shortest = shortest
  }

  /** The level of the last view; null before the first one. */
  get wanted(): HeldLevel | null {
    return this.#wanted
  }

  /** Returns the level for a view, created when missing. */
  want({ fromMs, toMs, widthPx }: View): HeldLevel {
    const spanMs = toMs - fromMs
    const isLong = this.#coarsest !== null && spanMs >= this.#coarsest.spanMs
    const level = this.open(
      choosePeriod(spanMs, widthPx, (isLong && this.#coarsest?.period) || this.#shortest),
    )
    if (level !== this.#wanted) level.lookedAt = ++this.#looks
    this.#wanted = level
    return level
  }

  /** Returns the level to draw a view from; null when there is none. */
  choose(wanted: HeldLevel, view: View): HeldLevel | null {
    return chooseLevel(wanted, this.#levels.values(), view, view.widthPx)
  }

  /** Records that a view was answered in a coarser period than requested. */
  noteCoarser({ fromMs, toMs }: View, period: CandlePeriod): void {
    this.#coarsest = { spanMs: toMs - fromMs, period }
  }

  get(period: CandlePeriod): HeldLevel | undefined {
    return this.#levels.get(period)
  }

  /** Returns the level of a period, created when missing; evicts the least recently used level. */
  open(period: CandlePeriod): HeldLevel {
    const known = this.#levels.get(period)
    if (known !== undefined) return known
    const made = new HeldLevel(period)
    made.lookedAt = ++this.#looks
    this.#levels.set(period, made)
    if (this.#levels.size > mostLevels) {
      const spare = [...this.#levels.values()].filter((each) => each !== made && each !== this.#wanted)
      this.#levels.delete(spare.reduce((a, b) => (a.lookedAt < b.lookedAt ? a : b)).period)
    }
    return made
  }

  /** Marks candles of a period, and longer candles built from them, as changed from a time on. */
  note(fromMs: number, period: CandlePeriod): void {
    for (const level of this.#levels.values())
      if (level.period >= period) level.note(fromMs, period, this.hasVwap)
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
