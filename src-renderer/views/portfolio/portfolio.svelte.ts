// Owns: the profit and loss of the active account as the Portfolio view shows it. Must not: compute any.
import type { PnlSnapshot } from '../../../src-preload/contract/portfolio.ts'
import { call, on, toReport } from '../../lib/api.ts'
import type { Loadable } from '../../lib/loadable.ts'
import { failed, loading, ready } from '../../lib/loadable.ts'
import { createRefresher } from '../../lib/refresher.ts'

class Portfolio {
  snapshot = $state.raw<Loadable<PnlSnapshot>>(loading)
  /** Currencies whose rows are open. */
  open = $state.raw<ReadonlySet<string>>(new Set())
  #accountId: string | null = null
  readonly #refresh = createRefresher(() => this.#load(), 250)

  /** Follows main for the account until the returned function is called. Another account's figures are dropped. */
  start(accountId: string | null): () => void {
    if (this.#accountId !== accountId) {
      this.snapshot = loading
      this.open = new Set()
    }
    this.#accountId = accountId
    const stop = on('portfolio:changed', () => this.#refresh.request())
    this.#refresh.request()
    return () => {
      stop()
      this.#refresh.stop()
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
    try {
      const snapshot = await call('portfolio:getPnl', {})
      if (accountId === this.#accountId) this.snapshot = ready(snapshot)
    } catch (error) {
      if (accountId === this.#accountId) this.snapshot = failed(this.snapshot, toReport(error))
    }
  }
}

/** One for the app, so that coming back to the view finds it as it was left. */
export const portfolio = new Portfolio()
