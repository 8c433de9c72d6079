// The layout of the user's charts, shared by all accounts.
import { z } from 'zod'
import {
  type ChartChoices,
  chartChoices,
  type ChartLayout,
  chartLayout,
  chartTypes,
} from '../../../src-preload/contract/charts.ts'
import type { CandlePeriod } from '../../../src-preload/domain/markets.ts'
import type { Store } from '../../store/api/store-api.ts'

/** Setting: the layout as JSON. */
const LAYOUT = 'chartLayout'

function choicesOf(period: CandlePeriod): ChartChoices {
  return {
    market: null,
    period,
    scale: 'linear',
    type: 'candles',
    hasVolume: true,
    hasMarks: true,
    hasOpenOrders: true,
    hasCanceled: false,
    indicators: [{ kind: 'ema', length: 20 }],
    paneHeights: [],
    compared: [],
  }
}

/** Additional charts show the same market at shorter and longer periods. */
export const defaultLayout: ChartLayout = {
  shown: 1,
  charts: [choicesOf(60), choicesOf(15), choicesOf(240), choicesOf(1440)],
  arePeriodsLinked: false,
  isCrosshairLinked: true,
  leastTradeAmount: null,
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
