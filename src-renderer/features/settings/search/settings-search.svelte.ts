// State of the settings search: query, results on the page and the current one.
import { settingEntries, type SettingEntry, titleOfGroup } from './settings-index.ts'
import { beginsWords, fitsQuery, wordsOf } from './settings-query.ts'

class SettingsSearch {
  query = $state('')
  /** Current result of the arrow keys; null for none. */
  at = $state<string | null>(null)
  /** The last setting opened from elsewhere, highlighted until something is typed. */
  shown = $state<string | null>(null)
  #onPage = $state.raw<ReadonlySet<string>>(new Set())

  get isSearching(): boolean {
    return wordsOf(this.query).length > 0
  }

  /** Matching settings on the page, in page order. */
  get hits(): readonly SettingEntry[] {
    return settingEntries.filter(({ id }) => this.#onPage.has(id) && fitsQuery(id, this.query))
  }

  isOnPage(id: string): boolean {
    return this.#onPage.has(id)
  }

  isShown(id: string): boolean {
    return !this.isSearching || fitsQuery(id, this.query)
  }

  /** A group is shown while one of its settings is. */
  isGroupShown(group: string): boolean {
    if (!this.isSearching || this.hits.some((entry) => entry.group === group)) return true
    // A group without settings on the page is found by its own name.
    const isEmpty = !settingEntries.some((entry) => entry.group === group && this.#onPage.has(entry.id))
    return isEmpty && beginsWords(titleOfGroup(group), this.query)
  }

  /** Registers a setting on the page until the returned function is called. */
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

  /** Moves to the next or previous result, wrapping around. */
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

/** Shared by all sections and settings of the view. */
export const settingsSearch = new SettingsSearch()
