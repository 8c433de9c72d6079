// Last prices of the currencies of Portfolio's sums in the display currency, from main.
import type { LastPrice } from '../../../../src-preload/contract/portfolio/results.ts'
import type { ChannelOutput } from '../../../../src-preload/contract/contract.ts'
import { call } from '../../../shell/page/api.ts'
import { coalesce } from '../../../shell/page/coalesce.ts'
import { Fetched } from '../../../shell/page/fetched.svelte.ts'
import { refreshOn } from '../../../shell/page/refresh-on.ts'

const REFRESH_GAP_MS = 1_000

class DisplayPrices {
  readonly #fetched = new Fetched<ChannelOutput<'portfolio:getDisplayPrices'>>()

  /**
   * Follows main until the returned function is called, which drops the prices.
   * @param from - in lower case, as `to`
   */
  start(from: readonly string[], to: string): () => void {
    const refresh = coalesce(
      () => this.#fetched.load(() => call('portfolio:getDisplayPrices', { from: [...from], to })),
      REFRESH_GAP_MS,
    )
    const stop = refreshOn(refresh, 'portfolio:changed')
    return () => {
      stop()
      this.#fetched.drop()
    }
  }

  /** Null without a price; undefined while none was asked for or answered. */
  priceOf(currency: string): LastPrice | null | undefined {
    return this.#fetched.value?.prices.find((one) => one.currency === currency.toLowerCase())?.price
  }
}

export const displayPrices = new DisplayPrices()
