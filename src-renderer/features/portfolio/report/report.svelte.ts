// State of the period report.
import type { PeriodReport } from '../../../../src-preload/contract/portfolio/report.ts'
import type { Zone } from '../../../../src-preload/domain/locale/zone.ts'
import { call } from '../../../shell/page/api.ts'
import { endOfDay, parseDay } from '../../../text/format/time.ts'
import { RangeFigures } from '../figures/range-figures.svelte.ts'
import { rangeOf, type ReportPeriod, type ReportRange, stepRange, writeDay } from './report-range.ts'

class ReportState {
  readonly figures = new RangeFigures<PeriodReport>((range) => call('portfolio:getReport', range))
  /** Null: a custom range. */
  period = $state<ReportPeriod | null>('month')
  /** First and last day of a custom range, as in date inputs; empty for none. */
  fromDay = $state('')
  toDay = $state('')
  /** A time within the period. */
  #atMs = $state<number>(Date.now())

  /** Range of the report in a zone; null when the custom days are invalid. */
  rangeIn(zone: Zone): ReportRange | null {
    if (this.period === 'all') return rangeOf('all', Date.now(), zone)
    if (this.period !== null) return rangeOf(this.period, this.#atMs, zone)
    const fromMs = parseDay(this.fromDay)
    const lastMs = parseDay(this.toDay)
    return fromMs === null || lastMs === null || lastMs < fromMs ? null : { fromMs, toMs: endOfDay(lastMs) }
  }

  /** Shows the current period of a kind. */
  showCurrent(period: ReportPeriod, nowMs: number): void {
    this.#atMs = nowMs
    this.period = period
  }

  /**
   * Selects a kind of period: the one that contains the day that is shown. A custom range starts as the previously shown
   * range.
   */
  choose(period: ReportPeriod | null, zone: Zone): void {
    const before = this.rangeIn(zone)
    if (period !== null && this.period === null && before !== null) this.#atMs = before.fromMs
    if (period === null && before !== null && this.fromDay === '') {
      this.fromDay = writeDay(before.fromMs, zone)
      this.toDay = writeDay(before.toMs - 1, zone)
    }
    this.period = period
  }

  /** Shows the period before or after. The current one is left on today, so that a shorter one is today's too. */
  step(direction: -1 | 1, nowMs: number, zone: Zone): void {
    if (this.period === null) return
    const next = stepRange(this.period, rangeOf(this.period, this.#atMs, zone), direction, zone)
    if (next === null) return
    this.#atMs = next.fromMs <= nowMs && nowMs < next.toMs ? nowMs : next.fromMs
  }
}

export const report = new ReportState()
