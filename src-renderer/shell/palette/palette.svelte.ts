// Available commands, recently used ones, and whether the palette is open.
import { onMount } from 'svelte'
import type { Command } from './command.ts'

/** Number of recent commands shown first. */
const maxRecent = 6

type Maker = () => readonly Command[]

class Palette {
  isOpen = $state(false)
  isSheetOpen = $state(false)
  /** IDs, most recent first. Not stored across restarts: they reveal what the user looked at. */
  recent = $state.raw<readonly string[]>([])
  #makers = $state.raw<readonly Maker[]>([])

  /** What was typed where the palette was opened, until its field takes it. */
  #typed = ''

  /** Opens the palette with a letter; those that come before its field is there follow it. */
  type(letter: string): void {
    this.#typed = this.isOpen ? this.#typed + letter : letter
    this.isOpen = true
  }

  /** Returns what the field begins with. */
  takeTyped(): string {
    const typed = this.#typed
    this.#typed = ''
    return typed
  }

  /** All commands, most recently provided first. */
  get commands(): readonly Command[] {
    return this.#makers.flatMap((make) => make())
  }

  /** Provides commands until the returned function is called. `make` is called again when its inputs change. */
  provide(make: Maker): () => void {
    this.#makers = [make, ...this.#makers]
    return () => {
      this.#makers = this.#makers.filter((one) => one !== make)
    }
  }

  /** Records the use of a command. */
  note(id: string): void {
    this.recent = [id, ...this.recent.filter((one) => one !== id)].slice(0, maxRecent)
  }

  /** Closes and clears recent commands; another person may use the screen next. */
  forget(): void {
    this.isOpen = this.isSheetOpen = false
    this.#typed = ''
    this.recent = []
  }
}

/** One for the app. */
export const palette = new Palette()

/** Provides a component's commands while it is mounted. Call during component initialization. */
export function provideCommands(make: Maker): void {
  onMount(() => palette.provide(make))
}
