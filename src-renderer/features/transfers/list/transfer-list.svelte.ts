// State of the transfers list: filter and loaded rows.
import type { ErrorReport } from '../../../../src-preload/contract/channel.ts'
import { call, toReport } from '../../../shell/page/api.ts'
import { type Loadable, failed, loading, ready } from '../../../shell/page/loadable.ts'
import { coalesce } from '../../../shell/page/coalesce.ts'
import { refreshOn } from '../../../shell/page/refresh-on.ts'
import { type FilterChoice, noFilter, toHistoryFilter } from './list-filter.ts'
import { type ListRows, noRows, withPage } from './list-pages.ts'

const pageSize = 100
/** Maximum page size of main. */
const longestPage = 500

class TransferRows {
  choice = $state.raw<FilterChoice>(noFilter)
  list = $state.raw<Loadable<ListRows>>(loading)
  /** When the list was last loaded; null before. */
  asOfMs = $state<number | null>(null)
  isReadingOn = $state(false)

  #accountId: string | null = null
  /** Counts filters and accounts: outdated responses are dropped. */
  #question = 0
  /** True when the rows on screen match the current filter. */
  #isAnswered = false
  readonly #refresh = coalesce(() => this.#readAgain(false), 250)

  /** Subscribes to main for the account until the returned function is called. Another account's rows are dropped. */
  start(accountId: string | null): () => void {
    if (this.#accountId !== accountId) this.#forget()
    this.#accountId = accountId
    return refreshOn(this.#refresh, 'transfers:changed')
  }

  /** Reloads from the top, with as many rows as are loaded. */
  reload(): void {
    this.#refresh.request()
  }

  /** Rows of the previous filter stay until the response arrives. */
  setFilter(choice: FilterChoice): void {
    this.choice = choice
    void this.#readAgain(true)
  }

  /** Loads the next page, if any. */
  readOn(): Promise<void> {
    return this.#readPages(pageSize, false)
  }

  /** Loads everything. */
  readToEnd(): Promise<void> {
    return this.#readPages(longestPage, true)
  }

  /** Why the rows on screen could not be refreshed; null when they could. */
  get refreshError(): ErrorReport | null {
    return this.list.status === 'ready' ? this.list.refreshError : null
  }

  #forget(): void {
    this.#question += 1
    this.choice = noFilter
    this.list = loading
    this.#isAnswered = false
    this.asOfMs = null
  }

  async #readPages(limit: number, isToEnd: boolean): Promise<void> {
    const { list } = this
    if (this.isReadingOn || list.status !== 'ready' || !list.value.hasMore) return
    this.isReadingOn = true
    const question = this.#question
    let rows = list.value
    try {
      do rows = withPage(rows, await this.#ask(rows, limit))
      while (isToEnd && rows.hasMore && question === this.#question)
      if (question === this.#question) this.list = ready(rows)
    } catch (error) {
      if (question === this.#question) this.list = failed(this.list, toReport(error))
    } finally {
      this.isReadingOn = false
    }
  }

  /**
   * Reloads as many rows as are on screen at once, so that nothing jumps; old rows stay until then.
   * @param isAnew - the query changed: on failure the old rows do not stay
   */
  async #readAgain(isAnew: boolean): Promise<void> {
    this.#question += 1
    const question = this.#question
    if (isAnew) this.#isAnswered = false
    const shown = this.list.status === 'ready' && this.#isAnswered ? this.list.value.entries.length : 0
    try {
      let rows = noRows
      do {
        const limit = Math.min(longestPage, Math.max(pageSize, shown - rows.entries.length))
        rows = withPage(rows, await this.#ask(rows, limit))
      } while (rows.hasMore && rows.entries.length < shown && question === this.#question)
      if (question !== this.#question) return
      this.list = ready(rows)
      this.#isAnswered = true
      this.asOfMs = Date.now()
    } catch (error) {
      if (question !== this.#question) return
      this.list = failed(this.#isAnswered ? this.list : loading, toReport(error))
    }
  }

  #ask({ beforeMs }: ListRows, limit: number) {
    return call('transfers:list', { filter: toHistoryFilter(this.choice), limit, beforeMs })
  }
}

export const transferRows = new TransferRows()
