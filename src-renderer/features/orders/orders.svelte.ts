// The state of the tables of orders, with which rows changed while they were shown: the history, and those that are open.
import type { ListedOrder } from '../../../src-preload/contract/orders/entities.ts'
import type {
  OrderFilter,
  OrderTotals,
  SavedView,
  TableName,
} from '../../../src-preload/contract/orders/orders.ts'
import { call } from '../../shell/page/api.ts'
import { shownAccounts } from '../../shell/state/shown-accounts.svelte.ts'
import { filterOptions } from './filters/filter-options.svelte.ts'
import {
  choiceOfView,
  type FilterChoice,
  isOfOpenOrders,
  noFilter,
  toOpenOrderFilter,
  toOrderFilter,
  withinOpenOrders,
} from './filters/order-filter.ts'
import { openOrderColumns, orderColumns, type OrderColumn } from './order-columns.ts'
import { orderDetails } from './detail/order-detail.svelte.ts'
import { ordersTab, type Tab } from './orders-tab.svelte.ts'
import { RecordList } from './record-list.svelte.ts'

/** More changes than this at once are an initial load and are not tinted. */
const maxTinted = 50
const recentMs = 5_000

interface Definition {
  readonly tab: Exclude<Tab, 'fills'>
  readonly table: TableName
  readonly columns: readonly OrderColumn[]
  /** The query for main. */
  readonly toFilter: (choice: FilterChoice) => OrderFilter
}

export class Orders extends RecordList<ListedOrder, FilterChoice, OrderTotals> {
  readonly tab: Exclude<Tab, 'fills'>
  /** When each order last changed while it was shown, in performance.now() milliseconds. */
  changedAt = $state.raw<ReadonlyMap<number, number>>(new Map())

  readonly #toFilter: Definition['toFilter']

  constructor({ tab, table, columns, toFilter }: Definition) {
    const readTotals = (choice: FilterChoice) =>
      call('orders:getTotals', { ...shownAccounts.asked, filter: toFilter(choice) })
    super({ table, columns, noFilter, readTotals })
    this.tab = tab
    this.#toFilter = toFilter
  }

  /** Query for main of what is shown, or of all that the table can have. */
  filterOf(choice: FilterChoice): OrderFilter {
    return this.#toFilter(choice)
  }

  /** Opening an order loaded its fills: reloads its row when that lacked them. */
  noteDetail(order: ListedOrder): void {
    if (!order.isExecutedValueExact) return
    const isBehind = ({ id, isExecutedValueExact }: ListedOrder): boolean =>
      id === order.id && !isExecutedValueExact
    if ([...(this.list.rows?.pieces ?? [])].some((piece) => piece.some(isBehind))) this.list.refresh()
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
    const filter = this.#toFilter(this.choice)
    const sort = { ...this.layout.sort }
    const { asked } = shownAccounts
    this.list.ask((offset, limit) => call('orders:list', { ...asked, filter, sort, offset, limit }))
  }

  protected override forget(): void {
    super.forget()
    filterOptions.forget()
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

/** One of each for the app, so that returning to the view restores it. */
export const orders = new Orders({
  tab: 'history',
  table: 'orders',
  columns: orderColumns,
  toFilter: toOrderFilter,
})
export const openOrders = new Orders({
  tab: 'open',
  table: 'ordersOpen',
  columns: openOrderColumns,
  toFilter: toOpenOrderFilter,
})

/** Shows a saved view in the table that it is of. */
export async function showView(view: SavedView): Promise<void> {
  const choice = choiceOfView(view)
  const list = isOfOpenOrders(choice) ? openOrders : orders
  ordersTab.shown = list.tab
  await list.layOut()
  list.layout.setSort(view.sort)
  if (view.columns !== undefined) list.layout.setColumns(view.columns)
  list.setFilter(list === openOrders ? withinOpenOrders(choice) : choice)
}
