// Owns: what the Orders view shows: filter, rows read so far, the order in the detail panel.
// Must not: know how rows are drawn.
import type { Order, OrderTrade } from '../../../src-preload/contract/entities.ts'
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import { call, on, toReport } from '../../lib/api.ts'
import type { Loadable } from '../../lib/loadable.ts'
import { failed, loading, ready } from '../../lib/loadable.ts'
import { createRefresher } from '../../lib/refresher.ts'
import type { FilterChoice } from './order-filter.ts'
import { noFilter, toOrderFilter } from './order-filter.ts'
import type { OrderRows } from './order-pages.ts'
import { appendPage, noRows } from './order-pages.ts'

const pageSize = 500
/** More changes than this at once are a first reading, not news; they do not tint. */
const mostTinted = 50

/** What is known of the fills of the order in the panel. */
export interface Detail {
  readonly order: Order
  readonly trades: readonly OrderTrade[] | null
}

class Orders {
  choice = $state.raw<FilterChoice>(noFilter)
  list = $state.raw<Loadable<OrderRows>>(loading)
  marketOptions = $state.raw<readonly string[]>([])
  /** When each order last changed under our eyes, in performance.now() milliseconds. */
  changedAt = $state.raw<ReadonlyMap<number, number>>(new Map())
  selectedId = $state<number | null>(null)
  detail = $state.raw<Loadable<Detail>>(loading)

  #accountId: string | null = null
  /** Counts filters and accounts: an answer to an older question is dropped. */
  #question = 0
  #wantedRows = pageSize
  #isRefreshWanted = false
  #isPumping = false
  readonly #refresh = createRefresher(() => this.#refreshAll(), 400)

  /** Follows main for the account until the returned function is called. Another account's rows are dropped. */
  start(accountId: string | null): () => void {
    if (this.#accountId !== accountId) this.#forget()
    this.#accountId = accountId
    const stop = on('orders:changed', ({ ids }) => {
      if (ids.length <= mostTinted) this.#noteChanges(ids)
      if (this.selectedId !== null && (ids.includes(this.selectedId) || ids.length === 0)) {
        void this.#loadDetail(this.selectedId)
      }
      this.#refresh.request()
    })
    this.#refresh.request()
    return () => {
      stop()
      this.#refresh.stop()
    }
  }

  setFilter(choice: FilterChoice): void {
    this.choice = choice
    this.#question += 1
    this.#wantedRows = pageSize
    this.list = loading
    this.#isRefreshWanted = true
    void this.#pump()
  }

  /** Asks again after a failure. */
  retry(): void {
    this.#refresh.request()
  }

  /** Says that rows up to this index are in sight, so that they get read. */
  need(index: number): void {
    // Never less than a page, and never what lies far below: a refresh reads only what is in sight.
    this.#wantedRows = Math.max(pageSize, index + 1)
    void this.#pump()
  }

  /** Opens the detail panel for an order. */
  select(order: Order): void {
    if (this.selectedId === order.id) return
    this.selectedId = order.id
    this.detail = ready({ order, trades: null })
    void this.#loadDetail(order.id)
  }

  deselect(): void {
    this.selectedId = null
  }

  retryDetail(): void {
    if (this.selectedId !== null) void this.#loadDetail(this.selectedId)
  }

  #forget(): void {
    this.#question += 1
    this.choice = noFilter
    this.list = loading
    this.marketOptions = []
    this.selectedId = null
    this.#wantedRows = pageSize
  }

  #noteChanges(ids: readonly number[]): void {
    const nowMs = performance.now()
    const recent = [...this.changedAt].filter(([, atMs]) => nowMs - atMs < 5000)
    this.changedAt = new Map([...recent, ...ids.map((id) => [id, nowMs] as const)])
  }

  async #refreshAll(): Promise<void> {
    this.#isRefreshWanted = true
    await Promise.all([this.#pump(), this.#loadMarketOptions()])
  }

  async #loadMarketOptions(): Promise<void> {
    try {
      this.marketOptions = (await call('orders:listMarkets', {})).markets
    } catch {
      // The list itself reports the failure; the filter keeps the markets that it knows.
    }
  }

  /** One reader at a time: a refresh first, then pages until what is in sight is here. */
  async #pump(): Promise<void> {
    if (this.#isPumping) return
    this.#isPumping = true
    try {
      for (;;) {
        const { list } = this
        const isShort =
          list.status === 'ready' && list.value.next !== null && list.value.rows.length < this.#wantedRows
        if (this.#isRefreshWanted) await this.#readAgain()
        else if (isShort && list.refreshError === null) await this.#readOn(list.value)
        else return
      }
    } finally {
      this.#isPumping = false
    }
  }

  async #readAgain(): Promise<void> {
    this.#isRefreshWanted = false
    const question = this.#question
    try {
      let rows = noRows
      do {
        rows = appendPage(rows, await this.#readPage(rows))
        if (question !== this.#question) return
      } while (rows.next !== null && rows.rows.length < this.#wantedRows)
      this.list = ready(rows)
    } catch (error) {
      if (question === this.#question) this.#fail(error)
    }
  }

  async #readOn(before: OrderRows): Promise<void> {
    const question = this.#question
    try {
      const page = await this.#readPage(before)
      if (question === this.#question) this.list = ready(appendPage(before, page))
    } catch (error) {
      if (question === this.#question) this.#fail(error)
    }
  }

  #readPage(after: OrderRows): ReturnType<typeof call<'orders:list'>> {
    return call('orders:list', { filter: toOrderFilter(this.choice), cursor: after.next, limit: pageSize })
  }

  #fail(error: unknown): void {
    this.list = failed(this.list, toReport(error))
  }

  async #loadDetail(id: number): Promise<void> {
    try {
      const detail = await call('orders:get', { id })
      if (id === this.selectedId) this.detail = ready(detail)
    } catch (error) {
      if (id === this.selectedId) this.detail = failed(this.detail, toReport(error))
    }
  }

  /** Why the rows in sight could not be brought up to date; null when they could. */
  get refreshError(): ErrorReport | null {
    return this.list.status === 'ready' ? this.list.refreshError : null
  }
}

/** One for the app, so that coming back to the view finds it as it was left. */
export const orders = new Orders()
