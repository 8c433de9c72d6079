// What the user has chosen about the watch list, kept by main for the account; and the open tab.
import type { ErrorReport } from '../../../../src-preload/contract/channel.ts'
import type { WatchListSettings } from '../../../../src-preload/contract/markets/market-list.ts'
import { usualColumns } from '../../../../src-preload/domain/markets/watch-list.ts'
import { call, toReport } from '../../../shell/page/api.ts'
import type { ListTab } from './arrange.ts'

const usual: WatchListSettings = { columns: [...usualColumns], sort: null, favorites: [], groups: [] }

export class WatchSettings {
  #value = $state.raw<WatchListSettings>(usual)
  /** Main's answer is not here yet, or could not be read: nothing may overwrite it. */
  #isKnown = $state(false)
  /** Why the last change could not be kept; null if it was. */
  keepError = $state.raw<ErrorReport | null>(null)
  #tab = $state.raw<ListTab>({ kind: 'all' })
  /** Increments with each account, which ends what was asked for another. */
  #visit = 0

  get value(): WatchListSettings {
    return this.#value
  }

  /** False until main has answered: changes would be lost. */
  get canChange(): boolean {
    return this.#isKnown
  }

  /** The open tab; all markets if its group is gone. */
  get tab(): ListTab {
    const tab = this.#tab
    const isGone = tab.kind === 'group' && !this.#value.groups.some(({ name }) => name === tab.name)
    return isGone ? { kind: 'all' } : tab
  }
  set tab(tab: ListTab) {
    this.#tab = tab
  }

  /** Reads the account's choices. */
  async load(): Promise<void> {
    this.#visit += 1
    const visit = this.#visit
    this.#value = usual
    this.#isKnown = false
    this.#tab = { kind: 'all' }
    this.keepError = null
    try {
      const value = await call('markets:getListSettings', {})
      if (visit !== this.#visit) return
      this.#value = value
      this.#isKnown = true
    } catch (error) {
      if (visit === this.#visit) this.keepError = toReport(error)
    }
  }

  /** Applies a change at once and keeps it. */
  change(make: (before: WatchListSettings) => WatchListSettings): void {
    if (!this.#isKnown) return
    this.#value = make(this.#value)
    void this.#keep(this.#value, this.#visit)
  }

  /** Calls reach main in their order; one that waited for an answer would be lost by a reload. */
  async #keep(wanted: WatchListSettings, visit: number): Promise<void> {
    try {
      await call('markets:setListSettings', wanted)
      if (visit === this.#visit) this.keepError = null
    } catch (error) {
      if (visit === this.#visit) this.keepError = toReport(error)
    }
  }
}

/** One for the app. */
export const watchSettings = new WatchSettings()
