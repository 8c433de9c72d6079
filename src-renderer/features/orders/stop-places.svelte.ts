// Which open stop orders have triggered, as far as it is known.
import type { StopPlace } from '../../../src-preload/contract/orders/stop-places.ts'
import { call, on } from '../../shell/page/api.ts'
import { coalesce } from '../../shell/page/coalesce.ts'

/** Main reads the book of each market for it. */
const GAP_MS = 15_000

class StopPlaces {
  /** By order id; one that is not known has none. */
  byId = $state.raw<ReadonlyMap<number, StopPlace['place']>>(new Map())
  #accountId: string | null = null
  #refresher = coalesce(() => this.#load(), GAP_MS)

  /** Follows main until the returned function is called. Places of another account's orders are dropped. */
  start(accountId: string | null): () => void {
    if (this.#accountId !== accountId) {
      this.byId = new Map()
      // At once, however short a time ago the other account's were read.
      this.#refresher = coalesce(() => this.#load(), GAP_MS)
    }
    this.#accountId = accountId
    const refresher = this.#refresher
    const stops = [
      on('orders:changed', () => refresher.request()),
      on('markets:tickersChanged', () => refresher.request()),
    ]
    refresher.request()
    return () => {
      stops.forEach((stop) => stop())
      refresher.stop()
    }
  }

  async #load(): Promise<void> {
    const accountId = this.#accountId
    try {
      const { places } = await call('orders:listStopPlaces', {})
      if (accountId === this.#accountId) this.byId = new Map(places.map(({ id, place }) => [id, place]))
    } catch {
      // Not known any more: an old place may be wrong.
      if (accountId === this.#accountId) this.byId = new Map()
    }
  }
}

export const stopPlaces = new StopPlaces()
