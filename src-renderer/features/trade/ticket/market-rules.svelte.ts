// What main knows about the numbers that markets take.
import { SvelteMap } from 'svelte/reactivity'
import type { MarketRules } from '../../../../src-preload/contract/markets/market-rules.ts'
import { call } from '../../../shell/page/api.ts'

const unknown: MarketRules = {
  ...{ amountDecimals: null, priceDecimals: null, smallestAmount: null, said: false, isPriceSaid: false },
}

class KnownMarketRules {
  readonly #rules = new SvelteMap<string, MarketRules>()

  of(market: string): MarketRules {
    return this.#rules.get(market) ?? unknown
  }

  async load(market: string): Promise<void> {
    try {
      this.#rules.set(market, await call('trading:getMarketRules', { market }))
    } catch {
      // The exchange decides about the numbers either way.
    }
  }
}

export const marketRules = new KnownMarketRules()
