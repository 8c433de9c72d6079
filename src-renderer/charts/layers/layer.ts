// Owns: the faces of what is drawn over the candles, and of tools that take the pointer before the chart does.
// Must not: draw or act. The chart calls these; what implements them lives beside this file.
import type { Candle } from '../model/candle-buffer.ts'
import type { Frame } from '../model/frame.ts'
import type { ChartTheme } from '../painters/theme.ts'

/** A label on the price axis. Colours are of the theme; `colour`: the text's, else the surface's. */
export interface AxisTag {
  readonly price: number
  readonly text: string
  readonly background: string
  readonly colour?: string
}

/** Something of a layer that lies under the pointer. `cursor` is the pointer's shape in CSS. */
export interface LayerHit {
  readonly id: string
  readonly cursor: string
}

/** A place in the chart in CSS pixels from its top left corner. */
export interface Place {
  readonly x: number
  readonly y: number
}

/**
 * Something drawn over the candles of the price pane. Its owner calls `invalidate` of the chart when it changed; the
 * chart asks it anew for every picture.
 */
export interface ChartLayer {
  /** Paints in device pixels, on whole pixels; the context is clipped to the price pane and restored afterwards. */
  paint(ctx: CanvasRenderingContext2D, frame: Frame, theme: ChartTheme): void
  /** Labels on the price axis. Those outside of the price range are left out by the chart. */
  tags?(frame: Frame, theme: ChartTheme): readonly AxisTag[]
  /** What lies under a place, the nearest; null: nothing. For hover, picking and the pointer's shape. */
  hit?(frame: Frame, place: Place): LayerHit | null
}

/** A place with what lies there: the time and price of the pixel, and the candle, if any, whose time it is. */
export interface ToolPlace extends Place {
  readonly timeMs: number
  readonly price: number
  readonly candle: Candle | null
  readonly frame: Frame
}

/** Takes the pointer before panning and the crosshair do, while it is chosen. Places outside of the plot are not offered. */
export interface ChartTool {
  /** The pointer's shape in CSS over the price pane; empty: what lies there decides, and a double click is the chart's. */
  readonly cursor: string
  /** True: the pointer is the tool's until it is up. False: the chart pans. */
  down(at: ToolPlace): boolean
  /** The pointer moved, held by the tool or hovering. */
  move(at: ToolPlace): void
  /** The pointer, not held, left the price pane: nothing is previewed. */
  leave?(): void
  /** The pointer that the tool took went up. */
  up(at: ToolPlace): void
  /** Escape, a second finger, or the pointer was taken away: nothing of what was begun stays. */
  cancel(): void
}
