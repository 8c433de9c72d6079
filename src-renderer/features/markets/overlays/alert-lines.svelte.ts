// Price alerts of one market on a chart; main decides when they trigger.
import type { PriceAlert } from '../../../../src-preload/contract/app/alerts.ts'
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
