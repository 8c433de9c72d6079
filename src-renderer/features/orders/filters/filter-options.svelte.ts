// Markets and cancel reasons available for filtering.
import { call } from '../../../shell/page/api.ts'
import { shownAccounts } from '../../../shell/state/shown-accounts.svelte.ts'
import { coalesce } from '../../../shell/page/coalesce.ts'

class FilterOptions {
  markets = $state.raw<readonly string[]>([])
  cancelReasons = $state.raw<readonly string[]>([])
  #account = 0
  /** Number of subscribed tables. */
  #followers = 0
  /** Both change rarely, and scan all orders. */
  readonly #refresher = coalesce(() => this.#load(), 5_000)

  /** Subscribes a table until the returned function is called; the last one stops loading. */
  follow(): () => void {
    this.#followers += 1
    this.#refresher.request()
    return () => {
      this.#followers -= 1
      if (this.#followers === 0) this.#refresher.stop()
    }
  }

  /** Reloads after orders changed. */
  touch(): void {
    this.#refresher.request()
  }

  /** Drops another account's values. */
  forget(): void {
    this.#account += 1
    this.#refresher.stop()
    this.markets = this.cancelReasons = []
  }

  async #load(): Promise<void> {
    const account = this.#account
    try {
      const { markets, cancelReasons } = await call('orders:listFacets', { ...shownAccounts.asked })
      if (account !== this.#account) return
      this.markets = markets
      this.cancelReasons = cancelReasons
    } catch {
      // The list reports the failure; the filter keeps its values.
    }
  }
}

/** Shared by both tables. */
export const filterOptions = new FilterOptions()
