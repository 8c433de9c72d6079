// Owns: which markets and cancel reasons there are to filter by. Must not: filter.
import { call } from '../../../shell/page/api.ts'
import { createRefresher } from '../../../shell/page/refresher.ts'

class Facets {
  markets = $state.raw<readonly string[]>([])
  cancelReasons = $state.raw<readonly string[]>([])
  #account = 0
  /** Tables on screen. */
  #followers = 0
  /** Both change rarely, and are read over all orders. */
  readonly #refresher = createRefresher(() => this.#load(), 5_000)

  /** Reads them for a table, until the returned function is called by the last one: then nothing is asked any more. */
  follow(): () => void {
    this.#followers += 1
    this.#refresher.request()
    return () => {
      this.#followers -= 1
      if (this.#followers === 0) this.#refresher.stop()
    }
  }

  /** Tells that orders changed. */
  touch(): void {
    this.#refresher.request()
  }

  /** Another account's are none of ours. */
  forget(): void {
    this.#account += 1
    this.#refresher.stop()
    this.markets = this.cancelReasons = []
  }

  async #load(): Promise<void> {
    const account = this.#account
    try {
      const { markets, cancelReasons } = await call('orders:listFacets', {})
      if (account !== this.#account) return
      this.markets = markets
      this.cancelReasons = cancelReasons
    } catch {
      // The list itself reports the failure; the filter keeps what it knows.
    }
  }
}

/** One for both tables. */
export const facets = new Facets()
