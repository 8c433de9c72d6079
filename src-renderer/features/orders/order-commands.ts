// Commands of the tables of orders and fills.
import { orderStateNames } from '../../text/format/words.ts'
import type { Command } from '../../shell/palette/command.ts'
import { readyViews } from './filters/ready-views.ts'
import { isUnfiltered, noFilter } from './filters/order-filter.ts'
import { savedViews } from './filters/saved-views.svelte.ts'
import { fills } from './fills/fills.svelte.ts'
import { fillExports, openOrderExports, orderExports } from './list-exports.ts'
import { openOrders, orders, showView } from './orders.svelte.ts'
import { ordersTab, type Tab, tabs } from './orders-tab.svelte.ts'

const exportTitles: Readonly<Record<Tab, string>> = {
  open: 'Export open orders',
  history: 'Export orders',
  fills: 'Export fills',
}
const exportsOf = { open: openOrderExports, history: orderExports, fills: fillExports } as const

/** Whether the table on screen leaves rows out, and what shows all of them. */
function filterOf(tab: Tab): { readonly isOn: boolean; readonly clear: () => void } {
  if (tab === 'fills')
    return { isOn: !isUnfiltered(fills.choice), clear: () => fills.setFilter(fills.noFilter) }
  const list = tab === 'open' ? openOrders : orders
  return { isOn: !isUnfiltered(list.choice), clear: () => list.setFilter(list.noFilter) }
}

/** States without a table or a ready-made view of their own. */
const listedStates = [
  { state: 'done', also: 'state executed complete' },
  { state: 'pending', also: 'state untriggered stop waiting' },
] as const

/**
 * What the Orders view has, from anywhere: its tables, ready-made views, states and files. Those of the view on screen have the same
 * ids and come first.
 * @param show - opens the Orders view, at a part of it
 */
export function makeOrderPlaceCommands(show: (part: string | null) => void): Command[] {
  const make = (id: string, title: string, run: () => void, also: string, isRare = true): Command => ({
    id: `orders.${id}`,
    section: 'actions',
    title,
    also,
    isRare,
    run,
  })
  return [
    make('open', 'Open orders', () => show('open'), 'list working active orders', false),
    make('history', 'Order history', () => show('history'), 'list of orders all', false),
    make('fills', 'Fills', () => show('fills'), 'trades executions list', false),
    ...readyViews.map((view) =>
      make(
        `ready.${view.name}`,
        view.title,
        () => {
          view.show()
          show(null)
        },
        `${view.name} view list`,
      ),
    ),
    ...listedStates.map(({ state, also }) =>
      make(
        `state.${state}`,
        `Orders: ${orderStateNames[state]}`,
        () => {
          orders.setFilter({ ...noFilter, states: [state] })
          show('history')
        },
        also,
      ),
    ),
    ...tabs.flatMap((tab) =>
      exportsOf[tab].map(({ label, run }) =>
        make(`export.${tab}.${label}`, `${exportTitles[tab]}: ${label}`, run, 'save file download'),
      ),
    ),
  ]
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
      make(`export.${tab}.${label}`, `${exportTitles[tab]}: ${label}`, run, {
        also: 'save file download',
      }),
    ),
    ...savedViews.list.map((view) =>
      make(`view.${view.id}`, `Show the saved view ${view.name}`, () => void showView(view), {
        isRare: true,
      }),
    ),
  ]
}
