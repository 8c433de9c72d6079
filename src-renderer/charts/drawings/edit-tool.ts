// Selects, drags and (by double click) opens drawings with the pointer.
import type { Drawing } from '../../../src-preload/contract/markets/drawings.ts'
import type { Frame } from '../model/frame.ts'
import type { ChartTool, Place, ToolPlace } from '../layers/layer.ts'
import { dragDrawing, type Handle } from './edit-drawing.ts'

/** A drawing taken at a point of it, or as a whole. */
export interface DrawingGrip {
  readonly drawing: Drawing
  readonly handle: Handle
}

export interface EditHost {
  /** The drawing under a place; null when there is none. */
  readonly pick: (frame: Frame, place: Place) => DrawingGrip | null
  readonly onSelect: (id: string) => void
  /** The drawing as it is dragged; null when it is where it was. */
  readonly onDraft: (drawing: Drawing | null) => void
  /** It was moved, or is a copy that was moved away. */
  readonly onDrop: (drawing: Drawing, isCopy: boolean) => void
  readonly onOpen: (id: string) => void
  /** A drag as a whole leaves the drawing and moves a copy; read when the pointer goes down. */
  readonly isCopying: () => boolean
  /** A copy in the same place, not stored yet. */
  readonly copy: (drawing: Drawing) => Drawing
  readonly hasMagnet: () => boolean
  /** Monotonic clock, in milliseconds. */
  readonly nowMs: () => number
}

/** A drag starts after this distance, in CSS pixels. */
const minDragPx = 3
const doubleClickMs = 400

export class EditTool implements ChartTool {
  // Layers provide the cursor of their items.
  readonly cursor = ''
  readonly #host: EditHost
  #grip: DrawingGrip | null = null
  #downAt: Place = { x: 0, y: 0 }
  #isMoving = false
  #isCopying = false
  #lastClick: { readonly id: string; readonly atMs: number } | null = null

  constructor(host: EditHost) {
    this.#host = host
  }

  down(at: ToolPlace): boolean {
    const grip = this.#host.pick(at.frame, at)
    this.#grip = grip
    this.#isCopying = grip?.handle === null && this.#host.isCopying()
    this.#downAt = { x: at.x, y: at.y }
    this.#isMoving = false
    if (grip === null) {
      this.#lastClick = null
      return false
    }
    this.#host.onSelect(grip.drawing.id)
    return true
  }

  move(at: ToolPlace): void {
    if (this.#grip === null) return
    const isFar = Math.hypot(at.x - this.#downAt.x, at.y - this.#downAt.y) > minDragPx
    if (!this.#isMoving && isFar) {
      this.#isMoving = true
      if (this.#isCopying) this.#grip = { ...this.#grip, drawing: this.#host.copy(this.#grip.drawing) }
    }
    if (this.#isMoving) this.#host.onDraft(this.#movedTo(this.#grip, at))
  }

  up(at: ToolPlace): void {
    const grip = this.#grip
    this.#grip = null
    if (grip === null) return
    if (this.#isMoving) {
      this.#lastClick = null
      this.#isMoving = false
      const moved = this.#movedTo(grip, at)
      if (moved === grip.drawing) this.#host.onDraft(null)
      else this.#host.onDrop(moved, this.#isCopying)
      return
    }
    const { id } = grip.drawing
    const atMs = this.#host.nowMs()
    const isSecond = this.#lastClick?.id === id && atMs - this.#lastClick.atMs <= doubleClickMs
    this.#lastClick = isSecond ? null : { id, atMs }
    if (isSecond) this.#host.onOpen(id)
  }

  cancel(): void {
    this.#grip = null
    if (this.#isMoving) this.#host.onDraft(null)
    this.#isMoving = false
  }

  /** Keeps the distance from the pointer at the start of the drag; stays on the axis however far the pointer goes. */
  #movedTo({ drawing, handle }: DrawingGrip, { x, y, frame }: ToolPlace): Drawing {
    const { dpr, price } = frame.layout
    const inside = Math.max(price.top, Math.min(price.top + price.height, y))
    const by = { x: (x - this.#downAt.x) * dpr, y: (inside - this.#downAt.y) * dpr }
    return dragDrawing(frame, drawing, handle, by, this.#host.hasMagnet())
  }
}
