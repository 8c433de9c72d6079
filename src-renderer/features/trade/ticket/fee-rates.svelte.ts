// The account's own fee rates, as its newest order has them: in the market, or else in any.
import type { OrderFilter } from '../../../../src-preload/contract/orders/orders.ts'
import { call } from '../../../shell/page/api.ts'
import type { FeeRates } from '../../../../src-preload/domain/orders/order-fee.ts'

const newestOf = (markets: string[]): OrderFilter => ({
  ...{ markets, states: [], bases: [], quotes: [], sides: [], types: [], cancelReasons: [], text: '' },
  ...{ fromMs: null, toMs: null, leastPrice: null, mostPrice: null, leastVolume: null, mostVolume: null },
})

class AccountFeeRates {
  #rates = $state.raw<FeeRates | null>(null)
  #market: string | null = null

  /** Null while they are not known: an account without orders shows none. */
  get rates(): FeeRates | null {
    return this.#rates
  }

  /** Call for each market and account. */
  async load(market: string): Promise<void> {
    this.#market = market
    this.#rates = null
    try {
      const found = (await this.#newest([market])) ?? (await this.#newest([]))
      if (market === this.#market) this.#rates = found
    } catch {
      // Without orders to read from, the ticket says that the fee is not known.
    }
  }

  async #newest(markets: string[]): Promise<FeeRates | null> {
    const { rows } = await call('orders:list', {
      filter: newestOf(markets),
      sort: { column: 'created', isDescending: true },
      offset: 0,
      limit: 1,
    })
    const order = rows[0]
    return order === undefined ? null : { maker: order.makerFee, taker: order.takerFee }
  }
}

export const feeRates = new AccountFeeRates()
