// State of the equity curve: time range, benchmarks, loaded points and the opened one.
import type {
  EquityAnswer,
  EquityBenchmark,
  EquityPointAnswer,
} from '../../../../src-preload/contract/portfolio/equity.ts'
import { call, on } from '../../../shell/page/api.ts'
import { coalesce } from '../../../shell/page/coalesce.ts'
import { Fetched } from '../../../shell/page/fetched.svelte.ts'

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

/** Where nothing but prices has moved, which a curve of months hardly shows. */
const REPRICE_GAP_MS = 60_000

/** About the resolution of a wide screen. */
const maxPoints = 400

export interface EquityCurve extends EquityAnswer {
  readonly fromMs: number
  readonly toMs: number
}

class EquityState {
  readonly curve = new Fetched<EquityCurve>()
  span = $state<EquitySpan>('month')
  benchmarks = $state.raw<readonly EquityBenchmark[]>([])
  hasTable = $state(false)
  /** The opened point. */
  readonly point = new Fetched<EquityPointAnswer>()
  isPointOpen = $state(false)
  /** Time of the opened point; null for the present. */
  #pointMs: number | null = null
  #accountId: string | null = null
  readonly #refresh = coalesce(() => this.#load(), 1_000)
  readonly #reprice = coalesce(() => this.#load(), REPRICE_GAP_MS)

  /** Subscribes to main for the account until the returned function is called. Another account's curve is dropped. */
  start(accountId: string | null): () => void {
    if (this.#accountId !== accountId) {
      this.curve.drop()
      this.closePoint()
    }
    this.#accountId = accountId
    const stop = on('portfolio:changed', ({ isSameFigures }) =>
      (isSameFigures ? this.#reprice : this.#refresh).request(),
    )
    this.#refresh.request()
    return () => {
      stop()
      this.#refresh.stop()
      this.#reprice.stop()
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
  openPoint(atMs: number | null): void {
    this.#pointMs = atMs
    this.isPointOpen = true
    this.retryPoint()
  }

  retryPoint(): void {
    this.point.drop()
    void this.point.load(() => call('portfolio:getEquityPoint', { atMs: this.#pointMs }))
  }

  closePoint(): void {
    this.point.drop()
    this.isPointOpen = false
  }

  #load(): Promise<void> {
    const toMs = Date.now()
    const lengthMs = equitySpans.find(({ value }) => value === this.span)?.lengthMs ?? Infinity
    const fromMs = Number.isFinite(lengthMs) ? Math.max(0, toMs - lengthMs) : 0
    return this.curve.load(async () => {
      const answer = await call('portfolio:getEquity', {
        ...{ fromMs, toMs, most: maxPoints },
        benchmarks: [...this.benchmarks],
      })
      return { ...answer, fromMs, toMs }
    })
  }
}

export const equity = new EquityState()
