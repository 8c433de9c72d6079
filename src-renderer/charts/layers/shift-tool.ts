// Switches to a second tool for presses with a modifier key, such as measuring with Shift.
import type { ChartTool, ToolPlace } from './layer.ts'

export class ShiftTool implements ChartTool {
  readonly #usual: ChartTool
  readonly #shifted: ChartTool
  readonly #isShifted: () => boolean
  /** The tool that captured the pointer; the usual tool otherwise. */
  #holder: ChartTool

  /** @param isShifted - whether the key is held; read when the pointer goes down */
  constructor(usual: ChartTool, shifted: ChartTool, isShifted: () => boolean) {
    this.#usual = usual
    this.#shifted = shifted
    this.#isShifted = isShifted
    this.#holder = usual
  }

  get cursor(): string {
    return this.#holder.cursor
  }

  down(at: ToolPlace): boolean {
    this.#holder = this.#isShifted() ? this.#shifted : this.#usual
    const isTaken = this.#holder.down(at)
    if (!isTaken) this.#holder = this.#usual
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
    this.#holder = this.#usual
    holder.up(at)
  }

  cancel(): void {
    const holder = this.#holder
    this.#holder = this.#usual
    holder.cancel()
  }
}
