// State of the performance panel: its months, the chosen day and that day's fills.
import type { Fill } from '../../../../src-preload/contract/orders.ts'
import type { Performance } from '../../../../src-preload/contract/performance.ts'
import type { Zone } from '../../../../src-preload/domain/locale/zone.ts'
import { call, on, toReport } from '../../../shell/page/api.ts'
import { coalesce } from '../../../shell/page/coalesce.ts'
import { failed, type Loadable, loading, ready, renewed } from '../../../shell/page/loadable.ts'
import { endOfDay } from '../../../text/format/time.ts'
import { type MonthCount, type MonthRange, monthRange, shiftMonth } from './month-grid.ts'

/** Fills of one day that are listed. */
export const maxDayFills = 200

export interface DayFills {
  readonly rows: readonly Fill[]
  /** Null while counting. */
  readonly total: number | null
}

class PerformanceState {
  loaded = $state.raw<Loadable<Performance>>(loading)
  fills = $state.raw<Loadable<DayFills>>(loading)
  months = $state<MonthCount>(3)
  /** Start of the day whose fills are shown; null for none. */
  dayMs = $state<number | null>(null)
  /** A time within the last month. */
  #atMs = $state<number>(Date.now())
  #accountId: string | null = null
  #range: MonthRange | null = null
  #asked = 0
  #fillsAsked = 0
  readonly #refresh = coalesce(() => this.#loadAll(), 2_000)

  rangeIn(zone: Zone): MonthRange {
    return monthRange(this.#atMs, this.months, zone)
  }

  /** Subscribes to main for the account until the returned function is called. Another account's figures are dropped. */
  start(accountId: string | null): () => void {
    if (this.#accountId !== accountId) {
      this.#asked += 1
      this.#fillsAsked += 1
      this.loaded = this.fills = loading
      this.#range = this.dayMs = null
    }
    this.#accountId = accountId
    const stops = [
      on('portfolio:changed', ({ isSameFigures }) => {
        if (!isSameFigures) this.#refresh.request()
      }),
      on('orders:changed', () => this.#refresh.request()),
    ]
    if (this.#range !== null) this.#refresh.request()
    return () => {
      stops.forEach((stop) => stop())
      this.#refresh.stop()
    }
  }

  choose(months: MonthCount): void {
    this.months = months
  }

  /** Shows the months before or after. */
  step(direction: -1 | 1, zone: Zone): void {
    this.#atMs = shiftMonth(this.#atMs, direction * this.months, zone)
  }

  /** Shows the figures of a range. Those of another range are dropped. */
  show(range: MonthRange): void {
    if (this.#range?.fromMs === range.fromMs && this.#range.toMs === range.toMs) return
    this.#range = range
    this.loaded = loading
    this.dayMs = null
    void this.#load()
  }

  /** Opens a day's fills, or closes them. */
  toggleDay(dayMs: number): void {
    this.dayMs = this.dayMs === dayMs ? null : dayMs
    this.fills = loading
    void this.#loadFills()
  }

  retry(): void {
    void this.#loadAll()
  }

  async #loadAll(): Promise<void> {
    await Promise.all([this.#load(), this.#loadFills()])
  }

  async #load(): Promise<void> {
    const range = this.#range
    if (range === null) return
    const asked = ++this.#asked
    try {
      const performance = await call('portfolio:getPerformance', range)
      if (asked === this.#asked) this.loaded = renewed(this.loaded, performance)
    } catch (error) {
      if (asked === this.#asked) this.loaded = failed(this.loaded, toReport(error))
    }
  }

  async #loadFills(): Promise<void> {
    const fromMs = this.dayMs
    const asked = ++this.#fillsAsked
    if (fromMs === null) return
    const filter = {
      ...{ markets: [], bases: [], quotes: [], sides: [], text: '' },
      ...{ fromMs, toMs: endOfDay(fromMs) },
    }
    try {
      const { rows, total } = await call('orders:listFills', {
        ...{ filter, isDescending: false, offset: 0, limit: maxDayFills },
      })
      if (asked === this.#fillsAsked) this.fills = ready({ rows, total })
    } catch (error) {
      if (asked === this.#fillsAsked) this.fills = failed(this.fills, toReport(error))
    }
  }
}

/** One for the app, so that returning to the view restores it. */
export const performanceState = new PerformanceState()
