// Owns: what the table of orders shows: filter, order, rows, sums, and which rows changed under our eyes. Must not: draw rows.
import type { ListedOrder } from '../../../src-preload/contract/entities.ts'
import type { OrderSort, OrderTotals, SavedView } from '../../../src-preload/contract/orders.ts'
import { call, on } from '../../shell/page/api.ts'
import { facets } from './filters/facets.svelte.ts'
import { orderColumns } from './order-columns.ts'
import { orderDetails } from './order-detail.svelte.ts'
import type { FilterChoice } from './filters/order-filter.ts'
import { choiceOfView, noFilter, toOrderFilter } from './filters/order-filter.ts'
import { RowList } from '../../components/grid/row-list.svelte.ts'
import { TableLayout } from '../../components/grid/table-layout.svelte.ts'
import { Totals } from './totals.svelte.ts'

/** More changes than this at once are a first reading, not news; they do not tint. */
const mostTinted = 50
const recentMs = 5_000

class Orders {
  choice = $state.raw<FilterChoice>(noFilter)
  readonly list = new RowList<ListedOrder>((order) => order.id)
  readonly layout = new TableLayout<ListedOrder>('orders', orderColumns)
  readonly totals = new Totals<OrderTotals>(() =>
    call('orders:getTotals', { filter: toOrderFilter(this.choice) }),
  )
  /** When each order last changed under our eyes, in performance.now() milliseconds. */
  changedAt = $state.raw<ReadonlyMap<number, number>>(new Map())

  #accountId: string | null = null
  #isLaidOut = false
  /** Counts the times that following ended: what was begun before asks nothing. */
  #run = 0

  /** Follows main for the account until the returned function is called. Another account's rows are dropped. */
  start(accountId: string | null): () => void {
    if (this.#accountId !== accountId) this.#forget()
    this.#accountId = accountId
    void this.#begin()
    const stop = on('orders:changed', ({ ids }) => {
      if (ids.length === 0) {
        this.#noteFills()
        return
      }
      if (ids.length <= mostTinted) this.#noteChanges(ids)
      orderDetails.follow(ids)
      this.list.refresh()
      this.totals.touch()
      facets.touch()
    })
    const leaveFacets = facets.follow()
    return () => {
      this.#run += 1
      stop()
      leaveFacets()
      this.list.close()
      this.totals.close()
      void this.layout.keep()
    }
  }

  /** The order that was opened brought its fills along: its row is read again where it lacked them. */
  noteDetail(order: ListedOrder): void {
    if (!order.isExecutedValueExact) return
    const isBehind = ({ id, isExecutedValueExact }: ListedOrder): boolean =>
      id === order.id && !isExecutedValueExact
    if ([...(this.list.rows?.pieces ?? [])].some((piece) => piece.some(isBehind))) this.list.refresh()
  }

  setFilter(choice: FilterChoice): void {
    this.choice = choice
    this.totals.forget()
    this.#ask()
  }

  setSort(sort: OrderSort): void {
    this.layout.setSort(sort)
    this.#ask()
  }

  showView(view: SavedView): void {
    this.layout.setSort(view.sort)
    this.setFilter(choiceOfView(view))
  }

  /** The columns are the user's own, and the order of the rows with them: known before the first question. */
  async #begin(): Promise<void> {
    const run = this.#run
    if (!this.#isLaidOut) await this.layout.load()
    this.#isLaidOut = true
    if (run === this.#run) this.#ask()
  }

  #ask(): void {
    const filter = toOrderFilter(this.choice)
    const sort = { ...this.layout.sort }
    this.list.ask((offset, limit) => call('orders:list', { filter, sort, offset, limit }))
  }

  #forget(): void {
    this.choice = noFilter
    this.list.forget()
    this.totals.forget()
    facets.forget()
    orderDetails.close()
    this.changedAt = new Map()
  }

  /** Fills come in without an order changing: values that lacked them are read again. */
  #noteFills(): void {
    const isInexact = ({ isExecutedValueExact }: ListedOrder): boolean => !isExecutedValueExact
    if ([...(this.list.rows?.pieces ?? [])].some((piece) => piece.some(isInexact))) this.list.refresh()
    const totals = this.totals.state
    if (totals?.status === 'ready' && totals.value.markets.some((market) => market.inexactValues > 0)) {
      this.totals.touch()
    }
  }

  #noteChanges(ids: readonly number[]): void {
    const nowMs = performance.now()
    const recent = [...this.changedAt].filter(([, atMs]) => nowMs - atMs < recentMs)
    this.changedAt = new Map([...recent, ...ids.map((id) => [id, nowMs] as const)])
  }
}

/** One for the app, so that coming back to the view finds it as it was left. */
export const orders = new Orders()
