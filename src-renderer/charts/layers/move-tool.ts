// Owns: picking what lies over the candles with the pointer: selecting, dragging, and opening it by a second click.
// Must not: keep what was moved; its host does.
import { priceBottom, priceOfY, timeOfX, xOfTime, yOfPrice, type Frame } from '../model/frame.ts'
import type { ChartTool, Place, ToolPlace } from './layer.ts'
import type { Moving } from './moving.ts'
import { heldAt } from './place-tool.ts'

/** Something that can be taken hold of. */
export interface Grip {
  readonly id: string
  readonly price: number
  /** Null: it has no time and moves by price alone. */
  readonly timeMs: number | null
}

export interface MoveHost {
  /** What lies under a place; null: nothing that can be moved. */
  readonly pick: (frame: Frame, place: Place) => Grip | null
  readonly onSelect: (id: string | null) => void
  /** It is being moved; null: it is back where it was. */
  readonly onMove: (moving: Moving | null) => void
  readonly onDrop: (moving: Moving) => void
  readonly onOpen: (id: string) => void
  /** A clock that only goes forward, in milliseconds. */
  readonly nowMs: () => number
}

/** A pointer moves something once it went this far, in CSS pixels. */
const leastMove = 3
const doubleClickMs = 400

export class MoveTool implements ChartTool {
  // The layers say what the pointer looks like over their things.
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
    this.#isMoving ||= Math.hypot(at.x - x, at.y - y) > leastMove
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

  /** Where it is held: as far from the pointer as when it was taken, so that it does not jump. */
  #movingAt(grip: Grip, at: ToolPlace): Moving {
    const { frame } = at
    const { dpr } = frame.layout
    const y = yOfPrice(frame, grip.price) + (at.y - this.#downAt.y) * dpr
    // It stays on the axis, however far the pointer goes.
    const price = priceOfY(frame, Math.max(0, Math.min(priceBottom(frame), y)))
    if (grip.timeMs === null) return { id: grip.id, ...heldAt({ price, timeMs: at.timeMs, frame }) }
    // Half a candle on, as it stands on a candle's middle.
    const half = frame.level.periodMs / 2
    const x = xOfTime(frame, grip.timeMs + half) + (at.x - this.#downAt.x) * dpr
    return { id: grip.id, ...heldAt({ price, timeMs: timeOfX(frame, x), frame }) }
  }
}
