// Owns: the levels of one chart, few of them, and which one a view wants. Must not: ask.
import type { CandlePeriod } from '../../../src-preload/domain/markets.ts'
import { HeldLevel } from './held-level.ts'
import { chooseLevel, choosePeriod } from './level-choice.ts'
import type { TimeStretch } from './stretches.ts'

/** More are not kept; each is as long as a few screens. */
const mostLevels = 6

/** A stretch of time and how many device pixels it is shown in. */
export interface View extends TimeStretch {
  readonly widthPx: number
}

export class HeldLevels {
  readonly #shortest: CandlePeriod
  readonly #levels = new Map<CandlePeriod, HeldLevel>()
  /** The VWAP of minutes is asked for with the candles. */
  hasVwap = false
  #looks = 0
  #wanted: HeldLevel | null = null
  /** Views of at least this span are answered in no shorter period than this one. */
  #coarsest: { readonly spanMs: number; readonly period: CandlePeriod } | null = null

  constructor(shortest: CandlePeriod) {
    this.#shortest = shortest
  }

  /** The level that the last view wants; null before there was one. */
  get wanted(): HeldLevel | null {
    return this.#wanted
  }

  /** The level for a view, made where it is not held yet. */
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

  /** What there is to draw a view from; null: nothing. */
  choose(wanted: HeldLevel, view: View): HeldLevel | null {
    return chooseLevel(wanted, this.#levels.values(), view, view.widthPx)
  }

  /** Notes that a view was answered in a coarser period than asked for. */
  noteCoarser({ fromMs, toMs }: View, period: CandlePeriod): void {
    this.#coarsest = { spanMs: toMs - fromMs, period }
  }

  get(period: CandlePeriod): HeldLevel | undefined {
    return this.#levels.get(period)
  }

  /** The level of a period, made where it is not held; the one that was not looked at for the longest gives way. */
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

  /** Notes that candles of a period changed at or after a time, and with them those that are made of them. */
  note(fromMs: number, period: CandlePeriod): void {
    for (const level of this.#levels.values())
      if (level.period >= period) level.note(fromMs, period, this.hasVwap)
  }

  /** Notes that all of them are to be asked for again. */
  noteAll(): void {
    for (const level of this.#levels.values()) level.noteAll()
  }

  /** Notes that all that is not known is to be asked for again. */
  noteGaps(): void {
    for (const level of this.#levels.values()) level.noteGaps()
  }

  clear(): void {
    this.#levels.clear()
    this.#wanted = null
  }
}
