// Owns: what the Orders view shows: filter, rows read so far, the order in the detail panel.
// Must not: know how rows are drawn.
import type { Order, OrderFills } from '../../../src-preload/contract/entities.ts'
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { OrderCursor, OrderPage } from '../../../src-preload/contract/orders.ts'
import { call, on, toReport } from '../../lib/api.ts'
import type { Loadable } from '../../lib/loadable.ts'
import { failed, loading, ready } from '../../lib/loadable.ts'
import { createRefresher } from '../../lib/refresher.ts'
import type { FilterChoice } from './order-filter.ts'
import { noFilter, toOrderFilter } from './order-filter.ts'
import { compareOrders, noRows, type OrderRows } from './order-pages.ts'

const pageSize = 500
/** More changes than this at once are a first reading, not news; they do not tint. */
const mostTinted = 50

/** The order in the panel; `trades` is null until the first answer about them. */
export interface Detail {
  readonly order: Order
  readonly trades: OrderFills | null
}

class Orders {
  choice = $state.raw<FilterChoice>(noFilter)
  list = $state.raw<Loadable<OrderRows>>(loading)
  marketOptions = $state.raw<readonly string[]>([])
  /** When each order last changed under our eyes, in performance.now() milliseconds. */
  changedAt = $state.raw<ReadonlyMap<number, number>>(new Map())
  selectedId = $state<number | null>(null)
  detail = $state.raw<Loadable<Detail>>(loading)
  /** True while the order in the panel is being asked for. */
  isReadingDetail = $state(false)

  #accountId: string | null = null
  /** Counts filters and accounts: an answer to an older question is dropped. */
  #question = 0
  #wantedRows = pageSize
  /** Orders that main says have changed since they were read. */
  #changed = new Set<number>()
  /** The rows in sight are to be read again, all of them. */
  #isRefreshWanted = false
  /** The last reading failed: the next news reads all in sight again. */
  #isBehind = false
  #isPumping = false
  /** Counts questions about the order in the panel: only the newest is answered. */
  #detailQuestion = 0
  readonly #refresh = createRefresher(() => this.#catchUp(), 400)

  /** Follows main for the account until the returned function is called. Another account's rows are dropped. */
  start(accountId: string | null): () => void {
    if (this.#accountId !== accountId) this.#forget()
    this.#accountId = accountId
    // The table begins at the top; what changed while nobody looked is not known.
    this.#wantedRows = pageSize
    this.#isRefreshWanted = true
    const stop = on('orders:changed', ({ ids }) => {
      if (ids.length === 0) return
      if (ids.length <= mostTinted) this.#noteChanges(ids)
      for (const id of ids) this.#changed.add(id)
      if (this.selectedId !== null && ids.includes(this.selectedId)) void this.#loadDetail(this.selectedId)
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
    this.#isRefreshWanted = true
    this.#refresh.request()
  }

  /** Says that rows up to this index are in sight, so that they get read. */
  need(index: number): void {
    // Never less than a page, and never what lies far below: reading all again reads only what is in sight.
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

  /** Opens the detail panel for an order that need not be in the table, by its id. */
  open(id: number): void {
    if (this.selectedId === id) return
    this.selectedId = id
    this.detail = loading
    void this.#loadDetail(id)
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
    this.#changed.clear()
    this.#isBehind = false
  }

  #noteChanges(ids: readonly number[]): void {
    const nowMs = performance.now()
    const recent = [...this.changedAt].filter(([, atMs]) => nowMs - atMs < 5000)
    this.changedAt = new Map([...recent, ...ids.map((id) => [id, nowMs] as const)])
  }

  async #catchUp(): Promise<void> {
    if (this.#isBehind) this.#isRefreshWanted = true
    await Promise.all([this.#pump(), this.#loadMarketOptions()])
  }

  async #loadMarketOptions(): Promise<void> {
    try {
      this.marketOptions = (await call('orders:listMarkets', {})).markets
    } catch {
      // The list itself reports the failure; the filter keeps the markets that it knows.
    }
  }

  /** One reader at a time: news first, then pages until what is in sight is here. */
  async #pump(): Promise<void> {
    if (this.#isPumping) return
    this.#isPumping = true
    try {
      for (;;) {
        const { list } = this
        const rows = list.status === 'ready' ? list.value : noRows
        const isShort = rows.next !== null && rows.length < this.#wantedRows
        const mayRead = list.status === 'ready' && list.refreshError === null
        const isNews = this.#changed.size > 0 && !this.#isBehind
        if (this.#isRefreshWanted || (isNews && rows.length === 0)) await this.#ask(() => this.#readAgain())
        else if (isNews) await this.#ask(() => this.#readChanges(rows))
        else if (isShort && mayRead) await this.#ask(() => this.#readOn(rows))
        else return
      }
    } finally {
      this.#isPumping = false
    }
  }

  /** Shows what `read` brings, unless the question has changed meanwhile. */
  async #ask(read: () => Promise<OrderRows>): Promise<void> {
    const question = this.#question
    try {
      const rows = await read()
      if (question !== this.#question) return
      this.#isBehind = false
      this.list = ready(rows)
    } catch (error) {
      if (question !== this.#question) return
      this.#isBehind = true
      this.list = failed(this.list, toReport(error))
    }
  }

  async #readAgain(): Promise<OrderRows> {
    this.#isRefreshWanted = false
    this.#changed.clear()
    const question = this.#question
    let rows = noRows
    do rows = rows.withAnswer(rows.next, await this.#readPage(rows.next))
    while (question === this.#question && rows.next !== null && rows.length < this.#wantedRows)
    return rows
  }

  #readOn(before: OrderRows): Promise<OrderRows> {
    return this.#readPage(before.next).then((page) => before.withAnswer(before.next, page))
  }

  /** Reads anew only the stretches of the list into which the changes fall. */
  async #readChanges(before: OrderRows): Promise<OrderRows> {
    const ids = [...this.#changed]
    this.#changed.clear()
    const question = this.#question
    const places = before.placesOf(ids)
    let rows = before
    /** The last row of the stretch read last; all up to it is as main has it. */
    let through: OrderCursor | null = null
    let answer: OrderPage | null = null
    for (const place of places) {
      // What comes after the rows here is read when it comes in sight.
      if (place === before.length) rows = rows.withOpenEnd()
      const above = before.at(place - 1) ?? null
      const isRead = through !== null && above !== null && compareOrders(above, through) < 0
      if (isRead || (through !== null && above === null) || place === before.length) continue
      const after = above === null ? null : { createdAtMs: above.createdAtMs, id: above.id }
      answer = await this.#readPage(after)
      if (question !== this.#question) return rows
      rows = rows.withAnswer(after, answer)
      through = answer.rows.at(-1) ?? null
      if (answer.next === null) break
    }
    if (answer === null) {
      answer = await this.#readPage(null, 1)
      rows = rows.withAnswer(null, answer)
    }
    // Should the sums not agree, an order went where its id did not say.
    if (rows.next === null && rows.length !== answer.total) this.#isRefreshWanted = true
    return rows
  }

  #readPage(cursor: OrderCursor | null, limit = pageSize): Promise<OrderPage> {
    return call('orders:list', { filter: toOrderFilter(this.choice), cursor, limit })
  }

  async #loadDetail(id: number): Promise<void> {
    this.#detailQuestion += 1
    const question = this.#detailQuestion
    const isCurrent = (): boolean => id === this.selectedId && question === this.#detailQuestion
    this.isReadingDetail = true
    try {
      const detail = await call('orders:get', { id })
      if (isCurrent()) this.detail = ready(detail)
    } catch (error) {
      if (isCurrent()) this.detail = failed(this.detail, toReport(error))
    } finally {
      if (isCurrent()) this.isReadingDetail = false
    }
  }

  /** Why the rows in sight could not be brought up to date; null when they could. */
  get refreshError(): ErrorReport | null {
    return this.list.status === 'ready' ? this.list.refreshError : null
  }
}

/** One for the app, so that coming back to the view finds it as it was left. */
export const orders = new Orders()
