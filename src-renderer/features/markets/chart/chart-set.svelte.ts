// State shared by the charts on screen: chosen tool, linked crosshair, open form and messages.
import { untrack } from 'svelte'
import { layout } from './layout.svelte.ts'
import type { ActionResult, VisibleRange } from './chart-files.ts'
import type { ChartOverlays, ToolKind } from './chart-overlays.svelte.ts'
import type { ChartStudies } from './indicators/chart-studies.svelte.ts'
import type { OverlayKind } from './new-item.ts'

/** Operations on a chart from outside. */
export interface ChartHandle {
  goTo(timeMs: number): void
  reset(): void
  /** Shows a time range, `toMs` above `fromMs`. */
  show(fromMs: number, toMs: number): void
  /** Shows the whole history. */
  showAll(): void
  /** An image of the whole chart with its axes. */
  toPng(): Promise<Uint8Array>
  /** Null while nothing is drawn. */
  visible(): VisibleRange | null
  focus(): void
  /** Takes the focus, and a key that was pressed beside it. */
  press(event: KeyboardEvent): void
  /** Opens the form of a new item, at the crosshair or else at the newest candle. */
  create(kind: OverlayKind): void
  readonly overlays: ChartOverlays
  readonly studies: ChartStudies
}

/** Success messages disappear after this time; errors stay until dismissed. */
const messageMs = 6000

class ChartSet {
  /** Chart and time under the pointer or keyboard cursor. */
  crosshair = $state.raw<{ readonly index: number; readonly timeMs: number } | null>(null)
  tool = $state<ToolKind | null>(null)
  /** A tool stays chosen after it was used. */
  isToolPinned = $state(false)
  /** Points of drawings are taken to open, high, low and close. */
  hasMagnet = $state(false)
  /** Of several charts only the active one is on screen, until all are shown again. */
  isMaximized = $state(false)
  /** True while each chart has a table below it. */
  hasTable = $state(false)
  isGoToOpen = $state(false)
  /** The explanation of the signs of orders and fills is open. */
  isSignsOpen = $state(false)
  /** The dialog of saved layouts is open. */
  isLayoutsOpen = $state(false)
  isListOpen = $state(false)
  said = $state.raw<ActionResult | null>(null)
  readonly #faces = new Map<number, ChartHandle>()
  #timer: ReturnType<typeof setTimeout> | undefined

  /** The active chart, once it is on screen. */
  get active(): ChartHandle | null {
    return this.#faces.get(layout.active) ?? null
  }

  /** Registers a chart until the returned function is called. */
  register(index: number, face: ChartHandle): () => void {
    this.#faces.set(index, face)
    return () => {
      if (this.#faces.get(index) === face) this.#faces.delete(index)
      this.pointAt(index, null)
    }
  }

  /** Crosshair time of another chart, shown by chart `index`; null for none. */
  linkedMs(index: number): number | null {
    if (this.crosshair === null || this.crosshair.index === index) return null
    return layout.value?.isCrosshairLinked === true ? this.crosshair.timeMs : null
  }

  pointAt(index: number, timeMs: number | null): void {
    if (timeMs !== null) this.crosshair = { index, timeMs }
    else if (untrack(() => this.crosshair)?.index === index) this.crosshair = null
  }

  /** Selects a tool, or deselects the selected one. */
  toggleTool(kind: ToolKind): void {
    this.tool = this.tool === kind ? null : kind
  }

  /** Shows a result. Null shows nothing. */
  say(said: ActionResult | null): void {
    clearTimeout(this.#timer)
    this.said = said
    if (said !== null && !said.isFailure) this.#timer = setTimeout(() => (this.said = null), messageMs)
  }

  /** Shows the result of an action once it is there. One without a text leaves what another one has said meanwhile. */
  async sayResult(action: Promise<ActionResult | null>): Promise<void> {
    this.say(null)
    const said = await action
    if (said !== null) this.say(said)
  }
}

export const chartSet = new ChartSet()
