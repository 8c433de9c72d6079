// Owns: names and keys of the views. Must not: import any.
import type { ViewName } from './router.svelte.ts'

export const viewTitles: Record<ViewName, string> = {
  markets: 'Markets',
  orders: 'Orders',
  portfolio: 'Portfolio',
  transfers: 'Transfers',
  connection: 'Connection',
  settings: 'Settings',
  data: 'Data on this computer',
}

/** The views with a place in the rail; the data on this computer is a part of the settings. */
export type RailView = Exclude<ViewName, 'data'>

/** Under which place of the rail a view is found. */
export function railViewOf(view: ViewName): RailView {
  return view === 'data' ? 'settings' : view
}

export interface ViewKey {
  readonly view: RailView
  /** As KeyboardEvent.key has it; Ctrl or Cmd with it shows the view. */
  readonly key: string
  /** At the foot of the rail. */
  readonly isAtFoot: boolean
}

/** In the order of the rail. */
export const viewKeys: readonly ViewKey[] = [
  { view: 'markets', key: '1', isAtFoot: false },
  { view: 'orders', key: '2', isAtFoot: false },
  { view: 'portfolio', key: '3', isAtFoot: false },
  { view: 'transfers', key: '4', isAtFoot: false },
  { view: 'connection', key: '5', isAtFoot: true },
  { view: 'settings', key: '6', isAtFoot: true },
]

/** The view of a key that was pressed with Ctrl or Cmd; null for another. The comma is the usual key of settings. */
export function viewOfKey(key: string): ViewName | null {
  if (key === ',') return 'settings'
  return viewKeys.find((item) => item.key === key)?.view ?? null
}
