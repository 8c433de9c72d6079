// Selects, drags and (by double click) opens alerts over the candles with the pointer.
import { priceBottom, priceOfY, yOfPrice, type Frame } from '../model/frame.ts'
import type { ChartTool, Place, ToolPlace } from './layer.ts'
import type { DraggedItem } from './chart-point.ts'
import { heldAt } from './place-tool.ts'

/** An item that can be dragged. */
export interface Grip {
  readonly id: string
  readonly price: number
}

export interface MoveHost {
  /** Returns the draggable item under a place; null when there is none. */
  readonly pick: (frame: Frame, place: Place) => Grip | null
  readonly onSelect: (id: string | null) => void
  /** The item is being dragged; null when it returned to its place. */
  readonly onMove: (moving: DraggedItem | null) => void
  readonly onDrop: (moving: DraggedItem) => void
  readonly onOpen: (id: string) => void
  /** Monotonic clock, in milliseconds. */
  readonly nowMs: () => number
}

/** A drag starts after this distance, in CSS pixels. */
const minDragPx = 3
const doubleClickMs = 400

export class MoveTool implements ChartTool {
  // Layers provide the cursor of their items.
  readonly cursor = ''
  readonly #host: MoveHost
  #grip: Grip | null = null
  #downAt: Place = { x: 0, y: 0 }
  #isMoving = false
  #lastClick: { readonly id: string; readonly atMs: number } | null = null

  constructor(host: MoveHost) {
    this.#host = host
  }

  down(at: ToolPlace): boolean {
    const grip = this.#host.pick(at.frame, at)
    this.#host.onSelect(grip?.id ?? null)
    this.#grip = grip
    this.#downAt = { x: at.x, y: at.y }
    this.#isMoving = false
    if (grip === null) this.#lastClick = null
    return grip !== null
  }

  move(at: ToolPlace): void {
    const grip = this.#grip
    if (grip === null) return
    const { x, y } = this.#downAt
    this.#isMoving ||= Math.hypot(at.x - x, at.y - y) > minDragPx
    if (this.#isMoving) this.#host.onMove(this.#movingAt(grip, at))
  }

  up(at: ToolPlace): void {
    const grip = this.#grip
    this.#grip = null
    if (grip === null) return
    if (this.#isMoving) {
      this.#lastClick = null
      this.#host.onDrop(this.#movingAt(grip, at))
      return
    }
    const atMs = this.#host.nowMs()
    const isSecond = this.#lastClick?.id === grip.id && atMs - this.#lastClick.atMs <= doubleClickMs
    this.#lastClick = isSecond ? null : { id: grip.id, atMs }
    if (isSecond) this.#host.onOpen(grip.id)
  }

  cancel(): void {
    this.#grip = null
    if (this.#isMoving) this.#host.onMove(null)
    this.#isMoving = false
  }

  /** Keeps the item's distance from the pointer at the start of the drag, so it does not jump. */
  #movingAt(grip: Grip, at: ToolPlace): DraggedItem {
    const { frame } = at
    const { dpr } = frame.layout
    const y = yOfPrice(frame, grip.price) + (at.y - this.#downAt.y) * dpr
    // The item stays on the axis however far the pointer goes.
    const price = priceOfY(frame, Math.max(0, Math.min(priceBottom(frame), y)))
    return { id: grip.id, ...heldAt({ price, timeMs: at.timeMs, frame }) }
  }
}
