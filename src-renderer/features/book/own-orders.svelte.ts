// The account's open orders of a market on screen, as they are stored.
import type { OrderFilter } from '../../../src-preload/contract/orders/orders.ts'
import type { ListedOrder } from '../../../src-preload/contract/orders/entities.ts'
import { call } from '../../shell/page/api.ts'
import { coalesce } from '../../shell/page/coalesce.ts'
import { refreshOn } from '../../shell/page/refresh-on.ts'

const openOf = (market: string): OrderFilter => ({
  ...{ markets: [market], states: ['wait', 'pending'] },
  ...{ bases: [], quotes: [], sides: [], types: [], cancelReasons: [], text: '' },
  ...{ fromMs: null, toMs: null, leastPrice: null, mostPrice: null, leastVolume: null, mostVolume: null },
})

/** More open orders of one market are not marked. */
const MAX_ORDERS = 500

export class OwnOrders {
  #orders = $state.raw<readonly ListedOrder[]>([])
  #market: string | null = null
  readonly #refresh = coalesce(() => this.#load(), 250)

  get open(): readonly ListedOrder[] {
    return this.#orders
  }

  /** Follows the orders of a market of the account in use until the returned function is called. */
  follow(market: string): () => void {
    this.#market = market
    this.#orders = []
    const stop = refreshOn(this.#refresh, 'orders:changed')
    return () => {
      stop()
      this.#market = null
    }
  }

  async #load(): Promise<void> {
    const market = this.#market
    if (market === null) return
    try {
      const { rows } = await call('orders:list', {
        filter: openOf(market),
        sort: { column: 'created', isDescending: true },
        offset: 0,
        limit: MAX_ORDERS,
      })
      if (market === this.#market) this.#orders = rows
    } catch {
      // The marks stay as they were; the list of orders says why it cannot be read.
    }
  }
}

/** Of the market whose book is shown. */
export const ownOrders = new OwnOrders()
