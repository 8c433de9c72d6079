// The user's items on one market's chart: loading, optimistic changes, and removal with undo.
import type { ErrorReport } from '../../../../src-preload/contract/channel.ts'
import { toReport } from '../../../shell/page/api.ts'
import { failed, type Loadable, loading, ready } from '../../../shell/page/loadable.ts'

export interface Item {
  readonly id: string
  readonly market: string
}

/** Access to items of one kind. Calls may reject. */
export interface ItemAccess<One extends Item> {
  readonly list: (market: string) => Promise<readonly One[]>
  readonly put: (item: One) => Promise<unknown>
  readonly remove: (id: string) => Promise<unknown>
  /** Calls back when items of a market changed (null: of any market), until the returned function is called. */
  readonly follow: (changed: (market: string | null) => void) => () => void
}

/** A change that main has not confirmed; without an item it is a removal. */
interface Change<One> {
  readonly id: string
  readonly item: One | null
}

/** Items of one market, with optimistic changes and undo. */
export class MarketItems<One extends Item> {
  readonly #access: ItemAccess<One>
  #kept = $state.raw<Loadable<readonly One[]>>(loading)
  #changes = $state.raw<readonly Change<One>[]>([])
  /** Why the last change was not stored and was reverted; null after a success. */
  changeError = $state.raw<ErrorReport | null>(null)
  /** The last removed item, for undo. */
  removed = $state.raw<One | null>(null)
  #market: string | null = null
  /** Counts shown markets and accounts: results of earlier ones are dropped. */
  #showing = 0
  /** Also counts changes: a list requested before one is requested again. */
  #question = 0
  #isReading = false

  constructor(access: ItemAccess<One>) {
    this.#access = access
  }

  /** Items on the chart, including pending changes. */
  get shown(): readonly One[] {
    const kept = this.#kept.status === 'ready' ? this.#kept.value : []
    if (this.#changes.length === 0) return kept
    const changed = kept.flatMap((item) => {
      const change = this.#changes.find(({ id }) => id === item.id)
      return change === undefined ? [item] : change.item === null ? [] : [change.item]
    })
    const added = this.#changes.flatMap(({ id, item }) =>
      item === null || kept.some((one) => one.id === id) ? [] : [item],
    )
    return [...changed, ...added]
  }

  get isLoading(): boolean {
    return this.#kept.status === 'loading'
  }

  /** Why they could not be loaded; earlier ones stay. */
  get readError(): ErrorReport | null {
    if (this.#kept.status === 'loading') return null
    return this.#kept.status === 'error' ? this.#kept.error : this.#kept.refreshError
  }

  find(id: string): One | null {
    return this.shown.find((item) => item.id === id) ?? null
  }

  /** Shows the items of a market until the returned function is called. Earlier ones are dropped. */
  show(market: string): () => void {
    this.#forget()
    this.#market = market
    const stop = this.#access.follow((changed) => {
      if (changed === null || changed === market) this.reload()
    })
    this.reload()
    const showing = this.#showing
    return () => {
      stop()
      if (showing === this.#showing) this.#forget()
    }
  }

  /** Reloads, also after a failure. */
  reload(): void {
    this.#question += 1
    void this.#read()
  }

  /** Shows an item immediately and stores it. Returns false on failure; see `changeError`. */
  async put(item: One): Promise<boolean> {
    return this.#change({ id: item.id, item }, () => this.#access.put(item))
  }

  /** Removes an item immediately; `undo` restores it. Returns false on failure; see `changeError`. */
  async remove(id: string): Promise<boolean> {
    const item = this.find(id)
    if (item === null) return false
    const showing = this.#showing
    const isGone = await this.#change({ id, item: null }, () => this.#access.remove(id))
    if (isGone && showing === this.#showing) this.removed = item
    return isGone
  }

  /** Restores the last removed item. */
  async undo(): Promise<boolean> {
    const item = this.removed
    if (item === null) return false
    const showing = this.#showing
    this.removed = null
    const isBack = await this.put(item)
    if (!isBack && showing === this.#showing) this.removed = item
    return isBack
  }

  /** Withdraws the undo. */
  forgetRemoved(): void {
    this.removed = null
  }

  dismissError(): void {
    this.changeError = null
  }

  #forget(): void {
    this.#showing += 1
    this.#question += 1
    this.#market = null
    this.#kept = loading
    this.#changes = []
    this.changeError = null
    this.removed = null
  }

  async #change(change: Change<One>, send: () => Promise<unknown>): Promise<boolean> {
    if (this.#market === null) return false
    const showing = this.#showing
    this.changeError = null
    this.#changes = [...this.#changes.filter(({ id }) => id !== change.id), change]
    let isKept = false
    let failure: ErrorReport | null = null
    try {
      await send()
      isKept = true
    } catch (error) {
      failure = toReport(error)
    }
    if (showing !== this.#showing) return isKept
    // It may have changed again meanwhile; the last change wins.
    if (this.#changes.includes(change)) {
      if (isKept) this.#keep(change)
      this.#changes = this.#changes.filter((one) => one !== change)
      this.changeError = failure
    }
    this.reload()
    return isKept
  }

  /** Applies a confirmed change without reloading. */
  #keep({ id, item }: Change<One>): void {
    if (this.#kept.status !== 'ready') return
    const { value } = this.#kept
    const isKnown = value.some((one) => one.id === id)
    if (item === null) this.#kept = ready(value.filter((one) => one.id !== id))
    else this.#kept = ready(isKnown ? value.map((one) => (one.id === id ? item : one)) : [...value, item])
  }

  /** One load at a time; an outdated one is repeated. */
  async #read(): Promise<void> {
    if (this.#isReading) return
    this.#isReading = true
    try {
      for (let question = -1; question !== this.#question && this.#market !== null;) {
        question = this.#question
        const result = await this.#ask(this.#market)
        if (question === this.#question) this.#kept = result
      }
    } finally {
      this.#isReading = false
    }
  }

  async #ask(market: string): Promise<Loadable<readonly One[]>> {
    try {
      return ready(await this.#access.list(market))
    } catch (error) {
      return failed(this.#kept, toReport(error))
    }
  }
}
