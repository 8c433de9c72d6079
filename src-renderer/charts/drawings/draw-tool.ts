// Tool that draws a new drawing, click by click or by a drag.
import type { Drawing, DrawingKind, DrawingPoint } from '../../../src-preload/contract/markets/drawings.ts'
import { mostBrushPoints } from '../../../src-preload/domain/markets/drawings.ts'
import type { Frame } from '../model/frame.ts'
import { isInPrice } from '../layers/place-tool.ts'
import type { ChartTool, Place, ToolPlace } from '../layers/layer.ts'
import { attract } from './edit-drawing.ts'
import { handCounts, pointOf } from './placed.ts'

export interface DrawHost {
  /** A new drawing with these points; null without a market. */
  readonly make: (kind: DrawingKind, points: readonly DrawingPoint[], frame: Frame) => Drawing | null
  /** The drawing under the hand; null when there is none. */
  readonly onDraft: (drawing: Drawing | null) => void
  readonly onDrawn: (drawing: Drawing) => void
  readonly hasMagnet: () => boolean
}

/** A press that moved at least this far set two points, in CSS pixels. */
const dragDistance = 4

export class DrawTool implements ChartTool {
  readonly cursor = 'crosshair'
  readonly #kind: DrawingKind
  readonly #host: DrawHost
  /** Points that are set. */
  #points: readonly DrawingPoint[] = []
  #downAt: Place | null = null

  constructor(kind: DrawingKind, host: DrawHost) {
    this.#kind = kind
    this.#host = host
  }

  /** True between the first point and the last. */
  get isUnderWay(): boolean {
    return this.#points.length > 0
  }

  down(at: ToolPlace): boolean {
    if (!isInPrice(at)) return false
    this.#downAt = { x: at.x, y: at.y }
    if (this.#points.length === 0) this.#points = [this.#pointAt(at)]
    this.#show(at)
    return true
  }

  move(at: ToolPlace): void {
    if (handCounts[this.#kind] === 'free' && this.#downAt !== null) this.#extend(at)
    this.#show(at)
  }

  leave(): void {
    if (!this.isUnderWay) this.#host.onDraft(null)
  }

  up(at: ToolPlace): void {
    const from = this.#downAt
    this.#downAt = null
    if (from === null) return
    const count = handCounts[this.#kind]
    if (count === 'free') {
      this.#finish(at.frame, this.#points.length < 2 ? null : this.#points)
      return
    }
    const isDrag = Math.hypot(at.x - from.x, at.y - from.y) >= dragDistance
    // The press set the first point; its release sets another one where it was a drag or a later click.
    const isFirst = this.#points.length === 1 && !this.#isWaiting
    if (count === 1) this.#finish(at.frame, isInPrice(at) ? [this.#pointAt(at)] : null)
    else if (isFirst && !isDrag) this.#isWaiting = true
    else {
      const next = [...this.#points, this.#pointAt(at)]
      if (next.length >= count) this.#finish(at.frame, next)
      else {
        this.#points = next
        this.#isWaiting = true
        this.#show(at)
      }
    }
  }

  cancel(): void {
    this.#forget()
    this.#host.onDraft(null)
  }

  /** The first point was clicked, so that the next release sets another one. */
  #isWaiting = false

  #forget(): void {
    this.#points = []
    this.#downAt = null
    this.#isWaiting = false
  }

  #pointAt({ x, y, frame }: ToolPlace): DrawingPoint {
    const { dpr, price } = frame.layout
    const inside = Math.max(price.top, Math.min(price.top + price.height, y))
    const point = pointOf(frame, { x: x * dpr, y: inside * dpr })
    return this.#host.hasMagnet() && this.#kind !== 'brush' ? attract(frame, point) : point
  }

  #extend(at: ToolPlace): void {
    const next = this.#pointAt(at)
    const last = this.#points.at(-1)
    const isNew = last?.atMs !== next.atMs || last.price !== next.price
    if (isNew && this.#points.length < mostBrushPoints) this.#points = [...this.#points, next]
  }

  /** Shows what a click here would make. */
  #show(at: ToolPlace): void {
    const count = handCounts[this.#kind]
    if (count === 'free') {
      const draft = this.#points.length < 2 ? null : this.#host.make(this.#kind, this.#points, at.frame)
      this.#host.onDraft(draft)
      return
    }
    if (count > 1 && this.#points.length === 0) return
    const here = this.#pointAt(at)
    const set = count === 1 ? [] : this.#points
    const points = [...set, ...Array.from({ length: count - set.length }, () => here)]
    this.#host.onDraft(this.#host.make(this.#kind, points, at.frame))
  }

  #finish(frame: Frame, points: readonly DrawingPoint[] | null): void {
    this.#forget()
    this.#host.onDraft(null)
    const made = points === null ? null : this.#host.make(this.#kind, points, frame)
    if (made !== null) this.#host.onDrawn(made)
  }
}
