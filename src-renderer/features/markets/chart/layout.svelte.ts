// Owns: how the charts are laid out and what each shows, and that main always comes to keep the newest of it.
// Must not: know the list of markets (markets.svelte.ts) or markup.
import type { ErrorReport } from '../../../../src-preload/contract/channel.ts'
import type { ChartChoices, ChartLayout } from '../../../../src-preload/contract/charts.ts'
import type { CandlePeriod } from '../../../../src-preload/domain/markets.ts'
import { call, toReport } from '../../../shell/page/api.ts'
import { addKeeper } from '../../../shell/page/keepers.ts'

/** A layout always has this many charts; those that are not shown are remembered. */
const chartCount = 4

/** What of a chart's choices can be changed on its own. */
export type ChartChange = Partial<ChartChoices>

function makeDefault(): ChartLayout {
  const chart: ChartChoices = {
    market: null,
    period: 60,
    scale: 'linear',
    hasVolume: true,
    hasMarks: true,
    indicators: [],
  }
  return {
    shown: 1,
    charts: Array.from({ length: chartCount }, () => chart),
    arePeriodsLinked: false,
    isCrosshairLinked: true,
    leastTradeAmount: null,
  }
}

export class LayoutState {
  /** Null until main has told it, or could not. */
  #value = $state.raw<ChartLayout | null>(null)
  #active = $state(0)
  /** Why the last change could not be kept; null when it was. */
  keepError = $state.raw<ErrorReport | null>(null)
  /** What is here did not come from main, so it must not take the place of what main has. */
  #isMakeshift = false
  #wanted: ChartLayout | null = null
  /** What is being kept right now; null when nothing is. */
  #keeping: Promise<void> | null = null

  /** Null as long as it is not known how the charts were left. */
  get value(): ChartLayout | null {
    return this.#value
  }

  /** The charts on screen, in reading order; none until the layout is known. */
  get charts(): readonly ChartChoices[] {
    return this.#value === null ? [] : this.#value.charts.slice(0, this.#value.shown)
  }

  /** Which chart the toolbar, the list and the tape are about: an index into `charts`. */
  get active(): number {
    return this.#active
  }

  get activeChart(): ChartChoices | null {
    return this.charts[this.#active] ?? null
  }

  /** Reads the layout, once; after a failure the next call tries again. */
  async load(): Promise<void> {
    if (this.#value !== null && !this.#isMakeshift) return
    try {
      this.#value = await call('charts:getLayout', {})
      this.#isMakeshift = false
    } catch {
      // Charts can be read all the same. What main keeps is not touched.
      this.#isMakeshift = true
      this.#value ??= makeDefault()
    }
    this.activate(this.#active)
  }

  activate(index: number): void {
    this.#active = Math.min(Math.max(0, index), Math.max(0, this.charts.length - 1))
  }

  /** Shows this many charts. Where the active one would go out of sight, it changes places with the last one shown. */
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

  /** Changes one chart; with linked periods a period is that of all of them. */
  setChart(index: number, change: ChartChange): void {
    const { period } = change
    const isForAll = period !== undefined && this.#value?.arePeriodsLinked === true
    this.setCharts((chart, at) => {
      if (at === index) return { ...chart, ...change }
      return isForAll ? { ...chart, period } : chart
    })
  }

  setActiveChart(change: ChartChange): void {
    this.setChart(this.#active, change)
  }

  /** Changes any of the four charts at once. */
  setCharts(change: (chart: ChartChoices, index: number) => ChartChoices): void {
    if (this.#value !== null) this.set({ charts: this.#value.charts.map(change) })
  }

  setPeriod(period: CandlePeriod): void {
    this.setActiveChart({ period })
  }

  /** From now on all charts have one period: at first that of the active one. */
  linkPeriods(areLinked: boolean): void {
    const period = this.activeChart?.period
    if (this.#value === null || period === undefined) return
    const { charts } = this.#value
    this.set({
      arePeriodsLinked: areLinked,
      charts: areLinked ? charts.map((chart) => ({ ...chart, period })) : charts,
    })
  }

  set(change: Partial<ChartLayout>): void {
    if (this.#value === null) return
    this.#value = { ...this.#value, ...change }
    if (this.#isMakeshift) return
    this.#wanted = this.#value
    // At once, so that an app that is closed, killed or too busy to be asked has it. What is changed in one go is one state:
    // it is written when that has run to its end.
    queueMicrotask(() => void this.keep())
  }

  dismissError(): void {
    this.keepError = null
  }

  /** Has the newest state kept. Resolves when it is, or could not be. */
  keep(): Promise<void> {
    // What is wanted while main writes is written by the same round.
    if (this.#wanted === null) return this.#keeping ?? Promise.resolve()
    this.#keeping ??= this.#keepAll()
    return this.#keeping
  }

  async #keepAll(): Promise<void> {
    // What changes while main writes is written after it, so that the last state is always the one that stays.
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

/** One for the app, so that coming back to the view finds it as it was left. */
export const layout = new LayoutState()
addKeeper(() => layout.keep())
