// Balances of the active account, for the Portfolio view and the top bar.
import type { AccountBalances } from '../../../src-preload/contract/portfolio/balances.ts'
import { call, on } from '../page/api.ts'
import { coalesce } from '../page/coalesce.ts'
import { Fetched } from '../page/fetched.svelte.ts'
import type { Loadable } from '../page/loadable.ts'

class Balances {
  readonly #fetched = new Fetched<AccountBalances>()
  #accountId: string | null = null
  /** Subscribers of the same account: top bar and views. */
  #users = 0
  #stop: (() => void) | null = null
  readonly #refresh = coalesce(() => this.#fetched.load(() => call('portfolio:getBalances', {})), 250)

  get list(): Loadable<AccountBalances> {
    return this.#fetched.state
  }

  /** Subscribes to main for the account until the returned function is called. Another account's balances are dropped. */
  start(accountId: string | null): () => void {
    if (this.#accountId !== accountId) this.#fetched.drop()
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
}

export const balances = new Balances()
