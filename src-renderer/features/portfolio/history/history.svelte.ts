// State of the portfolio history: time range, scope and loaded points.
import type { ShownPoint } from '../../../../src-preload/contract/portfolio.ts'
import { call, on, toReport } from '../../../shell/page/api.ts'
import type { Loadable } from '../../../shell/page/loadable.ts'
import { failed, loading, ready } from '../../../shell/page/loadable.ts'
import { coalesce } from '../../../shell/page/coalesce.ts'

const dayMs = 86_400_000

export const historySpans = [
  { value: 'day', label: '1D', title: '1 day', lengthMs: dayMs },
  { value: 'week', label: '1W', title: '1 week', lengthMs: 7 * dayMs },
  { value: 'month', label: '1M', title: '1 month', lengthMs: 30 * dayMs },
  { value: 'quarter', label: '3M', title: '3 months', lengthMs: 91 * dayMs },
  { value: 'year', label: '1Y', title: '1 year', lengthMs: 365 * dayMs },
  { value: 'all', label: 'All', title: 'All', lengthMs: Infinity },
] as const
export type HistorySpan = (typeof historySpans)[number]['value']

/** About the resolution of a wide screen. */
const maxPoints = 800

export interface History {
  readonly fromMs: number
  readonly toMs: number
  readonly points: readonly ShownPoint[]
  /** Requested currency; null for the exchange's own. */
  readonly unit: string | null
  /** Currencies with some price in this time range. */
  readonly targets: readonly string[]
}

class HistoryState {
  loaded = $state.raw<Loadable<History>>(loading)
  span = $state<HistorySpan>('month')
  /** Null: all currencies together. */
  currency = $state<string | null>(null)
  /** Currency for the figures, stored across restarts; null: as the exchange reports them. */
  unit = $state<string | null>(null)
  hasTable = $state(false)
  #accountId: string | null = null
  /** Counts requests: outdated responses are dropped. */
  #asked = 0
  /** True once the stored unit was loaded, or another one chosen. */
  #hasUnit = false
  readonly #refresh = coalesce(() => this.#load(), 1_000)

  /** Subscribes to main for the account until the returned function is called. Another account's history is dropped. */
  start(accountId: string | null): () => void {
    if (this.#accountId !== accountId) {
      this.#asked += 1
      this.loaded = loading
      this.currency = null
    }
    this.#accountId = accountId
    const stop = on('portfolio:changed', () => this.#refresh.request())
    this.#refresh.request()
    return () => {
      stop()
      this.#refresh.stop()
    }
  }

  choose(span: HistorySpan): void {
    this.span = span
    void this.#load()
  }

  chooseUnit(unit: string | null): void {
    this.unit = unit
    this.#hasUnit = true
    void this.#load()
    void this.#keepUnit(unit)
  }

  retry(): void {
    void this.#load()
  }

  async #keepUnit(currency: string | null): Promise<void> {
    try {
      await call('portfolio:setHistoryCurrency', { currency })
    } catch {
      // Main has logged the error; the next start uses the previously stored choice.
    }
  }

  /** Loads once; a choice made meanwhile wins. */
  async #readUnit(): Promise<void> {
    try {
      const { currency } = await call('portfolio:getHistoryCurrency', {})
      if (this.#hasUnit) return
      this.unit = currency
      this.#hasUnit = true
    } catch {
      // Falls back to the exchange's unit; main has logged the error, and loading is retried.
    }
  }

  async #load(): Promise<void> {
    const asked = ++this.#asked
    if (!this.#hasUnit) await this.#readUnit()
    if (asked !== this.#asked) return
    const { unit } = this
    const toMs = Date.now()
    const lengthMs = historySpans.find(({ value }) => value === this.span)?.lengthMs ?? Infinity
    const fromMs = Math.max(0, toMs - lengthMs)
    try {
      const { points, currencies } = await call('portfolio:listHistory', {
        fromMs: Number.isFinite(fromMs) ? fromMs : 0,
        toMs,
        most: maxPoints,
        currency: unit,
      })
      if (asked !== this.#asked) return
      // The axis fits the data: an account that is younger than the range begins with its first point.
      const beginMs = Math.max(fromMs, points[0]?.atMs ?? 0)
      this.loaded = ready({ fromMs: beginMs, toMs, points, unit, targets: currencies })
    } catch (error) {
      if (asked === this.#asked) this.loaded = failed(this.loaded, toReport(error))
    }
  }
}

export const history = new HistoryState()
