// Owns: the commands there are now, which were used last, and whether the list of them is open. Must not: draw it.
import { onMount } from 'svelte'
import type { Command } from './command.ts'

/** How many of the commands used last stand first. */
const mostRecent = 6

type Maker = () => readonly Command[]

class Palette {
  isOpen = $state(false)
  isSheetOpen = $state(false)
  /** Ids, the last used first. Not kept over a restart: they tell what somebody looked at. */
  recent = $state.raw<readonly string[]>([])
  #makers = $state.raw<readonly Maker[]>([])

  /** All commands, those that were offered last first. */
  get commands(): readonly Command[] {
    return this.#makers.flatMap((make) => make())
  }

  /** Offers commands until the returned function is called. `make` is called anew where what it reads changes. */
  provide(make: Maker): () => void {
    this.#makers = [make, ...this.#makers]
    return () => {
      this.#makers = this.#makers.filter((one) => one !== make)
    }
  }

  /** Remembers that a command was used. */
  note(id: string): void {
    this.recent = [id, ...this.recent.filter((one) => one !== id)].slice(0, mostRecent)
  }

  /** Closes, and forgets what was used: what comes next may be for other eyes. */
  forget(): void {
    this.isOpen = this.isSheetOpen = false
    this.recent = []
  }
}

/** One for the app: everything that can be done is found in one place. */
export const palette = new Palette()

/** Offers the commands of a component for as long as it is on screen. To be called while the component is made. */
export function provideCommands(make: Maker): void {
  onMount(() => palette.provide(make))
}
