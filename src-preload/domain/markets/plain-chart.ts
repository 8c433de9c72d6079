// Charts as they are before anything was chosen.
import type { ChartChoices, ChartLayout } from '../../contract/markets/charts.ts'
import { usualPeriods } from './markets.ts'

export const plainChart: ChartChoices = {
  market: null,
  period: 60,
  scale: 'linear',
  type: 'candles',
  hasVolume: true,
  hasMarks: true,
  hasOpenOrders: true,
  hasCanceled: false,
  indicators: [],
  paneHeights: [],
  compared: [],
}

/** One chart is shown; the others are there for a layout of more. */
export const plainLayout: ChartLayout = {
  shown: 1,
  charts: [plainChart, plainChart, plainChart, plainChart],
  arePeriodsLinked: false,
  isCrosshairLinked: true,
  leastTradeAmount: null,
  favoritePeriods: [...usualPeriods],
}
