// The user's lines and notes of one market, as shown on a chart.
import type { Drawing } from '../../../../src-preload/contract/charts.ts'
import { call, on } from '../../../shell/page/api.ts'
import { MarketItems } from './market-items.svelte.ts'

export class Drawings extends MarketItems<Drawing> {
  constructor() {
    super({
      list: async (market) => (await call('charts:listDrawings', { market })).drawings,
      put: (drawing) => call('charts:putDrawing', { drawing }),
      remove: (id) => call('charts:removeDrawing', { id }),
      follow: (changed) => on('charts:drawingsChanged', ({ market }) => changed(market)),
    })
  }
}
