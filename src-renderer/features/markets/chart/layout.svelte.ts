// Layout and settings of the charts, stored by main after each change.
import type { ErrorReport } from '../../../../src-preload/contract/channel.ts'
import type {
  ChartChoices,
  ChartLayout,
  SavedLayout,
} from '../../../../src-preload/contract/markets/charts.ts'
import type { ChartInterval } from '../../../../src-preload/domain/markets/intervals.ts'
import { call, toReport } from '../../../shell/page/api.ts'
import { display } from '../../../shell/state/display.svelte.ts'
import { carryHeights } from './pane-heights.ts'
import { beforeClose } from '../../../shell/page/before-close.ts'
import { plainLayout } from '../../../../src-preload/domain/markets/plain-chart.ts'

/** Settings of a chart that can be changed individually. */
export type ChartChange = Partial<ChartChoices>

/** A kept layout as it opens at start: a single chart has the market and the interval of the settings. */
function atStart(kept: ChartLayout): ChartLayout {
  const [first, ...others] = kept.charts
  if (kept.shown !== 1 || first === undefined) return kept
  const market = display.startMarket ?? first.market
  const period = display.startPeriod ?? first.period
  return { ...kept, charts: [{ ...first, market, period }, ...others] }
}

/** A pane's height stays with its indicator. */
function withHeights(before: ChartChoices, after: ChartChoices): ChartChoices {
  if (before.indicators === after.indicators) return after
  return { ...after, paneHeights: carryHeights(before.indicators, after.indicators, after.paneHeights) }
}

export class LayoutState {
  /** Null before main has answered, or when it could not. */
  #value = $state.raw<ChartLayout | null>(null)
  #active = $state(0)
  /** Why the last change could not be stored; null when it was. */
  keepError = $state.raw<ErrorReport | null>(null)
  /** The current value is not from main, so it must not overwrite main's. */
  #isFallback = false
  #wanted: ChartLayout | null = null
  /** The write in progress; null without one. */
  #keeping: Promise<void> | null = null

  /** Null until the stored layout is known. */
  get value(): ChartLayout | null {
    return this.#value
  }

  /** The charts on screen in reading order; empty until the layout is known. */
  get charts(): readonly ChartChoices[] {
    return this.#value === null ? [] : this.#value.charts.slice(0, this.#value.shown)
  }

  /** Index into `charts` of the active chart, for the toolbar, list and tape. */
  get active(): number {
    return this.#active
  }

  get activeChart(): ChartChoices | null {
    return this.charts[this.#active] ?? null
  }

  /** Loads the layout once; after a failure the next call retries. */
  async load(): Promise<void> {
    if (this.#value !== null && !this.#isFallback) return
    try {
      this.#value = atStart(await call('charts:getLayout', {}))
      this.#isFallback = false
    } catch {
      // Charts stay usable. The layout stored by main is not touched.
      this.#isFallback = true
      this.#value ??= plainLayout
    }
    this.activate(this.#active)
  }

  activate(index: number): void {
    this.#active = Math.min(Math.max(0, index), Math.max(0, this.charts.length - 1))
  }

  /** Shows this many charts. An active chart that would be hidden swaps places with the last shown one. */
  show(count: ChartLayout['shown']): void {
    if (this.#value === null) return
    const { charts } = this.#value
    const [from, to] = [this.#active, count - 1]
    const active = charts[from]
    const last = charts[to]
    if (from > to && active !== undefined && last !== undefined) {
      this.set({
        shown: count,
        charts: charts.map((chart, at) => (at === to ? active : at === from ? last : chart)),
      })
    } else this.set({ shown: count })
    this.activate(this.#active)
  }

  /** Changes one chart; with linked periods, a period applies to all charts. */
  setChart(index: number, change: ChartChange): void {
    const { period } = change
    const isForAll = period !== undefined && this.#value?.arePeriodsLinked === true
    this.setCharts((chart, at) => {
      if (at === index) return withHeights(chart, { ...chart, ...change })
      return isForAll ? { ...chart, period } : chart
    })
  }

  setActiveChart(change: ChartChange): void {
    this.setChart(this.#active, change)
  }

  /** Changes any of the four charts in one step. */
  setCharts(change: (chart: ChartChoices, index: number) => ChartChoices): void {
    if (this.#value !== null) this.set({ charts: this.#value.charts.map(change) })
  }

  setPeriod(period: ChartInterval): void {
    this.setActiveChart({ period })
  }

  /** Makes an interval a favorite, or takes it from them. */
  toggleFavoritePeriod(period: ChartInterval): void {
    const favorites = this.#value?.favoritePeriods ?? []
    this.set({
      favoritePeriods: favorites.includes(period)
        ? favorites.filter((one) => one !== period)
        : [...favorites, period],
    })
  }

  /** Links the periods of all charts, starting with the active chart's. */
  linkPeriods(areLinked: boolean): void {
    const period = this.activeChart?.period
    if (this.#value === null || period === undefined) return
    const { charts } = this.#value
    this.set({
      arePeriodsLinked: areLinked,
      charts: areLinked ? charts.map((chart) => ({ ...chart, period })) : charts,
    })
  }

  /** Shows a saved layout, its first chart active. */
  open(saved: SavedLayout['layout']): void {
    this.set(saved)
    this.activate(0)
  }

  set(change: Partial<ChartLayout>): void {
    if (this.#value === null) return
    this.#value = { ...this.#value, ...change }
    if (this.#isFallback) return
    this.#wanted = this.#value
    // Stored immediately, so that a closed or killed app has it. Changes in one task are one state, written at its end.
    queueMicrotask(() => void this.keep())
  }

  dismissError(): void {
    this.keepError = null
  }

  /** Stores the newest state. Resolves when stored or failed. */
  keep(): Promise<void> {
    // Changes during a write are written by the same loop.
    if (this.#wanted === null) return this.#keeping ?? Promise.resolve()
    this.#keeping ??= this.#keepAll()
    return this.#keeping
  }

  async #keepAll(): Promise<void> {
    // Changes during a write are written after it, so the last state always remains.
    while (this.#wanted !== null) {
      const taken = this.#wanted
      this.#wanted = null
      try {
        await call('charts:setLayout', taken)
        this.keepError = null
      } catch (error) {
        this.keepError = toReport(error)
        this.#wanted ??= taken
        break
      }
    }
    this.#keeping = null
  }
}

/** One for the app, so that returning to the view restores it. */
export const layout = new LayoutState()
beforeClose(() => layout.keep())
