// Commands of the orders and fills lists.
import type { Command } from '../../shell/palette/command.ts'
import { fills } from './fills.svelte.ts'
import { fillExports, orderExports } from './list-exports.ts'
import { isUnfiltered, noFillFilter, noFilter } from './filters/order-filter.ts'
import { orders } from './orders.svelte.ts'
import { savedViews } from './filters/saved-views.svelte.ts'

export type Tab = 'orders' | 'fills'

/**
 * Provided while the view is on screen.
 * @param tab - the shown list
 * @param show - shows a list
 */
export function makeOrderCommands(tab: Tab, show: (tab: Tab) => void): Command[] {
  const isOrders = tab === 'orders'
  const make = (id: string, title: string, run: () => void, more: Partial<Command> = {}): Command => ({
    id: `orders.${id}`,
    section: 'here',
    title,
    run,
    ...more,
  })
  const clear = (): void => (isOrders ? orders.setFilter(noFilter) : fills.setFilter(noFillFilter))
  return [
    isOrders
      ? make('fills', 'Show the list of fills', () => show('fills'), { also: 'trades' })
      : make('orders', 'Show the list of orders', () => show('orders')),
    ...(isUnfiltered(isOrders ? orders.choice : fills.choice)
      ? []
      : [make('clear', 'Clear all filters', clear)]),
    ...(isOrders ? orderExports : fillExports).map(({ label, run }) =>
      make(`export.${tab}.${label}`, isOrders ? `Export orders: ${label}` : `Export fills: ${label}`, run, {
        also: 'save file download',
      }),
    ),
    ...savedViews.list.map((view) =>
      make(
        `view.${view.id}`,
        `Show the saved view ${view.name}`,
        () => {
          show('orders')
          orders.showView(view)
        },
        { isRare: true },
      ),
    ),
  ]
}
