// Commands of the tables of orders and fills.
import type { Command } from '../../shell/palette/command.ts'
import { readyViews } from './filters/ready-views.ts'
import { isUnfiltered } from './filters/order-filter.ts'
import { savedViews } from './filters/saved-views.svelte.ts'
import { fills } from './fills.svelte.ts'
import { fillExports, openOrderExports, orderExports } from './list-exports.ts'
import { openOrders, orders, showView } from './orders.svelte.ts'
import { ordersTab, type Tab } from './orders-tab.svelte.ts'

const exportsOf = { open: openOrderExports, history: orderExports, fills: fillExports } as const

/** Whether the table on screen leaves rows out, and what shows all of them. */
function filterOf(tab: Tab): { readonly isOn: boolean; readonly clear: () => void } {
  if (tab === 'fills')
    return { isOn: !isUnfiltered(fills.choice), clear: () => fills.setFilter(fills.noFilter) }
  const list = tab === 'open' ? openOrders : orders
  return { isOn: !isUnfiltered(list.choice), clear: () => list.setFilter(list.noFilter) }
}

/** Provided while the view is on screen. */
export function makeOrderCommands(): Command[] {
  const tab = ordersTab.shown
  const make = (id: string, title: string, run: () => void, more: Partial<Command> = {}): Command => ({
    id: `orders.${id}`,
    section: 'here',
    title,
    run,
    ...more,
  })
  const lead = (to: Tab, title: string, also: string): Command[] =>
    to === tab ? [] : [make(to, title, () => (ordersTab.shown = to), { also })]
  const { isOn, clear } = filterOf(tab)
  return [
    ...lead('open', 'Show open orders', 'working active'),
    ...lead('history', 'Show the order history', 'list of orders all'),
    ...lead('fills', 'Show fills', 'trades'),
    ...(isOn ? [make('clear', 'Clear all filters', clear)] : []),
    ...readyViews.map(({ name, title, show }) => make(`ready.${name}`, title, show, { also: 'view' })),
    ...exportsOf[tab].map(({ label, run }) =>
      make(
        `export.${tab}.${label}`,
        tab === 'fills' ? `Export fills: ${label}` : `Export orders: ${label}`,
        run,
        {
          also: 'save file download',
        },
      ),
    ),
    ...savedViews.list.map((view) =>
      make(`view.${view.id}`, `Show the saved view ${view.name}`, () => void showView(view), {
        isRare: true,
      }),
    ),
  ]
}
