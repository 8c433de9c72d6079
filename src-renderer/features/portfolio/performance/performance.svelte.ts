// State of the performance panel: its months, the chosen day and that day's fills.
import type { Fill } from '../../../../src-preload/contract/orders/orders.ts'
import type { Performance } from '../../../../src-preload/contract/portfolio/performance.ts'
import type { Zone } from '../../../../src-preload/domain/locale/zone.ts'
import { call } from '../../../shell/page/api.ts'
import { Fetched } from '../../../shell/page/fetched.svelte.ts'
import { endOfDay } from '../../../text/format/time.ts'
import { RangeFigures } from '../figures/range-figures.svelte.ts'
import { type MonthCount, type MonthRange, monthRange, shiftMonth } from './month-grid.ts'

/** Fills of one day that are listed. */
export const maxDayFills = 200

export interface DayFills {
  readonly rows: readonly Fill[]
  /** Null while counting. */
  readonly total: number | null
}

class PerformanceState {
  readonly figures = new RangeFigures<Performance>(
    (range) => call('portfolio:getPerformance', range),
    () => this.#loadFills(),
  )
  readonly fills = new Fetched<DayFills>()
  months = $state<MonthCount>(3)
  /** Start of the day whose fills are shown; null for none. */
  dayMs = $state<number | null>(null)
  /** A time within the last month. */
  #atMs = $state<number>(Date.now())

  rangeIn(zone: Zone): MonthRange {
    return monthRange(this.#atMs, this.months, zone)
  }

  /** Subscribes to main for the account until the returned function is called. Another account's figures are dropped. */
  start(accountId: string | null): () => void {
    return this.figures.start(accountId, () => {
      this.fills.drop()
      this.dayMs = null
    })
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
    if (this.figures.show(range)) this.dayMs = null
  }

  /** Opens a day's fills, or closes them. */
  toggleDay(dayMs: number): void {
    this.dayMs = this.dayMs === dayMs ? null : dayMs
    this.fills.drop()
    void this.#loadFills()
  }

  retry(): void {
    void this.figures.renew()
  }

  async #loadFills(): Promise<void> {
    const fromMs = this.dayMs
    if (fromMs === null) return
    const filter = {
      ...{ markets: [], bases: [], quotes: [], sides: [], text: '' },
      ...{ fromMs, toMs: endOfDay(fromMs) },
    }
    await this.fills.load(async () => {
      const { rows, total } = await call('orders:listFills', {
        ...{ filter, isDescending: false, offset: 0, limit: maxDayFills },
      })
      return { rows, total }
    })
  }
}

/** One for the app, so that returning to the view restores it. */
export const performanceState = new PerformanceState()
