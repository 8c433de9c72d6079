// Anchors of indicators: a dashed line at each time with a handle to drag, and the tool that drags it.
import type { DrawingColor } from '../../../src-preload/domain/markets/drawings.ts'
import { lineWidth, priceBottom, xOfCandle, type Frame } from '../model/frame.ts'
import { colorOf } from '../painters/palette.ts'
import { strokeLine } from '../painters/pen.ts'
import type { ChartTheme } from '../painters/theme.ts'
import { candleStart } from './candle-grid.ts'
import type { ChartLayer, ChartTool, LayerHit, Place, ToolPlace } from './layer.ts'
import { heldAt } from './place-tool.ts'

export interface Anchor {
  /** Index of its indicator on the chart. */
  readonly index: number
  readonly timeMs: number
  readonly color: DrawingColor
}

const handleSize = 9
/** Distance of a handle's middle from the bottom of the price pane, and where it is taken, in CSS pixels. */
const handleUp = 10
const reach = 8
/** A press that moves less is a click, which moves no anchor. */
const slop = 4

/** Index of the indicator whose anchor a hit is of; null for any other. */
export function anchorOfHit(id: string): number | null {
  const match = /^anchor:(\d+)$/.exec(id)
  return match === null ? null : Number(match[1])
}

export class AnchorsLayer implements ChartLayer {
  #anchors: readonly Anchor[] = []
  /** Where a new one would be; null for none. */
  placingMs: number | null = null
  /** The one that is dragged, where it is dragged to. */
  moving: { readonly index: number; readonly timeMs: number } | null = null

  set(anchors: readonly Anchor[]): void {
    this.#anchors = anchors
  }

  /** The time of the indicator's anchor; null for none. */
  timeOf(index: number): number | null {
    return this.#anchors.find((anchor) => anchor.index === index)?.timeMs ?? null
  }

  paint(ctx: CanvasRenderingContext2D, frame: Frame, theme: ChartTheme): void {
    for (const { index, timeMs, color } of this.#anchors) {
      const atMs = this.moving?.index === index ? this.moving.timeMs : timeMs
      paintAnchor(ctx, frame, atMs, colorOf(theme, color))
    }
    if (this.placingMs !== null) paintAnchor(ctx, frame, this.placingMs, theme.accent)
  }

  hit(frame: Frame, { x, y }: Place): LayerHit | null {
    const { dpr } = frame.layout
    const distanceTo = ({ timeMs }: Anchor): number => {
      const handle = handleAt(frame, timeMs)
      const away = Math.max(Math.abs(handle.x / dpr - x), Math.abs(handle.y / dpr - y))
      return Math.max(0, away - handleSize / 2)
    }
    const found = this.#anchors.findLast((anchor) => distanceTo(anchor) <= reach - handleSize / 2)
    if (found === undefined) return null
    return { id: `anchor:${found.index}`, cursor: 'ew-resize', distance: distanceTo(found) }
  }
}

/** Middle of an anchor's handle in device pixels: in the middle of its candle. */
function handleAt(frame: Frame, timeMs: number): Place {
  const { level, layout } = frame
  return {
    x: Math.round(xOfCandle(frame, candleStart(level, timeMs))),
    y: Math.round(priceBottom(frame) - handleUp * layout.dpr),
  }
}

function paintAnchor(ctx: CanvasRenderingContext2D, frame: Frame, timeMs: number, color: string): void {
  const { x, y } = handleAt(frame, timeMs)
  const line = lineWidth(frame)
  ctx.strokeStyle = color
  ctx.lineWidth = line
  ctx.setLineDash([3 * line, 3 * line])
  strokeLine(ctx, x + line / 2, 0, x + line / 2, priceBottom(frame))
  ctx.setLineDash([])
  const size = Math.round(handleSize * frame.layout.dpr)
  ctx.fillStyle = color
  ctx.fillRect(x - Math.floor(size / 2), y - Math.floor(size / 2), size, size)
}

/** Drags an anchor by its handle. */
export class AnchorTool implements ChartTool {
  // The layer provides the cursor of handles.
  readonly cursor = ''
  readonly #layer: AnchorsLayer
  readonly #onMove: () => void
  readonly #onDrop: (index: number, timeMs: number) => void
  #downX = 0
  #isMoved = false

  /**
   * @param onMove - the layer looks different now
   * @param onDrop - an anchor was dragged to the candle that starts then
   */
  constructor(layer: AnchorsLayer, onMove: () => void, onDrop: (index: number, timeMs: number) => void) {
    this.#layer = layer
    this.#onMove = onMove
    this.#onDrop = onDrop
  }

  down(at: ToolPlace): boolean {
    const index = anchorOfHit(this.#layer.hit(at.frame, at)?.id ?? '')
    const timeMs = index === null ? null : this.#layer.timeOf(index)
    if (index === null || timeMs === null) return false
    this.#downX = at.x
    this.#isMoved = false
    this.#layer.moving = { index, timeMs }
    return true
  }

  move(at: ToolPlace): void {
    const { moving } = this.#layer
    if (moving === null) return
    this.#isMoved ||= Math.abs(at.x - this.#downX) >= slop
    if (!this.#isMoved) return
    this.#layer.moving = { ...moving, timeMs: heldAt(at).timeMs }
    this.#onMove()
  }

  up(at: ToolPlace): void {
    this.move(at)
    const { moving } = this.#layer
    const before = moving === null ? null : this.#layer.timeOf(moving.index)
    this.cancel()
    if (moving === null || before === null || !this.#isMoved) return
    // Within its candle, which may be of a longer interval than it was set in, it stays exactly where it was.
    if (candleStart(at.frame.level, before) !== moving.timeMs) this.#onDrop(moving.index, moving.timeMs)
  }

  cancel(): void {
    this.#layer.moving = null
    this.#onMove()
  }
}
