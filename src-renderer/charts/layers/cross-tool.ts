// Takes presses on the crosses of order lines before another tool does.
import { crossOfHit, type OrderLinesLayer } from './order-lines.ts'
import type { ChartTool, ToolPlace } from './layer.ts'

export class CrossTool implements ChartTool {
  readonly #layer: OrderLinesLayer
  readonly #usual: ChartTool
  readonly #onCross: (lineId: string) => void
  /** The line whose cross was pressed. */
  #pressed: string | null = null

  /**
   * @param usual - the tool for every other press
   * @param onCross - pressed and released on the same cross
   */
  constructor(layer: OrderLinesLayer, usual: ChartTool, onCross: (lineId: string) => void) {
    this.#layer = layer
    this.#usual = usual
    this.#onCross = onCross
  }

  get cursor(): string {
    return this.#usual.cursor
  }

  down(at: ToolPlace): boolean {
    this.#pressed = this.#crossAt(at)
    return this.#pressed !== null || this.#usual.down(at)
  }

  move(at: ToolPlace): void {
    if (this.#pressed === null) this.#usual.move(at)
  }

  leave(): void {
    this.#usual.leave?.()
  }

  up(at: ToolPlace): void {
    const pressed = this.#pressed
    this.#pressed = null
    if (pressed === null) this.#usual.up(at)
    else if (this.#crossAt(at) === pressed) this.#onCross(pressed)
  }

  cancel(): void {
    if (this.#pressed === null) this.#usual.cancel()
    this.#pressed = null
  }

  #crossAt(at: ToolPlace): string | null {
    const hit = this.#layer.hit(at.frame, at)
    return hit === null ? null : crossOfHit(hit.id)
  }
}
