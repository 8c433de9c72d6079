// State of Portfolio over all accounts of the network: their figures and the sums, from main.
import type { AllAccounts } from '../../../../src-preload/contract/portfolio/all-accounts.ts'
import { call } from '../../../shell/page/api.ts'
import { coalesce } from '../../../shell/page/coalesce.ts'
import { Fetched } from '../../../shell/page/fetched.svelte.ts'
import type { Loadable } from '../../../shell/page/loadable.ts'
import { refreshOn } from '../../../shell/page/refresh-on.ts'

const REFRESH_GAP_MS = 1_000

class AllAccountsPortfolio {
  readonly #fetched = new Fetched<AllAccounts>()
  /** Currencies with expanded rows. */
  open = $state.raw<ReadonlySet<string>>(new Set())
  readonly #refresh = coalesce(
    () => this.#fetched.load(() => call('portfolio:getAllAccounts', {})),
    REFRESH_GAP_MS,
  )

  get state(): Loadable<AllAccounts> {
    return this.#fetched.state
  }

  /** Follows main until the returned function is called, which drops the figures. */
  start(): () => void {
    const stop = refreshOn(this.#refresh, 'portfolio:changed', 'portfolio:balancesChanged')
    return () => {
      stop()
      this.#fetched.drop()
      this.open = new Set()
    }
  }

  reload(): void {
    this.#refresh.request()
  }

  toggle(currency: string): void {
    const others = [...this.open].filter((one) => one !== currency)
    this.open = new Set(this.open.has(currency) ? others : [...others, currency])
  }
}

export const allAccounts = new AllAccountsPortfolio()
