// State of the dock below the chart: its tables, and canceling from it.
import type { ErrorReport } from '../../../../src-preload/contract/channel.ts'
import type { Fill } from '../../../../src-preload/contract/orders/orders.ts'
import type { ListedOrder } from '../../../../src-preload/contract/orders/entities.ts'
import { call, toReport } from '../../../shell/page/api.ts'
import { canceling } from '../../orders/open-orders/canceling.svelte.ts'
import { noFillFilter, noFilter, toFillFilter, toOrderFilter } from '../../orders/filters/order-filter.ts'
import { openOrderColumns, orderHistoryColumns, recentFillColumns } from './dock-columns.ts'
import { DockList } from './dock-list.svelte.ts'

const openOrders = new DockList<ListedOrder>({
  table: 'openOrders',
  columns: openOrderColumns,
  read: (markets, sort, offset, limit) =>
    call('orders:list', {
      filter: { ...toOrderFilter({ ...noFilter, markets }), states: ['wait', 'pending'] },
      sort,
      offset,
      limit,
    }),
})

const orderHistory = new DockList<ListedOrder>({
  table: 'orderHistory',
  columns: orderHistoryColumns,
  read: (markets, sort, offset, limit) =>
    call('orders:list', { filter: toOrderFilter({ ...noFilter, markets }), sort, offset, limit }),
})

const recentFills = new DockList<Fill>({
  table: 'recentFills',
  columns: recentFillColumns,
  read: (markets, { isDescending }, offset, limit) =>
    call('orders:listFills', {
      filter: toFillFilter({ ...noFillFilter, markets }),
      isDescending,
      offset,
      limit,
    }),
})

class Dock {
  readonly openOrders = openOrders
  readonly orderHistory = orderHistory
  readonly recentFills = recentFills
  /** Why canceling failed; null for nothing to tell. */
  error = $state.raw<ErrorReport | null>(null)
  /** True from the question in the secure window until the market's orders have ended. */
  isCancelingMarket = $state(false)

  /** Follows the account's orders and fills until the returned function is called. */
  start(accountId: string | null, markets: readonly string[]): () => void {
    this.error = null
    const stops = [openOrders, recentFills, orderHistory].map((list) => list.start(accountId, markets))
    return () => stops.forEach((stop) => stop())
  }

  /** Cancels the selected open order, without a question. */
  async cancelSelected(): Promise<void> {
    const order = openOrders.selected
    if (order !== null) await this.cancel(order)
  }

  async cancel(order: ListedOrder): Promise<void> {
    this.error = null
    await canceling.cancel(order)
    this.error = canceling.errorOf(order.id)
  }

  /** Asks in the secure window, then cancels all open orders of a market. */
  async cancelMarket(market: string): Promise<void> {
    if (this.isCancelingMarket) return
    this.error = null
    this.isCancelingMarket = true
    try {
      await call('trading:cancelMarket', { market, side: null })
    } catch (error) {
      const report = toReport(error)
      // A no in the secure window is no error.
      if (report.code !== 'userDeclined') this.error = report
    } finally {
      this.isCancelingMarket = false
    }
  }
}

/** One for the app, so that returning to the view restores it. */
export const dock = new Dock()
