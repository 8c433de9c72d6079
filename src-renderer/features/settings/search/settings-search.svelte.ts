// Owns: what is looked for in the settings, what is found on the page, and which of it the keys stand at. Must not: draw.
import {
  beginsWords,
  fitsQuery,
  settingEntries,
  type SettingEntry,
  titleOfGroup,
  wordsOf,
} from './settings-index.ts'

class SettingsSearch {
  query = $state('')
  /** Where the arrow keys stand; null: nowhere. */
  at = $state<string | null>(null)
  /** What was gone to from elsewhere last, marked until something is typed. */
  shown = $state<string | null>(null)
  #onPage = $state.raw<ReadonlySet<string>>(new Set())

  get isSearching(): boolean {
    return wordsOf(this.query).length > 0
  }

  /** The settings on the page that fit, in the order of the page. */
  get hits(): readonly SettingEntry[] {
    return settingEntries.filter(({ id }) => this.#onPage.has(id) && fitsQuery(id, this.query))
  }

  isOnPage(id: string): boolean {
    return this.#onPage.has(id)
  }

  isShown(id: string): boolean {
    return !this.isSearching || fitsQuery(id, this.query)
  }

  /** A group is there as long as one of its settings is. */
  isGroupShown(group: string): boolean {
    if (!this.isSearching || this.hits.some((entry) => entry.group === group)) return true
    // One that has no settings on the page is found by its own name.
    const isEmpty = !settingEntries.some((entry) => entry.group === group && this.#onPage.has(entry.id))
    return isEmpty && beginsWords(titleOfGroup(group), this.query)
  }

  /** Says that a setting is on the page, until the returned function is called. */
  add(id: string): () => void {
    this.#onPage = new Set([...this.#onPage, id])
    return () => {
      this.#onPage = new Set([...this.#onPage].filter((one) => one !== id))
    }
  }

  type(query: string): void {
    this.query = query
    this.at = this.shown = null
  }

  /** To the next of what was found, or the one before; from the last to the first. */
  step(by: 1 | -1): SettingEntry | null {
    const { hits } = this
    if (hits.length === 0) return null
    const index = hits.findIndex(({ id }) => id === this.at)
    const next = index < 0 ? (by === 1 ? 0 : hits.length - 1) : (index + by + hits.length) % hits.length
    const entry = hits[next] ?? null
    this.at = entry?.id ?? null
    return entry
  }
}

/** One for the view: sections and settings look at it, so that none has to be told. */
export const settingsSearch = new SettingsSearch()
