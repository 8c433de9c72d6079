// Interfaces of chart layers and tools.
import type { Candle } from '../model/candles/candle-buffer.ts'
import type { Frame } from '../model/frame.ts'
import type { ChartTheme } from '../painters/theme.ts'

/**
 * A label on the price axis. Colors come from the theme; `color` is the text color, or the surface color when filled.
 */
export interface AxisTag {
  readonly price: number
  readonly text: string
  readonly background: string
  readonly color?: string
}

/** A layer item under the pointer. `cursor` is a CSS cursor. */
export interface LayerHit {
  readonly id: string
  readonly cursor: string
  /** CSS pixels from the place, 0 on it: the nearer of two items wins. Without one, the layers' order alone counts. */
  readonly distance?: number
  /** A button, or what is selected is within reach: wins over items of other layers with a distance, however near. */
  readonly comesFirst?: boolean
}

/** A place in the chart in CSS pixels from its top left corner. */
export interface Place {
  readonly x: number
  readonly y: number
}

/**
 * Content drawn over the candles of the price pane. Its owner calls the chart's `invalidate` after a change; the chart
 * reads the layer on every frame.
 */
export interface ChartLayer {
  /** Shows amounts of the user: left out of pictures. */
  readonly isPrivate?: boolean
  /** Paints in whole device pixels. The context is clipped to the price pane and restored afterwards. */
  paint(ctx: CanvasRenderingContext2D, frame: Frame, theme: ChartTheme): void
  /** Labels on the price axis. The chart omits labels outside the price range. */
  tags?(frame: Frame, theme: ChartTheme): readonly AxisTag[]
  /** Nearest item under a place, for hover, picking and the cursor shape; null when there is none. */
  hit?(frame: Frame, place: Place): LayerHit | null
}

/** A place with the time and price of its pixel, and the candle at that time, if any. */
export interface ToolPlace extends Place {
  readonly timeMs: number
  readonly price: number
  readonly candle: Candle | null
  readonly frame: Frame
}

/** Receives pointer input before panning and the crosshair while selected, inside the plot only. */
export interface ChartTool {
  /** CSS cursor over the price pane. Empty: the item under the pointer decides, and the chart handles double clicks. */
  readonly cursor: string
  /** Returns true to capture the pointer until release; false lets the chart pan. */
  down(at: ToolPlace): boolean
  /** The pointer moved, captured or hovering. */
  move(at: ToolPlace): void
  /** The hovering pointer left the price pane: clears the preview. */
  leave?(): void
  /** The captured pointer was released. */
  up(at: ToolPlace): void
  /** Escape, a second finger or a lost pointer: reverts what was started. */
  cancel(): void
}
