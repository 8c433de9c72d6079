// Takes presses on order lines before another tool does: a cross cancels, a drag moves, a click chooses.
import { type Frame, priceBottom, priceOfY, yOfPrice } from '../model/frame.ts'
import type { ChartTool, LayerHit, Place, ToolPlace } from './layer.ts'
import { crossOfHit, type OrderLine, type OrderLinesLayer, orderLineOfHit } from './order-lines.ts'
import { snapPrice } from './price-text.ts'

export interface OrderToolHost {
  /** The item of any layer under a place: an order is pressed only where it is the order's. */
  readonly hit: (frame: Frame, place: Place) => LayerHit | null
  /** Pressed and released on the same cross. */
  readonly onCross: (lineId: string) => void
  readonly onSelect: (lineId: string) => void
  /** The line is dragged to a price, decimal text; null: it is back in its place. */
  readonly onDrag: (line: OrderLine, price: string | null) => void
  readonly onDrop: (line: OrderLine, price: string) => void
}

/** A drag starts after this distance, in CSS pixels. */
const minDragPx = 3

type Held =
  | { readonly kind: 'cross'; readonly id: string }
  | { readonly kind: 'line'; readonly line: OrderLine; readonly from: Place; isDragged: boolean }

export class OrderTool implements ChartTool {
  readonly #layer: OrderLinesLayer
  readonly #usual: ChartTool
  readonly #host: OrderToolHost
  #held: Held | null = null

  /** @param usual - the tool for presses on anything else */
  constructor(layer: OrderLinesLayer, usual: ChartTool, host: OrderToolHost) {
    this.#layer = layer
    this.#usual = usual
    this.#host = host
  }

  get cursor(): string {
    return this.#usual.cursor
  }

  down(at: ToolPlace): boolean {
    this.#held = this.#hold(at)
    return this.#held !== null || this.#usual.down(at)
  }

  move(at: ToolPlace): void {
    const held = this.#held
    if (held === null) this.#usual.move(at)
    if (held?.kind !== 'line') return
    held.isDragged ||= Math.abs(at.y - held.from.y) > minDragPx
    if (held.isDragged) this.#host.onDrag(held.line, this.#priceAt(held, at))
  }

  leave(): void {
    this.#usual.leave?.()
  }

  up(at: ToolPlace): void {
    const held = this.#held
    this.#held = null
    if (held === null) this.#usual.up(at)
    else if (held.kind === 'line') {
      if (held.isDragged) this.#host.onDrop(held.line, this.#priceAt(held, at))
      else this.#host.onSelect(held.line.id)
    } else if (crossOfHit(this.#host.hit(at.frame, at)?.id ?? '') === held.id) this.#host.onCross(held.id)
  }

  cancel(): void {
    const held = this.#held
    this.#held = null
    if (held === null) this.#usual.cancel()
    else if (held.kind === 'line' && held.isDragged) this.#host.onDrag(held.line, null)
  }

  #hold(at: ToolPlace): Held | null {
    // A chosen tool places what it places, also over a line.
    if (this.#usual.cursor !== '') return null
    const hitId = this.#host.hit(at.frame, at)?.id ?? ''
    const id = crossOfHit(hitId)
    if (id !== null) return { kind: 'cross', id }
    const line = this.#layer.find(orderLineOfHit(hitId) ?? '')
    if (line === null || line.isCanceling) return null
    return { kind: 'line', line, from: { x: at.x, y: at.y }, isDragged: false }
  }

  /** Keeps the line's distance from the pointer at the start of the drag; it stays on the axis. */
  #priceAt({ line, from }: Extract<Held, { readonly kind: 'line' }>, at: ToolPlace): string {
    const { frame } = at
    const y = yOfPrice(frame, line.price) + (at.y - from.y) * frame.layout.dpr
    const price = priceOfY(frame, Math.max(0, Math.min(priceBottom(frame), y)))
    return snapPrice(price, frame.priceDecimals)
  }
}
