// What the user does with the indicators of one chart, from its legend and menu.
import type { Indicator } from '../../../../../src-preload/contract/markets/charts.ts'
import type { DrawingStep } from '../../../../charts/drawings/history.ts'
import { paneOf } from '../../../../charts/indicators/studies.ts'
import { hasSame, maxIndicators } from '../toolbar/indicator-choices.ts'
import type { StudyAction } from '../../../../charts/study-action.ts'

export class ChartStudies {
  readonly #read: () => readonly Indicator[]
  readonly #write: (indicators: Indicator[]) => void
  readonly #lastStep: () => DrawingStep | null
  /** The last removed indicator, and the last change of a drawing before it. */
  #removed: {
    readonly indicator: Indicator
    readonly index: number
    readonly after: DrawingStep | null
  } | null = null
  /** The indicator whose settings are open; null for none. The focus returns to a legend that opened them. */
  edited = $state.raw<{ readonly index: number; readonly isByLegend: boolean } | null>(null)

  /**
   * @param read - the chart's indicators
   * @param write - stores other ones
   * @param lastStep - the last change of a drawing that can be undone
   */
  constructor(
    read: () => readonly Indicator[],
    write: (indicators: Indicator[]) => void,
    lastStep: () => DrawingStep | null,
  ) {
    this.#read = read
    this.#write = write
    this.#lastStep = lastStep
  }

  act(action: StudyAction, index: number): void {
    switch (action) {
      case 'toggle':
        this.toggle(index)
        return
      case 'settings':
        this.edited = { index, isByLegend: true }
        return
      case 'remove':
        this.remove(index)
        return
    }
  }

  /** The indicator of an index; null when there is none. */
  at(index: number): Indicator | null {
    return this.#read()[index] ?? null
  }

  /** Hides a drawn indicator and draws a hidden one. */
  toggle(index: number): void {
    const indicator = this.at(index)
    if (indicator === null) return
    const { isHidden, ...shown } = indicator
    this.set(index, isHidden === true ? shown : { ...shown, isHidden: true })
  }

  /**
   * Adds a VWAP that begins with the candle of a time. Returns why there is none; null when it is there.
   */
  addAnchored(anchorMs: number): string | null {
    const indicators = this.#read()
    const indicator: Indicator = { kind: 'anchoredVwap', anchorMs }
    if (hasSame(indicators, indicator)) return null
    if (indicators.length >= maxIndicators)
      return `A chart can have ${maxIndicators} indicators. Remove one to add another.`
    this.#write([...indicators, indicator])
    return null
  }

  /** Moves the anchor of an indicator, except to where another one begins: two equal ones cannot be told apart. */
  setAnchor(index: number, anchorMs: number): void {
    const indicator = this.at(index)
    if (indicator?.kind !== 'anchoredVwap') return
    const moved = { ...indicator, anchorMs }
    const others = this.#read().filter((_one, at) => at !== index)
    if (!hasSame(others, moved)) this.set(index, moved)
  }

  remove(index: number): void {
    const indicator = this.at(index)
    if (indicator === null) return
    this.#removed = { indicator, index, after: this.#lastStep() }
    this.#write(this.#read().filter((_one, at) => at !== index))
  }

  /** Brings the last removed indicator back, where no drawing was changed since. Null where there is none, or no room. */
  undoRemoval(): Indicator | null {
    const removed = this.#removed
    const indicators = this.#read()
    if (removed === null || removed.after !== this.#lastStep()) return null
    this.#removed = null
    const { indicator, index } = removed
    if (indicators.length >= maxIndicators || hasSame(indicators, indicator)) return null
    this.#write(indicators.toSpliced(index, 0, indicator))
    return indicator
  }

  set(index: number, indicator: Indicator): void {
    if (this.at(index) !== null) this.#write(this.#read().with(index, indicator))
  }

  /**
   * Index of the indicator with which one changes its place when it moves up (-1) or down (1): the next one with a pane
   * where it has one itself, else the next one over the candles. Null at the end.
   */
  neighborOf(index: number, direction: -1 | 1): number | null {
    const indicators = this.#read()
    const own = indicators[index]
    if (own === undefined) return null
    const isOver = paneOf(own) === 'price'
    for (let at = index + direction; at >= 0 && at < indicators.length; at += direction) {
      const other = indicators[at]
      if (other !== undefined && (paneOf(other) === 'price') === isOver) return at
    }
    return null
  }

  move(index: number, direction: -1 | 1): void {
    const to = this.neighborOf(index, direction)
    const [own, other] = [this.at(index), to === null ? null : this.at(to)]
    if (to === null || own === null || other === null) return
    this.#write(this.#read().with(index, other).with(to, own))
  }
}
