// Balances of the active account, for the Portfolio view and the top bar.
import type { AccountBalances } from '../../../src-preload/contract/portfolio.ts'
import { call, on, toReport } from '../page/api.ts'
import { coalesce } from '../page/coalesce.ts'
import { failed, type Loadable, loading, renewed } from '../page/loadable.ts'

class Balances {
  list = $state.raw<Loadable<AccountBalances>>(loading)
  #accountId: string | null = null
  /** Subscribers of the same account: top bar and views. */
  #users = 0
  #stop: (() => void) | null = null
  readonly #refresh = coalesce(() => this.#load(), 250)

  /** Subscribes to main for the account until the returned function is called. Another account's balances are dropped. */
  start(accountId: string | null): () => void {
    if (this.#accountId !== accountId) this.list = loading
    this.#accountId = accountId
    this.#users += 1
    // A new last price shows with the next reading.
    this.#stop ??= on('portfolio:balancesChanged', () => this.#refresh.request())
    if (accountId !== null) this.#refresh.request()
    return () => {
      this.#users -= 1
      if (this.#users > 0) return
      this.#stop?.()
      this.#stop = null
      this.#refresh.stop()
    }
  }

  reload(): void {
    this.#refresh.request()
  }

  async #load(): Promise<void> {
    const accountId = this.#accountId
    try {
      const value = await call('portfolio:getBalances', {})
      if (accountId === this.#accountId) this.list = renewed(this.list, value)
    } catch (error) {
      if (accountId === this.#accountId) this.list = failed(this.list, toReport(error))
    }
  }
}

export const balances = new Balances()
