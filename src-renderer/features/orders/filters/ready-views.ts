// Views that are there from the start: a table and its filter.
import { now } from '../../../shell/page/now.svelte.ts'
import { addDays } from '../../../text/format/days.ts'
import { nameDayOf } from '../../../text/format/time.ts'
import { fills } from '../fills/fills.svelte.ts'
import { openOrders, orders } from '../orders.svelte.ts'
import { ordersTab } from '../orders-tab.svelte.ts'
import { noFillFilter, noFilter } from './order-filter.ts'

export interface ReadyView {
  readonly name: string
  /** Of its command. */
  readonly title: string
  readonly show: () => void
}

/**
 * Fills have the time of each; an order that was created before a day may be filled on it.
 * @param ago - days before today
 */
function showFillsOf(ago: number): void {
  const day = addDays(nameDayOf(now.ms), -ago)
  fills.setFilter({ ...noFillFilter, fromDay: day, toDay: day })
  ordersTab.shown = 'fills'
}

export const readyViews: readonly ReadyView[] = [
  {
    name: 'Open',
    title: 'Show open orders',
    show: () => {
      openOrders.setFilter(noFilter)
      ordersTab.shown = 'open'
    },
  },
  {
    name: 'Filled today',
    title: 'Show today’s fills',
    show: () => showFillsOf(0),
  },
  {
    name: 'Filled yesterday',
    title: 'Show yesterday’s fills',
    show: () => showFillsOf(1),
  },
  {
    name: 'Canceled',
    title: 'Show canceled orders',
    show: () => {
      orders.setFilter({ ...noFilter, states: ['cancel'] })
      ordersTab.shown = 'history'
    },
  },
  {
    name: 'Stops',
    title: 'Show stop orders',
    show: () => {
      openOrders.setFilter({ ...noFilter, types: ['stop_limit'] })
      ordersTab.shown = 'open'
    },
  },
]
