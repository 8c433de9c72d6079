// Switches to a second tool for presses with a modifier key, such as measuring with Shift.
import type { ChartTool, ToolPlace } from './layer.ts'

/** A tool that may need several presses: what it began, later ones end without the key. */
export interface ShiftedTool extends ChartTool {
  readonly isUnderWay: boolean
}

export class ShiftTool implements ChartTool {
  readonly #usual: ChartTool
  readonly #shifted: ShiftedTool
  readonly #isShifted: () => boolean
  /** The tool that captured the pointer; null without a press. */
  #pressed: ChartTool | null = null

  /** @param isShifted - whether the key is held; read when the pointer goes down */
  constructor(usual: ChartTool, shifted: ShiftedTool, isShifted: () => boolean) {
    this.#usual = usual
    this.#shifted = shifted
    this.#isShifted = isShifted
  }

  get #holder(): ChartTool {
    return this.#pressed ?? (this.#shifted.isUnderWay ? this.#shifted : this.#usual)
  }

  get cursor(): string {
    return this.#holder.cursor
  }

  down(at: ToolPlace): boolean {
    const holder = this.#isShifted() ? this.#shifted : this.#holder
    const isTaken = holder.down(at)
    this.#pressed = isTaken ? holder : null
    return isTaken
  }

  move(at: ToolPlace): void {
    this.#holder.move(at)
  }

  leave(): void {
    this.#usual.leave?.()
  }

  up(at: ToolPlace): void {
    const holder = this.#holder
    this.#pressed = null
    holder.up(at)
  }

  cancel(): void {
    const holder = this.#holder
    this.#pressed = null
    holder.cancel()
  }
}
