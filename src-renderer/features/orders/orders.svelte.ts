// The state of the table of orders, with which rows changed while they were shown.
import type { ListedOrder } from '../../../src-preload/contract/entities.ts'
import type { OrderTotals, SavedView } from '../../../src-preload/contract/orders.ts'
import { call } from '../../shell/page/api.ts'
import { filterOptions } from './filters/filter-options.svelte.ts'
import { choiceOfView, type FilterChoice, noFilter, toOrderFilter } from './filters/order-filter.ts'
import { orderColumns } from './order-columns.ts'
import { orderDetails } from './detail/order-detail.svelte.ts'
import { RecordList } from './record-list.svelte.ts'

/** More changes than this at once are an initial load and are not tinted. */
const maxTinted = 50
const recentMs = 5_000

class Orders extends RecordList<ListedOrder, FilterChoice, OrderTotals> {
  /** When each order last changed while it was shown, in performance.now() milliseconds. */
  changedAt = $state.raw<ReadonlyMap<number, number>>(new Map())

  constructor() {
    super({
      table: 'orders',
      columns: orderColumns,
      noFilter,
      readTotals: (choice) => call('orders:getTotals', { filter: toOrderFilter(choice) }),
    })
  }

  /** Opening an order loaded its fills: reloads its row when that lacked them. */
  noteDetail(order: ListedOrder): void {
    if (!order.isExecutedValueExact) return
    const isBehind = ({ id, isExecutedValueExact }: ListedOrder): boolean =>
      id === order.id && !isExecutedValueExact
    if ([...(this.list.rows?.pieces ?? [])].some((piece) => piece.some(isBehind))) this.list.refresh()
  }

  showView(view: SavedView): void {
    this.layout.setSort(view.sort)
    this.setFilter(choiceOfView(view))
  }

  protected override noteChanges(ids: readonly number[]): void {
    if (ids.length === 0) {
      this.#noteFills()
      return
    }
    if (ids.length <= maxTinted) this.#tint(ids)
    orderDetails.follow(ids)
    this.list.refresh()
    this.totals.touch()
    filterOptions.touch()
  }

  protected override ask(): void {
    const filter = toOrderFilter(this.choice)
    const sort = { ...this.layout.sort }
    this.list.ask((offset, limit) => call('orders:list', { filter, sort, offset, limit }))
  }

  protected override forget(): void {
    super.forget()
    filterOptions.forget()
    orderDetails.close()
    this.changedAt = new Map()
  }

  /** Fills arrive without a change of their order: reloads values that lacked them. */
  #noteFills(): void {
    const isInexact = ({ isExecutedValueExact }: ListedOrder): boolean => !isExecutedValueExact
    if ([...(this.list.rows?.pieces ?? [])].some((piece) => piece.some(isInexact))) this.list.refresh()
    const totals = this.totals.state
    if (totals?.status === 'ready' && totals.value.markets.some((market) => market.inexactValues > 0)) {
      this.totals.touch()
    }
  }

  #tint(ids: readonly number[]): void {
    const nowMs = performance.now()
    const recent = [...this.changedAt].filter(([, atMs]) => nowMs - atMs < recentMs)
    this.changedAt = new Map([...recent, ...ids.map((id) => [id, nowMs] as const)])
  }
}

/** One for the app, so that returning to the view restores it. */
export const orders = new Orders()
