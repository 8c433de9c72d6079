// Names of the price scales.
import type { PriceScale } from '../../../../../src-preload/contract/markets/charts.ts'

export const scaleNames = [
  { value: 'linear', label: 'Lin', title: 'Linear scale' },
  { value: 'log', label: 'Log', title: 'Logarithmic scale' },
  { value: 'percent', label: '%', title: 'Percent scale' },
] as const satisfies readonly { value: PriceScale; label: string; title: string }[]
