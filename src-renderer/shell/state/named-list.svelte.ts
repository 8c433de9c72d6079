// A list of things that the user saved under names, stored by main as a whole after each change.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import { toReport } from '../page/api.ts'

export interface Named {
  readonly id: string
  readonly name: string
}

/** Reads and stores the whole list. Both reject on failure. */
export interface NamedStore<Item extends Named> {
  readonly read: () => Promise<readonly Item[]>
  readonly write: (items: Item[]) => Promise<unknown>
}

const longestName = 60

/** Error of a name; null when it can be used. Others may have it. */
export function findFault(name: string): string | null {
  const text = name.trim()
  if (text === '') return 'Enter a name.'
  return text.length > longestName ? `Enter at most ${longestName} characters.` : null
}

/** The item with a name, in upper or lower case; null for none. */
export function findNamed<Item extends Named>(items: readonly Item[], name: string): Item | null {
  const text = name.trim().toLowerCase()
  return items.find((item) => item.name.toLowerCase() === text) ?? null
}

export class NamedList<Item extends Named> {
  list = $state.raw<readonly Item[]>([])
  /** Why the list could not be loaded or stored. */
  error = $state.raw<ErrorReport | null>(null)

  readonly #store: NamedStore<Item>
  /** True once the list was loaded: storing replaces all of it. */
  #isRead = false
  /** Counts changes: responses from before a change are outdated. */
  #changes = 0

  constructor(store: NamedStore<Item>) {
    this.#store = store
  }

  async load(): Promise<void> {
    const asked = this.#changes
    try {
      const items = await this.#store.read()
      if (asked !== this.#changes) return
      this.list = items
      this.#isRead = true
      this.error = null
    } catch (error) {
      this.error = toReport(error)
    }
  }

  async add(item: Item): Promise<void> {
    await this.#change((list) => [...list, item])
  }

  /** Changes an item's name or content. */
  async change(id: string, change: Partial<Omit<Item, 'id'>>): Promise<void> {
    await this.#change((list) => list.map((item) => (item.id === id ? { ...item, ...change } : item)))
  }

  async remove(id: string): Promise<void> {
    await this.#change((list) => list.filter((item) => item.id !== id))
  }

  /** Stores nothing when the existing items could not be loaded, because they would be lost. */
  async #change(edit: (list: readonly Item[]) => readonly Item[]): Promise<void> {
    if (!this.#isRead) await this.load()
    if (!this.#isRead) return
    const before = this.list
    this.list = edit(before)
    this.#changes += 1
    this.error = null
    try {
      await this.#store.write([...this.list])
    } catch (error) {
      this.list = before
      this.error = toReport(error)
    }
  }
}
