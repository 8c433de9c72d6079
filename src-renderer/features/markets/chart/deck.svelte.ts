// Owns: the charts on screen as things to act on: which tool is chosen, the linked crosshair, what is open, what was said.
// Must not: know what charts show (layout.svelte.ts) or keep anything over a restart.
import { untrack } from 'svelte'
import { layout } from './layout.svelte.ts'
import type { Said, VisibleRange } from './chart-files.ts'
import type { ChartOverlays, ToolKind } from './chart-overlays.svelte.ts'
import type { OverlayKind } from './new-thing.ts'

/** What can be done with a chart from outside of it. */
export interface ChartFace {
  goTo(timeMs: number): void
  reset(): void
  /** A picture of the whole chart with its axes. */
  toPng(): Promise<Uint8Array>
  /** Null while nothing is drawn. */
  visible(): VisibleRange | null
  focus(): void
  /** Opens the form of something new, at the crosshair or else at the newest candle. */
  create(kind: OverlayKind): void
  readonly overlays: ChartOverlays
}

/** Good news goes away by itself; what failed stays until it is dismissed. */
const saidMs = 6000

class ChartDeck {
  /** The chart and time under the pointer or the keyboard cursor. */
  crosshair = $state.raw<{ readonly index: number; readonly timeMs: number } | null>(null)
  tool = $state<ToolKind | null>(null)
  /** Each chart is a table beneath it. */
  hasTable = $state(false)
  isGoToOpen = $state(false)
  isListOpen = $state(false)
  said = $state.raw<Said | null>(null)
  readonly #faces = new Map<number, ChartFace>()
  #timer: ReturnType<typeof setTimeout> | undefined

  /** The active chart, once it is on screen. */
  get active(): ChartFace | null {
    return this.#faces.get(layout.active) ?? null
  }

  /** Lends a chart until the returned function is called. */
  register(index: number, face: ChartFace): () => void {
    this.#faces.set(index, face)
    return () => {
      if (this.#faces.get(index) === face) this.#faces.delete(index)
      this.pointAt(index, null)
    }
  }

  /** The time at which chart `index` shows the crosshair of another one; null for none. */
  linkedMs(index: number): number | null {
    if (this.crosshair === null || this.crosshair.index === index) return null
    return layout.value?.isCrosshairLinked === true ? this.crosshair.timeMs : null
  }

  pointAt(index: number, timeMs: number | null): void {
    if (timeMs !== null) this.crosshair = { index, timeMs }
    else if (untrack(() => this.crosshair)?.index === index) this.crosshair = null
  }

  /** Chooses a tool; the one that is chosen is put away. */
  toggleTool(kind: ToolKind): void {
    this.tool = this.tool === kind ? null : kind
  }

  /** Says what came of something. Null: nothing did, and nothing is said. */
  say(said: Said | null): void {
    clearTimeout(this.#timer)
    this.said = said
    if (said !== null && !said.isFailure) this.#timer = setTimeout(() => (this.said = null), saidMs)
  }
}

export const deck = new ChartDeck()
