// Chart layouts that the user saved under names.
import type { ChartLayout, SavedLayout } from '../../../../../src-preload/contract/markets/charts.ts'
import { call } from '../../../../shell/page/api.ts'
import { NamedList } from '../../../../shell/state/named-list.svelte.ts'

/** What main takes. */
export const maxLayouts = 20

/**
 * What is saved of the layout on screen. The filter of the trades list belongs to the list, the favorite intervals to the toolbar.
 *
 * @param marketOf - market of a chart on screen: one without a market of its own has it when it is opened again
 */
export function layoutToSave(
  { leastTradeAmount: _ofTrades, favoritePeriods: _ofToolbar, ...layout }: ChartLayout,
  marketOf: (index: number) => string | null,
): SavedLayout['layout'] {
  return {
    ...layout,
    charts: layout.charts.map((chart, index) => ({
      ...chart,
      market: chart.market ?? (index < layout.shown ? marketOf(index) : null),
    })),
  }
}

export class SavedLayouts extends NamedList<SavedLayout> {
  constructor() {
    super({
      read: async () => (await call('charts:listLayouts', {})).layouts,
      write: (layouts) => call('charts:setLayouts', { layouts }),
    })
  }
}

export const savedLayouts = new SavedLayouts()
