// What is drawn over the candles.
import type { ChartLayer } from '../layers/layer.ts'
import type { Crosshair } from '../model/frame.ts'

/** Content drawn over the candles. */
export interface Overlay {
  readonly crosshair: Crosshair | null
  /** Names panes and their values in the picture itself; on screen the legend does. */
  readonly hasTitles: boolean
  /** Clock for the countdown of the forming candle; null disables it. */
  readonly nowMs: number | null
  readonly layers: readonly ChartLayer[]
}
