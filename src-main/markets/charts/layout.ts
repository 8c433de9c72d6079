// The layout of the user's charts, shared by all accounts.
import { z } from 'zod'
import {
  chartChoices,
  type ChartChoices,
  type ChartLayout,
  chartLayout,
  chartTypes,
  indicator,
} from '../../../src-preload/contract/markets/charts.ts'
import { chartInterval } from '../../../src-preload/contract/orders/entities.ts'
import type { ChartInterval } from '../../../src-preload/domain/markets/intervals.ts'
import { plainChart, plainLayout } from '../../../src-preload/domain/markets/plain-chart.ts'
import { parseJson } from '../../store/parse-json.ts'
import { keepUnread, type Settings } from './kept-entries.ts'

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

/** A chart as it is stored: layouts from before these were choices have none of them. */
const keptChart = chartChoices.extend({
  type: z.enum(chartTypes).default('candles'),
  hasOpenOrders: z.boolean().default(true),
  hasCanceled: z.boolean().default(false),
  paneHeights: chartChoices.shape.paneHeights.default([]),
  compared: chartChoices.shape.compared.default([]),
})

/** As it is stored. */
export const keptLayout = chartLayout.extend({
  charts: z.array(keptChart).length(4),
  favoritePeriods: chartLayout.shape.favoritePeriods.default(defaultLayout.favoritePeriods),
})

const { shape } = chartLayout
const isPeriod = (kept: unknown): kept is ChartInterval => chartInterval.safeParse(kept).success
/** As much of it as can be read: the charts are looked at one by one. */
const looseLayout = z.object({
  shown: shape.shown.catch(defaultLayout.shown),
  charts: z.array(z.unknown()).default([]),
  arePeriodsLinked: shape.arePeriodsLinked.catch(defaultLayout.arePeriodsLinked),
  isCrosshairLinked: shape.isCrosshairLinked.catch(defaultLayout.isCrosshairLinked),
  leastTradeAmount: shape.leastTradeAmount.catch(defaultLayout.leastTradeAmount),
  /** Without those that this version does not have. */
  favoritePeriods: z
    .array(z.unknown())
    .transform((kept) => [...new Set(kept)].filter(isPeriod))
    .catch(defaultLayout.favoritePeriods),
})

const looseChart = z.looseObject({
  indicators: z.array(z.unknown()),
  paneHeights: z.array(z.unknown()).default([]),
})

/** Reads what can be read: what is left out costs no other chart, and no other indicator of its chart. */
function readLayout(kept: unknown): ChartLayout {
  const whole = keptLayout.safeParse(kept)
  if (whole.success) return whole.data
  const loose = looseLayout.safeParse(kept)
  if (!loose.success) return defaultLayout
  const { charts, ...choices } = loose.data
  return { ...choices, charts: defaultLayout.charts.map((first, at) => readChart(charts[at]) ?? first) }
}

function readChart(kept: unknown): ChartChoices | null {
  const loose = looseChart.safeParse(kept)
  if (!loose.success) return null
  const { indicators, paneHeights, ...choices } = loose.data
  const readable = indicators.flatMap((each, at) => {
    const read = indicator.safeParse(each)
    // Heights belong to indicators by their place.
    return read.success ? [{ indicator: read.data, height: paneHeights[at] ?? null }] : []
  })
  const read = keptChart.safeParse({
    ...choices,
    indicators: readable.map((one) => one.indicator),
    paneHeights: paneHeights.length === 0 ? [] : readable.map(({ height }) => height),
  })
  return read.success ? read.data : null
}

export function createChartLayout(store: Settings) {
  return {
    getLayout: async (): Promise<ChartLayout> => readLayout(parseJson(await store.getSetting(LAYOUT))),

    async setLayout(layout: ChartLayout): Promise<void> {
      await keepUnread(store, LAYOUT, (kept) => keptLayout.safeParse(kept).success)
      await store.setSetting(LAYOUT, JSON.stringify(layout))
    },
  }
}
