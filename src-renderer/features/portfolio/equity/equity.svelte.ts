// State of the equity curve: time range, benchmarks, loaded points and the opened one.
import type {
  EquityAnswer,
  EquityBenchmark,
  EquityPointAnswer,
} from '../../../../src-preload/contract/equity.ts'
import { call, on, toReport } from '../../../shell/page/api.ts'
import type { Loadable } from '../../../shell/page/loadable.ts'
import { failed, loading, ready } from '../../../shell/page/loadable.ts'
import { coalesce } from '../../../shell/page/coalesce.ts'

const dayMs = 86_400_000

export const equitySpans = [
  { value: 'day', label: '1D', title: 'One day', lengthMs: dayMs },
  { value: 'week', label: '1W', title: 'One week', lengthMs: 7 * dayMs },
  { value: 'month', label: '1M', title: 'One month', lengthMs: 30 * dayMs },
  { value: 'quarter', label: '3M', title: 'Three months', lengthMs: 91 * dayMs },
  { value: 'year', label: '1Y', title: 'One year', lengthMs: 365 * dayMs },
  { value: 'all', label: 'All', title: 'All time', lengthMs: Infinity },
] as const
export type EquitySpan = (typeof equitySpans)[number]['value']

export const equityBenchmarks: readonly EquityBenchmark[] = ['btc', 'eth']

/** About the resolution of a wide screen. */
const maxPoints = 400

export interface EquityCurve extends EquityAnswer {
  readonly fromMs: number
  readonly toMs: number
}

class EquityState {
  loaded = $state.raw<Loadable<EquityCurve>>(loading)
  span = $state<EquitySpan>('month')
  benchmarks = $state.raw<readonly EquityBenchmark[]>([])
  hasTable = $state(false)
  /** The opened point; null for none. */
  point = $state.raw<Loadable<EquityPointAnswer> | null>(null)
  #accountId: string | null = null
  /** Count requests: outdated answers are dropped. */
  #asked = 0
  #pointsAsked = 0
  readonly #refresh = coalesce(() => this.#load(), 1_000)

  /** Subscribes to main for the account until the returned function is called. Another account's curve is dropped. */
  start(accountId: string | null): () => void {
    if (this.#accountId !== accountId) {
      this.#asked += 1
      this.loaded = loading
      this.closePoint()
    }
    this.#accountId = accountId
    const stop = on('portfolio:changed', () => this.#refresh.request())
    this.#refresh.request()
    return () => {
      stop()
      this.#refresh.stop()
    }
  }

  choose(span: EquitySpan): void {
    this.span = span
    this.closePoint()
    void this.#load()
  }

  toggleBenchmark(currency: EquityBenchmark): void {
    this.benchmarks = this.benchmarks.includes(currency)
      ? this.benchmarks.filter((one) => one !== currency)
      : [...this.benchmarks, currency]
    void this.#load()
  }

  retry(): void {
    void this.#load()
  }

  /** @param atMs - of a point of the curve; null for the present */
  async openPoint(atMs: number | null): Promise<void> {
    const asked = ++this.#pointsAsked
    this.point = loading
    try {
      const answer = await call('portfolio:getEquityPoint', { atMs })
      if (asked === this.#pointsAsked) this.point = ready(answer)
    } catch (error) {
      if (asked === this.#pointsAsked) this.point = failed(loading, toReport(error))
    }
  }

  closePoint(): void {
    this.#pointsAsked += 1
    this.point = null
  }

  async #load(): Promise<void> {
    const asked = ++this.#asked
    const toMs = Date.now()
    const lengthMs = equitySpans.find(({ value }) => value === this.span)?.lengthMs ?? Infinity
    const fromMs = Number.isFinite(lengthMs) ? Math.max(0, toMs - lengthMs) : 0
    try {
      const answer = await call('portfolio:getEquity', {
        ...{ fromMs, toMs, most: maxPoints },
        benchmarks: [...this.benchmarks],
      })
      if (asked === this.#asked) this.loaded = ready({ ...answer, fromMs, toMs })
    } catch (error) {
      if (asked === this.#asked) this.loaded = failed(this.loaded, toReport(error))
    }
  }
}

export const equity = new EquityState()
