// Names of the chart types.
import type { ChartType } from '../../../../../src-preload/contract/markets/charts.ts'

export const typeNames = [
  { value: 'candles', label: 'Candles' },
  { value: 'hollow', label: 'Hollow candles' },
  { value: 'bars', label: 'Bars' },
  { value: 'line', label: 'Line' },
  { value: 'area', label: 'Area' },
  { value: 'heikinAshi', label: 'Heikin Ashi' },
] as const satisfies readonly { value: ChartType; label: string }[]
