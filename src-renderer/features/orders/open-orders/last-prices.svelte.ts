// Last prices of the watched markets, for the distance of open orders.
import { call } from '../../../shell/page/api.ts'
import { coalesce } from '../../../shell/page/coalesce.ts'
import { refreshOn } from '../../../shell/page/refresh-on.ts'

/** Each change makes all rows in sight be written again. */
const GAP_MS = 1_000

class LastPrices {
  /** By market; a market that is not watched has none. */
  byMarket = $state.raw<ReadonlyMap<string, number>>(new Map())
  #accountId: string | null = null
  readonly #refresher = coalesce(() => this.#load(), GAP_MS)

  /** Follows main until the returned function is called. Prices of another account's network are dropped. */
  start(accountId: string | null): () => void {
    if (this.#accountId !== accountId) this.byMarket = new Map()
    this.#accountId = accountId
    return refreshOn(this.#refresher, 'markets:listChanged', 'markets:tickersChanged')
  }

  async #load(): Promise<void> {
    const accountId = this.#accountId
    try {
      const { markets } = await call('markets:list', {})
      if (accountId !== this.#accountId) return
      this.byMarket = new Map(
        markets.flatMap(({ market, last }): [string, number][] => (last === null ? [] : [[market, last]])),
      )
    } catch {
      // The distances keep their values; the connection says why.
    }
  }
}

export const lastPrices = new LastPrices()
