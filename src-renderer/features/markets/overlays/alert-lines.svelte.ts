// Owns: the price alerts of one market, as one chart shows them. Must not: decide when one is told of; main does.
import type { PriceAlert } from '../../../../src-preload/contract/alerts.ts'
import { call, on } from '../../../shell/page/api.ts'
import { MarketItems } from './market-items.svelte.ts'

export class AlertLines extends MarketItems<PriceAlert> {
  constructor() {
    super({
      list: async (market) => (await call('alerts:list', { market })).alerts,
      put: ({ id, market, price, direction, note, isRepeating }) =>
        call('alerts:put', { id, market, price, direction, note, isRepeating }),
      remove: (id) => call('alerts:remove', { id }),
      follow: (changed) => on('alerts:changed', () => changed(null)),
    })
  }
}
