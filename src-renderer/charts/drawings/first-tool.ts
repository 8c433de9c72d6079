// Two tools in order: the second gets the pointer where the first has nothing.
import type { ChartTool, ToolPlace } from '../layers/layer.ts'

export class FirstTool implements ChartTool {
  readonly #first: ChartTool
  readonly #second: ChartTool
  #holder: ChartTool | null = null

  constructor(first: ChartTool, second: ChartTool) {
    this.#first = first
    this.#second = second
  }

  get cursor(): string {
    return this.#second.cursor
  }

  down(at: ToolPlace): boolean {
    // What the second is in the midst of goes on, whatever lies there.
    const isFree = this.#second.cursor === ''
    const holder = isFree && this.#first.down(at) ? this.#first : this.#second.down(at) ? this.#second : null
    this.#holder = holder
    return holder !== null
  }

  move(at: ToolPlace): void {
    const holder = this.#holder ?? this.#second
    holder.move(at)
  }

  up(at: ToolPlace): void {
    const holder = this.#holder
    this.#holder = null
    holder?.up(at)
  }

  cancel(): void {
    this.#holder?.cancel()
    this.#holder = null
  }
}
