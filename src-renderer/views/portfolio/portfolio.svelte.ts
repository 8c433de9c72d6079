// Owns: the profit and loss of the active account as the Portfolio view shows it: the service's figures, what follows from
// them, and the fees of all fills. Must not: compute any.
import type { FillFilter, FillTotals } from '../../../src-preload/contract/orders.ts'
import type { PnlResult, PnlSnapshot } from '../../../src-preload/contract/portfolio.ts'
import { call, on, toReport } from '../../lib/api.ts'
import type { Loadable } from '../../lib/loadable.ts'
import { failed, loading, ready } from '../../lib/loadable.ts'
import { createRefresher } from '../../lib/refresher.ts'

/** Adding up the fills of years takes a while, and fees grow slowly. */
const feesGapMs = 10_000

const allFills: FillFilter = {
  markets: [],
  bases: [],
  quotes: [],
  sides: [],
  fromMs: null,
  toMs: null,
  text: '',
}

class Portfolio {
  snapshot = $state.raw<Loadable<PnlSnapshot>>(loading)
  results = $state.raw<Loadable<readonly PnlResult[]>>(loading)
  fees = $state.raw<Loadable<FillTotals>>(loading)
  /** Currencies whose rows are open. */
  open = $state.raw<ReadonlySet<string>>(new Set())
  #accountId: string | null = null
  readonly #refresh = createRefresher(() => this.#load(), 250)
  readonly #refreshFees = createRefresher(() => this.#loadFees(), feesGapMs)

  /** What follows from the entry of a currency; null as long as that is not known. */
  resultOf(currency: string): PnlResult | null {
    if (this.results.status !== 'ready') return null
    return this.results.value.find((result) => result.currency === currency) ?? null
  }

  /** Follows main for the account until the returned function is called. Another account's figures are dropped. */
  start(accountId: string | null): () => void {
    if (this.#accountId !== accountId) {
      this.snapshot = this.results = this.fees = loading
      this.open = new Set()
    }
    this.#accountId = accountId
    const stops = [
      on('portfolio:changed', () => this.#refresh.request()),
      on('orders:changed', () => this.#refreshFees.request()),
    ]
    this.#refresh.request()
    this.#refreshFees.request()
    return () => {
      stops.forEach((stop) => stop())
      this.#refresh.stop()
      this.#refreshFees.stop()
    }
  }

  retry(): void {
    this.#refresh.request()
  }

  toggle(currency: string): void {
    const others = [...this.open].filter((one) => one !== currency)
    this.open = new Set(this.open.has(currency) ? others : [...others, currency])
  }

  async #load(): Promise<void> {
    const accountId = this.#accountId
    // Each is shown as soon as it is there: the service's own figures do not wait for ours.
    const snapshot = call('portfolio:getPnl', {}).then(
      (value) => {
        if (accountId === this.#accountId) this.snapshot = ready(value)
      },
      (error: unknown) => {
        if (accountId === this.#accountId) this.snapshot = failed(this.snapshot, toReport(error))
      },
    )
    const results = call('portfolio:getResults', {}).then(
      (value) => {
        if (accountId === this.#accountId) this.results = ready(value.results)
      },
      (error: unknown) => {
        if (accountId === this.#accountId) this.results = failed(this.results, toReport(error))
      },
    )
    await Promise.all([snapshot, results])
  }

  async #loadFees(): Promise<void> {
    const accountId = this.#accountId
    try {
      const totals = await call('orders:getFillTotals', { filter: allFills })
      if (accountId === this.#accountId) this.fees = ready(totals)
    } catch (error) {
      if (accountId === this.#accountId) this.fees = failed(this.fees, toReport(error))
    }
  }
}

/** One for the app, so that coming back to the view finds it as it was left. */
export const portfolio = new Portfolio()
