// The layout of the user's charts, shared by all accounts.
import { z } from 'zod'
import {
  chartChoices,
  type ChartLayout,
  chartLayout,
  chartTypes,
} from '../../../src-preload/contract/markets/charts.ts'
import { plainChart, plainLayout } from '../../../src-preload/domain/markets/plain-chart.ts'
import type { Store } from '../../store/api/store-api.ts'

/** Setting: the layout as JSON. */
const LAYOUT = 'chartLayout'

/** Additional charts show the same market at shorter and longer periods. */
export const defaultLayout: ChartLayout = {
  ...plainLayout,
  charts: ([60, 15, 240, 1440] as const).map((period) => ({
    ...plainChart,
    period,
    indicators: [{ kind: 'ema', length: 20 }],
  })),
}

/** As it is stored: layouts from before these were choices have none of them. */
export const keptLayout = chartLayout.extend({
  charts: z
    .array(
      chartChoices.extend({
        type: z.enum(chartTypes).default('candles'),
        hasOpenOrders: z.boolean().default(true),
        hasCanceled: z.boolean().default(false),
        paneHeights: chartChoices.shape.paneHeights.default([]),
        compared: chartChoices.shape.compared.default([]),
      }),
    )
    .length(4),
})

/** An unreadable layout, or one of another version, falls back to the default. */
function readLayout(text: string | null): ChartLayout {
  if (text === null) return defaultLayout
  try {
    return keptLayout.catch(defaultLayout).parse(JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError) return defaultLayout
    throw error
  }
}

export function createChartLayout(store: Pick<Store, 'getSetting' | 'setSetting'>) {
  return {
    getLayout: async (): Promise<ChartLayout> => readLayout(await store.getSetting(LAYOUT)),

    async setLayout(layout: ChartLayout): Promise<void> {
      await store.setSetting(LAYOUT, JSON.stringify(layout))
    },
  }
}
