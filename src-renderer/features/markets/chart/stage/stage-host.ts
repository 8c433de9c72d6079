// What the parts of one chart read of it.
import type { ChartChoices } from '../../../../../src-preload/contract/markets/charts.ts'

export interface StageHost {
  /** Index of the chart in the layout. */
  readonly index: number
  readonly market: string
  readonly chart: ChartChoices
  /** Decimals of the market's prices. */
  readonly decimals: number
  /** The market's last price; null while it is not known. */
  readonly last: number | null
  /** Time of the newest candle; null without candles. */
  readonly newestMs: number | null
  /** Repaints the chart. */
  readonly invalidate: () => void
}

/** True for an event of the chart itself, and not of a button or field in it. */
export function isOfChart({ target }: Event): boolean {
  return target instanceof Element && target.getAttribute('role') === 'application'
}
